// C = A B for n x n floats, k deep: one element an invocation, neighbours along a column, along a row, or through tiles
// of workgroup memory. Where workgroups go down, those next to each other are below one another.

override n = 4096u;
override k = 4096u;
override tile = 32u;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tile_a: array<f32, tile * tile>;
var<workgroup> tile_b: array<f32, tile * tile>;

fn product(row: u32, col: u32) {
    var sum = 0.0;
    for (var i = 0u; i < k; i++) {
        sum = fma(a[row * k + i], b[i * n + col], sum);
    }
    c[row * n + col] = sum;
}

@compute @workgroup_size(tile, tile)
fn by_column(@builtin(global_invocation_id) id: vec3u) {
    product(id.x, id.y);
}

@compute @workgroup_size(tile, tile)
fn by_row(@builtin(global_invocation_id) id: vec3u) {
    product(id.y, id.x);
}

@compute @workgroup_size(tile, tile)
fn by_row_down(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
    product(group.x * tile + local.y, group.y * tile + local.x);
}

fn through_tiles(row: u32, col: u32, local: vec3u) {
    var sum = 0.0;
    for (var first = 0u; first < k; first += tile) {
        tile_a[local.y * tile + local.x] = a[row * k + first + local.x];
        tile_b[local.y * tile + local.x] = b[(first + local.y) * n + col];
        workgroupBarrier();
        for (var i = 0u; i < tile; i++) {
            sum = fma(tile_a[local.y * tile + i], tile_b[i * tile + local.x], sum);
        }
        workgroupBarrier();
    }
    c[row * n + col] = sum;
}

@compute @workgroup_size(tile, tile)
fn tiled(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
    through_tiles(id.y, id.x, local);
}

@compute @workgroup_size(tile, tile)
fn tiled_down(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
    through_tiles(group.x * tile + local.y, group.y * tile + local.x, local);
}
