// name = "a gather from all over 64 MiB, or in order"
// source = "NVIDIA Nsight, sectors: 32 bytes are moved for 4; AMD: a line of 128"
// range = { "ampere-8.6" = [4.5, 12], "rdna3" = [5, 34] }
// missed."ampere-8.6" = "36 bytes for 8, less the launch, are below the range's least"
// long = true
// slow = [4096, 1, 1]
// fast = [4096, 1, 1]
// buffers = [67108864, 4194304]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
fn hash(i: u32) -> u32 { var x = i * 747796405u + 2891336453u; x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u; return (x >> 22u) ^ x; }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[hash(id.x) % 16777216u]; }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[(id.x + hash(id.x) % 1u) % 16777216u]; }
