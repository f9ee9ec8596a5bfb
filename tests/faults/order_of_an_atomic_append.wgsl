// Where an element lands depends on who comes first.
// run: --buffer 0.0=unwritten:512 --buffer 0.1=zero:4 --dispatch 2
var<workgroup> dummy: u32;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@group(0) @binding(1) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    let at = atomicAdd(&n, 1u); //~ order-dependent-atomic //-
    //+ atomicAdd(&n, 1u);
    //+ let at = g.x;
    o[at] = g.x;
}
