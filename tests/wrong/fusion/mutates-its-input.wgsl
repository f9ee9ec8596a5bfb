// replaces: norm-1-add.wgsl
// verdict: wrong
// message: mutated its input
//
// Mutates its input: x is used as scratch, after everything was read from it.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> x: array<f32>;
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
        x[i] = x[i] + residual[i];
        h[i] = x[i];
    }
}
