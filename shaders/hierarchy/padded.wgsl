// As words.wgsl, with one unused word after each 32.
//
// Teaches: padding moves conflicts, it does not end them. Builds on words.wgsl: word w lies at w + w / 32, so that rows of 32 words
// begin one bank further on each.
//
// Expect: 32 words apart costs nothing now, nor does 16 or 64. What was free need not be: 31 words apart, a word of padding makes the
// distance 32 for many lanes, and they meet in one bank. The array is longer by a thirty-second.
struct Params {
    // Words between neighbouring lanes.
    apart: u32,
    // Words that an invocation reads.
    loads: u32,
    // Invocations.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

const WORKGROUP: u32 = 256u;
// Words of the table, a power of two.
const WORDS: u32 = 2048u;
// Lanes that are served together, and banks.
const BANKS: u32 = 32u;

var<workgroup> table: array<u32, WORDS + WORDS / BANKS>;

// Where word w of the table lies.
fn place(w: u32) -> u32 {
    return w + w / BANKS;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    for (var w = local; w < WORDS; w += WORKGROUP) {
        table[place(w)] = words[w];
    }
    workgroupBarrier();
    let first = local % BANKS * params.apart + local / BANKS;
    var sum = 0u;
    for (var load = 0u; load < params.loads; load++) {
        sum += table[place((first + load) % WORDS)];
    }
    let invocation = (id.y * groups.x + id.x) * WORKGROUP + local;
    if (invocation < params.n) {
        sums[invocation] = sum;
    }
}
