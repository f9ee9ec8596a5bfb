// A convolution of a square image with 5 x 5 weights, zero beyond its edge; invocations are counted along the rows. The sizes are
// known at run time only (`added` holds zeros), as in the source.

override n = 16384u;

const SIZE = 1024u;

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> added: vec4u;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(num_workgroups) groups: vec3u) {
    let width = n + added.x;
    let height = n + added.y;
    let across = 5u + added.z;
    let at = (group.y * groups.x + group.x) * SIZE + lane;
    if at >= width * height {
        return;
    }
    let x = at % width;
    let y = at / width;
    var sum = 0.0;
    for (var j = 0u; j < across; j++) {
        let from_y = i32(j + y) - i32(across / 2u);
        if from_y >= 0 && from_y < i32(height) {
            for (var i = 0u; i < across; i++) {
                let from_x = i32(i + x) - i32(across / 2u);
                if from_x >= 0 && from_x < i32(width) {
                    sum += weights[j * across + i] * image[u32(from_y) * width + u32(from_x)];
                }
            }
        }
    }
    out[y * width + x] = sum;
}
