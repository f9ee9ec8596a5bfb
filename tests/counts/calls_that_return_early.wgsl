// Each call tests once; the second call is uniform.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=2 divergent_branches=1
fn f(x: u32) -> u32 {
    if (x > 10u) { return x * 2u; }
    return 7u;
}
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    o[i] = f(i) + f(n);
}
