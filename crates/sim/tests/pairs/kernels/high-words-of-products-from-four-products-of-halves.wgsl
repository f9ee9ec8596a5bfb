// name = "high words of products from four products of halves, or low words of products"
// source = "count of instructions: 10 to 12 integer ones (4 IMAD, shifts, masks) for one IMAD, all 64 lanes a clock on 8.6 (CUDA C++ Programming Guide, arithmetic throughput), both beside the loop's 1 to 3; rdna3: products of 16 bits are full-rate u24 ones, the whole product is quarter rate (RDNA3 ISA), if u24 is not found 26 clocks to 5"
// range = { "ampere-8.6" = [3.5, 9], "rdna3" = [1.6, 5.5] }
// missed."rdna3" = "6.84: factors known to be below 2^16 by a mask or a shift are not known for that, so that four products take a quarter of the rate; compilers use V_MUL_U32_U24"
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
fn high(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let t = ah * bl + ((al * bl) >> 16u);
  let u = al * bh + (t & 0xffffu);
  return ah * bh + (t >> 16u) + (u >> 16u);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x * 2654435769u;
  let y = id.x | 0x80000001u;
  for (var i = 0u; i < 64u; i++) { x = high(x, y) + i; }
  output[id.x] = x;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x * 2654435769u;
  let y = id.x | 0x80000001u;
  for (var i = 0u; i < 64u; i++) { x = x * y + i; }
  output[id.x] = x;
}
