// name = "products modulo a prime of 14 bits by a remainder, or by Montgomery's reduction"
// source = "CUDA C++ Programming Guide: integer division is up to 20 instructions; LLVM AMDGPU, expandDivRem32; Montgomery, Modular Multiplication Without Trial Division: three products, a shift, a comparison"
// range = { "ampere-8.6" = [1.6, 4], "rdna3" = [1.9, 5] }
// slow = [1920, 1, 1]
// fast = [1920, 1, 1]
// buffers = [1966080, 16]

struct Modulus { prime: u32, inverse: u32, }
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
@group(0) @binding(1) var<uniform> modulus: Modulus;
fn multiply(a: u32, b: u32, p: u32) -> u32 { return (a * b) % p; }
fn montgomery(a: u32, b: u32, p: u32, inverse: u32) -> u32 {
  let t = a * b;
  let m = (t * inverse) & 0xffffu;
  let u = (t + m * p) >> 16u;
  return select(u, u - p, u >= p);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let p = modulus.prime | 12289u;
  var x = id.x & 0x1fffu;
  let g = x ^ 0x1234u;
  for (var k = 0u; k < 256u; k++) { x = multiply(x, g, p); }
  result[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let p = modulus.prime | 12289u;
  let inverse = modulus.inverse | 12287u;
  var x = id.x & 0x1fffu;
  let g = x ^ 0x1234u;
  for (var k = 0u; k < 256u; k++) { x = montgomery(x, g, p, inverse); }
  result[id.x] = x;
}
