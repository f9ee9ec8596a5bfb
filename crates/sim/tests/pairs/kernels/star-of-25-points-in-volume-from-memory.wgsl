// name = "a star of 25 points in a volume from memory, or with its column kept in registers"
// source = "Micikevicius, 3D Finite Difference Computation on GPUs using CUDA, 2009; with caches: 25 loads at 64 bytes a clock of level 1 are 615 us, 17 are 420, DRAM is 424; RDNA3: level 0 is twice as quick for its DRAM"
// range = { "ampere-8.6" = [1.0, 2.0], "rdna3" = [0.9, 1.8] }
// long = true
// slow = [8, 32, 248]
// fast = [8, 32, 4]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> field: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: array<f32>;
const N = 256u;
const PLANE = N * N;
const C = array<f32, 5>(-2.84, 1.6, -0.2, 0.025, -0.0018);
fn outside(x: u32, y: u32) -> bool { return x < 4u || x >= N - 4u || y < 4u || y >= N - 4u; }
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  if outside(id.x, id.y) { return; }
  let i = (id.z + 4u) * PLANE + id.y * N + id.x;
  var sum = 3.0 * C[0] * field[i];
  for (var r = 1u; r <= 4u; r++) {
    sum += C[r] * (field[i - r] + field[i + r] + field[i - r * N] + field[i + r * N] + field[i - r * PLANE] + field[i + r * PLANE]);
  }
  next[i] = sum;
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  if outside(id.x, id.y) { return; }
  var i = (id.z * 62u + 4u) * PLANE + id.y * N + id.x;
  var b4 = field[i - 4u * PLANE]; var b3 = field[i - 3u * PLANE]; var b2 = field[i - 2u * PLANE]; var b1 = field[i - PLANE];
  var here = field[i];
  var a1 = field[i + PLANE]; var a2 = field[i + 2u * PLANE]; var a3 = field[i + 3u * PLANE];
  for (var z = 0u; z < 62u; z++) {
    let a4 = field[i + 4u * PLANE];
    var sum = 3.0 * C[0] * here + C[1] * (b1 + a1) + C[2] * (b2 + a2) + C[3] * (b3 + a3) + C[4] * (b4 + a4);
    for (var r = 1u; r <= 4u; r++) { sum += C[r] * (field[i - r] + field[i + r] + field[i - r * N] + field[i + r * N]); }
    next[i] = sum;
    b4 = b3; b3 = b2; b2 = b1; b1 = here; here = a1; a1 = a2; a2 = a3; a3 = a4;
    i += PLANE;
  }
}
