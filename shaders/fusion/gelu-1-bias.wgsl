// Pass 1 of 2 of the unfused bias + GELU: biased = x + bias, one bias a column.
//
// How a linear layer followed by an activation runs when each is a kernel of its own. The bias is one row that
// every row reads again, so that it stays in the cache; what costs is x in and `biased` out.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> biased: array<f32>;

// A workgroup covers WIDTH columns of HEIGHT rows.
const WIDTH: u32 = 64u;
const HEIGHT: u32 = 4u;

@compute @workgroup_size(WIDTH, HEIGHT)
fn main(@builtin(global_invocation_id) global: vec3<u32>) {
    let column = global.x;
    let row = global.y;
    if (row < params.rows && column < params.columns) {
        let i = row * params.columns + column;
        biased[i] = x[i] + bias[column];
    }
}
