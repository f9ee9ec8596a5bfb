// Each invocation looks at the greatest value, and replaces it: another one may do so in between.
// run: --buffer 0.0=rand:u32:64:100 --buffer 0.1=zero:4
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> greatest: u32; //-
//+ @group(0) @binding(1) var<storage, read_write> greatest: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let before = greatest; //-
    //+ atomicMax(&greatest, a[i]);
    if (a[i] > before) { //-
        greatest = a[i]; //~ race "is lost" "one atomic operation" //-
    } //-
}
