// name = "f32 added to random ones of 262144 sums by comparing and exchanging, or integers by atomicAdd"
// source = "two accesses of L2, the second returning, for one that returns nothing: 2 to 4"
// range = { "ampere-8.6" = [1.6, 4.5], "rdna3" = [1.5, 4.5] }
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [1048576]

@group(0) @binding(0) var<storage, read_write> sums: array<atomic<u32>, 262144>;
fn place(i: u32) -> u32 {
  var h = i * 2654435769u;
  h ^= h >> 15u;
  h *= 2246822519u;
  return (h ^ (h >> 13u)) & 262143u;
}
fn add_f32(i: u32, value: f32) {
  var old = atomicLoad(&sums[i]);
  loop {
    let next = bitcast<u32>(bitcast<f32>(old) + value);
    let outcome = atomicCompareExchangeWeak(&sums[i], old, next);
    if outcome.exchanged { break; }
    old = outcome.old_value;
  }
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { add_f32(place(id.x), 1.5); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { atomicAdd(&sums[place(id.x)], 3u); }
