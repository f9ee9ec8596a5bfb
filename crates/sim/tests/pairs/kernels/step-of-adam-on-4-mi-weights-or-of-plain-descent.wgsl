// name = "a step of Adam on 4 Mi weights, or of plain descent"
// source = "Kingma and Ba, Adam: weights, gradients and two moments read, three of them written: 28 bytes a weight, for 12 of plain descent; a root and a division hide behind DRAM"
// range = { "ampere-8.6" = [2.05, 2.5], "rdna3" = [1.9, 2.6] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 16777216, 16777216]

@group(0) @binding(0) var<storage, read_write> weights: array<f32>;
@group(0) @binding(1) var<storage, read> gradients: array<f32>;
@group(0) @binding(2) var<storage, read_write> means: array<f32>;
@group(0) @binding(3) var<storage, read_write> squares: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let gradient = gradients[id.x];
  let mean = 0.9 * means[id.x] + 0.1 * gradient;
  let square = 0.999 * squares[id.x] + 0.001 * gradient * gradient;
  means[id.x] = mean;
  squares[id.x] = square;
  weights[id.x] -= 0.001 * mean / (sqrt(square) + 1e-8);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  weights[id.x] -= 0.001 * gradients[id.x];
}
