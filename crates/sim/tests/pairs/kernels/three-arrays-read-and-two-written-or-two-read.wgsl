// name = "three arrays read and two written, or two read and one written"
// source = "count of bytes: five words an element against three, 265 us against 159 on 8.6 (RRZE gpu-benches, gpu-stream: triads run at the rate of copies)"
// range = { "ampere-8.6" = [1.45, 1.75], "rdna3" = [1.3, 1.8] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 16777216, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read> c: array<f32>;
@group(0) @binding(3) var<storage, read_write> sum: array<f32>;
@group(0) @binding(4) var<storage, read_write> kept: array<f32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let scaled = 2.0 * a[id.x] + b[id.x];
  kept[id.x] = scaled;
  sum[id.x] = max(scaled, 0.0) + c[id.x];
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { sum[id.x] = max(2.0 * a[id.x], 0.0) + b[id.x]; }
