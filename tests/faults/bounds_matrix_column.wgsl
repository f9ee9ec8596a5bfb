// run: --buffer 0.0=rand:f32:12 --buffer 0.1=unwritten:128
@group(0) @binding(0) var<storage, read> m: mat3x3<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var local = m;
    local[1] = vec3(f32(i));
    let c = i / 8u; //-
    //+ let c = i / 11u;
    o[i] = local[c].x; //~ out-of-bounds "index 3" "3 elements"
}
