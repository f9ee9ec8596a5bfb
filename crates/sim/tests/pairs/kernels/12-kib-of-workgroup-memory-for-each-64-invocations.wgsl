// name = "12 KiB of workgroup memory for each 64 invocations, or for each 256"
// source = "Little's law (Volkov, Understanding Latency Hiding): eight workgroups a unit of 8.6 are 512 or 1536 elements every 1050 clocks, 170 or 484 GB/s of at most 316; rdna3's ten or eight are 640 or 2048, 0.6 or 1.9 TB/s of 0.9 to 1.7"
// range = { "ampere-8.6" = [1.5, 2.6], "rdna3" = [1.4, 3.2] }
// long = true
// slow = [65536, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> room: array<f32, 3072>;
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  room[lane * 3u] = input[id.x];
  workgroupBarrier();
  output[id.x] = room[(63u - lane) * 3u];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  room[lane * 3u] = input[id.x];
  workgroupBarrier();
  output[id.x] = room[(255u - lane) * 3u];
}
