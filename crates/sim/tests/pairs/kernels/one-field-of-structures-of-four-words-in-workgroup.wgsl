// name = "one field of structures of four words in workgroup memory, or an array of its own"
// source = "CUDA C++ Best Practices Guide, shared memory and memory banks: a step of four words is a conflict of four ways"
// range = { "ampere-8.6" = [1.5, 3.3], "rdna3" = [1.1, 3.2] }
// missed."ampere-8.6" = "the fast kernel reads a wavefront a clock and its index takes none of that time, as compilers lay the loop out: the range has it wait for the index, so that fewer ways show"
// missed."rdna3" = "the fast kernel reads a wavefront a clock and its index takes none of that time, as compilers lay the loop out: the range has it wait for the index, so that fewer ways show"
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [4, 983040]

struct Cell { mass: f32, speed: f32, heat: f32, kind: u32, }
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
const N = 256u;
var<workgroup> cells: array<Cell, N>;
var<workgroup> heats: array<f32, N>;
@compute @workgroup_size(N) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  cells[lane] = Cell(1.0, 2.0, f32(lane), lane);
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < N; i++) { sum += cells[(lane + i) % N].heat; }
  output[id.x] = sum;
}
@compute @workgroup_size(N) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  heats[lane] = f32(lane);
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < N; i++) { sum += heats[(lane + i) % N]; }
  output[id.x] = sum;
}
