// Pseudo-random words to copy, so that no memory compression helps, and the proof that they arrived.

struct State {
    seed: u32,
    // Invocations along x: the grid is folded in two where one dimension does not hold it.
    width: u32,
    wrong: atomic<u32>,
}

@group(0) @binding(0) var<storage, read_write> words: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> state: State;

// The PCG output function of a linear congruential step.
fn hash(index: vec4<u32>) -> vec4<u32> {
    let s = (index ^ vec4(state.seed)) * 747796405u + 2891336453u;
    let word = ((s >> ((s >> vec4(28u)) + 4u)) ^ s) * 277803737u;
    return (word >> vec4(22u)) ^ word;
}

fn place(id: vec3<u32>) -> u32 {
    return id.y * state.width + id.x;
}

fn expected(place: u32) -> vec4<u32> {
    return hash(4u * place + vec4(0u, 1u, 2u, 3u));
}

@compute @workgroup_size(64)
fn fill(@builtin(global_invocation_id) id: vec3<u32>) {
    words[place(id)] = expected(place(id));
}

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    let differ = words[place(id)] != expected(place(id));
    if any(differ) {
        atomicAdd(&state.wrong, dot(vec4<u32>(differ), vec4(1u)));
    }
}
