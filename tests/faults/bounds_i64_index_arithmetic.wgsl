// run: --buffer 0.0=rand:u32:64 --buffer 0.1=unwritten:512
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let k = u32((u64(i) << 33u) >> 32u); //-
    //+ let k = u32((u64(i) << 33u) >> 33u);
    o[i] = u64(a[k]); //~ out-of-bounds "index 64"
}
