// Reads the neighbour's output before anybody wrote it.
// run: --buffer 0.0=unwritten:256
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let before = o[(i + 1u) % 64u]; //~ uninitialized-read //-
    //+ let before = i;
    storageBarrier();
    o[i] = before;
}
