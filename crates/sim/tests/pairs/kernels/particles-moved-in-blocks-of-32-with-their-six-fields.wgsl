// name = "particles moved in blocks of 32 with their six fields one after the other, or in six arrays"
// source = "Intel, Memory Layout Transformations (arrays of structures of arrays): each request is a whole line in both"
// range = { "ampere-8.6" = [0.93, 1.1], "rdna3" = [0.9, 1.15] }
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [25165824]

struct Block { place: array<array<f32, 32>, 3>, speed: array<array<f32, 32>, 3> }
@group(0) @binding(0) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(0) var<storage, read_write> fields: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let block = id.x / 32u;
  let lane = id.x % 32u;
  blocks[block].place[0][lane] += blocks[block].speed[0][lane] * 0.01;
  blocks[block].place[1][lane] += blocks[block].speed[1][lane] * 0.01;
  blocks[block].place[2][lane] += blocks[block].speed[2][lane] * 0.01;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let n = 1048576u;
  fields[id.x] += fields[3u * n + id.x] * 0.01;
  fields[n + id.x] += fields[4u * n + id.x] * 0.01;
  fields[2u * n + id.x] += fields[5u * n + id.x] * 0.01;
}
