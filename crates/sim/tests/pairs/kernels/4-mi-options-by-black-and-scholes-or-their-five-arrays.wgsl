// name = "4 Mi options by Black and Scholes, or their five arrays copied"
// source = "CUDA sample BlackScholes: bound by DRAM; some ten special functions and 90 operations an option are 80 us beside 265"
// range = { "ampere-8.6" = [0.95, 1.4], "rdna3" = [0.95, 1.3] }
// long = true
// slow = [16384, 1, 1]
// fast = [16384, 1, 1]
// buffers = [16777216, 16777216, 16777216, 16777216, 16777216]

@group(0) @binding(0) var<storage, read> price: array<f32>;
@group(0) @binding(1) var<storage, read> strike: array<f32>;
@group(0) @binding(2) var<storage, read> years: array<f32>;
@group(0) @binding(3) var<storage, read_write> call: array<f32>;
@group(0) @binding(4) var<storage, read_write> put: array<f32>;
const RATE = 0.02;
const VOLATILITY = 0.30;
fn normal(d: f32) -> f32 {
  let k = 1.0 / (1.0 + 0.2316419 * abs(d));
  let tail = 0.3989422804 * exp(-0.5 * d * d) * (k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))));
  return select(tail, 1.0 - tail, d > 0.0);
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let s = price[i] + 20.0;
  let x = strike[i] + 18.0;
  let t = years[i] + 0.5;
  let root = sqrt(t);
  let d1 = (log(s / x) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / (VOLATILITY * root);
  let d2 = d1 - VOLATILITY * root;
  let n1 = normal(d1);
  let n2 = normal(d2);
  let discount = exp(-RATE * t);
  call[i] = s * n1 - x * discount * n2;
  put[i] = x * discount * (1.0 - n2) - s * (1.0 - n1);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  call[id.x] = price[id.x] + strike[id.x];
  put[id.x] = years[id.x];
}
