// A step that is too small to change the sum.
// run: --buffer 0.0=unwritten:128
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    var x = 16777216.0; //-
    //+ var x = 16777000.0;
    while (x < 16777220.0) { //~ step-limit "does not end" "its iterations repeat" //-
    //+ while (x < 16777216.0) {
        x += 1.0;
    }
    o[i] = x; //-
    //+ o[i] = 1.0;
}
