// run: --buffer 0.0=rand:f32:64 --buffer 0.1=unwritten:128
@group(0) @binding(0) var<storage, read> a: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let c = i % 3u; //-
    //+ let c = i % 2u;
    o[i] = a[i][c]; //~ out-of-bounds "index 2" "2 elements"
}
