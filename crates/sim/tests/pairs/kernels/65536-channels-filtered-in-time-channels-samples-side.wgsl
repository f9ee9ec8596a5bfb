// name = "65536 channels filtered in time, a channel's samples side by side, or all channels' of one time"
// source = "coalescing (Best Practices Guide): a sector a word; what is fetched is evicted before its neighbours are asked for: 46080 lines in flight are 12 MB of 3 MB; RDNA3: beyond level 2 the Infinity Cache"
// range = { "ampere-8.6" = [3, 9], "rdna3" = [1.5, 7] }
// long = true
// slow = [1024, 1, 1]
// fast = [1024, 1, 1]
// buffers = [67108864, 67108864]

@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> filtered: array<f32>;
const CHANNELS = 65536u;
const TIMES = 256u;
@compute @workgroup_size(64) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var y = 0.0;
  for (var t = 0u; t < TIMES; t++) {
    let i = id.x * TIMES + t;
    y = 0.9 * y + 0.1 * samples[i];
    filtered[i] = y;
  }
}
@compute @workgroup_size(64) fn fast(@builtin(global_invocation_id) id: vec3u) {
  var y = 0.0;
  for (var t = 0u; t < TIMES; t++) {
    let i = t * CHANNELS + id.x;
    y = 0.9 * y + 0.1 * samples[i];
    filtered[i] = y;
  }
}
