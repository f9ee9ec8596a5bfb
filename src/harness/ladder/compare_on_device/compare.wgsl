// Holds a piece of what a kernel left behind against the lowest and the highest value allowed. Bit patterns are compared as whole
// numbers that ascend with the values, so that no arithmetic of the device decides what is right: what it divides only tells the host
// which element to look at. Everything that is read is summed as well, so that the host knows whether the bounds are still its own.

override kind: u32 = 0u;      // 0: f32, 1: u32, 2: i32, 3: f16, two to a word
override one_bound: u32 = 0u; // 1: the lowest value allowed is the highest, too
override width: u32 = 256u;   // invocations of a workgroup

struct Piece {
    first: u32,       // its first vector in `got`
    first_bound: u32, // and in `low` and `high`
    elements: u32,
    poison: u32,      // what stands where nothing was written
    slot: u32,        // its first record in `found`
}

struct Found {
    elements: u32,
    wrong: u32,
    place: u32,       // of the element that is closest to a bound, in the piece
    bits: u32,        // and what stands there
    got_sum: u32,
    low_sum: u32,
    high_sum: u32,
    closeness: u32,
}

@group(0) @binding(0) var<uniform> piece: Piece;
@group(0) @binding(1) var<storage, read> got: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> low: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> high: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> found: array<Found>;

const SHARE = 4096u; // vectors of a workgroup
const NOWHERE = 0xffffffffu;

var<workgroup> elements: atomic<u32>;
var<workgroup> wrong: atomic<u32>;
var<workgroup> closest: atomic<u32>;
var<workgroup> place: atomic<u32>;
var<workgroup> sums: array<atomic<u32>, 3>;

// Whole numbers that ascend with the values; the two zeros share one.
fn ordered(bits: vec4<u32>) -> vec4<i32> {
    if (kind == 1u) {
        return bitcast<vec4<i32>>(bits ^ vec4(0x80000000u));
    }
    if (kind == 2u) {
        return bitcast<vec4<i32>>(bits);
    }
    let sign = select(0x80000000u, 0x8000u, kind == 3u);
    let size = bitcast<vec4<i32>>(bits & vec4(sign - 1u));
    return select(size, -size, (bits & vec4(sign)) != vec4(0u));
}

fn numbers(bits: vec4<u32>) -> vec4<f32> {
    if (kind == 1u) {
        return vec4<f32>(bits);
    }
    if (kind == 2u) {
        return vec4<f32>(bitcast<vec4<i32>>(bits));
    }
    if (kind == 3u) {
        let first = unpack2x16float(bits.x | (bits.y << 16u));
        return vec4(first, unpack2x16float(bits.z | (bits.w << 16u)));
    }
    return bitcast<vec4<f32>>(bits);
}

// How much of what is allowed is used up, about: 1 at a bound.
fn closeness(bits: vec4<u32>, least: vec4<u32>, most: vec4<u32>) -> vec4<f32> {
    let value = numbers(bits);
    let below = value - numbers(least);
    let above = numbers(most) - value;
    let step = select(1.1920929e-7, 0.0009765625, kind == 3u);
    let share = abs(below - above) / (below + above + step * abs(value));
    return select(vec4(0.0), share, share < vec4(2.0));
}

// What an invocation has seen.
struct Seen {
    closeness: vec4<f32>,
    place: vec4<u32>,
    bits: vec4<u32>,
    wrong: vec4<u32>,
    elements: u32,
    got_sum: u32,
    low_sum: u32,
    high_sum: u32,
}

fn wrong_ones(bits: vec4<u32>, least: vec4<u32>, most: vec4<u32>, poison: vec4<u32>) -> vec4<bool> {
    if (one_bound == 1u) {
        // Equal; of floats the two zeros are.
        let size = vec4(select(select(0xffffffffu, 0x7fffffffu, kind == 0u), 0x7fffu, kind == 3u));
        return ((bits != least) & (((bits | least) & size) != vec4(0u))) | (bits == poison);
    }
    let at = ordered(bits);
    return (at < ordered(least)) | (at > ordered(most)) | (bits == poison);
}

// Four elements at these places.
fn judge(seen: ptr<function, Seen>, bits: vec4<u32>, least: vec4<u32>, most: vec4<u32>, poison: vec4<u32>, places: vec4<u32>) {
    (*seen).wrong += select(vec4(0u), vec4(1u), wrong_ones(bits, least, most, poison));
    if (one_bound == 0u) {
        let share = closeness(bits, least, most);
        let closer = share > (*seen).closeness;
        (*seen).closeness = select((*seen).closeness, share, closer);
        (*seen).place = select((*seen).place, places, closer);
        (*seen).bits = select((*seen).bits, bits, closer);
    }
}

// Vector `at` of the piece, or what lies of it before the end.
fn judge_vector(seen: ptr<function, Seen>, at: u32, bits: vec4<u32>, least: vec4<u32>, most: vec4<u32>) {
    let first = select(1u, 2u, kind == 3u) * (4u * at + vec4(0u, 1u, 2u, 3u));
    if (kind == 3u) {
        let half = vec4(0xffffu);
        judge(seen, bits & half, least & half, most & half, vec4(piece.poison & 0xffffu), first);
        let over = vec4(16u);
        judge(seen, bits >> over, least >> over, most >> over, vec4(piece.poison >> 16u), first + 1u);
    } else {
        judge(seen, bits, least, most, vec4(piece.poison), first);
    }
    (*seen).low_sum += weighed(least, at);
    if (one_bound == 0u) {
        (*seen).got_sum += weighed(bits, at);
        (*seen).high_sum += weighed(most, at);
    }
}

// The words of vector `at`, each times an odd weight of its own, 8 at + 1, + 3, + 5, + 7: no single word changes without changing
// the sum, and words that change places change it.
fn weighed(words: vec4<u32>, at: u32) -> u32 {
    let all = words.x + words.y + words.z + words.w;
    return all * (8u * at + 1u) + 2u * (words.y + words.w + 2u * (words.z + words.w));
}

// A vector whose first `rest` elements are these, with zeros for what lies behind the end: that is nobody's.
fn inside(bits: vec4<u32>, rest: u32) -> vec4<u32> {
    let first = select(1u, 2u, kind == 3u) * vec4(0u, 1u, 2u, 3u);
    let whole = select(vec4(0u), bits, first < vec4(rest));
    if (kind == 3u) {
        return select(whole & vec4(0xffffu), whole, first + 1u < vec4(rest));
    }
    return whole;
}

@compute @workgroup_size(width)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let per_vector = select(4u, 8u, kind == 3u);
    let whole = piece.elements / per_vector;
    var seen = Seen(vec4(0.0), vec4(NOWHERE), vec4(0u), vec4(0u), 0u, 0u, 0u, 0u);
    let start = group.x * SHARE;
    for (var at = start + lane; at < min(start + SHARE, whole); at += width) {
        let least = low[piece.first_bound + at];
        var most = least;
        if (one_bound == 0u) {
            most = high[piece.first_bound + at];
        }
        judge_vector(&seen, at, got[piece.first + at], least, most);
        seen.elements += per_vector;
    }
    let rest = piece.elements - per_vector * whole;
    if (rest > 0u && lane == 0u && group.x == whole / SHARE) {
        let least = inside(low[piece.first_bound + whole], rest);
        var most = least;
        if (one_bound == 0u) {
            most = inside(high[piece.first_bound + whole], rest);
        }
        judge_vector(&seen, whole, inside(got[piece.first + whole], rest), least, most);
        seen.elements += rest;
    }
    if (lane == 0u) {
        atomicStore(&place, NOWHERE);
    }
    workgroupBarrier();
    atomicAdd(&elements, seen.elements);
    atomicAdd(&wrong, seen.wrong.x + seen.wrong.y + seen.wrong.z + seen.wrong.w);
    atomicAdd(&sums[0], seen.got_sum);
    atomicAdd(&sums[1], seen.low_sum);
    atomicAdd(&sums[2], seen.high_sum);
    var best = 0u;
    for (var at = 1u; at < 4u; at++) {
        if (seen.closeness[at] > seen.closeness[best]) {
            best = at;
        }
    }
    let close = bitcast<u32>(seen.closeness[best]);
    atomicMax(&closest, close);
    workgroupBarrier();
    if (close == atomicLoad(&closest)) {
        atomicMin(&place, seen.place[best]);
    }
    workgroupBarrier();
    let slot = piece.slot + group.x;
    if (lane == 0u) {
        found[slot].elements = atomicLoad(&elements);
        found[slot].wrong = atomicLoad(&wrong);
        found[slot].place = atomicLoad(&place);
        found[slot].got_sum = atomicLoad(&sums[0]);
        found[slot].low_sum = atomicLoad(&sums[1]);
        found[slot].high_sum = atomicLoad(&sums[2]);
        found[slot].closeness = atomicLoad(&closest);
    }
    if (seen.place[best] == atomicLoad(&place) && seen.place[best] != NOWHERE) {
        found[slot].bits = seen.bits[best];
    }
}
