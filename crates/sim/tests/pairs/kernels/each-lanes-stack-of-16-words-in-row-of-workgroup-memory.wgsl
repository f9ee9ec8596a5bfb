// name = "each lane's stack of 16 words in a row of workgroup memory, or interleaved"
// source = "CUDA C++ Best Practices Guide, shared memory and memory banks: a step of 16 words is a conflict of 16 ways; RDNA: 32 banks"
// range = { "ampere-8.6" = [4, 13], "rdna3" = [2.5, 12] }
// missed."ampere-8.6" = "the fast kernel reads a wavefront a clock and its index takes none of that time, as compilers lay the loop out: the range has it wait for the index, so that fewer ways show"
// missed."rdna3" = "the fast kernel reads a wavefront a clock and its index takes none of that time, as compilers lay the loop out: the range has it wait for the index, so that fewer ways show"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 245760]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
const LANES = 64u;
const DEPTH = 16u;
var<workgroup> rows: array<array<u32, DEPTH>, LANES>;
var<workgroup> levels: array<array<u32, LANES>, DEPTH>;
@compute @workgroup_size(LANES) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var x = id.x;
  for (var i = 0u; i < 1024u; i++) {
    rows[lane][(i * 7u) % DEPTH] = x;
    x += rows[lane][(i * 5u + 3u) % DEPTH] ^ i;
  }
  output[id.x] = x;
}
@compute @workgroup_size(LANES) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var x = id.x;
  for (var i = 0u; i < 1024u; i++) {
    levels[(i * 7u) % DEPTH][lane] = x;
    x += levels[(i * 5u + 3u) % DEPTH][lane] ^ i;
  }
  output[id.x] = x;
}
