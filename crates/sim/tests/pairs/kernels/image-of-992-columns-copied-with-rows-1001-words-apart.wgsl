// name = "an image of 992 columns copied with rows 1001 words apart, or 1024"
// source = "five sectors touched for four, of which neighbours share the fifth: as many bytes from DRAM (NVIDIA, How to Access Global Memory Efficiently: offsets cost little since Fermi)"
// range = { "ampere-8.6" = [0.93, 1.3], "rdna3" = [0.93, 1.35] }
// long = true
// slow = [31, 256, 1]
// fast = [31, 256, 1]
// buffers = [8388608, 8388608]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(32, 8) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let at = id.y * 1001u + id.x;
  output[at] = input[at];
}
@compute @workgroup_size(32, 8) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let at = id.y * 1024u + id.x;
  output[at] = input[at];
}
