// name = "a polynomial by Horner's rule, or by Estrin's, one subgroup a scheduler"
// source = "a chain of 15 multiply-adds of 4 clocks (5 on RDNA), or about five levels of independent ones"
// range = { "ampere-8.6" = [1.5, 3.4], "rdna3" = [0.9, 3.2] }
// long = true
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [1048576, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn horner(x: f32) -> f32 { var r = 0.1; for (var k = 0u; k < 15u; k++) { r = fma(r, x, 0.3); } return r; }
fn estrin(x: f32) -> f32 {
  let x2 = x * x; let x4 = x2 * x2; let x8 = x4 * x4;
  let a = fma(0.3, x, 0.3); let b = fma(0.31, x, 0.3); let c = fma(0.32, x, 0.3); let d = fma(0.33, x, 0.3);
  let e = fma(0.34, x, 0.3); let f = fma(0.35, x, 0.3); let g = fma(0.36, x, 0.3); let h = fma(0.1, x, 0.3);
  return fma(fma(fma(h, x2, g), x4, fma(f, x2, e)), x8, fma(fma(d, x2, c), x4, fma(b, x2, a)));
}
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 1024u; i++) { v = horner(v); } output[id.x] = v; }
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) { var v = input[id.x]; for (var i = 0u; i < 1024u; i++) { v = estrin(v); } output[id.x] = v; }
