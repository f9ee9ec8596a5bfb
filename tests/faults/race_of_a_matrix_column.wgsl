// Two invocations share the columns of a matrix in workgroup memory; a column is a vector. Each has one of its own in the clean one.
// run: --buffer 0.0=unwritten:32
var<workgroup> m: array<mat2x2<f32>, 2>;
@group(0) @binding(0) var<storage, read_write> o: array<mat2x2<f32>, 2>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
    for (var k = 0u; k < 2u; k++) {
        m[0][k][i] = f32(k); //~ race "writes it" "may write all of it" //-
        m[1][k][i] = f32(i); //~ race "writes it" "may write all of it" //-
        //+ m[0][i][k] = f32(k);
        //+ m[1][i][k] = f32(i);
    }
    workgroupBarrier();
    if (i == 0u) { o = m; }
}
