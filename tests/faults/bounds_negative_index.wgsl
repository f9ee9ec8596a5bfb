// run: --buffer 0.0=rand:f32:64 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    let left = i32(i) - 1; //-
    //+ let left = max(i32(i) - 1, 0);
    o[i] = a[left]; //~ out-of-bounds "index -1" "64 elements"
}
