// Sums 256 numbers: each workgroup of 64 a part, the first invocation the parts.
@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> sum: array<atomic<u32>>;

var<workgroup> part: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    part[lane] = numbers[id.x];
    workgroupBarrier();
    for (var stride = 32u; stride > 0u; stride /= 2u) {
        if lane < stride {
            part[lane] += part[lane + stride];
        }
        workgroupBarrier();
    }
    if lane == 0u {
        atomicAdd(&sum[0], part[0]);
    }
}
