// run: --buffer 0.0=zero:80 --buffer 0.1=unwritten:32
struct All { head: u32, few: array<u32, 7>, rows: array<array<f32, 6>, 2> }
@group(0) @binding(0) var<storage, read> all: All;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
var<private> mine: All;
fn at(row: ptr<private, array<f32, 6>>, i: u32) -> f32 {
    return (*row)[i]; //~ out-of-bounds "`mine.rows[1]`, which has 6 elements"
}
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
    let few = i; //-
    //+ let few = min(i, 6u);
    let row = i; //-
    //+ let row = min(i, 5u);
    let wide = i / 4u; //-
    //+ let wide = i / 8u;
    let x = all.few[few] + u32(all.rows[1u + wide][i / 2u]); //~ out-of-bounds "`all.few`, which has 7" //~ out-of-bounds "`all.rows`, which has 2"
    o[i] = x + u32(at(&mine.rows[1], row));
}
