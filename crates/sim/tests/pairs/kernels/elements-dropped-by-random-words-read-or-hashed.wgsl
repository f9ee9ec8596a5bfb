// name = "elements dropped by random words read, or hashed from their places"
// source = "bytes: 12 an element against 8, the hash's eight instructions hidden behind them; recomputing is cheaper than loading"
// range = { "ampere-8.6" = [1.3, 1.65], "rdna3" = [1.25, 1.8] }
// long = true
// slow = [65536, 1, 1]
// fast = [65536, 1, 1]
// buffers = [67108864, 67108864, 67108864]

@group(0) @binding(0) var<storage, read> activations: array<f32>;
@group(0) @binding(1) var<storage, read> random: array<u32>;
@group(0) @binding(2) var<storage, read_write> dropped: array<f32>;
const KEEP = 0xe6666666u;
fn apply(i: u32, bits: u32) {
  dropped[i] = select(0.0, activations[i] * (1.0 / 0.9), bits < KEEP);
}
fn pcg(n: u32) -> u32 {
  let state = n * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { apply(id.x, random[id.x]); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { apply(id.x, pcg(id.x)); }
