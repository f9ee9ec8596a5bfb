// name = "diagonals of an alignment of 128 by 128 in storage memory, or in workgroup memory"
// source = "latencies: level 1 39 and workgroup memory 29 clocks (Ampere); LLVM AMDGPU memory model, gfx11 in WGP mode: a barrier waits for stores in L2 and invalidates level 0"
// range = { "ampere-8.6" = [1.1, 4], "rdna3" = [1.5, 6] }
// long = true
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [737280, 1920]

const N = 128;
@group(0) @binding(0) var<storage, read_write> diagonals: array<i32>;
@group(0) @binding(1) var<storage, read_write> scores: array<i32>;
var<workgroup> near: array<array<i32, 128>, 3>;
fn letter(i: i32, salt: u32) -> u32 { return ((u32(i) * 2654435769u + salt) >> 20u) & 3u; }
fn best(diagonal: i32, up: i32, left: i32, same: bool) -> i32 {
  return max(max(diagonal + select(-1, 2, same), 0), max(up, left) - 1);
}
@compute @workgroup_size(128) fn slow(@builtin(workgroup_id) pair: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = i32(lane);
  let base = i32(pair.x) * 3 * N;
  let mine = letter(i, pair.x);
  var top = 0;
  for (var d = 0; d < 2 * N - 1; d++) {
    let j = d - i;
    if j >= 0 && j < N {
      let last = base + ((d + 2) % 3) * N;
      let before = base + ((d + 1) % 3) * N;
      var diagonal = 0; var up = 0; var left = 0;
      if i > 0 { up = diagonals[last + i - 1]; }
      if j > 0 { left = diagonals[last + i]; }
      if i > 0 && j > 0 { diagonal = diagonals[before + i - 1]; }
      let value = best(diagonal, up, left, mine == letter(j, pair.x + 7u));
      diagonals[base + (d % 3) * N + i] = value;
      top = max(top, value);
    }
    storageBarrier();
  }
  if i == N - 1 { scores[pair.x] = top; }
}
@compute @workgroup_size(128) fn fast(@builtin(workgroup_id) pair: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = i32(lane);
  let mine = letter(i, pair.x);
  var top = 0;
  for (var d = 0; d < 2 * N - 1; d++) {
    let j = d - i;
    if j >= 0 && j < N {
      let last = (d + 2) % 3;
      var diagonal = 0; var up = 0; var left = 0;
      if i > 0 { up = near[last][i - 1]; }
      if j > 0 { left = near[last][i]; }
      if i > 0 && j > 0 { diagonal = near[(d + 1) % 3][i - 1]; }
      let value = best(diagonal, up, left, mine == letter(j, pair.x + 7u));
      near[d % 3][i] = value;
      top = max(top, value);
    }
    workgroupBarrier();
  }
  if i == N - 1 { scores[pair.x] = top; }
}
