// Loads that level 1 has: one workgroup of 1024 reads eight words again and again, its lanes a stride apart, or in
// rows of a block that lie a pitch apart.

override stride = 1u;
override block = 32u;
override pitch = 4098u;
override trips = 512u;

@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<storage, read> data: array<f32>;
@group(0) @binding(2) var<uniform> zero: u32;

fn sum_from(first: u32) -> f32 {
    var at = first;
    var sum = 0.0;
    for (var i = 0u; i < trips; i++) {
        at += zero;
        sum = fma(data[at], data[at + 4u], sum);
        sum = fma(data[at + 8u], data[at + 12u], sum);
        sum = fma(data[at + 20u], data[at + 16u], sum);
        sum = fma(data[at + 24u], data[at + 28u], sum);
    }
    return sum;
}

@compute @workgroup_size(1024)
fn strided(@builtin(local_invocation_index) lane: u32) {
    let sum = sum_from((lane % 64u) * stride);
    if sum == 123123.0 {
        out[lane] = sum;
    }
}

@compute @workgroup_size(1024)
fn blocked(@builtin(local_invocation_index) lane: u32) {
    let sum = sum_from((lane % block) % 64u + ((lane / block) % 32u) * pitch + pitch);
    if sum == 123123.0 {
        out[lane] = sum;
    }
}
