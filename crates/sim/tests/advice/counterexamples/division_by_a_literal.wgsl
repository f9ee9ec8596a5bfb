// untold: integer-division
// main: 480
// buffers: 122880 122880
// words: u32
// Many divisions of integers, but by what the compiler knows: a product and shifts.
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var value = x[id.x];
    for (var k = 0u; k < 40u; k++) { value = value / 7u + value % 13u + k; }
    y[id.x] = value;
}
