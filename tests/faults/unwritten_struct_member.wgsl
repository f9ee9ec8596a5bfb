// run: --buffer 0.0=unwritten:256
struct S { a: u32, b: u32 }
var<workgroup> s: array<S, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    s[i].a = i;
    //+ s[i].b = i;
    workgroupBarrier();
    o[i] = s[63u - i].b; //~ uninitialized-read
}
