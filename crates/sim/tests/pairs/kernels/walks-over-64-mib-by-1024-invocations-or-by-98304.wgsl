// name = "walks over 64 MiB by 1024 invocations, or by 98304"
// source = "Little's law (Volkov, Understanding Latency Hiding): 1024 words in flight for about 550 ns, 1.9 G a second, against DRAM's 5 to 8 G sectors a second on 8.6; rdna3: about 250 ns, 4 G a second, against 8 to 40 G lines of DRAM or the Infinity Cache"
// range = { "ampere-8.6" = [2, 6], "rdna3" = [2, 13] }
// long = true
// slow = [32, 1, 1]
// fast = [3072, 1, 1]
// buffers = [67108864, 393216]

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn walk(start: u32, steps: u32) -> u32 {
  var at = start * 2654435769u;
  for (var i = 0u; i < steps; i++) {
    at = (at ^ (at >> 15u)) * 2246822519u + input[at >> 8u] + i;
  }
  return at;
}
@compute @workgroup_size(32) fn slow(@builtin(global_invocation_id) id: vec3u) { output[id.x] = walk(id.x, 768u); }
@compute @workgroup_size(32) fn fast(@builtin(global_invocation_id) id: vec3u) { output[id.x] = walk(id.x, 8u); }
