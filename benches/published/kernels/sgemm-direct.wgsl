// C = A B for n x n floats, k deep: no workgroup memory; an invocation has a block of 4 x 4 and loads 16 bytes at once.

override n = 1024u;
override k = 1024u;

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

override size_x = 2u;
override size_y = 8u;

@compute @workgroup_size(size_x, size_y)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var sums: array<vec4f, 4>;
    for (var i = 0u; i < k / 4u; i++) {
        var of_b: array<vec4f, 4>;
        for (var d = 0u; d < 4u; d++) {
            of_b[d] = b[(i * 4u + d) * (n / 4u) + id.y];
        }
        for (var r = 0u; r < 4u; r++) {
            let of_a = a[(id.x * 4u + r) * (k / 4u) + i];
            sums[r] = fma(vec4f(of_a.x), of_b[0], sums[r]);
            sums[r] = fma(vec4f(of_a.y), of_b[1], sums[r]);
            sums[r] = fma(vec4f(of_a.z), of_b[2], sums[r]);
            sums[r] = fma(vec4f(of_a.w), of_b[3], sums[r]);
        }
    }
    for (var r = 0u; r < 4u; r++) {
        c[(id.x * 4u + r) * (n / 4u) + id.y] = sums[r];
    }
}
