// name = "32 KiB of workgroup memory for each 32 lanes that wait for 16 loads in turn, or 1 KiB"
// source = "Little's law (Volkov, Understanding Latency Hiding): three subgroups a unit against sixteen workgroups' on 8.6, 5.3; rdna3: four against 32 or more, 8, of which DRAM may take a part"
// range = { "ampere-8.6" = [3.5, 5.6], "rdna3" = [4.5, 11] }
// long = true
// slow = [8192, 1, 1]
// fast = [8192, 1, 1]
// buffers = [16777216, 1048576]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> large: array<f32, 8192>;
var<workgroup> small: array<f32, 256>;
fn walk(start: u32) -> f32 {
  var sum = 0.0;
  var at = start;
  for (var i = 0u; i < 16u; i++) {
    let value = input[at & 4194303u];
    sum += value;
    at += 262144u + u32(value);
  }
  return sum;
}
@compute @workgroup_size(32) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  large[lane * 255u] = walk(id.x);
  workgroupBarrier();
  output[id.x] = large[(31u - lane) * 255u];
}
@compute @workgroup_size(32) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  small[lane * 7u] = walk(id.x);
  workgroupBarrier();
  output[id.x] = small[(31u - lane) * 7u];
}
