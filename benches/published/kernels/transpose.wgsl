// Transposes of n x n floats in tiles of 32 x 32: straight, or through workgroup memory, `rows` rows of a tile at once.

override n = 4096u;
override rows = 32u;
override pitch = 33u;

const TILE = 32u;

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> tile: array<f32, TILE * pitch>;

@compute @workgroup_size(TILE, rows)
fn naive(@builtin(global_invocation_id) id: vec3u) {
    output[id.x * n + id.y] = input[id.y * n + id.x];
}

@compute @workgroup_size(TILE, rows)
fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
    for (var j = 0u; j < TILE; j += rows) {
        let row = group.y * TILE + local.y + j;
        tile[(local.y + j) * pitch + local.x] = input[row * n + group.x * TILE + local.x];
    }
    workgroupBarrier();
    for (var j = 0u; j < TILE; j += rows) {
        let row = group.x * TILE + local.y + j;
        output[row * n + group.y * TILE + local.x] = tile[local.x * pitch + local.y + j];
    }
}
