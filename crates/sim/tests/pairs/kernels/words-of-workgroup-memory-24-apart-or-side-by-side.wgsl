// name = "words of workgroup memory 24 apart, or side by side"
// source = "CUDA C++ Programming Guide, shared memory: eight lanes meet in each of four banks, eight turns for one; less what fills the memory and the launch, 184 us of turns against 24 and 3 on 8.6; rdna3's 32 banks likewise (RDNA3 ISA, LDS)"
// range = { "ampere-8.6" = [5.5, 7.7], "rdna3" = [5, 7.8] }
// slow = [3840, 1, 1]
// fast = [3840, 1, 1]
// buffers = [3932160]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
var<workgroup> words: array<u32, 2048>;
fn fill(lane: u32) {
  for (var i = lane; i < 2048u; i += 256u) { words[i] = i * 2654435769u; }
  workgroupBarrier();
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(lane);
  var sum = 0u;
  for (var round = 0u; round < 4u; round++) {
    let start = lane * 24u + round * 512u;
    for (var i = 0u; i < 32u; i++) { sum += words[(start + i * 5u) & 2047u]; }
  }
  output[id.x] = sum;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  fill(lane);
  var sum = 0u;
  for (var round = 0u; round < 4u; round++) {
    let start = lane + round * 512u;
    for (var i = 0u; i < 32u; i++) { sum += words[(start + i * 5u) & 2047u]; }
  }
  output[id.x] = sum;
}
