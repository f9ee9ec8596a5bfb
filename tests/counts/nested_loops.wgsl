// Outer tests 11, inner tests 10 x (10 + 1).
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=121 divergent_branches=0
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var x = i;
    for (var k = 0u; k < n; k++) {
        for (var j = 0u; j < n; j++) { x += j ^ k; }
    }
    o[i] = x;
}
