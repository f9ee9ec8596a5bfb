// "The last workgroup adds up": no barrier of WGSL orders the partial sums of others; atomics at least are no race.
// run: --buffer 0.0=zero:32 --buffer 0.1=zero:4 --buffer 0.2=zero:4 --dispatch 8
@group(0) @binding(0) var<storage, read_write> partial: array<u32>; //-
//+ @group(0) @binding(0) var<storage, read_write> partial: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> done: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> total: u32;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) w: vec3<u32>) {
    partial[w.x] = w.x; //~ also race //-
    //+ atomicStore(&partial[w.x], w.x);
    storageBarrier();
    if (atomicAdd(&done, 1u) == 7u) { //~ order-dependent-atomic
        var sum = 0u;
        for (var k = 0u; k < 8u; k++) {
            sum += partial[k]; //~ race //-
            //+ sum += atomicLoad(&partial[k]);
        }
        total = sum;
    }
}
// notes: order-dependent-atomic
