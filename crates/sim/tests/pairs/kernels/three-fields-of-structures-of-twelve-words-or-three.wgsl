// name = "three fields of structures of twelve words, or three arrays"
// source = "count: a sector of 32 bytes for 12 of each 48 on 8.6 (two, where DRAM hands on 64), 110 to 157 us against 50; rdna3's lines are read whole, 50 MB against 12.6 (NVIDIA, CUDA C++ Best Practices Guide, structures of arrays)"
// range = { "ampere-8.6" = [1.9, 3.2], "rdna3" = [2.6, 4.2] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [50331648, 4194304]

struct Body { x: f32, y: f32, z: f32, other: array<f32, 9> }
@group(0) @binding(0) var<storage, read> bodies: array<Body>;
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = bodies[id.x].x + 2.0 * bodies[id.x].y + 3.0 * bodies[id.x].z;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = input[id.x] + 2.0 * input[id.x + 1048576u] + 3.0 * input[id.x + 2097152u];
}
