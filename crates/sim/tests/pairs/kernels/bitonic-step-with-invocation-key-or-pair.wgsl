// name = "a bitonic step with an invocation a key, or a pair"
// source = "counting: as many bytes through DRAM; the second reading of a key finds it in level 2"
// range = { "ampere-8.6" = [0.95, 1.5], "rdna3" = [0.95, 1.6] }
// long = true
// slow = [16384, 1, 1]
// fast = [8192, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> sorted: array<u32>;
const STEP = 1024u;
const BLOCK = 4096u;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let partner = i ^ STEP;
  let mine = keys[i];
  let theirs = keys[partner];
  let ascending = (i & BLOCK) == 0u;
  let keep_small = (i < partner) == ascending;
  sorted[i] = select(max(mine, theirs), min(mine, theirs), keep_small);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let i = (id.x / STEP) * STEP * 2u + id.x % STEP;
  let a = keys[i];
  let b = keys[i + STEP];
  let ascending = (i & BLOCK) == 0u;
  let swap = (a > b) == ascending;
  sorted[i] = select(a, b, swap);
  sorted[i + STEP] = select(b, a, swap);
}
