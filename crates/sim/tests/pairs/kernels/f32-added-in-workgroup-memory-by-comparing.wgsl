// name = "f32 added in workgroup memory by comparing and exchanging, or integers by atomicAdd"
// source = "CUDA C++ Programming Guide, atomic functions, atomicCAS: a load, a sum, an exchange and a branch for each try, and tries anew where lanes meet"
// range = { "ampere-8.6" = [1.5, 8], "rdna3" = [1.5, 10] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> bins: array<atomic<u32>, 256>;
fn hash(v: u32) -> u32 { var x = v * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
fn add(bin: u32, value: f32) {
  var old = atomicLoad(&bins[bin]);
  loop {
    let result = atomicCompareExchangeWeak(&bins[bin], old, bitcast<u32>(bitcast<f32>(old) + value));
    if result.exchanged { break; }
    old = result.old_value;
  }
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 32u; i++) { add(hash(id.x * 32u + i) & 255u, 1.0); }
  workgroupBarrier();
  output[id.x] = atomicLoad(&bins[lane]);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 32u; i++) { atomicAdd(&bins[hash(id.x * 32u + i) & 255u], 1u); }
  workgroupBarrier();
  output[id.x] = atomicLoad(&bins[lane]);
}
