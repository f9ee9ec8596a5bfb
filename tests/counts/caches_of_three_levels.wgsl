// 64 KiB are read twice, in the same order, past caches of 16 and 32 KiB, which drop what was used longest ago: neither has anything
// of it the second time. The memory-side cache behind them has all of it then.
// device: sim:rdna2,cache.l2_bytes=32768
// run: --buffer 0.0=zero:65536 --buffer 0.1=zero:128
// counts: l1_hit_bytes=0 l2_read_bytes=131072 l2_hit_bytes=0 last_read_bytes=131072 last_hit_bytes=65536 last_hit_rate=0.5
@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var sum = 0u;
    for (var k = 0u; k < 256u; k++) { sum += x[k % 128u * 32u + i].x; }
    y[i] = sum;
}
