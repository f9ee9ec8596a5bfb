// name = "eight sums of 32 lanes by shuffles each, or by exchanging halves"
// source = "moderngpu and Sanders, transposed reductions: 40 shuffles, of which NVIDIA's units do 32 lanes a clock, against 9 and 14 selections; rdna3 takes small steps in the sums themselves (DPP)"
// range = { "ampere-8.6" = [2.3, 4.6], "rdna3" = [1.3, 4.6] }
// long = true
// slow = [1440, 1, 1]
// fast = [1440, 1, 1]
// buffers = [1474560]

enable subgroups;
@group(0) @binding(0) var<storage, read_write> output: array<f32>;
fn add_up(value: f32) -> f32 {
  var sum = value + subgroupShuffleXor(value, 16u);
  sum += subgroupShuffleXor(sum, 8u);
  sum += subgroupShuffleXor(sum, 4u);
  sum += subgroupShuffleXor(sum, 2u);
  return sum + subgroupShuffleXor(sum, 1u);
}
fn swap16(a: vec4f, b: vec4f, upper: bool) -> vec4f { return select(a, b, upper) + subgroupShuffleXor(select(b, a, upper), 16u); }
fn swap8(a: vec2f, b: vec2f, upper: bool) -> vec2f { return select(a, b, upper) + subgroupShuffleXor(select(b, a, upper), 8u); }
fn swap4(a: f32, b: f32, upper: bool) -> f32 { return select(a, b, upper) + subgroupShuffleXor(select(b, a, upper), 4u); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var a = vec4f(f32(id.x), 1.0, 2.0, 3.0);
  var b = a * 0.3;
  var result = 0.0;
  for (var i = 0u; i < 32u; i++) {
    let x = vec4f(add_up(a.x), add_up(a.y), add_up(a.z), add_up(a.w));
    let y = vec4f(add_up(b.x), add_up(b.y), add_up(b.z), add_up(b.w));
    result += x.x * x.y + x.z * x.w + y.x * y.y + y.z * y.w;
    a = a * 0.9 + result;
    b = b * 0.8 + result;
  }
  output[id.x] = result;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = vec4f(f32(id.x), 1.0, 2.0, 3.0);
  var b = a * 0.3;
  var result = 0.0;
  for (var i = 0u; i < 32u; i++) {
    let x = swap16(a, b, (id.x & 16u) != 0u);
    let y = swap8(x.xy, x.zw, (id.x & 8u) != 0u);
    var z = swap4(y.x, y.y, (id.x & 4u) != 0u);
    z += subgroupShuffleXor(z, 2u);
    z += subgroupShuffleXor(z, 1u);
    result += z * z;
    a = a * 0.9 + result;
    b = b * 0.8 + result;
  }
  output[id.x] = result;
}
