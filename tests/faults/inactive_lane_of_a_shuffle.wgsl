// Every other lane takes its neighbour's value, which is not there; in the clean one all lanes take part.
// run: --buffer 0.0=rand:u32:64:100 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read> a: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32) {
    var x = a[i];
    //+ let other = subgroupShuffleXor(x, 1u);
    if (lane % 2u == 0u) {
        let other = subgroupShuffleXor(x, 1u); //~ inactive-lane "does not take part" //-
        x += other;
    }
    o[i] = x;
}
