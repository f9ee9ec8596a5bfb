// 3 x 3 times 3 x 3: 27 products and 18 sums; times a scalar: 9; a sum of matrices: 9.
// run: --buffer 0.0=zero:8192 --buffer 0.1=zero:8192
// counts: flop=2016 global_requests=7
@group(0) @binding(0) var<storage, read> a: array<mat3x3<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let m = a[i] * a[i + 1u];
    let p = m * 2.0 + m;
    o[i] = p[0].x;
}
