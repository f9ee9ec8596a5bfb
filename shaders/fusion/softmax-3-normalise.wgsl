// Pass 3 of 3 of the unfused softmax: y = exponential / sum of its row.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read> exponentials: array<f32>;
@group(0) @binding(4) var<storage, read> sums: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

// A workgroup covers WIDTH columns of HEIGHT rows.
const WIDTH: u32 = 64u;
const HEIGHT: u32 = 4u;

@compute @workgroup_size(WIDTH, HEIGHT)
fn main(@builtin(global_invocation_id) global: vec3<u32>) {
    let column = global.x;
    let row = global.y;
    if (row < params.rows && column < params.columns) {
        let i = row * params.columns + column;
        y[i] = exponentials[i] / sums[row];
    }
}
