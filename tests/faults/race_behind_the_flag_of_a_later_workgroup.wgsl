// The second workgroup says that its datum is there; the first one sees it only where it comes later.
// run: --buffer 0.0=zero:4 --buffer 0.1=zero:4 --buffer 0.2=zero:4 --dispatch 2
// notes: order-dependent-atomic
@group(0) @binding(0) var<storage, read_write> datum: u32; //-
//+ @group(0) @binding(0) var<storage, read_write> datum: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> flag: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> o: u32;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) w: vec3u) {
    if (w.x == 1u) {
        datum = 42u; //~ also race //-
        //+ atomicStore(&datum, 42u);
        atomicStore(&flag, 1u);
    } else if (atomicLoad(&flag) == 1u) { //~ order-dependent-atomic
        o = datum; //~ race "invocations run in another order" "two workgroups" //-
        //+ o = atomicLoad(&datum);
    }
}
