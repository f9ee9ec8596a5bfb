// Transposes of n x n elements of 8 bytes (two f32 for an f64) in workgroups of 32 x 32: neighbours read neighbours, neighbours
// write neighbours, or both, through a padded tile.

override n = 8192u;

const TILE = 32u;
const PITCH = 33u;

@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;

var<workgroup> tile: array<vec2f, TILE * PITCH>;

@compute @workgroup_size(TILE, TILE)
fn reads(@builtin(global_invocation_id) id: vec3u) {
    if id.x < n && id.y < n {
        output[id.x * n + id.y] = input[id.y * n + id.x];
    }
}

@compute @workgroup_size(TILE, TILE)
fn writes(@builtin(global_invocation_id) id: vec3u) {
    if id.x < n && id.y < n {
        output[id.y * n + id.x] = input[id.x * n + id.y];
    }
}

@compute @workgroup_size(TILE, TILE)
fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
    let from_x = group.x * TILE + local.x;
    let from_y = group.y * TILE + local.y;
    if from_x < n && from_y < n {
        tile[local.y * PITCH + local.x] = input[from_y * n + from_x];
    } else {
        tile[local.y * PITCH + local.x] = vec2f();
    }
    workgroupBarrier();
    let to_x = group.y * TILE + local.x;
    let to_y = group.x * TILE + local.y;
    if to_x < n && to_y < n {
        output[to_y * n + to_x] = tile[local.x * PITCH + local.y];
    }
}
