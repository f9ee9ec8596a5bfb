// How fast can this device multiply and add?
//
// Independent chains of multiply-adds whose operands live in registers: nothing to wait for but the arithmetic
// itself. What it takes to keep the units busy (how many chains, how wide a vector, which form) differs from
// device to device, so this one template is written out in every shape and the fastest is taken.
//
// As it stands it is the shape with one chain of scalars, one step a trip. `microkernel.rs` changes the type, repeats the
// lines marked `// chain` for each chain (y0, y1, ...), and the steps as often as the loop is unrolled.

alias Value = f32;

struct Chains {
    a: f32,
    b: f32,
    // Read at run time: a loop whose length is known could be folded.
    trips: u32,
}

// Coprime with every power of two, so that no two neighbours and no two workgroups start alike.
const SEEDS = 61u;

@group(0) @binding(0) var<storage, read> chains: Chains;
@group(0) @binding(1) var<storage, read> seeds: array<Value, SEEDS>;
@group(0) @binding(2) var<storage, read_write> results: array<Value>;

override WORKGROUP: u32 = 64u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let lane = id.x;
    let a = Value(chains.a);
    let b = Value(chains.b);
    let trips = chains.trips;
    var y0 = seeds[(lane + 0u) % SEEDS]; // chain
    for (var trip = 0u; trip < trips; trip++) {
        y0 = a * y0 + b; // step
    }
    // Stored, or the loop would be dead.
    var sum = Value(0.0);
    sum += y0; // chain
    results[lane] = sum;
}
