//! What a student writes: first whose element is whose, then a detour through workgroup memory.

use super::axpy;
use crate::lab::{Axis, Cover, Exercise, Figure, Goal, Grid, Hint, Pass, Sign, Test, Variant};

/// In order.
pub static ALL: &[Exercise] = &[AXPY];

/// As many elements a workgroup as COVER says.
const COVERED: Grid = Grid(&[Axis {
    extent: "elements",
    cover: Cover::Constant("COVER"),
}]);

const AXPY: Exercise = Exercise {
    name: "exercise",
    task: "z = 2.5 x + y: give neighbouring invocations neighbouring elements",
    part: &axpy::PART,
    start: include_str!("exercise.wgsl"),
    variant: Variant {
        name: "exercise",
        passes: &[Pass {
            shader: "exercise.wgsl",
            grid: COVERED,
        }],
        needs: &[],
    },
    baseline: Variant {
        name: "start",
        passes: &[Pass {
            shader: "exercise.wgsl",
            grid: COVERED,
        }],
        needs: &[],
    },
    size: 256,
    goals: &[
        Goal::COMPILES,
        Goal::CORRECT,
        Goal::FAULTLESS,
        Goal {
            id: "coalesced",
            title: "at most 1.1 x the ideal sectors",
            test: Test::AtMost(Figure::SectorsOverIdeal, 1.1),
        },
        Goal {
            id: "traffic",
            title: "nothing fetched twice: at most 1.1 x the fewest sectors",
            test: Test::AtMost(Figure::SectorsOverFewest, 1.1),
        },
        Goal {
            id: "lanes",
            title: "at least 0.9 of the lanes at work",
            test: Test::AtLeast(Figure::LaneEfficiency, 0.9),
        },
        Goal {
            id: "faster",
            title: "at least twice as fast as the start on the same GPU",
            test: Test::Faster(2.0),
        },
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
            Sign::Fault("race"),
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
            "This is still the start. In one pass of the loop, neighbouring invocations are ITEMS elements apart: 64 bytes, two \
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
};
