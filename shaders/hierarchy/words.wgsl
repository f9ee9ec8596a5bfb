// Lanes read words of workgroup memory that lie `apart` words from their neighbours'.
//
// Teaches: banks. Word w lies in bank w mod 32, and a bank hands out one word a pass. 32 lanes whose words are `apart` words from
// each other meet in 32 / gcd(apart, 32) banks: the others wait their turn.
//
// Expect: passes in proportion to gcd(apart, 32). Any odd distance costs nothing; 32 and 64 take 32 times the passes of 1, but less than
// 32 times as long, for at 1 it is not the banks that limit.
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
    return w;
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
