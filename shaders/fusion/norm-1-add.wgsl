// Pass 1 of 3 of the unfused residual + layer norm: h = x + residual.
//
// Three accesses an element for one FLOP. The sum goes to memory, and both of the next passes read it back.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> residual: array<f32>;
@group(0) @binding(5) var<storage, read_write> h: array<f32>;

// A workgroup covers WIDTH columns of HEIGHT rows.
const WIDTH: u32 = 64u;
const HEIGHT: u32 = 4u;

@compute @workgroup_size(WIDTH, HEIGHT)
fn main(@builtin(global_invocation_id) global: vec3<u32>) {
    let column = global.x;
    let row = global.y;
    if (row < params.rows && column < params.columns) {
        let i = row * params.columns + column;
        h[i] = x[i] + residual[i];
    }
}
