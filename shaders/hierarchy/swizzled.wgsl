// As words.wgsl, with the words of each row in an order of its own.
//
// Teaches: the same, without an extra word. Builds on padded.wgsl: word w of row r = w / 32 lies at w XOR (r mod 32), which shuffles
// each row within itself. Rows, and columns, come out in 32 different banks.
//
// Expect: 32 words apart costs nothing. A diagonal costs: 33 words apart, row and column grow together, and their XOR stays what it
// is, for all lanes or for many. No order of words is free of conflicts for every distance; choose it for those that you use.
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

var<workgroup> table: array<u32, WORDS>;

// Where word w of the table lies.
fn place(w: u32) -> u32 {
    return w ^ (w / BANKS % BANKS);
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
