// The tile takes whatever lies beyond both ends; inner elements are averaged, and in the broken one the first of all, too.
// run: --buffer 0.0=rand:u32:64:9 --buffer 0.1=zero:256
// notes: out-of-bounds
var<workgroup> tile: array<u32, 66>;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(66) fn main(@builtin(local_invocation_index) i: u32) {
    tile[i] = a[i - 1u]; //~ out-of-bounds "is used on line 13"
    workgroupBarrier();
    let inner = i < 63u; //-
    //+ let inner = i > 0u && i < 63u;
    if (inner) {
        o[i] = tile[i] + tile[i + 1u] + tile[i + 2u];
    }
}
