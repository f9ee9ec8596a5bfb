// name = "bodies attracted by pow(r2, -1.5), or by an inverse square root cubed"
// source = "counting: two of the special function unit's at 16 a clock in place of one, beside 13 multiply-adds (GPU Gems 3, chapter 31)"
// range = { "ampere-8.6" = [0.95, 1.45], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> bodies: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> pulls: array<vec4f>;
const BODIES = 2048u;
var<workgroup> tile: array<vec4f, 128>;

@compute @workgroup_size(128) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let me = bodies[id.x].xyz;
  var pull = vec3f();
  for (var first = 0u; first < BODIES; first += 128u) {
    tile[lane] = bodies[first + lane];
    workgroupBarrier();
    for (var j = 0u; j < 128u; j++) {
      let d = tile[j].xyz - me; let square = dot(d, d) + 0.01; pull += d * (tile[j].w * pow(square, -1.5));
    }
    workgroupBarrier();
  }
  pulls[id.x] = vec4f(pull, 0.0);
}

@compute @workgroup_size(128) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let me = bodies[id.x].xyz;
  var pull = vec3f();
  for (var first = 0u; first < BODIES; first += 128u) {
    tile[lane] = bodies[first + lane];
    workgroupBarrier();
    for (var j = 0u; j < 128u; j++) {
      let d = tile[j].xyz - me; let square = dot(d, d) + 0.01; let inverse = inverseSqrt(square); pull += d * (tile[j].w * inverse * inverse * inverse);
    }
    workgroupBarrier();
  }
  pulls[id.x] = vec4f(pull, 0.0);
}
