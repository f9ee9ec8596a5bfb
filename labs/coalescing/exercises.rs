//! What a student writes: first whose element is whose, then a detour through workgroup memory.

use super::{axpy, pack};
use crate::lab::{Axis, Cover, Exercise, Figure, Goal, Grid, Hint, Pass, Sign};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[AXPY, PACK];

const AXPY: Exercise = Exercise {
    task: "z = 2.5 x + y: give neighbouring invocations neighbouring elements",
    size: 256,
    goals: &[
        Goal::COMPILES,
        Goal::CORRECT,
        Goal::FAULTLESS,
        Goal::COALESCED,
        Goal::FETCHED_ONCE,
        Goal::LANES,
        Goal::faster(1.0, "faster than the start on the same GPU"),
    ],
    hints: &[
        Hint::step(
            "look",
            "Write down, for one pass of the loop, the index i of local = 0, 1, 2, 3. How many bytes lie between two \
             neighbours? A sector has 32 bytes: how many sectors do 32 invocations touch?",
        ),
        Hint::step(
            "who",
            "The loop decides what one invocation does next; `local` decides what its neighbour does at the same time. Only \
             the second matters to a sector. `local` must be what counts by ones in i.",
        ),
        Hint::step(
            "whole",
            "In each pass, let the whole workgroup take WORKGROUP neighbouring elements, and move on by WORKGROUP: \
             i = first + item * WORKGROUP + local.",
        ),
        Hint::BINDINGS,
        Hint::CONSTANT,
        Hint::COMPILE,
        Hint::ENDLESS,
        Hint::MUTATED,
        Hint::OUT_OF_BOUNDS,
        Hint::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations write the same element. Every element is one invocation's: with `item` counting passes of the \
             workgroup, the step from pass to pass is WORKGROUP, and the workgroup's first element a multiple of COVER.",
        ),
        Hint::NEVER_WRITTEN,
        Hint::answer(
            "wrong",
            Sign::Wrong,
            "Every element must be computed once, from x and y at the same index. Check i for the last invocation \
             in the last pass: it should be first + COVER - 1.",
        ),
        Hint::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start. In one pass of the loop, neighbouring invocations are ITEMS elements apart: 256 bytes, eight \
             sectors further on. Find the line with the TODO; `lockstep hint coalescing` has more.",
        ),
        Hint::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Few lanes are at work: a workgroup smaller than a subgroup, or a branch that leaves the work to some, lets the \
             others idle. Whoever works alone is always coalesced, and always slow.",
        ),
        Hint::answer(
            "vector",
            Sign::All(&[Sign::Has("vec4"), Sign::Above(Figure::SectorsOverIdeal, 1.1)]),
            "A vec4 load takes 16 bytes at once, but the vectors of neighbouring invocations must still be neighbours: let \
             `local` count vectors by ones.",
        ),
        Hint::answer(
            "strided",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "Neighbouring invocations still touch elements that are not neighbours. Whatever `local` is multiplied with in i is \
             the distance between them: it must be 1.",
        ),
        Hint::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "The requests are coalesced, but there are too many of them: each of x, y and z needs to be touched once.",
        ),
    ],
    ..Exercise::new(
        "exercise",
        &axpy::PART,
        include_str!("exercise.wgsl"),
        &[Pass { shader: "exercise.wgsl", grid: Grid::COVERED }],
    )
};

/// As many records a workgroup as COVER says.
const COVERED_RECORDS: Grid = Grid(&[Axis { extent: "records", cover: Cover::ConstantOrWorkgroup("COVER") }]);

const PACK: Exercise = Exercise {
    task: "Arrays into records: change the order in workgroup memory, and free its banks",
    size: 256,
    goals: &[
        Goal::COMPILES,
        Goal::CORRECT,
        Goal::FAULTLESS,
        Goal::COALESCED,
        Goal::FETCHED_ONCE,
        Goal::BANKS,
        Goal::LANES,
        Goal::faster(1.0, "faster than the start on the same GPU"),
    ],
    hints: &[
        Hint::step(
            "orders",
            "A workgroup's records are COVER * FIELDS floats in a row. In which order would neighbouring invocations like to \
             store them, if nobody cared who loaded them? And in which order do they like to load?",
        ),
        Hint::step(
            "tile",
            "var<workgroup> tile: array<f32, COVER * FIELDS>; Load as before, but into the tile: field f of the workgroup's record `local` \
             is tile[local * FIELDS + f]. After a workgroupBarrier, store with a loop in which invocation `local` takes the floats \
             local, local + WORKGROUP, local + 2 * WORKGROUP and so on.",
        ),
        Hint::step(
            "edge",
            "The last workgroup has fewer records: guard each load with i < params.n, and each store with \
             first * FIELDS + word < params.n * FIELDS. The barrier stands outside of both.",
        ),
        Hint::step(
            "conflicts",
            "Workgroup memory has 32 banks of a word each. At the same f, neighbouring invocations write FIELDS = 8 words apart: 32 \
             of them meet in 4 banks. Leave one word free after each 32: put word w at w + w / 32u, when you write and when you \
             read, and make the tile that much longer.",
        ),
        Hint::BINDINGS,
        Hint::CONSTANT,
        Hint::COMPILE,
        Hint::ENDLESS,
        Hint::MUTATED,
        Hint::DIVERGENT_BARRIER,
        Hint::OUT_OF_BOUNDS,
        Hint::answer(
            "no-barrier",
            Sign::All(&[Sign::Fault(FindingKind::Race), Sign::Lacks("workgroupBarrier")]),
            "What one invocation puts into the tile another takes out: between the two everyone must wait. Put a \
             workgroupBarrier() between loads and stores.",
        ),
        Hint::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same word without a barrier between them. If the tile is used more than once, a barrier is \
             needed before it is overwritten, too; and no two may write the same element.",
        ),
        Hint::NEVER_WRITTEN,
        Hint::answer(
            "wrong",
            Sign::Wrong,
            "records[i * 8 + f] must be fields[f * n + i]. In the tile, counting from the workgroup's first record, that is \
             word local * 8 + f: is it written and read at the same place, padding included?",
        ),
        Hint::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: each store touches a sector for every invocation. `lockstep hint coalescing --exercise 2` has more.",
        ),
        Hint::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Few lanes are at work: a workgroup smaller than a subgroup, or a branch that leaves the work to some, lets the others \
             idle.",
        ),
        Hint::answer(
            "vector",
            Sign::All(&[Sign::Has("vec4"), Sign::Above(Figure::SectorsOverIdeal, 1.1)]),
            "Storing a record as two vec4 halves the waste and leaves the rest: the vectors of neighbouring invocations still lie a \
             record apart. Let `local` count vectors by ones, and sort out in the tile whose they are.",
        ),
        Hint::answer(
            "scattered",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "One side is still scattered. Both the loads and the stores must have `local` as what counts by ones in the index; \
             only the tile may be touched in another order.",
        ),
        Hint::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "The requests are coalesced, but there are too many of them: each float is to be loaded once and stored once.",
        ),
        Hint::answer(
            "atomics",
            Sign::All(&[Sign::Above(Figure::WavefrontsOverIdeal, 1.1), Sign::Has("atomic")]),
            "Atomic operations on the tile are served lane by lane where they meet, and are not needed: after a barrier, plain \
             loads and stores are safe.",
        ),
        Hint::answer(
            "banks",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.1),
            "Sectors are as they should be; now the banks. Invocations that are 8 words apart meet in 4 of 32 banks and are served \
             8 times over. A word of padding after each 32 words spreads them over all.",
        ),
    ],
    ..Exercise::new(
        "exercise-2",
        &pack::PART,
        include_str!("exercise-2.wgsl"),
        &[Pass { shader: "exercise-2.wgsl", grid: COVERED_RECORDS }],
    )
};
