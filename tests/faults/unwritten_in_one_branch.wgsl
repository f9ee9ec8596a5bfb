// The other branch forgets its half of the tile.
// run: --buffer 0.0=unwritten:256
var<workgroup> t: array<f32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    switch i / 32u {
        case 0u: { t[i] = 1.0; }
        default: {
            //+ t[i] = 2.0;
        }
    }
    workgroupBarrier();
    o[i] = t[63u - i]; //~ uninitialized-read
}
