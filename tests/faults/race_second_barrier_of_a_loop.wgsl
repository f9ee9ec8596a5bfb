// The tile is overwritten for the next pass while others still read this one.
// run: --buffer 0.0=rand:f32:1024 --buffer 0.1=unwritten:256
var<workgroup> tile: array<f32, 64>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var sum = 0.0;
    for (var t = 0u; t < 16u; t++) {
        tile[i] = a[t * 64u + i]; //~ also race
        workgroupBarrier();
        for (var k = 0u; k < 64u; k++) {
            sum += tile[k]; //~ race
        }
        //+ workgroupBarrier();
    }
    o[i] = sum;
}
