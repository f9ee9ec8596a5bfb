// name = "a tree in workgroup memory, or in subgroups"
// source = "Pupking/03_parallel_reduction, RTX 3050 Laptop: 104 against 186 GB/s"
// range = { "ampere-8.6" = [1.4, 2.5] }
// missed."ampere-8.6" = "the phases of a tree between its barriers leave the memory idle for longer than the estimate has it"
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[group.x * 512u + lane] + input[group.x * 512u + lane + 256u];
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) width: u32) {
  let sum = subgroupAdd(input[group.x * 512u + lane] + input[group.x * 512u + lane + 256u]);
  if lane % width == 0u { part[lane / width] = sum; }
  workgroupBarrier();
  if lane < width {
    let all = subgroupAdd(select(0.0, part[lane], lane < 256u / width));
    if lane == 0u { output[group.x] = all; }
  }
}
