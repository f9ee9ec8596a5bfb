// 64 - 65 wraps to the largest u32.
// run: --buffer 0.0=rand:u32:64 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = a[arrayLength(&a) - 2u - i]; //~ out-of-bounds "4294967295" "64 elements" //-
    //+ o[i] = a[arrayLength(&a) - 1u - i];
}
