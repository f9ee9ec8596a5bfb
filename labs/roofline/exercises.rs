//! What a student writes: memory turned into arithmetic, then arithmetic into memory.

use super::{levels, rotary};
use crate::lab::{Cap, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[RECOMPUTE, LOOK_UP];

/// What sixteen bits do to an angle.
const HALF: &str = "The angle, or its sine and cosine, has gone through 16 bits: eleven of them are significant, and near pi \
                    an angle is then off by up to a thousandth. Arithmetic in f32 costs nothing here.";

/// What sixteen bits do to an entry.
const HALF_ENTRY: &str = "Values have gone through 16 bits: eleven of them are significant, and a result is then off by more than f32's \
                          roundings explain. 256 entries of f32 are 1 KiB: there is room for them.";

const RECOMPUTE: Exercise = Exercise {
    task: "A table read from memory becomes arithmetic that costs nothing",
    size: 65_536,
    goals: goals![
        Goal::DRAM_ONCE,
        Goal::at_most("work", "at most 2 x the FLOPs that rotating needs", Figure::FlopOverNeeded, 2.0),
        Goal::FETCHED_ALMOST_ONCE,
        Goal::LANES,
        Goal::faster(1.2, "at least 1.2 times as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 4.0)],
    given: &["PAIRS", "POSITIONS"],
    hints: &[
        Hints::step(
            "bytes",
            "For each pair the kernel reads 8 bytes of `x` and 8 of `table`, and writes 8: a third of the traffic is the table. It \
             does 6 FLOP with these 24 bytes. How many could your device do in that time?",
        ),
        Hints::step(
            "where",
            "The rows of the table are the positions, and its columns the places in a row. What is an element of it made of? A quotient and a remainder of the \
             pair's number tell its row and its place; the positions begin anew after the last.",
        ),
        Hints::step(
            "whole",
            "let angle = f32(i / PAIRS % POSITIONS) * rates[i % PAIRS]; let rotation = vec2(cos(angle), sin(angle));",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations touch the same place without a barrier between them. No pair needs another one.",
        ),
        Hints::MISSING,
        Hints::answer("half", Sign::All(&[Sign::Wrong, Sign::Has("F16")]), HALF),
        Hints::answer("half-packed", Sign::All(&[Sign::Wrong, Sign::Has("2x16float")]), HALF),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Compare the angle with the one that the table was made from: is it the pair's own position times its own rate? Which row is the pair in, \
             at which row does the position begin anew, and which place in the row has it? The \
             pair (a, b) becomes (a cos - b sin, a sin + b cos), both from the pair as it was before; with the signs changed it rotates the other way. Angles go up to pi: the first \
             terms of a series are not enough.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: a third of what it moves is the table. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "table",
            Sign::Touches(3),
            "The table is still read. Both of a pair's numbers follow from the angle: cos(angle) and sin(angle).",
        ),
        Hints::answer(
            "work",
            Sign::Above(Figure::FlopOverNeeded, 2.0),
            "Far more is computed than a pair needs: one angle, one cosine, one sine, six operations to rotate it. An invocation that \
             computes the angles of other pairs, too, does work that others do again.",
        ),
        Hints::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverFewest, 1.3),
            "The bytes are right and the requests are not: neighbouring lanes should read and write \
             neighbouring pairs, and each pair whole, by one load and one store of the vec2 that it is.",
        ),
        Hints::answer(
            "lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Lanes idle while others work: give each invocation a pair of its own. A workgroup smaller than a subgroup leaves lanes empty, too.",
        ),
    ],
    ..exercise!("exercise", rotary::PART, Grid::COVERED)
};

const LOOK_UP: Exercise = Exercise {
    task: "A costly function of 256 values becomes a table in workgroup memory",
    size: 65_536,
    goals: goals![
        Goal::at_most("work", "at most 1.1 x the FLOPs of one table for 16384 elements", Figure::FlopOverNeeded, 1.1),
        Goal::PRIVATE,
        Goal::LANES,
        Goal::FETCHED_ALMOST_ONCE,
        Goal::faster(2.0, "at least twice as fast as the start on the same GPU"),
    ],
    // Which entry a lane looks up, its byte decides.
    astray: &[FindingKind::RedundantLoads, FindingKind::BankConflict],
    given: &["STEPS"],
    hints: &[
        Hints::step(
            "count",
            "How many different values does `response` ever return? How often does a workgroup of the start compute each of them?",
        ),
        Hints::step(
            "where",
            "A workgroup of 256 invocations can compute 256 values at once, one each, and keep them where every invocation of it can look.",
        ),
        Hints::step(
            "share",
            "The table pays when many elements share it: let COVER be 16384, and let each invocation go through the workgroup's \
             elements with a step of WORKGROUP.",
        ),
        Hints::step(
            "whole",
            "table[local] = response(local); workgroupBarrier(); for (var i = first + local; i < min(first + COVER, params.n); \
             i += WORKGROUP) { y[i] = table[(levels[i / 4u] >> (8u * (i % 4u))) & 255u]; }, where first is the workgroup's \
             number times COVER.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations store the same element of y. Each element is stored once, at its own index i: a workgroup has the COVER elements from its number \
             times COVER on, and each of these is one invocation's.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "An entry is written by two invocations, or read while another may still be writing it. Entry k is one invocation's, say number k's, and not that of \
             each whose element has this level; and all entries must be there before the first look: a workgroupBarrier() between filling the table and using it.",
        ),
        Hints::MISSING,
        Hints::answer("half", Sign::All(&[Sign::Wrong, Sign::Has("2x16float")]), HALF_ENTRY),
        Hints::answer("half-typed", Sign::All(&[Sign::Wrong, Sign::Has("f16")]), HALF_ENTRY),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "An entry is the curve at its own index, and an element looks up its own byte: (levels[i / 4u] >> (8u * (i % 4u))) & 255u. \
             Every level needs its entry, 255 too: what nobody fills is 0.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: 130 FLOP for each element. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "own-table",
            Sign::Above(Figure::PrivateBytes, 1000.0),
            "Each invocation has a table of its own: 256 values are more than its registers hold, and everybody computes all of \
             them. Let the invocations of a workgroup share one: var<workgroup>.",
        ),
        Hints::answer(
            "few-share",
            Sign::Above(Figure::FlopOverNeeded, 1.1),
            "More is computed than one table for 16384 elements: either a workgroup covers too few elements for the table that it \
             fills, or the polynomial is still computed for each element beside it. The more elements share a table, the less it costs.",
        ),
        Hints::answer(
            "one-builds",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Lanes wait while a few fill the table, or while the last elements are done. Each of 256 invocations can compute one \
             entry, all at the same time. A workgroup smaller than a subgroup leaves lanes empty, too.",
        ),
        Hints::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverFewest, 1.3),
            "The table is right, and memory is touched in the wrong order: in each iteration of the loop neighbouring lanes should have \
             neighbouring elements, WORKGROUP elements an iteration.",
        ),
    ],
    timed: TimedAt::Size(4_000_000),
    ..exercise!("exercise-2", levels::PART, Grid::COVERED)
};
