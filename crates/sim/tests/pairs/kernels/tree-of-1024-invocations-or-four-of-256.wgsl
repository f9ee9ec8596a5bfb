// name = "a tree of 1024 invocations, or four of 256"
// source = "NVIDIA, CUDA C++ Best Practices Guide, thread and block heuristics: several blocks a unit so that some work while others wait at a barrier; one of 1024 fits"
// range = { "ampere-8.6" = [1.05, 2.6], "rdna3" = [0.95, 2.6] }
// long = true
// slow = [8192, 1, 1]
// fast = [32768, 1, 1]
// buffers = [33554432, 131072]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> part: array<f32, 1024>;
@compute @workgroup_size(1024) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  workgroupBarrier();
  for (var s = 512u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  part[lane] = input[id.x];
  workgroupBarrier();
  for (var s = 128u; s > 0u; s /= 2u) {
    if lane < s { part[lane] += part[lane + s]; }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = part[0]; }
}
