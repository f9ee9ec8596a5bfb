// Three tests; all part in the first subgroup, none in the second.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=6 divergent_branches=3
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var x = n;
    if (i < 8u) { x = 1u; } else if (i < 16u) { x = 2u; } else if (i < 24u) { x = 3u; } else { x = 4u; }
    o[i] = x;
}
