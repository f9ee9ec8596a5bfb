// name = "random entries of a table of 12 KiB from storage memory, or from workgroup memory"
// source = "RRZE gpu-benches, gpu-strides: level 1 takes 3.5 lines a clock (A40), 8 a WGP; 32 lanes at random fill the worst of 32 banks 3.5 times"
// range = { "ampere-8.6" = [1.5, 3.0], "rdna3" = [0.8, 2.4] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [12288, 491520]

const ENTRIES = 3072u;
@group(0) @binding(0) var<storage, read> table: array<f32, ENTRIES>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
var<workgroup> near: array<f32, ENTRIES>;
struct Generator { state: u32, }
fn draw(g: ptr<function, Generator>) -> u32 {
  (*g).state ^= (*g).state << 13u;
  (*g).state ^= (*g).state >> 17u;
  (*g).state ^= (*g).state << 5u;
  return (((*g).state >> 16u) * ENTRIES) >> 16u;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var g = Generator(id.x * 2654435769u + 1u);
  var sum = 0.0;
  for (var k = 0; k < 512; k++) { sum += table[draw(&g)]; }
  result[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < ENTRIES; i += 256u) { near[i] = table[i]; }
  workgroupBarrier();
  var g = Generator(id.x * 2654435769u + 1u);
  var sum = 0.0;
  for (var k = 0; k < 512; k++) { sum += near[draw(&g)]; }
  result[id.x] = sum;
}
