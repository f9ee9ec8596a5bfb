// A matrix times a vector, an invocation a row: the vector from storage memory, or a stretch of it at a time through
// workgroup memory.

override n = 8192u;
override size = 512u;

@group(0) @binding(0) var<storage, read> matrix: array<u32>;
@group(0) @binding(1) var<storage, read> vector: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;

var<workgroup> stretch: array<u32, size>;

@compute @workgroup_size(size)
fn direct(@builtin(global_invocation_id) id: vec3u) {
    var sum = 0u;
    for (var i = 0u; i < n; i++) {
        sum += matrix[id.x * n + i] * vector[i];
    }
    out[id.x] = sum;
}

@compute @workgroup_size(size)
fn through_tile(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
    var sum = 0u;
    for (var first = 0u; first < n; first += size) {
        stretch[lane] = vector[first + lane];
        workgroupBarrier();
        for (var i = 0u; i < size; i++) {
            sum += matrix[id.x * n + first + i] * stretch[i];
        }
        workgroupBarrier();
    }
    out[id.x] = sum;
}
