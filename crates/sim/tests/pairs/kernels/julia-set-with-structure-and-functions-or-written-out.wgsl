// name = "a Julia set with a structure and functions, or written out"
// source = "functions are inlined and structures taken apart (LLVM, SROA): no difference"
// range = { "ampere-8.6" = [0.9, 1.15], "rdna3" = [0.9, 1.15] }
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [4, 4194304]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
struct Complex { re: f32, im: f32 }
fn times(a: Complex, b: Complex) -> Complex { return Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
fn plus(a: Complex, b: Complex) -> Complex { return Complex(a.re + b.re, a.im + b.im); }
fn norm(a: Complex) -> f32 { return a.re * a.re + a.im * a.im; }
const SIZE = 1024u;
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var z = Complex(f32(id.x) / 512.0 - 1.0, f32(id.y) / 512.0 - 1.0);
  let c = Complex(-0.4, 0.6);
  var count = 0u;
  while norm(z) < 4.0 && count < 200u {
    z = plus(times(z, z), c);
    count++;
  }
  output[id.y * SIZE + id.x] = count;
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) / 512.0 - 1.0;
  var y = f32(id.y) / 512.0 - 1.0;
  var count = 0u;
  while x * x + y * y < 4.0 && count < 200u {
    let re = x * x - y * y;
    let im = x * y + y * x;
    x = re - 0.4;
    y = im + 0.6;
    count++;
  }
  output[id.y * SIZE + id.x] = count;
}
