// Each of two workgroups loads, makes five multiply-adds of it, each of which waits for the one before, and stores: seven. What else is
// multiplied meanwhile is on a shorter way.
// run: --dispatch 2 --buffer 0.0=zero:256
// counts: chain_instructions=14 chain_loads=2 global_waits=2 requests_a_wait=1
@group(0) @binding(0) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {
    let x = y[id.x];
    let long = fma(fma(fma(fma(x, 0.5, 1.0), 0.5, 1.0), 0.5, 1.0), 0.5, 1.0);
    let short = x * 3.0;
    y[id.x] = fma(long, short, 1.0);
}
