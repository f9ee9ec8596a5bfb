// A test at the end of each pass.
// run: --buffer 0.0=zero:8192 --buffer 0.1=tests/counts/ten.bin
// counts: branches=10 divergent_branches=0
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
    var x = i;
    var k = 0u;
    loop {
        x = x * 3u;
        continuing { k++; break if k >= n; }
    }
    o[i] = x;
}
