// textureBarrier does not order storage memory.
// run: --buffer 0.0=unwritten:512
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = i; //~ also wrong-barrier
    textureBarrier(); //-
    //+ storageBarrier();
    o[64u + i] = o[63u - i]; //~ wrong-barrier "storageBarrier()"
}
