// name = "rays against boxes by divisions, or by inverse directions"
// source = "Williams et al., An Efficient and Robust Ray-Box Intersection Algorithm: the inverse is computed once; compilers make x / d a product with 1 / d, of which three a box are left where they do not leave the loop"
// range = { "ampere-8.6" = [0.95, 1.7], "rdna3" = [0.95, 2.0] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> words: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let at = vec3f(f32(id.x & 15u), 1.5, 2.5);
  let direction = vec3f(words[id.x] + 0.5, 0.25 + f32(id.x & 7u), 0.75);
  let inverse = 1.0 / direction;
  let side = vec3f(1.0, 2.0, 1.5);
  var hits = 0u;
  for (var i = 0; i < 256; i++) {
    let low = vec3f(f32(i), f32(i) * 0.5, 3.0 - f32(i));
    let high = low + side;
    let s = (low - at) / direction;
    let t = (high - at) / direction;
    let near = max(max(min(s.x, t.x), min(s.y, t.y)), min(s.z, t.z));
    let far = min(min(max(s.x, t.x), max(s.y, t.y)), max(s.z, t.z));
    hits += select(0u, 1u, near <= far);
  }
  words[id.x] = f32(hits);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let at = vec3f(f32(id.x & 15u), 1.5, 2.5);
  let direction = vec3f(words[id.x] + 0.5, 0.25 + f32(id.x & 7u), 0.75);
  let inverse = 1.0 / direction;
  let side = vec3f(1.0, 2.0, 1.5);
  var hits = 0u;
  for (var i = 0; i < 256; i++) {
    let low = vec3f(f32(i), f32(i) * 0.5, 3.0 - f32(i));
    let high = low + side;
    let s = (low - at) * inverse;
    let t = (high - at) * inverse;
    let near = max(max(min(s.x, t.x), min(s.y, t.y)), min(s.z, t.z));
    let far = min(min(max(s.x, t.x), max(s.y, t.y)), max(s.z, t.z));
    hits += select(0u, 1u, near <= far);
  }
  words[id.x] = f32(hits);
}
