//! What a student writes: many launches made one, then many bytes made few.

use super::{bits, products};
use crate::lab::{Cap, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, Step, TimedAt, Turns, Way, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[ONE_LAUNCH, SEND_LESS];

/// A dispatch for as many products as the kernel takes at once.
static IN_TURNS: &[Step] = &[Step::Repeat(
    Turns::By("products", "PRODUCTS"),
    &[Step::Dispatch { pass: 0, way: Way::InPass, turn: Some(products::share) }],
)];

/// What sixteen bits do to a product.
const HALF: &str = "Values have gone through 16 bits: eleven of them are significant, and the result is off by more than f32's roundings \
                    explain. What is multiplied, added and stored is f32.";

const ONE_LAUNCH: Exercise = Exercise {
    task: "Many small products of different sizes in one dispatch",
    size: 200,
    sizes: &[1, 17, 67],
    goals: goals![
        Goal::at_most("dispatches", "one dispatch for all products", Figure::Dispatches, 1.0),
        Goal::at_most("work", "at most 1.1 x the FLOPs that the products need", Figure::FlopOverNeeded, 1.1),
        // One lane may search for all.
        Goal::at_least("lanes", "at least 0.8 of the lanes at work", Figure::LaneEfficiency, 0.8),
        Goal::faster(1.5, "at least 1.5 times as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 30.0)],
    astray: &[FindingKind::Divergence],
    hints: &[
        Hints::step(
            "count",
            "How many microseconds does a dispatch take on your device (the lab says it), and how long would the 4096 \
             multiply-adds of a 16 x 16 product take? How much of the device does one product occupy?",
        ),
        Hints::step(
            "where",
            "The table says where each product's C begins, and these places rise. An element's product is the last one whose C \
             begins at the element or before it.",
        ),
        Hints::step(
            "search",
            "A search by halves: keep `low` and `high` with shapes[low].at_c <= i < the beginning of `high`. In each iteration the middle \
             takes the place of one of them, until they are neighbours. The number of products is params.end - params.first.",
        ),
        Hints::step(
            "whole",
            "const PRODUCTS: u32 = 4294967295u; and in product_of: var low = params.first; var high = params.end; while high - low > 1u { \
             let middle = (low + high) / 2u; if shapes[middle].at_c <= i { low = middle; } else { high = middle; } } return low;",
        ),
        Hints::LAUNCH,
        Hints::One(Hint::COMPILE),
        Hints::One(Hint::ENDLESS),
        Hints::One(Hint::MUTATED),
        Hints::One(Hint::BEYOND_TILE),
        Hints::One(Hint::DIVERGENT_BARRIER),
        Hints::answer(
            "out-of-bounds",
            Sign::Fault(FindingKind::OutOfBounds),
            "An index reaches past the end; the message names the variable, its length and the index. Either an invocation has no element \
             (i must be below params.to_c), or it took a product that is not its own: the product's number must be below params.end, \
             and shapes[...].at_c at most i, for a u32 that would fall below 0 becomes very large. Or a place in A or B is wrong: \
             an element's row and column count from its product's own at_c; in A a row is `inner` numbers long, in B `columns`.",
        ),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations write the same element of C. Each element has one invocation: the workgroups of a dispatch cover the \
             elements from params.from_c to params.to_c.",
        ),
        Hints::One(Hint::CONSTANTS_ALONE),
        Hints::MISSING,
        Hints::answer("half", Sign::All(&[Sign::Wrong, Sign::Has("2x16float")]), HALF),
        Hints::answer("half-typed", Sign::All(&[Sign::Wrong, Sign::Has("f16")]), HALF),
        Hints::answer(
            "uneven",
            Sign::UnevenWorkgroups,
            "One workgroup does the work of many while the others end at once. All elements of C can be computed at the same time: one by each \
             invocation, in as many workgroups as there are.",
        ),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "An element must be its own row of A times its own column of B, over all of that product's `inner` length, and be stored, not added to \
             what was there. The products have different sizes: which one an element belongs to can only be found in the table, by where each C \
             begins. The row and the column then count from there; in A a row is `inner` numbers long, in B and C `columns`.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: a dispatch for each product. Begin at the line with the TODO.",
        ),
        Hints::answer(
            "dispatches",
            Sign::Above(Figure::Dispatches, 1.0),
            "The host still dispatches more than once: PRODUCTS says how many products a dispatch has, and there may be more of them \
             than any number that you choose, except the largest u32.",
        ),
        Hints::answer(
            "work",
            Sign::Above(Figure::FlopOverNeeded, 1.1),
            "More is multiplied than the products need: what is computed beyond a product's own rows, columns or inner length is thrown \
             away. Padding all to the largest is simple, and costs what the largest costs.",
        ),
        Hints::One(Hint::ALONE),
        Hints::answer(
            "lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Lanes idle while others work: where each invocation has an element of its own, and goes through the table by halves, all of a \
             subgroup's lanes take about as many iterations.",
        ),
    ],
    ..exercise!("exercise", products::PART, Grid::COVERED).stepped(IN_TURNS)
};

const SEND_LESS: Exercise = Exercise {
    task: "A bit an element comes home, and neighbours load neighbours",
    size: 65_536,
    goals: goals![
        Goal::FETCHED_ONCE,
        Goal::at_most("turns", "at most 0.1 turns at atomics an element", Figure::TurnsPerElement, 0.1),
        Goal::at_least("lanes", "at least 0.6 of the lanes at work", Figure::LaneEfficiency, 0.6),
        Goal::faster(1.2, "at least 1.2 times as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 9.0)],
    hints: &[
        Hints::step(
            "bytes",
            "Of each sector of 32 bytes that the start fetches, how many bytes does one load use? And how many bytes would have come home \
             without the packing?",
        ),
        Hints::step(
            "where",
            "When lane l loads element l, each lane has one bit of a word that nobody has as a whole. They can meet in workgroup memory, or \
             a subgroup can vote: subgroupBallot gives every lane's answer as bits.",
        ),
        Hints::step(
            "width",
            "A ballot has as many bits as the subgroup has lanes: 8 on one device, 64 on another (then in two words of the vec4). Without \
             subgroups: write the answers of 32 x WORKGROUP elements to workgroup memory, one element a lane and iteration; after a barrier each \
             lane packs 32 of them.",
        ),
        Hints::step(
            "whole",
            "var<workgroup> above: array<u32, COVER>; in iteration t, let value = x[min(i, params.n - 1u)]; above[t * WORKGROUP + lane] = u32(i < params.n && value > 0.0); with \
             i = number * COVER + t * WORKGROUP + lane; workgroupBarrier(); then lane l packs above[32 l] to above[32 l + 31], begun at \
             another one in each lane so that the banks do not collide.",
        ),
        Hints::LAUNCH,
        Hints::One(Hint::COMPILE),
        Hints::One(Hint::ENDLESS),
        Hints::One(Hint::MUTATED),
        Hints::One(Hint::BEYOND_TILE),
        Hints::RULES,
        Hints::answer(
            "one-width",
            Sign::Fault(FindingKind::SubgroupWidth),
            "The kernel is right at one width of subgroups only. A ballot has one bit for each lane: on a device whose subgroups have 8 lanes \
             four of them make a word, and on one with 64 a ballot makes two.",
        ),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations touch the same word without a barrier between them. Either one invocation writes a word, when all of its bits are \
             there, or they meet in workgroup memory, with a workgroupBarrier() before anybody reads.",
        ),
        Hints::One(Hint::CONSTANTS_ALONE),
        Hints::answer(
            "or",
            Sign::All(&[Sign::Wrong, Sign::Has("atomicOr(&bits")]),
            "Bits are added to words that nobody has cleared: the output holds whatever was there before. Bring a word together first, and \
             store it once.",
        ),
        Hints::MISSING,
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Element i is bit i % 32 of word i / 32, the lowest first. The bit is 1 where the element is above 0: it is 0 for 0 itself, for -0, for \
             what is below, and beyond the last element.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: a sector for each load. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "turns",
            Sign::Above(Figure::TurnsPerElement, 0.1),
            "An atomic operation for each bit: the lanes of a word take their turns, 32 of them. Bring the bits together by a ballot or in \
             workgroup memory, and the word needs one store.",
        ),
        Hints::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "More sectors are moved than the elements and their bits need: in each load, neighbouring lanes should have neighbouring elements, \
             and nothing but words of bits should be stored.",
        ),
        Hints::answer(
            "lanes",
            Sign::Below(Figure::LaneEfficiency, 0.6),
            "Lanes wait while a few pack or store. Where each lane has a word of its own to pack, all of them work.",
        ),
    ],
    timed: TimedAt::Size(4_000_000),
    ..exercise!("exercise-2", bits::PART, Grid::COVERED)
};
