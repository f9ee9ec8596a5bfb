// name = "a product of 1024 in tiles of f32, or of four bytes a word by dot4I8Packed"
// source = "NVIDIA, Mixed-Precision Programming with CUDA 8: a word of a tile is four terms, so that loads, barriers and reads of workgroup memory, which limit it, are a quarter"
// range = { "ampere-8.6" = [3.1, 4.2], "rdna3" = [3.0, 4.3] }
// long = true
// slow = [64, 64, 1]
// fast = [64, 64, 1]
// buffers = [4194304, 4194304, 4194304]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(0) var<storage, read> a4: array<u32>;
@group(0) @binding(1) var<storage, read> b4: array<u32>;
@group(0) @binding(2) var<storage, read_write> c4: array<i32>;
var<workgroup> tile_a: array<f32, 256>;
var<workgroup> tile_b: array<f32, 256>;
var<workgroup> words_a: array<u32, 256>;
var<workgroup> words_b: array<u32, 256>;
@compute @workgroup_size(16, 16)
fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 1024u; k += 16u) {
    tile_a[lane] = a[id.y * 1024u + k + local.x];
    tile_b[lane] = b[(k + local.y) * 1024u + id.x];
    workgroupBarrier();
    for (var i = 0u; i < 16u; i++) { sum += tile_a[local.y * 16u + i] * tile_b[i * 16u + local.x]; }
    workgroupBarrier();
  }
  c[id.y * 1024u + id.x] = sum;
}
@compute @workgroup_size(16, 16)
fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0;
  for (var k = 0u; k < 256u; k += 16u) {
    words_a[lane] = a4[id.y * 256u + k + local.x];
    words_b[lane] = b4[(k + local.y) * 1024u + id.x];
    workgroupBarrier();
    for (var i = 0u; i < 16u; i++) { sum += dot4I8Packed(words_a[local.y * 16u + i], words_b[i * 16u + local.x]); }
    workgroupBarrier();
  }
  c4[id.y * 1024u + id.x] = sum;
}
