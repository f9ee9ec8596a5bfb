// The embeddings of words: for each a row of 64 numbers from a table, times 8, the square root of 64.
//
// Teaches: an operator that is nearly all memory. One operation for the four bytes that are written, and for those that are read.
// Builds on: nothing. An invocation for each number; a row fills two whole lines, so that rows in any order are coalesced.
// Expect: the time of its bytes. If the table is larger than the caches, rows that are wanted again are read again: then fewer
// operations are counted for each byte than the problem needs.

struct Params {
    // Numbers of all words together.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> table: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

// Numbers of an embedding.
const WIDTH: u32 = 64u;

const WORKGROUP: u32 = 256u;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (workgroup.y * workgroups.x + workgroup.x) * WORKGROUP + lane;
    if i < params.n {
        y[i] = 8.0 * table[words[i / WIDTH] * WIDTH + i % WIDTH];
    }
}
