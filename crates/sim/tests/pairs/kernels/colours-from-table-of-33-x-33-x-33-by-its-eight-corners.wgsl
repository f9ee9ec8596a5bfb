// name = "colours from a table of 33 x 33 x 33 by its eight corners, or by four"
// source = "GPU Gems 2, chapter 24, and Kang, tetrahedral interpolation: four reads for eight; random colours, whose reads level 2 answers"
// range = { "ampere-8.6" = [1.3, 2.2], "rdna3" = [1.2, 2.2] }
// long = true
// slow = [2048, 1, 1]
// fast = [2048, 1, 1]
// buffers = [575088, 8388608]

@group(0) @binding(0) var<storage, read> table: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4f>;
fn colour(i: u32) -> vec3f {
  var h = i * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return vec3f(f32(h & 1023u), f32((h >> 10u) & 1023u), f32((h >> 20u) & 1023u)) / 32.0;
}
fn entry(at: vec3u) -> vec4f { return table[(at.z * 33u + at.y) * 33u + at.x]; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let c = colour(id.x);
  let at = vec3u(c);
  let f = c - vec3f(at);
  let a = mix(mix(entry(at), entry(at + vec3u(1, 0, 0)), f.x), mix(entry(at + vec3u(0, 1, 0)), entry(at + vec3u(1, 1, 0)), f.x), f.y);
  let b = mix(mix(entry(at + vec3u(0, 0, 1)), entry(at + vec3u(1, 0, 1)), f.x), mix(entry(at + vec3u(0, 1, 1)), entry(at + vec3u(1, 1, 1)), f.x), f.y);
  output[id.x] = mix(a, b, f.z);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let c = colour(id.x);
  let at = vec3u(c);
  let f = c - vec3f(at);
  let most = max(max(f.x, f.y), f.z);
  let least = min(min(f.x, f.y), f.z);
  let first = select(select(vec3u(0, 0, 1), vec3u(0, 1, 0), f.y == most), vec3u(1, 0, 0), f.x == most);
  let last = select(select(vec3u(0, 0, 1), vec3u(0, 1, 0), f.y == least && f.z != least), vec3u(1, 0, 0), f.x == least && f.y != least && f.z != least);
  let middle = f.x + f.y + f.z - most - least;
  output[id.x] = entry(at) * (1.0 - most) + entry(at + first) * (most - middle) + entry(at + vec3u(1) - last) * (middle - least) + entry(at + vec3u(1)) * least;
}
