// name = "a copy with 48 KiB of workgroup memory a workgroup of 256, or 1 KiB"
// source = "Little's law: two workgroups a unit have half of the bytes under way that DRAM needs (Volkov, Better Performance at Lower Occupancy); clearing 48 KiB first, as WebGPU asks, costs more"
// range = { "ampere-8.6" = [1.2, 4.5], "rdna3" = [1.1, 5] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

var<workgroup> large: array<f32, 12288>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  large[lane] = input[id.x];
  workgroupBarrier();
  output[id.x] = large[(255u - lane) * 48u] + large[255u - lane];
}
var<workgroup> small: array<f32, 256>;
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  small[lane] = input[id.x];
  workgroupBarrier();
  output[id.x] = small[(255u - lane) * 1u] + small[255u - lane];
}
