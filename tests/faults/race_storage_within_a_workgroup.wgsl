// A scan in storage memory: every step needs the others' last one.
// run: --buffer 0.0=rand:u32:64:9
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    for (var d = 1u; d < 64u; d *= 2u) {
        var add = 0u;
        if (i >= d) { add = a[i - d]; } //~ also race
        //+ storageBarrier();
        a[i] += add; //~ race
        storageBarrier();
    }
}
