// unsaid: compute it once
// main: 64
// buffers: 16384 16384
// Every invocation reads the whole tile, and makes of it what depends on its own place.
@group(0) @binding(0) var<storage, read> bodies: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> forces: array<vec4f>;
var<workgroup> near: array<vec4f, 64>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let own = bodies[id.x].xyz;
  var force = vec3f(0.0);
  for (var first = 0u; first < 4096u; first += 64u) {
    near[lane] = bodies[first + lane];
    workgroupBarrier();
    for (var k = 0u; k < 64u; k++) {
      let apart = near[k].xyz - own;
      let square = dot(apart, apart) + 0.01;
      force += apart * (near[k].w / (square * sqrt(square)));
    }
    workgroupBarrier();
  }
  forces[id.x] = vec4f(force, 0.0);
}
