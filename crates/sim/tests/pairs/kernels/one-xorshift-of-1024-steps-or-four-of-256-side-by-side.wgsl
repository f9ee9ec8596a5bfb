// name = "one xorshift of 1024 steps, or four of 256 side by side, one subgroup a scheduler"
// source = "a chain waits 4 to 5 clocks for each instruction; four fill the integer lanes, of which a subgroup takes two clocks (CUDA C++ Programming Guide, arithmetic throughput); rdna3: five clocks or so against two"
// range = { "ampere-8.6" = [1.6, 2.6], "rdna3" = [1.3, 3.2] }
// slow = [30, 1, 1]
// fast = [30, 1, 1]
// buffers = [15360]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
fn next(x: u32) -> u32 {
  var y = x ^ (x << 13u);
  y ^= y >> 17u;
  return y ^ (y << 5u);
}
@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x + 1u;
  for (var i = 0u; i < 1024u; i++) { x = next(x); }
  output[id.x] = x;
}
@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var a = id.x + 1u;
  var b = id.x + 2u;
  var c = id.x + 3u;
  var d = id.x + 4u;
  for (var i = 0u; i < 256u; i++) {
    a = next(a);
    b = next(b);
    c = next(c);
    d = next(d);
  }
  output[id.x] = a ^ b ^ c ^ d;
}
