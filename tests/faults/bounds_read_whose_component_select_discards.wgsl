// A select with a condition for each component discards what the last invocation reads beyond the end.
// run: --buffer 0.0=unwritten:256 --buffer 0.1=rand:u32:64
// notes: out-of-bounds
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let v = vec3u(a[i], vec2u(a[i + 1u], 7u)); //~ out-of-bounds "is used on line 10"
    let u = select(vec3u(0u), v + 1u, vec3<bool>(true, i < 64u, true)); //-
    //+ let u = select(vec3u(0u), v + 1u, vec3<bool>(true, i < 63u, true));
    o[i] = u.x + u.y + u.z;
}
