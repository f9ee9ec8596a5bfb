// The neighbour beyond the end is passed over; the broken one takes it.
// run: --buffer 0.0=rand:u32:64:9 --buffer 0.1=unwritten:256
// notes: out-of-bounds
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    let next = a[i + 1u] * 2u; //~ out-of-bounds "is used on line 11"
    let beyond = i + 1u > 64u; //-
    //+ let beyond = i + 1u >= 64u;
    o[i] = a[i] + select(next, 0u, beyond);
}
