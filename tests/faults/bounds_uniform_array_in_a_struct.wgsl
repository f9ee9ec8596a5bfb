// run: --buffer 0.0=zero:80 --buffer 0.1=unwritten:128
struct Params { n: u32, table: array<vec4<u32>, 4> }
@group(0) @binding(0) var<uniform> p: Params;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let k = i / 4u; //-
    //+ let k = i / 8u;
    o[i] = p.table[k].z; //~ out-of-bounds "index 4" "`p.table`, which has 4 elements"
}
