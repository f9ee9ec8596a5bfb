// The Laplacian of seven points on a grid of n x n x depth elements of 8 bytes (two f32 for an f64): an invocation has `rows`
// neighbouring rows, and loads point by point, or plane after plane.

override n = 512u;
override depth = 512u;
override rows = 1u;

const SIZE = 256u;
const MOST = 8u; // rows
const WEIGHT = vec2f(0.5);

@group(0) @binding(0) var<storage, read> u: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> f: array<vec2f>;

@compute @workgroup_size(SIZE)
fn by_point(@builtin(global_invocation_id) id: vec3u) {
    let plane = n * n;
    if id.x == 0u || id.x >= n - 1u || id.y == 0u || id.y >= n - 1u || id.z == 0u || id.z >= depth - 1u {
        return;
    }
    let at = id.x + n * id.y + plane * id.z;
    f[at] = u[at] * -3.0 + (u[at - 1u] + u[at + 1u]) * WEIGHT + (u[at - n] + u[at + n]) * WEIGHT
        + (u[at - plane] + u[at + plane]) * WEIGHT;
}

@compute @workgroup_size(SIZE)
fn by_plane(@builtin(global_invocation_id) id: vec3u) {
    let plane = n * n;
    let row = id.y * rows;
    if id.x == 0u || id.x >= n - 1u || id.z == 0u || id.z >= depth - 1u {
        return;
    }
    let at = id.x + n * row + plane * id.z;
    var sums: array<vec2f, MOST>;
    for (var r = 0u; r < rows; r++) {
        sums[r] += u[at - plane + r * n] * WEIGHT;
    }
    if row > 0u {
        sums[0] += u[at - n] * WEIGHT;
    }
    for (var r = 0u; r < rows; r++) {
        let here = u[at + r * n];
        sums[r] += (u[at - 1u + r * n] + u[at + 1u + r * n]) * WEIGHT + here * -3.0;
        if r > 0u {
            sums[r - 1u] += here * WEIGHT;
        }
        if r + 1u < rows {
            sums[r + 1u] += here * WEIGHT;
        }
    }
    if row < n - rows {
        sums[rows - 1u] += u[at + rows * n] * WEIGHT;
    }
    for (var r = 0u; r < rows; r++) {
        sums[r] += u[at + plane + r * n] * WEIGHT;
    }
    for (var r = 0u; r < rows; r++) {
        if row + r > 0u && row + r < n - 1u {
            f[at + r * n] = sums[r];
        }
    }
}
