// name = "the greatest of each of eight rows of 4 MiB by a workgroup, or by 32"
// source = "counting: 8 units of 30 or 48 work, at the rate at which one workgroup's loads come (Little's law)"
// range = { "ampere-8.6" = [3, 20], "rdna3" = [4, 40] }
// missed."ampere-8.6" = "2.2: eight passes' loads are taken to be under way together, as LLVM lays such loops out; the range is that of four"
// long = true
// slow = [8, 1, 1]
// fast = [256, 1, 1]
// buffers = [33554432, 4096]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> part: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var m = -3e38;
  for (var i = 0u; i < 4096u; i++) { m = max(m, input[group.x * 1048576u + i * 256u + lane]); }
  part[lane] = m;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] = max(part[lane], part[lane + s]); }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  var m = -3e38;
  for (var i = 0u; i < 128u; i++) { m = max(m, input[group.x * 32768u + i * 256u + lane]); }
  part[lane] = m;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] = max(part[lane], part[lane + s]); }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
