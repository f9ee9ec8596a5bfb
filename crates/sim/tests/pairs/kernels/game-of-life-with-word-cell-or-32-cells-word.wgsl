// name = "the game of life with a word a cell, or 32 cells a word"
// source = "counting: 32 times the bytes, loads and stores; 32 sums at a time by full adders of bits"
// range = { "ampere-8.6" = [10, 34], "rdna3" = [7, 34] }
// long = true
// slow = [16, 4096, 1]
// fast = [1, 2048, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn cell(x: u32, y: u32) -> u32 { return input[(y & 4095u) * 4096u + (x & 4095u)]; }
@compute @workgroup_size(256, 1) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let x = id.x;
  let y = id.y;
  let n = cell(x - 1u, y - 1u) + cell(x, y - 1u) + cell(x + 1u, y - 1u) + cell(x - 1u, y) + cell(x + 1u, y)
    + cell(x - 1u, y + 1u) + cell(x, y + 1u) + cell(x + 1u, y + 1u);
  output[y * 4096u + x] = select(0u, 1u, n == 3u || (n == 2u && cell(x, y) == 1u));
}
fn word(x: u32, y: u32) -> u32 { return input[(y & 4095u) * 128u + (x & 127u)]; }
struct Two { ones: u32, twos: u32 }
fn three(x: u32, y: u32) -> array<u32, 3> {
  let w = word(x, y);
  return array(( w << 1u) | (word(x - 1u, y) >> 31u), w, (w >> 1u) | (word(x + 1u, y) << 31u));
}
fn add(a: u32, b: u32, c: u32) -> Two { return Two(a ^ b ^ c, (a & b) | (c & (a ^ b))); }
@compute @workgroup_size(128, 2) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let top = three(id.x, id.y - 1u);
  let middle = three(id.x, id.y);
  let bottom = three(id.x, id.y + 1u);
  let t = add(top[0], top[1], top[2]);
  let b = add(bottom[0], bottom[1], bottom[2]);
  let m = Two(middle[0] ^ middle[2], middle[0] & middle[2]);
  let one = add(t.ones, b.ones, m.ones);
  let two = add(t.twos, b.twos, m.twos);
  let twos = two.ones ^ one.twos;
  let fours = two.twos | (two.ones & one.twos);
  output[id.y * 128u + id.x] = ~fours & twos & (one.ones | middle[1]);
}
