// The remainder of a negative number is negative.
// run: --buffer 0.0=rand:i32:64:100 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read_write> o: array<i32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let k = (i32(i) - 10) % 64; //-
    //+ let k = (i32(i) - 10 + 64) % 64;
    o[i] = a[k]; //~ out-of-bounds "index -10"
}
