// name = "a component of vec3fs in workgroup memory, or of structures of three"
// source = "WGSL specification: vec3s are 16 bytes apart, 4 ways in 32 banks; 12 bytes apart are free of conflicts (CUDA C++ Programming Guide)"
// range = { "ampere-8.6" = [2.2, 4.2], "rdna3" = [1.7, 4.2] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
struct Point { x: f32, y: f32, z: f32 }
var<workgroup> vectors: array<vec3f, 512>;
var<workgroup> points: array<Point, 512>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  vectors[lane] = vec3f(f32(lane)); vectors[lane + 256u] = vec3f(1.0);
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < 512u; i += 2u) { sum += vectors[(lane + i) & 511u].x; }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  points[lane] = Point(f32(lane), 0.0, 0.0); points[lane + 256u] = Point(1.0, 1.0, 1.0);
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < 512u; i += 2u) { sum += points[(lane + i) & 511u].x; }
  output[id.x] = sum;
}
