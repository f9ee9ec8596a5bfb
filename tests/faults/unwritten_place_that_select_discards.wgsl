// Places that nothing wrote are passed over; the broken one takes one of them.
// run: --buffer 0.0=unwritten:512
var<workgroup> first: u32;
var<workgroup> t: array<u32, 128>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32) {
    if (i < 64u) { t[i] = i; }
    if (i == 0u) { first = 7u; }
    workgroupBarrier();
    let beyond = i > 64u; //-
    //+ let beyond = i >= 64u;
    o[i] = first + select(t[i], 0u, beyond); //~ uninitialized-read "`t` is read at byte 256"
}
