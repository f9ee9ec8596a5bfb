// Pseudo-random words to copy, so that no memory compression helps, and the proof that they arrived.

struct Words {
    seed: u32,
    // Of the whole grid, which may be wider than one dimension allows.
    width: u32,
    wrong: atomic<u32>,
}

@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> state: Words;

// The PCG output function of a linear congruential step.
fn hash(index: u32, seed: u32) -> u32 {
    let state = (index ^ seed) * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

@compute @workgroup_size(64)
fn fill(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.y * state.width + id.x;
    words[index] = hash(index, state.seed);
}

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.y * state.width + id.x;
    if words[index] != hash(index, state.seed) {
        atomicAdd(&state.wrong, 1u);
    }
}
