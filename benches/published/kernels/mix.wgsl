// Eight values an invocation, a workgroup apart, `fused` times over: each takes `trips` dependent multiply-adds.

override trips = 0u;
override fused = 4u;

const SIZE = 256u;
const VALUES = 8u;

@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(SIZE)
fn main(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) lane: u32,
) {
    let first = group.x * SIZE * VALUES + lane;
    for (var k = 0u; k < fused; k++) {
        let at = first + k * groups.x * SIZE * VALUES;
        var values: array<f32, VALUES>;
        for (var j = 0u; j < VALUES; j++) {
            values[j] = data[at + j * SIZE];
            for (var i = 0u; i < trips; i++) {
                values[j] = fma(values[j], values[j], 1.0);
            }
        }
        var sum = 0.0;
        for (var j = 0u; j < VALUES; j += 2u) {
            sum = fma(values[j], values[j + 1u], sum);
        }
        if sum == -1.0 {
            data[at] = sum;
        }
    }
}
