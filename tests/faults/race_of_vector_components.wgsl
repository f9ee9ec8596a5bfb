// Each invocation writes one component: a device may read the whole vector and write it back, and lose what a neighbour wrote.
// run: --buffer 0.0=rand:u32:64 --buffer 0.1=unwritten:256
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<u32>>; //-
//+ @group(0) @binding(1) var<storage, read_write> o: array<array<u32, 4>>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    o[i / 4u][i % 4u] = a[i]; //~ race "at byte 4" "local invocation 0 writes it" "local invocation 1 writes it" "may write all of it"
}
