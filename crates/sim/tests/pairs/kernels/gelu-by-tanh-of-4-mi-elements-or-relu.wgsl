// name = "GELU by tanh of 4 Mi elements, or ReLU"
// source = "NVIDIA, GPU Performance Background: activations wait for memory, whatever they compute"
// range = { "ampere-8.6" = [0.97, 1.25], "rdna3" = [0.97, 1.3] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216]

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

fn gelu(x: f32) -> f32 { return 0.5 * x * (1.0 + tanh(0.7978846 * (x + 0.044715 * x * x * x))); }
fn relu(x: f32) -> f32 { return max(x, 0.0); }
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = gelu(input[id.x]); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = relu(input[id.x]); }
