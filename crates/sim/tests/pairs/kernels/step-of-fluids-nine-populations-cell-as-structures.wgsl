// name = "a step of a fluid's nine populations a cell as structures, or as nine arrays"
// source = "Habich et al., Performance engineering for the lattice Boltzmann method on GPGPUs; Tran et al., Performance Optimization of 3D Lattice Boltzmann Flow Solver on a GPU: structures of arrays are 1.5 to 5 times as fast"
// range = { "ampere-8.6" = [1.25, 4], "rdna3" = [1.25, 5] }
// long = true
// slow = [128, 128, 1]
// fast = [128, 128, 1]
// buffers = [150994944, 150994944]

const SIDE = 2048;
const CELLS = 4194304u;
const CX = array<i32, 9>(0, 1, 0, -1, 0, 1, -1, -1, 1);
const CY = array<i32, 9>(0, 0, 1, 0, -1, 1, 1, -1, -1);
const WEIGHT = array<f32, 9>(0.4444444, 0.1111111, 0.1111111, 0.1111111, 0.1111111, 0.02777778, 0.02777778, 0.02777778, 0.02777778);
@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;
fn cell(x: i32, y: i32) -> u32 { return u32((y & (SIDE - 1)) * SIDE + (x & (SIDE - 1))); }
fn collide(f: ptr<function, array<f32, 9>>) {
  var density = 0.0;
  var flow = vec2f(0.0);
  for (var i = 0; i < 9; i++) {
    density += (*f)[i];
    flow += (*f)[i] * vec2f(f32(CX[i]), f32(CY[i]));
  }
  let u = flow / max(density, 1e-6);
  let square = 1.5 * dot(u, u);
  for (var i = 0; i < 9; i++) {
    let along = 3.0 * (u.x * f32(CX[i]) + u.y * f32(CY[i]));
    let balance = WEIGHT[i] * density * (1.0 + along + 0.5 * along * along - square);
    (*f)[i] += 0.6 * (balance - (*f)[i]);
  }
}
@compute @workgroup_size(16, 16) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  var f: array<f32, 9>;
  for (var i = 0; i < 9; i++) { f[i] = before[cell(p.x - CX[i], p.y - CY[i]) * 9u + u32(i)]; }
  collide(&f);
  for (var i = 0; i < 9; i++) { after[cell(p.x, p.y) * 9u + u32(i)] = f[i]; }
}
@compute @workgroup_size(16, 16) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(id.xy);
  var f: array<f32, 9>;
  for (var i = 0; i < 9; i++) { f[i] = before[u32(i) * CELLS + cell(p.x - CX[i], p.y - CY[i])]; }
  collide(&f);
  for (var i = 0; i < 9; i++) { after[u32(i) * CELLS + cell(p.x, p.y)] = f[i]; }
}
