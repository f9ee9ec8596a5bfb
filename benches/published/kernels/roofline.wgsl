// Two streams are read, and each pair of values takes `trips` multiply-adds: intensity by the trip count.

override trips = 0u;
override each = 64u;

const SIZE = 256u;

@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let first = lane + group.x * SIZE * each;
    var sum = 0.0;
    for (var i = 0u; i < each; i += 2u) {
        let a_0 = a[first + i * SIZE];
        let b_0 = b[first + i * SIZE];
        let a_1 = a[first + (i + 1u) * SIZE];
        let b_1 = b[first + (i + 1u) * SIZE];
        let minus = -b_0;
        var v_0 = a_0 - b_0;
        var v_1 = a_1 - b_1;
        for (var n = 0u; n < trips; n++) {
            v_0 = fma(v_0, a_0, minus);
            v_1 = fma(v_1, a_0, minus);
        }
        sum += v_0 + v_1;
    }
    if lane == 0u {
        out[group.x] = sum;
    }
}
