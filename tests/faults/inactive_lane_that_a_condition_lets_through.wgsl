// The last lane of four takes from the fifth, which went another way: the condition keeps that too.
// run: --buffer 0.0=unwritten:32
// notes: inactive-lane
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = 0u;
    if (i < 4u) {
        let v = subgroupShuffleDown(i, 1u); //~ inactive-lane "lane 3" "took another branch" "is used on line 10"
        //+ o[i] = select(0u, v + 100u, i < 3u);
        o[i] = select(0u, v + 100u, i < 4u); //-
    }
}
