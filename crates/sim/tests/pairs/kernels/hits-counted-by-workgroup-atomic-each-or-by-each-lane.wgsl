// name = "hits counted by a workgroup atomic each, or by each lane first"
// source = "NVIDIA, GPU Pro Tip: Fast Histograms Using Shared Atomics; Mesa, nir_opt_uniform_atomics: one lane adds for its subgroup"
// range = { "ampere-8.6" = [1.2, 4.5], "rdna3" = [1.4, 6] }
// missed."ampere-8.6" = "1.12: what compilers add to combine a subgroup's hits, a vote, a count and a branch in each pass, is not counted"
// missed."rdna3" = "1.00: what compilers add to combine a subgroup's hits, a vote, a count and a branch in each pass, is not counted"
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 3840]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> hits: atomic<u32>;
fn random(state: ptr<function, u32>) -> u32 { *state = *state * 1664525u + 1013904223u; return *state >> 16u; }
fn inside(a: u32, b: u32) -> bool { return a * a + b * b < 0x40000000u; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) wg: vec3u) {
  var state = id.x * 747796405u + 7u;
  for (var i = 0; i < 128; i++) {
    let a = random(&state) >> 1u; let b = random(&state) >> 1u;
    if inside(a, b) { atomicAdd(&hits, 1u); }
  }
  workgroupBarrier();
  if lane == 0u { output[wg.x] = atomicLoad(&hits); }
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) wg: vec3u) {
  var state = id.x * 747796405u + 7u;
  var mine = 0u;
  for (var i = 0; i < 128; i++) {
    let a = random(&state) >> 1u; let b = random(&state) >> 1u;
    if inside(a, b) { mine++; }
  }
  atomicAdd(&hits, mine);
  workgroupBarrier();
  if lane == 0u { output[wg.x] = atomicLoad(&hits); }
}
