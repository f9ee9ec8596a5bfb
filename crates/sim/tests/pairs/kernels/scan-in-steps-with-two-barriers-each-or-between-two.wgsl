// name = "a scan in steps with two barriers each, or between two buffers with one"
// source = "GPU Gems 3, chapter 39: the double-buffered scan in steps; one barrier less and one wait less a step"
// range = { "ampere-8.6" = [1.0, 2.0], "rdna3" = [1.0, 2.0] }
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040, 983040]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> one: array<f32, 256>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  one[lane] = input[id.x];
  workgroupBarrier();
  for (var again = 0u; again < 16u; again++) {
    for (var s = 1u; s < 256u; s *= 2u) {
      var sum = one[lane];
      if lane >= s { sum += one[lane - s]; }
      workgroupBarrier();
      one[lane] = sum;
      workgroupBarrier();
    }
  }
  output[id.x] = one[lane];
}

var<workgroup> two: array<f32, 512>;
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var first = 0u;
  two[lane] = input[id.x];
  workgroupBarrier();
  for (var again = 0u; again < 16u; again++) {
    for (var s = 1u; s < 256u; s *= 2u) {
      var sum = two[first + lane];
      if lane >= s { sum += two[first + lane - s]; }
      first = 256u - first;
      two[first + lane] = sum;
      workgroupBarrier();
    }
  }
  output[id.x] = two[first + lane];
}
