// name = "the nearest of 256 points by distance, or by its square"
// source = "counting: a special function beside about ten other instructions a point"
// range = { "ampere-8.6" = [1.0, 1.6], "rdna3" = [1.0, 1.7] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4096, 983040]

@group(0) @binding(0) var<storage, read> points: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
const N = 256u;
var<workgroup> near: array<vec3f, N>;
struct Best { place: u32, far: f32, }
fn keep(best: ptr<function, Best>, place: u32, far: f32) { if far < (*best).far { (*best) = Best(place, far); } }
@compute @workgroup_size(N) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  near[lane] = points[lane].xyz + f32(lane);
  workgroupBarrier();
  let me = vec3f(f32(id.x % 251u), f32(id.x % 127u), f32(id.x % 61u));
  var best = Best(0u, 1e30);
  for (var i = 0u; i < N; i++) { keep(&best, i, distance(near[i], me)); }
  output[id.x] = best.place;
}
@compute @workgroup_size(N) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  near[lane] = points[lane].xyz + f32(lane);
  workgroupBarrier();
  let me = vec3f(f32(id.x % 251u), f32(id.x % 127u), f32(id.x % 61u));
  var best = Best(0u, 1e30);
  for (var i = 0u; i < N; i++) { let d = near[i] - me; keep(&best, i, dot(d, d)); }
  output[id.x] = best.place;
}
