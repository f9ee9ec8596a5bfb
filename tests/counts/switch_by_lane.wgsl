// A switch is one branch, whatever its ways.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=4 divergent_branches=2
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var x = 0u;
    switch i % 4u { case 0u: { x = n; } case 1u, 2u: { x = 3u; } default: { x = 7u; } }
    switch w.x { case 0u: { x += 1u; } default: { x += 2u; } }
    o[i] = x;
}
