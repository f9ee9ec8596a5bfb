//! What a student writes: a chain in registers.

use super::gated;
use crate::lab::{Axis, Cover, Exercise, Figure, Goal, Grid, Hint, Pass, Sign, Test, Variant};

/// In order.
pub static ALL: &[Exercise] = &[GATED];

/// As many elements a workgroup as COVER says.
const COVERED: Grid = Grid(&[Axis {
    extent: "elements",
    cover: Cover::Constant("COVER"),
}]);

const GATED: Exercise = Exercise {
    name: "exercise",
    task: "A gated linear unit: read each input once, write the result once, nothing else",
    part: &gated::PART,
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
            id: "traffic",
            title: "each array once: at most 1.1 x the fewest sectors",
            test: Test::AtMost(Figure::SectorsOverFewest, 1.1),
        },
        Goal {
            id: "dram",
            title: "DRAM bytes within 1.2 x of the fewest",
            test: Test::AtMost(Figure::DramOverFewest, 1.2),
        },
        Goal {
            id: "lanes",
            title: "at least 0.9 of the lanes at work",
            test: Test::AtLeast(Figure::LaneEfficiency, 0.9),
        },
        Goal {
            id: "faster",
            title: "at least 1.2 x as fast as the start on the same GPU",
            test: Test::Faster(1.2),
        },
    ],
    hints: &[
        Hint::step(
            "count",
            "For one element, count the loads and the stores of the start: how many floats does it move? How many must be \
             moved, if each input is read once and y written once?",
        ),
        Hint::step(
            "let",
            "What only this invocation writes and reads belongs into a `let`: it lives in a register, and costs no memory. \
             Which of s, t and gate are of that sort?",
        ),
        Hint::step(
            "whole",
            "let g = gate[i]; let sigmoid = 1.0 / (1.0 + exp(-g)); y[i] = g * sigmoid * up[i] + residual[i];",
        ),
        Hint::BINDINGS,
        Hint::CONSTANT,
        Hint::COMPILE,
        Hint::ENDLESS,
        Hint::MUTATED,
        Hint::DIVERGENT_BARRIER,
        Hint::OUT_OF_BOUNDS,
        Hint::answer(
            "race",
            Sign::Fault("race"),
            "Two invocations touch the same element. Nothing has to be shared here: each invocation has elements of its own.",
        ),
        Hint::NEVER_WRITTEN,
        Hint::answer(
            "wrong",
            Sign::Wrong,
            "y = gate * sigmoid(gate) * up + residual, with sigmoid(g) = 1 / (1 + exp(-g)): is the sign in the exponent right, is gate \
             a factor as well, and is the residual added last?",
        ),
        Hint::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: what a line writes to s or t, the next one reads back. `lockstep hint fusion` has more.",
        ),
        Hint::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Few lanes are at work. Give each invocation as many elements as its neighbours, and workgroups of 64 or more.",
        ),
        Hint::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "Now the accesses are uncoalesced: neighbouring invocations must take neighbouring elements. The lab on coalescing has \
             an exercise on it.",
        ),
        Hint::answer(
            "scratch-left",
            Sign::All(&[
                Sign::Above(Figure::SectorsOverFewest, 1.1),
                Sign::Has("binding(4)"),
            ]),
            "There is still a detour through memory: s or t is written, or read back. When the last use of both is gone, remove their \
             declarations.",
        ),
        Hint::answer(
            "scratch-left-too",
            Sign::All(&[
                Sign::Above(Figure::SectorsOverFewest, 1.1),
                Sign::Has("binding(5)"),
            ]),
            "There is still a detour through memory: t is written, or read back. When its last use is gone, remove its declaration.",
        ),
        Hint::answer(
            "read-twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "An array is read or written more than once: `gate[i]` twice in the source is two loads. Put it into a `let`. And \
             y is to be written only.",
        ),
        Hint::answer(
            "dram",
            Sign::Above(Figure::DramOverFewest, 1.2),
            "More bytes come from DRAM than the arrays have: is each of them read from one end to the other, once?",
        ),
    ],
};
