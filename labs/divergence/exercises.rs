//! What a student writes: a branch turned into data.

use super::{SEVERAL, springs};
use crate::lab::{Exercise, Figure, Goal, Hint, Pass, Sign, Test, Variant};

/// In order.
pub static ALL: &[Exercise] = &[SPRINGS];

const SPRINGS: Exercise = Exercise {
    name: "exercise",
    task: "Springs of eight kinds: one way through the code for all of them",
    part: &springs::PART,
    start: include_str!("exercise.wgsl"),
    variant: Variant {
        name: "exercise",
        passes: &[Pass {
            shader: "exercise.wgsl",
            grid: SEVERAL,
        }],
        needs: &[],
    },
    baseline: Variant {
        name: "start",
        passes: &[Pass {
            shader: "exercise.wgsl",
            grid: SEVERAL,
        }],
        needs: &[],
    },
    size: 4096,
    goals: &[
        Goal::COMPILES,
        Goal::CORRECT,
        Goal::FAULTLESS,
        Goal {
            id: "lanes",
            title: "at least 0.9 of the lanes at work",
            test: Test::AtLeast(Figure::LaneEfficiency, 0.9),
        },
        Goal {
            id: "work",
            title: "nothing computed twice: at most 1.15 x the FLOPs",
            test: Test::AtMost(Figure::FlopOverNeeded, 1.15),
        },
        Goal {
            id: "instructions",
            title: "at most 1.2 lanes issued for each FLOP",
            test: Test::AtMost(Figure::LanesPerFlop, 1.2),
        },
        Goal {
            id: "faster",
            title: "at least twice as fast as the start on the same GPU",
            test: Test::Faster(2.0),
        },
    ],
    hints: &[
        Hint::step(
            "cost",
            "A subgroup runs every case that any of its 32 invocations takes, one after the other. How many of eight kinds does it \
             meet, on average? That is about how many times too long it takes.",
        ),
        Hint::step(
            "same",
            "Set two even cases side by side: they differ in a number that a buffer holds, and `kinds[i]` says where. An index may \
             differ from lane to lane at no cost in branches.",
        ),
        Hint::step(
            "damping",
            "`swing` is `damped` with KEEP = 1. Give the function one more argument, `keep`, and choose it with \
             select(1.0, KEEP, ...) before the loop.",
        ),
        Hint::step(
            "whole",
            "let kind = kinds[i]; let keep = select(1.0, KEEP, kind % 2u == 1u); ends[i] = swing(starts[i], rates[kind], keep);",
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
            "Two invocations touch the same place without a barrier between them. Sorting elements within a workgroup needs \
             one after each phase; but here nothing has to be sorted.",
        ),
        Hint::NEVER_WRITTEN,
        Hint::answer(
            "wrong",
            Sign::Wrong,
            "Each element moves with the rate of its own kind, and the odd kinds, these only, keep 0.99 of their speed in each \
             step, before the pull is subtracted.",
        ),
        Hint::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: a subgroup that meets eight kinds runs eight loops. `lockstep hint divergence` has more.",
        ),
        Hint::answer(
            "both",
            Sign::Above(Figure::FlopOverNeeded, 1.15),
            "No branch, but too much work: each lane computes results that it then throws away. Choose the numbers before the loop, \
             and run the loop once.",
        ),
        Hint::answer(
            "two-ways",
            Sign::All(&[
                Sign::Below(Figure::LaneEfficiency, 0.9),
                Sign::Above(Figure::LaneEfficiency, 0.4),
            ]),
            "Better: few ways are left, but lanes still wait for each other. Is there a branch between damped and undamped, or a \
             subgroup whose elements were sorted but not all of a kind? An undamped spring is a damped one that keeps all.",
        ),
        Hint::answer(
            "divergent",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "The lanes of a subgroup still go different ways, or most of them idle: the loop over the steps stands inside a \
             branch on the kind. Take the branch out of the way of the loop: what depends on the kind are numbers.",
        ),
        Hint::answer(
            "padding",
            Sign::Above(Figure::LanesPerFlop, 1.2),
            "All lanes are at work, but on what? For each FLOP that the problem needs too many instructions are issued: look for \
             work inside the loop over the steps that could stand before it.",
        ),
    ],
};
