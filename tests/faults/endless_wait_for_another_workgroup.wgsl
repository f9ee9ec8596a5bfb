// The first workgroup waits for the last, which nothing lets run first.
// run: --buffer 0.0=zero:4 --buffer 0.1=zero:32 --dispatch 8
@group(0) @binding(0) var<storage, read_write> go: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) w: vec3<u32>) {
    if (w.x == 7u) { atomicMax(&go, 1u); }
    while (w.x < 7u && atomicLoad(&go) == 0u) {} //~ step-limit "waits for a value" //-
    o[w.x] = w.x;
}
