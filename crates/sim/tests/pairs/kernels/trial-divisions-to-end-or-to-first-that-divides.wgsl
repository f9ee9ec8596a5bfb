// name = "trial divisions to the end, or to the first that divides"
// source = "divergence: among 32 odd numbers near a million 4.6 are primes on average, so that nearly every subgroup goes on to the end"
// range = { "ampere-8.6" = [0.9, 1.2], "rdna3" = [0.9, 1.2] }
// slow = [480, 1, 1]
// fast = [480, 1, 1]
// buffers = [491520]

@group(0) @binding(0) var<storage, read_write> prime: array<u32>;
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  let n = 1000001u + 2u * id.x;
  var divides = false;
  for (var d = 3u; d * d <= n; d += 2u) { divides = divides || n % d == 0u; }
  prime[id.x] = u32(!divides);
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) {
  let n = 1000001u + 2u * id.x;
  var d = 3u;
  loop {
    if d * d > n || n % d == 0u { break; }
    continuing { d += 2u; }
  }
  prime[id.x] = u32(d * d > n);
}
