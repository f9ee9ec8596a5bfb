// f16 neighbours share a word, which is no race; the same element is one.
// run: --buffer 0.0=unwritten:128
enable f16;
var<workgroup> h: array<f16, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<f16>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    h[i / 2u * 2u] = f16(i); //~ race //-
    //+ h[i] = f16(i);
    workgroupBarrier();
    o[i] = h[i / 2u * 2u];
}
