// The write is through a pointer to an element, in a function's loop.
// run: --buffer 0.0=unwritten:256 --dispatch 1
struct Cell { hits: array<u32, 2>, pad: f32 }
var<workgroup> tile: array<Cell, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
fn put(i: u32, x: u32) {
    let cell = &tile[i];
    for (var k = 0u; k < 2u; k++) {
        let hit = &(*cell).hits[k];
        *hit = x + k; //~ also race
    }
}
fn sync() {
    //+ workgroupBarrier();
}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    put(i, i * i);
    sync();
    let other = &tile[63u - i].hits;
    o[i] = (*other)[1]; //~ race
}
