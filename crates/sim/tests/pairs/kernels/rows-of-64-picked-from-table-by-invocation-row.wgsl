// name = "rows of 64 picked from a table by an invocation a row, or an invocation an element"
// source = "counting: 32 lines a request in place of one, and stores of 4 of a sector's 32 bytes (CUDA C++ Best Practices Guide, strided accesses)"
// range = { "ampere-8.6" = [2, 12], "rdna3" = [1.5, 16] }
// long = true
// slow = [256, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 262144]

@group(0) @binding(0) var<storage, read> table: array<f32>;
@group(0) @binding(2) var<storage, read> tokens: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const WIDTH = 64u;
fn row(token: u32) -> u32 { return ((tokens[token] + token * 2654435761u) >> 16u) * WIDTH; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let start = row(id.x);
  for (var i = 0u; i < WIDTH; i++) { output[id.x * WIDTH + i] = table[start + i]; }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  output[id.x] = table[row(id.x / WIDTH) + id.x % WIDTH];
}
