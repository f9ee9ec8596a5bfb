// What is read beyond the end is compared only where there is a neighbour.
// run: --buffer 0.0=rand:u32:64:9 --buffer 0.1=unwritten:256
// notes: out-of-bounds
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    let next = a[i + 1u]; //~ out-of-bounds "index 64"
    let rises = i < 64u && next > 3u; //-
    //+ let rises = i < 63u && next > 3u;
    o[i] = u32(rises);
}
