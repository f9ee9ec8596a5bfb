// name = "Kahan's compensated sum, or a plain one"
// source = "counting: four additions that none may simplify, against one, each beside the product that makes the next term (Goldberg, What Every Computer Scientist Should Know)"
// range = { "ampere-8.6" = [2.0, 2.7], "rdna3" = [1.8, 4.5] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var v = f32(id.x);
  var sum = 0.0;
  var lost = 0.0;
  for (var i = 0u; i < 1024u; i++) {
    v *= 0.999;
    let y = v - lost;
    let t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var v = f32(id.x);
  var sum = 0.0;
  for (var i = 0u; i < 1024u; i++) {
    v *= 0.999;
    sum += v;
  }
  output[id.x] = sum;
}
