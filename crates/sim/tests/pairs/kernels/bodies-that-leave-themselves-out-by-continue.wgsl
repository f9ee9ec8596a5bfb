// name = "bodies that leave themselves out by continue, or by softening"
// source = "counting: a comparison and a branch that hardly any subgroup takes, beside 14 multiply-adds and an inverse square root"
// range = { "ampere-8.6" = [0.95, 1.35], "rdna3" = [0.95, 1.4] }
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
      if first + j == id.x { continue; } let d = tile[j].xyz - me; let inverse = inverseSqrt(dot(d, d)); pull += d * (tile[j].w * inverse * inverse * inverse);
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
