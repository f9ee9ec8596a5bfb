//! What a student writes: one turn for a workgroup, then bins that neighbours do not share.

use super::{histogram, length};
use crate::lab::{Cap, Exercise, Failure, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[NORM, SKEWED];

const NORM: Exercise = Exercise {
    task: "Norm: one turn at the total for a workgroup, and at most two barriers",
    size: 1 << 16,
    goals: goals![
        Goal::at_most("turns", "at most one turn at an atomic a workgroup", Figure::TurnsPerWorkgroup, 1.0),
        Goal::at_most("barriers", "at most two barriers a workgroup", Figure::BarriersPerWorkgroup, 2.0),
        Goal::FETCHED_ONCE,
        Goal::LANES,
        Goal::faster(1.2, "at least 1.2 times as fast as the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::TurnsPerWorkgroup, Figure::WorkgroupsPerElement, 0.01),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 3.0),
        Cap::part(Cap::ELEMENTS),
    ],
    astray: &[FindingKind::Divergence],
    hints: &[
        Hints::step(
            "count",
            "How many invocations call `add`, and how many sums does the total need? Each call waits for all others in the whole \
             launch. What can a subgroup do without memory, and a workgroup with a little of it?",
        ),
        Hints::step(
            "subgroup",
            "A subgroup operation gives every lane the sum of all lanes of its subgroup. One lane of each can leave it in workgroup memory, at a place of the \
             subgroup's own; after a barrier, all can read what the subgroups found.",
        ),
        Hints::step(
            "widths",
            "How many lanes a subgroup has is the device's choice: from 4 to 128. Ask for it: subgroup_size, num_subgroups. There may \
             be more subgroups than a subgroup has lanes, so a lane takes the sums lane, lane + size, lane + 2 size ..., \
             and a second subgroupAdd makes one of them.",
        ),
        Hints::step(
            "whole",
            "let sum = subgroupAdd(own); if (lane == 0u) { sums[subgroup] = sum; } workgroupBarrier(); var others = 0.0; for (var at = \
             lane; at < subgroups; at += width) { others += sums[at]; } let all = subgroupAdd(others); if (local == 0u) { add(all); }",
        ),
        Hints::LAUNCH,
        Hints::answer(
            "no-f32-atomics",
            Sign::RefusedFor(Failure::Extension),
            "WGSL has atomics of u32 and i32 only; an atomic<f32> is an extension that most devices lack. `add` does without: it keeps \
             the bits of the sum in a u32.",
        ),
        Hints::BASICS,
        Hints::RULES,
        Hints::answer(
            "no-barrier",
            Sign::All(&[Sign::Fault(FindingKind::Race), Sign::Lacks("workgroupBarrier")]),
            "What one subgroup writes to workgroup memory another reads: between the two everyone must wait. Put a workgroupBarrier() \
             there.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same word of workgroup memory without a barrier between them, one of them to write it. In a tree \
             there is a barrier after each level, the last one included; and no two invocations may write the same place.",
        ),
        Hints::answer(
            "width",
            Sign::Any(&[Sign::Fault(FindingKind::SubgroupWidth), Sign::Fault(FindingKind::InactiveLane)]),
            "With subgroups of another width it does something else: the finding says what. How many lanes a subgroup has, and so how many \
             subgroups there are, is the device's choice: subgroup_size, subgroup_id, num_subgroups and subgroup_invocation_id tell it. Is one of \
             them guessed, by a 32 or a 5 in the source, or by `local`, which need not follow the lanes? If not, look at what comes after each \
             subgroup's own sum: are the sums of all subgroups added, each once?",
        ),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "integers",
            Sign::All(&[Sign::Wrong, Sign::Has("i32")]),
            "A sum in integers loses the fraction of every term that is added. The total holds the bits of an f32 \
             (bitcast), not its value rounded (u32() or i32()).",
        ),
        Hints::answer(
            "bits",
            Sign::All(&[Sign::Wrong, Sign::Has("atomicAdd(&total")]),
            "atomicAdd adds whole numbers, and the total holds the bits of an f32: their sum as whole numbers is the bits of something else. `add`, as it was in \
             the start, turns the bits into a number, adds to that, and turns it back.",
        ),
        Hints::answer(
            "lost",
            Sign::All(&[Sign::Wrong, Sign::Lacks("atomicCompareExchangeWeak"), Sign::Has("atomicStore(&total")]),
            "The total is stored over: what other workgroups have added by then is lost. `add`, as it was in the start, writes only where the \
             total is still what it read, and else tries again.",
        ),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Every element must be squared and added once: does each workgroup begin and end with its own COVER elements? Does each subgroup's sum get to the total, also where there are more \
             subgroups than a subgroup has lanes? Is it subgroupAdd that brings them together each time? Is a sum that all invocations know added by one of the workgroup's only, not by one \
             of each subgroup? Do lanes without an element bring 0?",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: each of a workgroup's 256 invocations adds to the total by itself, one after the other. Begin at the last TODO.",
        ),
        Hints::One(Hint::ONLY_CONSTANTS),
        Hints::answer(
            "tree",
            Sign::All(&[Sign::Above(Figure::BarriersPerWorkgroup, 2.0), Sign::Lacks("subgroupAdd")]),
            "The tree waits at each of its levels. subgroupAdd adds up the values of a subgroup without a barrier, so that only the subgroups' sums \
             have to be added, once.",
        ),
        Hints::answer(
            "barriers",
            Sign::Above(Figure::BarriersPerWorkgroup, 2.0),
            "The workgroup waits more often than twice. One barrier is enough: after each subgroup's sum was written, and before they \
             are read. Do not put it into a loop.",
        ),
        Hints::answer(
            "each-subgroup",
            Sign::All(&[Sign::Above(Figure::TurnsPerWorkgroup, 1.0), Sign::Below(Figure::TurnsPerWorkgroup, 65.0)]),
            "A workgroup takes more than one turn: each of its subgroups takes one, or several of its lanes, or one lane tries more than once. Let \
             the subgroups' sums meet in workgroup memory, and one invocation add what they come to, once.",
        ),
        Hints::answer(
            "turns",
            Sign::Above(Figure::TurnsPerWorkgroup, 1.0),
            "Invocations still take their turns one by one: at the total, or at an atomic in workgroup memory, which is nearer and \
             serves one lane at a time as well. subgroupAdd adds up the values of a subgroup without any atomic.",
        ),
        Hints::One(Hint::ALONE),
        Hints::answer(
            "scattered",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "The loads are scattered: neighbouring invocations read floats that are not neighbours. Let `local` count by ones in the \
             index, as in the start.",
        ),
        Hints::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "More is loaded than each element once, even where a compiler makes one load of two of the same place. Load it into a `let` where \
             it is needed first, and go over the elements once.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Many lanes idle: while one lane adds up what the others found, or because a workgroup has too few elements for \
             what comes after them. Let every lane have many elements (ITEMS), and the lanes of a subgroup share out the sums.",
        ),
    ],
    timed: TimedAt::Size(1 << 21),
    ..exercise!("exercise", length::PART, Grid::COVERED)
};

const SKEWED: Exercise = Exercise {
    task: "Skewed bins: nine in ten elements are equal, and take their turns at different places",
    size: 1 << 16,
    goals: goals![
        Goal::at_most("turns", "at most 0.1 turns at atomics an element", Figure::TurnsPerElement, 0.1),
        Goal::at_most(
            "banks",
            "at most 0.1 passes of atomics over the banks an element",
            Figure::AtomicWavefrontsPerElement,
            0.1
        ),
        Goal::FETCHED_ONCE,
        Goal::at_least("lanes", "at least 0.7 of the lanes at work", Figure::LaneEfficiency, 0.7),
        Goal::faster(1.1, "at least 1.1 times as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 6.0), Cap::part(Cap::ELEMENTS)],
    astray: &[FindingKind::Atomics],
    given: &["BINS"],
    hints: &[
        Hints::step(
            "meet",
            "Of 32 lanes that count at the same time about 29 have the same value. How many turns does that one atomicAdd take? And if the \
             even lanes counted in one histogram, and the odd ones in another?",
        ),
        Hints::step(
            "copies",
            "With several histograms, let neighbours count in different ones. And lay the copies of a bin side by side: then they also lie in different banks.",
        ),
        Hints::step(
            "how-many",
            "29 lanes on COPIES places are 29 / COPIES turns for 32 elements. At most a tenth of a turn for each element is 3.2 turns for 32 of them. Which \
             power of two is enough, and does BINS * COPIES * 4 bytes fit into 16 KiB?",
        ),
        Hints::step(
            "whole",
            "const COPIES = 16u; bins: array<atomic<u32>, BINS * COPIES>; clear all of it; atomicAdd(&bins[x[i] * COPIES + local % COPIES], \
             1u); after the barrier, for each bin a sum over its copies of atomicLoad(&bins[bin * COPIES + copy]).",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations change the same word, and not by atomic operations: `bins[at] += 1u` loses counts where lanes meet. Bins are \
             declared atomic<u32> and counted by atomicAdd.",
        ),
        Hints::answer(
            "order",
            Sign::All(&[Sign::Wrong, Sign::Seen(FindingKind::OrderDependentAtomic)]),
            "What comes out depends on who is first: bins are read or cleared while others still count, or one count overwrites \
             another in the result. Everyone waits between clearing and counting, and between counting and adding up: two barriers. \
             Atomic operations do not wait for anybody, and only atomicAdd keeps what others added.",
        ),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Every element must be counted once, and every bin of every copy added to the whole once. Is there a barrier after clearing, \
             and one after counting? If bins are used again, are they cleared again? Does the last loop reach all BINS, and all copies of each? Is a \
             bin's place computed alike where it is counted \
             and where it is read? And is each count added to the result (atomicAdd), or does it overwrite the result?",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: about 29 of 32 lanes meet at one bin. Begin at the first TODO.",
        ),
        Hints::One(Hint::ONLY_CONSTANTS),
        Hints::answer(
            "straight",
            Sign::All(&[Sign::Above(Figure::TurnsPerElement, 0.1), Sign::Has("atomicAdd(&counts[x[")]),
            "Every element is counted in storage memory, where all workgroups meet at the same bins. Count in workgroup memory, as in the start, in several copies of \
             the histogram, and add what a workgroup has counted to the result once.",
        ),
        Hints::answer(
            "same-copy",
            Sign::Above(Figure::TurnsPerElement, 0.5),
            "Lanes of a subgroup still meet at one place: neighbours count in the same histogram. What counts at the same time are neighbouring \
             invocations: these must have different copies, not the subgroups or the workgroups.",
        ),
        Hints::answer(
            "copies-unused",
            Sign::All(&[Sign::Above(Figure::TurnsPerElement, 0.1), Sign::Above(Figure::WorkgroupBytes, 16_000.0)]),
            "There are as many histograms as fit, and lanes that count at the same time still meet: neighbours count in the same one. \
             Which copy an invocation counts in must follow from its own number, and differ from its neighbour's.",
        ),
        Hints::answer(
            "few-copies",
            Sign::Above(Figure::TurnsPerElement, 0.1),
            "Better than the start, but too many lanes still meet at one place. If the workgroup counts in copies of the histogram, twice as many \
             have half the turns: how many fit into 16 KiB? If it has one histogram, give it copies, and neighbours different ones.",
        ),
        Hints::answer(
            "more-copies",
            Sign::All(&[
                Sign::Above(Figure::AtomicWavefrontsPerElement, 0.1),
                Sign::Below(Figure::AtomicWavefrontsPerElement, 0.15),
            ]),
            "Nearly: lanes still meet a little too often, at one word or at words of one bank. As many copies as fit into 16 KiB, a power of two of \
             them, part them further.",
        ),
        Hints::answer(
            "one-bank",
            Sign::Above(Figure::AtomicWavefrontsPerElement, 0.1),
            "Lanes meet at different words now, and many of these are in one bank, which changes one word at a time: histograms that lie one after \
             the other, 256 words apart, have a bin of all of them in the same bank. Let what lies side by side be the copies of one bin, and not the bins of one copy.",
        ),
        Hints::One(Hint::ALONE),
        Hints::answer(
            "scattered",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "The loads are scattered: neighbouring invocations read elements that are not neighbours. Let `local` count by ones in the \
             index, as in the start.",
        ),
        Hints::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "More is loaded than each element once: load it into a `let` before the first branch that needs it, and go over the \
             elements once.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.7),
            "Many lanes idle: some do what all could share. Clearing and adding up are loops of all invocations, each with its own bins.",
        ),
    ],
    timed: TimedAt::Size(1 << 21),
    ..exercise!("exercise-2", histogram::SKEWED, Grid::COVERED)
};
