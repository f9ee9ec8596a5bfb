// Of each of 32 lanes: a multiply-add in f16 (2), a product and a sum there (2), a square root there (1); a product in f32 (1), for which the
// sum is widened. Comparisons and conversions are none.
// run: --buffer 0.0=zero:64 --buffer 0.1=zero:128
// counts: flop=192 f16_flop=160 integer_operations=0
enable f16;
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let x = a[i];
    let y = sqrt(fma(x, x, 2.0h)) * x + 1.0h;
    o[i] = f32(max(y, x)) * 3.0;
}
