// name = "4096 steps of a rod in one workgroup of 256, or of 32"
// source = "counting: a pass is a store, a barrier, two loads and arithmetic whose latencies add up; eight subgroups share one unit and wait for each other"
// range = { "ampere-8.6" = [1.0, 2.0], "rdna3" = [1.0, 2.1] }
// slow = [1, 1, 1]
// fast = [1, 1, 1]
// buffers = [4, 1024]

@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> rod: array<f32, 258>;
fn steps(lane: u32) -> f32 {
  var here = f32(lane);
  for (var t = 0; t < 4096; t++) {
    rod[lane + 1u] = here;
    workgroupBarrier();
    here += 0.1 * (rod[lane] - 2.0 * here + rod[lane + 2u]);
    workgroupBarrier();
  }
  return here;
}
@compute @workgroup_size(256) fn slow(@builtin(local_invocation_index) lane: u32) { output[lane] = steps(lane); }
@compute @workgroup_size(32) fn fast(@builtin(local_invocation_index) lane: u32) { output[lane] = steps(lane); }
