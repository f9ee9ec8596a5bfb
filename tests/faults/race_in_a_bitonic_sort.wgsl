// Each step exchanges with a partner; without its barrier, partners of different steps meet.
// run: --buffer 0.0=rand:u32:256 --buffer 0.1=unwritten:1024
var<workgroup> t: array<u32, 256>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
fn exchange(i: u32, j: u32, up: bool) {
    let x = t[i]; //~ also race
    let y = t[j]; //~ also race
    if ((x > y) == up) {
        t[i] = y; //~ race
        t[j] = x; //~ race
    }
}
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = a[i];
    t[i + 128u] = a[i + 128u];
    workgroupBarrier();
    for (var k = 2u; k <= 256u; k *= 2u) {
        for (var j = k / 2u; j > 0u; j /= 2u) {
            let low = (i / j) * 2u * j + i % j;
            exchange(low, low + j, (low & k) == 0u);
            if (j > 1u) { workgroupBarrier(); } //-
            //+ workgroupBarrier();
        }
    }
    //+ workgroupBarrier();
    o[i] = t[i]; //~ race
    o[i + 128u] = t[i + 128u]; //~ race
}
