// Softmax of each row in two passes, the greatest value and the sum of exponentials kept up together: an invocation a row, or a
// workgroup a row that combines its invocations' pairs in workgroup memory.

override columns = 65536u;

const SIZE = 256u;

@group(0) @binding(0) var<storage, read> data: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

var<workgroup> greatest: array<f32, SIZE>;
var<workgroup> total: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn row_each(@builtin(global_invocation_id) id: vec3u) {
    let first = id.x * columns;
    var top = data[first];
    var sum = 1.0;
    for (var i = 1u; i < columns; i++) {
        let value = data[first + i];
        let above = max(top, value);
        sum = sum * exp(top - above) + exp(value - above);
        top = above;
    }
    for (var i = 0u; i < columns; i++) {
        out[first + i] = exp(data[first + i] - top) / sum;
    }
}

@compute @workgroup_size(SIZE)
fn row_shared(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
    let first = group.x * columns + lane;
    var top = data[first];
    var sum = 1.0;
    for (var i = SIZE; i < columns; i += SIZE) {
        let value = data[first + i];
        let above = max(top, value);
        sum = sum * exp(top - above) + exp(value - above);
        top = above;
    }
    greatest[lane] = top;
    total[lane] = sum;
    workgroupBarrier();
    for (var length = SIZE / 2u; length > 0u; length /= 2u) {
        if lane < length {
            let other = 2u * length - lane - 1u;
            let above = max(greatest[lane], greatest[other]);
            total[lane] = total[lane] * exp(greatest[lane] - above) + total[other] * exp(greatest[other] - above);
            greatest[lane] = above;
        }
        workgroupBarrier();
    }
    for (var i = 0u; i < columns; i += SIZE) {
        out[first + i] = exp(data[first + i] - greatest[0]) / total[0];
    }
}
