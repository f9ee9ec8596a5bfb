// Of two members one is written; the broken kernel uses the other one, too.
// run: --buffer 0.0=unwritten:256
struct Pair { a: u32, b: u32 }
var<workgroup> t: array<Pair, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    t[i].b = i;
    if (i < 32u) { t[i].a = 1u; }
    workgroupBarrier();
    let pair = t[63u - i]; //~ uninitialized-read "byte 256"
    let used = i >= 31u; //-
    //+ let used = i >= 32u;
    o[i] = select(0u, pair.a + pair.b, used);
}
