// run: --buffer 0.0=unwritten:256
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    //+ o[i] = 0.0;
    for (var k = 0u; k < 4u; k++) {
        o[i] += 1.0; //~ uninitialized-read
    }
}
