// untold: bank-conflict
// main: 480
// buffers: 491520 491520
// A column of a tile in workgroup memory, but of rows of 33 words: its words lie in 32 banks.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> tile: array<f32, 1056>;

@compute @workgroup_size(32, 8)
fn main(@builtin(local_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
    let base = group.x * 1024u;
    for (var row = id.y; row < 32u; row += 8u) { tile[row * 33u + id.x] = x[base + row * 32u + id.x]; }
    workgroupBarrier();
    for (var row = id.y; row < 32u; row += 8u) { y[base + row * 32u + id.x] = tile[id.x * 33u + row]; }
}
