// name = "transforms of 1024 points in ten passes of two, or five of four"
// source = "counting: half as many passes through workgroup memory and barriers (Govindaraju et al., High Performance Discrete Fourier Transforms on Graphics Processors)"
// range = { "ampere-8.6" = [1.2, 2.4], "rdna3" = [1.2, 2.6] }
// missed."ampere-8.6" = "1.09: the range leaves out DRAM, for which both wait"
// missed."rdna3" = "1.08: the range leaves out DRAM, for which both wait"
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [8388608, 8388608]

@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
const POINTS = 1024u;
var<workgroup> points: array<vec2f, POINTS>;
fn times(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
fn turn(part: f32) -> vec2f { let angle = -6.2831853 * part; return vec2f(cos(angle), sin(angle)); }
@compute @workgroup_size(512) fn slow(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let base = group.x * POINTS;
  points[lane] = input[base + lane];
  points[lane + 512u] = input[base + lane + 512u];
  workgroupBarrier();
  for (var length = 1u; length < POINTS; length *= 2u) {
    let k = lane & (length - 1u);
    let a = points[lane];
    let b = times(points[lane + 512u], turn(f32(k) / f32(2u * length)));
    workgroupBarrier();
    let to = (lane - k) * 2u + k;
    points[to] = a + b;
    points[to + length] = a - b;
    workgroupBarrier();
  }
  output[base + lane] = points[lane];
  output[base + lane + 512u] = points[lane + 512u];
}
@compute @workgroup_size(256) fn fast(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let base = group.x * POINTS;
  for (var i = 0u; i < POINTS; i += 256u) { points[i + lane] = input[base + i + lane]; }
  workgroupBarrier();
  for (var length = 1u; length < POINTS; length *= 4u) {
    let k = lane & (length - 1u);
    let w = turn(f32(k) / f32(4u * length));
    let w2 = times(w, w);
    let a = points[lane];
    let b = times(points[lane + 256u], w);
    let c = times(points[lane + 512u], w2);
    let d = times(points[lane + 768u], times(w, w2));
    workgroupBarrier();
    let s = a + c;
    let t = a - c;
    let u = b + d;
    let v = vec2f(b.y - d.y, d.x - b.x);
    let to = (lane - k) * 4u + k;
    points[to] = s + u;
    points[to + length] = t + v;
    points[to + 2u * length] = s - u;
    points[to + 3u * length] = t - v;
    workgroupBarrier();
  }
  for (var i = 0u; i < POINTS; i += 256u) { output[base + i + lane] = points[i + lane]; }
}
