// A counter that is read while others still add to it.
// run: --buffer 0.0=unwritten:256
var<workgroup> n: atomic<u32>;
var<workgroup> last: u32;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    atomicAdd(&n, i);
    if (i == 5u) {
        last = i; //~ also race
    }
    //+ workgroupBarrier();
    o[i] = last; //~ race
}
