// Look-back: one dispatch. Each workgroup stores the sum of its tile, and looks back at the sums of the tiles before it.
//
// Builds on three-pass-3-scan.wgsl. Tiles are handed out in the order in which workgroups begin. A tile first stores its own sum, then
// adds up what its predecessors stored, back to the first that knows its whole prefix, and stores its own prefix. WGSL's atomics are relaxed:
// that a flag is seen says nothing of other words, so value and flag share one word (30 bits and 2), and all data between workgroups pass
// inside it. Nor does anyone promise that a workgroup which has begun goes on: who has looked in vain for a while adds up the missing tile by
// itself, and stores that. So nobody waits for anybody. Expect x to be read once and y written once, 8 n bytes: a copy's time.
struct Params {
    // Elements.
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> x: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<u32>>;
// First the next tile to be taken, then a word for each tile.
@group(0) @binding(4) var<storage, read_write> state: array<atomic<u32>>;

const WORKGROUP: u32 = 256u;
// Elements of a workgroup: four for each invocation.
const TILE: u32 = 4u * WORKGROUP;
// Predecessors that are looked at together.
const WINDOW: u32 = 32u;
// Looks in vain before a tile is added up by somebody else.
const LOOKS: u32 = 4u;

// The flags, in the two highest bits; a larger one knows more. None of them: nothing was posted.
const SUM: u32 = 1u << 30u;
const PREFIX: u32 = 2u << 30u;
const VALUE: u32 = SUM - 1u;

var<workgroup> next: u32;
var<workgroup> window: array<u32, WINDOW>;
var<workgroup> passed: u32;
var<workgroup> gained: u32;
var<workgroup> totals: array<u32, WORKGROUP>;

// The sum of what the invocations before this one bring.
fn before(own: u32, local: u32) -> u32 {
    var sum = own;
    for (var step = 1u; step < WORKGROUP; step *= 2u) {
        totals[local] = sum;
        workgroupBarrier();
        if (local >= step) {
            sum += totals[local - step];
        }
        workgroupBarrier();
    }
    totals[local] = sum;
    workgroupBarrier();
    return sum - own;
}

// The running total of four.
fn running(four: vec4<u32>) -> vec4<u32> {
    let two = four.x + four.y;
    let three = two + four.z;
    return vec4(four.x, two, three, three + four.w);
}

// The elements of an invocation in a tile; the last vector may reach past n, where nothing comes after it.
fn load(tile: u32, local: u32) -> vec4<u32> {
    let i = tile * WORKGROUP + local;
    if (i < (params.n + 3u) / 4u) {
        return x[i];
    }
    return vec4(0u);
}

// What is known of a tile. More knowledge is a larger word, so that the larger of two stays.
fn post(tile: u32, word: u32) {
    atomicMax(&state[1u + tile], word);
}

// What a tile comes to, by the whole workgroup.
fn tile_sum(tile: u32, local: u32) -> u32 {
    let four = load(tile, local);
    totals[local] = four.x + four.y + four.z + four.w;
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        workgroupBarrier();
        if (local < step) {
            totals[local] += totals[local + step];
        }
    }
    return workgroupUniformLoad(&totals[0]);
}

// Goes back through the window: up to a tile that said nothing, or one that knows its prefix, where the walk ends.
fn walk() {
    var sum = 0u;
    var at = 0u;
    while (at < WINDOW && window[at] >= SUM) {
        let word = window[at];
        sum += word & VALUE;
        at = select(at + 1u, 0xffffffffu, word >= PREFIX);
    }
    passed = at;
    gained = sum;
}

// The sum of all tiles before this one.
fn look_back(tile: u32, local: u32) -> u32 {
    var sum = 0u;
    var left = tile;
    var looks = 0u;
    while (left > 0u) {
        if (local < WINDOW) {
            // Before the first tile lies nothing, which is known.
            var word = PREFIX;
            if (local < left) {
                word = atomicLoad(&state[left - local]);
            }
            window[local] = word;
        }
        workgroupBarrier();
        if (local == 0u) {
            walk();
        }
        let back = workgroupUniformLoad(&passed);
        sum += workgroupUniformLoad(&gained);
        left -= min(back, left);
        looks = select(0u, looks + 1u, back == 0u);
        if (looks > LOOKS) {
            left -= 1u;
            looks = 0u;
            let missing = tile_sum(left, local);
            if (local == 0u) {
                post(left, SUM | missing);
            }
            sum += missing;
        }
    }
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    if (local == 0u) {
        next = atomicAdd(&state[0], 1u);
    }
    let tile = workgroupUniformLoad(&next);
    if (tile * TILE >= params.n) {
        return;
    }
    let four = running(load(tile, local));
    let start = before(four.w, local);
    let own = totals[WORKGROUP - 1u];
    if (local == 0u) {
        post(tile, SUM | own);
    }
    let prefix = look_back(tile, local);
    if (local == 0u) {
        post(tile, PREFIX | (prefix + own));
    }
    let i = tile * WORKGROUP + local;
    if (i < (params.n + 3u) / 4u) {
        y[i] = four + start + prefix;
    }
}
