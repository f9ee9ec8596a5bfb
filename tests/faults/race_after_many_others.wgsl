// Races without number on one line hide none of the next.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<u32, 64>;
var<workgroup> u: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i] = i;
    u[i] = i;
    workgroupBarrier();
    for (var k = 0u; k < 3000u; k++) {
        t[i / 2u] = k; //~ race "at least" //-
        //+ t[i] = k;
    }
    workgroupBarrier();
    u[63u - i] = u[i]; //~ race "on `u`" //-
    //+ u[i] += u[i];
    workgroupBarrier();
    o[i] = t[i] + u[i];
}
