// A convolution of a square image, zero beyond its edge, by a mask whose size is known at run time only (`added` holds zeros).
// The mask in storage or in a uniform buffer; the image from storage, or through a tile whose inner places alone have results.

override n = 8192u;
override mask = 7u;

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> added: vec4i;
@group(0) @binding(4) var<uniform> constants: array<vec4f, 121>;

var<workgroup> tile: array<f32, 256>;

@compute @workgroup_size(16, 16)
fn in_storage(@builtin(global_invocation_id) id: vec3u) {
    let width = i32(n) + added.x;
    let across = i32(mask) + added.y;
    let x = i32(id.x);
    let y = i32(id.y);
    if y >= width || x >= width {
        return;
    }
    let from_x = x - across / 2;
    let from_y = y - across / 2;
    for (var c = 0; c < 1 + added.z; c++) {
        var sum = 0.0;
        for (var k = 0; k < across; k++) {
            for (var l = 0; l < across; l++) {
                if from_y + k >= 0 && from_y + k < width && from_x + l >= 0 && from_x + l < width {
                    sum += image[((from_y + k) * width + from_x + l) * (1 + added.z) + c] * weights[k * across + l];
                }
            }
        }
        out[(y * width + x) * (1 + added.z) + c] = clamp(sum, 0.0, 1.0);
    }
}

@compute @workgroup_size(16, 16)
fn in_constants(@builtin(global_invocation_id) id: vec3u) {
    let width = i32(n) + added.x;
    let across = i32(mask) + added.y;
    let x = i32(id.x);
    let y = i32(id.y);
    if y >= width || x >= width {
        return;
    }
    let from_x = x - across / 2;
    let from_y = y - across / 2;
    for (var c = 0; c < 1 + added.z; c++) {
        var sum = 0.0;
        for (var k = 0; k < across; k++) {
            for (var l = 0; l < across; l++) {
                if from_y + k >= 0 && from_y + k < width && from_x + l >= 0 && from_x + l < width {
                    sum += image[((from_y + k) * width + from_x + l) * (1 + added.z) + c] * constants[k * across + l].x;
                }
            }
        }
        out[(y * width + x) * (1 + added.z) + c] = clamp(sum, 0.0, 1.0);
    }
}

@compute @workgroup_size(16, 16)
fn tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
    let width = i32(n) + added.x;
    let across = i32(mask) + added.y;
    let inner = 17 - across;
    let tx = i32(local.x);
    let ty = i32(local.y);
    let x = i32(group.x) * inner + tx;
    let y = i32(group.y) * inner + ty;
    let from_x = x - across / 2;
    let from_y = y - across / 2;
    for (var c = 0; c < 1 + added.z; c++) {
        if from_y >= 0 && from_y < width && from_x >= 0 && from_x < width {
            tile[ty * 16 + tx] = image[(from_y * width + from_x) * (1 + added.z) + c];
        } else {
            tile[ty * 16 + tx] = 0.0;
        }
        workgroupBarrier();
        if ty < inner && tx < inner && y < width && x < width {
            var sum = 0.0;
            for (var k = 0; k < across; k++) {
                for (var l = 0; l < across; l++) {
                    sum += tile[(ty + k) * 16 + tx + l] * constants[k * across + l].x;
                }
            }
            out[(y * width + x) * (1 + added.z) + c] = clamp(sum, 0.0, 1.0);
        }
        workgroupBarrier();
    }
}
