// Pass 3 of 3 of the unfused residual + layer norm: y = (h - mean) / deviation, scaled and shifted by column.
//
// It reads h once more. Together the passes move an element six times (x, residual and h twice in; h and y out);
// the problem needs three.
struct Params {
    rows: u32,
    columns: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read> gamma: array<f32>;
@group(0) @binding(4) var<storage, read> beta: array<f32>;
@group(0) @binding(5) var<storage, read> h: array<f32>;
@group(0) @binding(6) var<storage, read> statistics: array<vec2<f32>>;
@group(0) @binding(7) var<storage, read_write> y: array<f32>;

// A workgroup covers WIDTH columns of HEIGHT rows.
const WIDTH: u32 = 64u;
const HEIGHT: u32 = 4u;

@compute @workgroup_size(WIDTH, HEIGHT)
fn main(@builtin(global_invocation_id) global: vec3<u32>) {
    let column = global.x;
    let row = global.y;
    if (row < params.rows && column < params.columns) {
        let i = row * params.columns + column;
        let mean = statistics[row].x;
        let scale = statistics[row].y;
        y[i] = (h[i] - mean) * scale * gamma[column] + beta[column];
    }
}
