// The loop's end depends on data that differs by lane; a uniform load of it makes it the same for all.
// run: --buffer 0.0=rand:u32:64:6 --buffer 0.1=unwritten:256
var<workgroup> n: u32;
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i == 0u) { n = a[0] + 1u; }
    t[i] = i;
    let trips = a[i]; //-
    //+ let trips = workgroupUniformLoad(&n);
    var k = 0u;
    while (k < trips) {
        workgroupBarrier(); //~ divergent-barrier
        k++;
    }
    o[i] = t[i] + k;
}
