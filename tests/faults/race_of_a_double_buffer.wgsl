// With two tiles one barrier a pass is enough; with one index it is not.
// run: --buffer 0.0=rand:f32:1024 --buffer 0.1=unwritten:256
var<workgroup> t: array<array<f32, 64>, 2>;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var sum = 0.0;
    for (var p = 0u; p < 16u; p++) {
        let side = p / 2u % 2u; //-
        //+ let side = p % 2u;
        t[side][i] = a[p * 64u + i]; //~ also race
        workgroupBarrier();
        sum += t[side][63u - i]; //~ race
    }
    o[i] = sum;
}
