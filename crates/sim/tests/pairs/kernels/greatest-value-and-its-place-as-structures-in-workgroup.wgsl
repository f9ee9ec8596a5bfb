// name = "the greatest value and its place as structures in workgroup memory, or as two arrays"
// source = "counting: as many words, without conflicts that outweigh the reading of 16 MiB"
// range = { "ampere-8.6" = [0.85, 1.3], "rdna3" = [0.85, 1.3] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [16777216, 8192]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
struct Best { value: f32, place: u32 }
const LANES = 256u;
fn better(a: Best, b: Best) -> Best { if b.value > a.value { return b; } return a; }
fn own(group: u32, lane: u32) -> Best {
  var best = Best(-1e30, 0u);
  for (var i = 0u; i < 16u; i++) {
    let at = group * 4096u + i * LANES + lane;
    best = better(best, Best(input[at], at));
  }
  return best;
}
var<workgroup> bests: array<Best, LANES>;
@compute @workgroup_size(LANES) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  bests[lane] = own(group.x, lane);
  workgroupBarrier();
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    if lane < half { bests[lane] = better(bests[lane], bests[lane + half]); }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = vec2f(bests[0].value, f32(bests[0].place)); }
}
var<workgroup> values: array<f32, LANES>;
var<workgroup> places: array<u32, LANES>;
@compute @workgroup_size(LANES) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let best = own(group.x, lane);
  values[lane] = best.value;
  places[lane] = best.place;
  workgroupBarrier();
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    if lane < half && values[lane + half] > values[lane] {
      values[lane] = values[lane + half];
      places[lane] = places[lane + half];
    }
    workgroupBarrier();
  }
  if lane == 0u { output[group.x] = vec2f(values[0], f32(places[0])); }
}
