//! What a student writes: a branch turned into data, then work collected before it is done.

use super::{sleepers, springs};
use crate::lab::{Cap, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[SPRINGS, SLEEPERS];

const SPRINGS: Exercise = Exercise {
    task: "Springs of eight kinds: one way through the code for all of them",
    size: 2048,
    sizes: &[1, 17, 301],
    goals: goals![
        Goal::LANES,
        Goal::at_most("work", "nothing computed twice: at most 1.15 x the FLOPs", Figure::FlopOverNeeded, 1.15),
        Goal::at_most("instructions", "at most 1.35 lanes issued for each FLOP", Figure::LanesPerFlop, 1.35),
        Goal::faster(2.0, "at least twice as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerFlop, 2.5)],
    astray: &[FindingKind::Divergence, FindingKind::Uncoalesced],
    given: &["KEEP"],
    hints: &[
        Hints::step(
            "cost",
            "A subgroup runs every case that any of its 32 invocations takes, one after the other. How many of eight kinds does it \
             meet, on average? That is about how many times too long it takes.",
        ),
        Hints::step(
            "same",
            "Set two even cases side by side: they differ in a number that a buffer holds, and `kinds[i]` says where. An index may \
             differ from lane to lane at no cost in branches.",
        ),
        Hints::step(
            "damping",
            "`swing` is `damped` with KEEP = 1. Give the function one more argument, `keep`, and choose it with \
             select(1.0, KEEP, ...) before the loop.",
        ),
        Hints::step(
            "whole",
            "let kind = kinds[i]; let keep = select(1.0, KEEP, kind % 2u == 1u); ends[i] = swing(starts[i], rates[kind], keep);",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations write the same element of `ends`, or one reads what another writes. Element i of the whole array is one \
             invocation's: it alone stores ends[i], and nothing else.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations touch the same place without a barrier between them. Sorting elements within a workgroup needs \
             one after each phase; but here nothing has to be sorted.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::One(Hint::ROUNDED),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Each element makes params.steps steps from its own start (start.yzwx is its first speed) with the rate of its own kind, and the \
             odd kinds, these only, keep 0.99 of their speed in each step, before the pull is subtracted.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: a subgroup that meets eight kinds runs eight loops. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "both",
            Sign::Above(Figure::FlopOverNeeded, 1.15),
            "More FLOPs are done than the problem needs: lanes compute results that are thrown away, or the loop over the \
             steps holds arithmetic whose result never changes. Choose the numbers before the loop, and run the loop once.",
        ),
        Hints::answer(
            "two-ways",
            Sign::All(&[Sign::Below(Figure::LaneEfficiency, 0.9), Sign::Above(Figure::LaneEfficiency, 0.4)]),
            "Better than the start, but lanes still wait for each other at a branch: between damped and undamped, in the \
             loop, or between elements that were sorted in part. An undamped spring is a damped one that keeps all of its speed: only numbers differ, \
             and an index or select() can choose numbers before the loop.",
        ),
        Hints::answer(
            "divergent",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Most lanes idle while others work: they go different ways, or have no element. If the loop over the steps \
             stands inside a branch on the kind, let the kind choose numbers first, and then let one loop, outside of any branch, use \
             them.",
        ),
        Hints::answer(
            "padding",
            Sign::Above(Figure::LanesPerFlop, 1.35),
            "All lanes are at work, but on more than the steps: too many instructions are issued for each FLOP that the \
             problem needs. What stands inside the loop over the steps, and could stand before it?",
        ),
    ],
    timed: TimedAt::Size(1 << 18),
    ..exercise!("exercise", springs::PART, Grid::COVERED)
};

const SLEEPERS: Exercise = Exercise {
    task: "One element in eight is awake: collect them, so that no lane waits for a neighbour",
    size: 8192,
    goals: goals![
        Goal::at_least("lanes", "at least 0.8 of the lanes at work", Figure::LaneEfficiency, 0.8),
        Goal::at_most("work", "no steps for sleepers: at most 1.1 x the FLOPs", Figure::FlopOverNeeded, 1.1),
        Goal::at_most("instructions", "at most 1.4 lanes issued for each FLOP", Figure::LanesPerFlop, 1.4),
        Goal::faster(2.0, "at least twice as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerFlop, 2.0)],
    astray: &[FindingKind::Uncoalesced],
    hints: &[
        Hints::step(
            "chance",
            "One element in eight is awake. How likely is it that a subgroup of 32 has none, and can go on at once? How many of its lanes \
             work otherwise? And how many subgroups would be enough if all elements that are awake were side by side?",
        ),
        Hints::step(
            "list",
            "An invocation that finds an element awake takes the next free place of a list in workgroup memory, and an atomic tells it which one that is. \
             How many places does the list need, if all may be awake? Sleepers can be stored at once.",
        ),
        Hints::step(
            "share",
            "list[atomicAdd(&count, 1u)] = i fills the list. When it is complete (a barrier!), it holds `atomicLoad(&count)` elements. Invocation \
             `local` takes the places local, local + WORKGROUP and so on below that: whole subgroups are at work, or at rest.",
        ),
        Hints::step(
            "whole",
            "workgroupBarrier(); let all = atomicLoad(&count); for (var at = local; at < all; at += WORKGROUP) { let i = list[at]; \
             ends[i] = swing(starts[i], rates[0]); }",
        ),
        Hints::LAUNCH,
        Hints::answer(
            "atomic-type",
            Sign::Compiler("atomic"),
            "A counter that many invocations raise is declared `var<workgroup> count: atomic<u32>;` and touched through \
             atomicAdd(&count, 1u), atomicLoad(&count) and atomicStore(&count, 0u) only.",
        ),
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "no-barrier",
            Sign::All(&[Sign::Fault(FindingKind::Race), Sign::Lacks("workgroupBarrier")]),
            "The list is written by all and read by all: between the two everyone must wait. Put a workgroupBarrier() after the \
             loop that collects.",
        ),
        Hints::answer(
            "race",
            Sign::FaultInTile(FindingKind::Race),
            "Two invocations use the same place of workgroup memory. Places of the list are handed out by atomicAdd, which \
             returns the old count to one invocation only; a plain count += 1u loses some, and a second look at the count may \
             find what others have added since. An index that % or min() makes smaller gives one place to several. The count is 0 at first: where it is set, a barrier must follow. And no one may read the list \
             before all have written.",
        ),
        Hints::answer(
            "buffer-race",
            Sign::Fault(FindingKind::Race),
            "Two invocations write the same element of the output. Each element needs one owner: does the list hold what \
             was found, an index into the whole array (`i`) and not into the workgroup, once, and one place after the other, without \
             gaps? Does each place go to one invocation, and is it below the count? And is an element that goes on the list stored there only?",
        ),
        Hints::One(Hint::FIRST_MISSING),
        Hints::One(Hint::LAST_MISSING),
        Hints::One(Hint::STORED_ELSEWHERE),
        Hints::answer(
            "never-written",
            Sign::NeverWritten,
            "Some elements of the output are never written: the message lists the first ones that are not right. Does the \
             first loop look at such an element? If it sleeps, is it copied? If it is awake: does the list hold it (`i`), and does the loop that \
             works the list off reach it, with a count that is never set back and was read after the barrier? A `return` leaves the kernel, not only the loop.",
        ),
        Hints::UNWRITTEN,
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Elements that are awake must make all their steps, and make them once; sleepers must be copied. Does the list hold what was found \
             (`i`), is its element taken where it is worked off (list[at]), and does the second loop reach every place of \
             it, also when it is longer than the workgroup?",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: about four of 32 lanes swing, and 28 wait. Begin at the first TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "for-all",
            Sign::Above(Figure::FlopOverNeeded, 1.1),
            "More FLOPs are done than the elements that are awake need: steps are taken whose result is thrown away, or \
             taken twice. Lanes that work are worth something only where the work is wanted.",
        ),
        Hints::answer(
            "short-list",
            Sign::All(&[Sign::Below(Figure::LaneEfficiency, 0.8), Sign::Above(Figure::LaneEfficiency, 0.35)]),
            "Better than the start, but lanes still idle. Where a list is worked off, its last subgroup is mostly empty: \
             the shorter the list, the more that counts. One list for the whole workgroup is longer than one for each subgroup or each \
             iteration; and the more elements it collects from (ITEMS: 8 or more), the longer it is. Let neighbouring invocations take neighbouring places.",
        ),
        Hints::answer(
            "still-divergent",
            Sign::Below(Figure::LaneEfficiency, 0.8),
            "Most lanes still wait: the steps are taken where only some lanes have an element. Collect first, in one loop, into \
             one list of the whole workgroup; then swing, in another, with the places of that list side by side.",
        ),
        Hints::answer(
            "overhead",
            Sign::Above(Figure::LanesPerFlop, 1.4),
            "All lanes are at work, but not on the steps alone: too many instructions go elsewhere. One look at the \
             elements and one atomicAdd for each that is awake is enough.",
        ),
    ],
    timed: TimedAt::Size(1 << 18),
    ..exercise!("exercise-2", sleepers::PART, Grid::COVERED)
};
