// name = "Collatz sequences of neighbouring numbers, or of one number a subgroup"
// source = "counting: the longest of 32 or 64 sequences against the mean one, 1.8 to 2.2 times, as of any divergent loop (CUDA C++ Best Practices Guide, branching)"
// range = { "ampere-8.6" = [1.5, 2.5], "rdna3" = [1.6, 2.8] }
// slow = [3840, 1, 1]
// fast = [3840, 1, 1]
// buffers = [4, 3932160]

@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn steps(start: u32) -> u32 {
  var n = start;
  var count = 0u;
  while n != 1u {
    if (n & 1u) == 0u { n = n >> 1u; } else { n = 3u * n + 1u; }
    count++;
    if count >= 1000u { break; }
  }
  return count;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = steps(id.x + 1u); }
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = steps(id.x / 64u * 64u + 37u); }
