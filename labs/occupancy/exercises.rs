//! What a student writes: more under way for each wait, then less memory for each workgroup.

use super::{asking, shrink};
use crate::lab::{Cap, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[ASK, SHRINK];

/// Bytes of workgroup memory that the second exercise allows: what is needed, and a little.
const MEMORY: f64 = 8192.0;

/// Why the second exercise saves no time.
const NO_TIME: &str = "On most GPUs this saves no time: the twelve loads that each invocation has under way keep the memory busy at \
                       either occupancy. What it saves is room.";

const ASK: Exercise = Exercise {
    task: "Ask before you wait: four loads under way in place of one",
    // A multiple of four rows.
    size: 2000 * 524,
    ragged: true,
    goals: goals![
        Goal::at_least("waits", "at least 4 loads under way at each wait", Figure::LoadsPerWait, 4.0),
        Goal::DRAM_ONCE,
        // Rows need not begin a sector: where sectors are large, a request touches one more.
        Goal::FETCHED_ALMOST_ONCE,
        Goal::LANES,
        Goal::faster(1.2, "at least 1.2 times as fast as the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::LoadsPerWait, Figure::RequestsPerLine, 1.3),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 3.0),
    ],
    hints: &[
        Hints::step(
            "count",
            "An invocation has one word under way, and waits for it hundreds of clocks. How many words does it need from memory before it \
             could add anything? Do any two of its loads need each other?",
        ),
        Hints::step(
            "where",
            "Let an iteration of the loop have four rows: load the word at `at` and those one, two and three times params.columns further, and only \
             then add. The next iteration is four rows further.",
        ),
        Hints::step(
            "tail",
            "The number of rows need not be a multiple of four. The loop of four goes on only where its fourth row is there, at \
             less than `end`; a second loop adds what is left, row by row.",
        ),
        Hints::step(
            "whole",
            "var at = column; for (; at + 3u * params.columns < end; at += 4u * params.columns) { sum += x[at] + x[at + params.columns] + \
             x[at + 2u * params.columns] + x[at + 3u * params.columns]; } for (; at < end; at += params.columns) { sum += x[at]; }",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::One(Hint::DIVERGENT_BARRIER),
        Hints::answer(
            "stored-beyond",
            Sign::FaultAt(FindingKind::OutOfBounds, 2),
            "A sum is stored at a place that `sums` does not have. There are params.columns columns, and the last workgroup has more invocations than are left: \
             those whose column is not below params.columns load nothing and store nothing, and each of the others stores at its own column.",
        ),
        Hints::answer(
            "beyond-the-last-row",
            Sign::Fault(FindingKind::OutOfBounds),
            "A place is loaded that is not there: the message names the line and the index. An iteration of four may begin where all of its \
             four rows are there; rows that are left over have a loop of their own, which ends after the last one. A row below another lies params.columns \
             words further.",
        ),
        Hints::One(Hint::UNINITIALIZED),
        Hints::One(Hint::LOST_UPDATE),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations touch the same place, and one of them writes it. Each column has one invocation that stores its sum.",
        ),
        Hints::MISSING,
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Each row of a column must be added once, to a sum that is 0 before the first loop, whatever the number of rows: an iteration has four, the next \
             begins at the fifth, and the rows that are left over, fewer than four, come after the loop. A row below another lies params.columns words further; what lies beside a word is another column's.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: one load, one wait. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "scattered",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "The loads are scattered: neighbouring invocations ask for words that are not neighbours. The four loads of an invocation may \
             lie far apart, but each of them should be beside its neighbour's: column by column, in one row.",
        ),
        Hints::answer(
            "kept-in-memory",
            Sign::Asks(2, 4.0),
            "The sum is kept in memory, so that each addition has to load it and store it again. Keep it in a `var` of the function, and store it \
             once, at the end.",
        ),
        Hints::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "More is loaded than each element once. Four loads of the same row are not four rows, and a row that is loaded but not added brings nothing.",
        ),
        Hints::answer(
            "barrier",
            Sign::All(&[Sign::Below(Figure::LoadsPerWait, 4.0), Sign::Has("Barrier")]),
            "A barrier waits for all loads before it, and no column needs another one: it can be left out. If fewer than four loads still share \
             a wait without it, look at the rows that are left over: are there fewer than four, which come one by one?",
        ),
        Hints::answer(
            "too-few",
            Sign::All(&[Sign::Above(Figure::LoadsPerWait, 1.3), Sign::Below(Figure::LoadsPerWait, 4.0)]),
            "Some loads are under way together, but fewer than four at each wait. Are there four in an iteration, and does nothing stand between them \
             that needs one of their values, no branch and no inner loop? And are fewer than four rows left over, which come one by one?",
        ),
        Hints::answer(
            "parted",
            Sign::Below(Figure::LoadsPerWait, 4.0),
            "After each load the kernel still waits before the next. What separates loads: a branch or a loop around each of them, because it is not \
             known beforehand whether it runs; a test of the value that has just come; a barrier; a place that is computed from what was loaded before.",
        ),
        Hints::answer(
            "lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Lanes idle while others work: give each invocation a column of its own, and all of them the same number of rows. A workgroup \
             smaller than a subgroup leaves lanes empty, too.",
        ),
    ],
    ..exercise!("exercise", asking::PART, Grid::COVERED)
};

const SHRINK: Exercise = Exercise {
    task: "Shrink: one array in place of four, of which one is needed at a time",
    size: 1536 * 171,
    goals: goals![
        Goal::at_least("occupancy", "occupancy of at least 0.65", Figure::Occupancy, 0.65),
        Goal::at_most("memory", "at most 8192 bytes of workgroup memory", Figure::WorkgroupBytes, MEMORY),
        Goal::DRAM_ONCE,
        Goal::FETCHED_ALMOST_ONCE,
        Goal::PRIVATE,
        Goal::LANES,
        // More residents bring time only where too little is in flight: they must not cost any.
        Goal::faster(0.9, "at least 0.9 times as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 20.0)],
    given: &["COVER"],
    hints: &[
        Hints::step(
            "count",
            "When `twice` is being made, who still needs `loaded`? How many of the 24 KiB are needed at one time, and how many workgroups with so \
             many fit into 100 KiB?",
        ),
        Hints::step(
            "where",
            "One array can hold the old values and then the new ones, if nobody overwrites what somebody has yet to read. An invocation \
             makes 12 new values: where else can it keep so few?",
        ),
        Hints::step(
            "barriers",
            "There are two dangers, and a barrier for each: nobody may store before all have read the old values, and nobody may read \
             before all have stored the new ones.",
        ),
        Hints::step(
            "whole",
            "for (var time = 1u; time < 4u; time++) { var next: array<f32, EACH>; for (var i = 0u; i < EACH; i++) { next[i] = smoothed(...); } \
             workgroupBarrier(); for (var i = 0u; i < EACH; i++) { row[local + i * WORKGROUP] = next[i]; } workgroupBarrier(); }, and the \
             fourth time goes to y.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations store the same element of y. A workgroup has a row of its own, COVER elements that begin at its number times COVER, and each \
             of its invocations stores its own EACH of them.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "A value is overwritten while a neighbour may still have to read it, or read before it is there. With one array two barriers are needed \
             each time: one between reading the old values and storing the new ones, one between storing and reading again.",
        ),
        Hints::MISSING,
        Hints::answer("half", Sign::All(&[Sign::Wrong, Sign::Has("2x16float")]), HALF),
        Hints::answer("half-typed", Sign::All(&[Sign::Wrong, Sign::Has("f16")]), HALF),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Each time, every element of the row becomes half of itself plus a quarter of each neighbour, with the values from before this time, and goes back to its own place. At \
             the ends of the row (its last element is `last`) an element is its own neighbour. This is done four times, and the fourth result is stored to y. \
             A row has 1536 elements: that is what WORKGROUP * EACH must stay.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: four arrays, of which one is needed at a time. Begin at the first TODO.",
        ),
        Hints::answer(
            "enlarged",
            Sign::All(&[Sign::Above(Figure::WorkgroupBytes, MEMORY), Sign::OnlyConstants]),
            "Another size of workgroup divides the same 24.6 kB among more invocations or fewer; three quarters of it still hold values that nobody \
             needs. Remove the arrays that are not needed.",
        ),
        Hints::IDLE,
        Hints::answer(
            "private",
            Sign::Above(Figure::PrivateBytes, 1000.0),
            "The row has moved into variables of each invocation: that is more than its registers hold, so that it lies in memory, once for every \
             invocation. Only the 12 new values of its own belong there.",
        ),
        Hints::answer(
            "scattered",
            Sign::Above(Figure::SectorsOverIdeal, 1.3),
            "Each element is loaded and stored once, and the requests touch more sectors than their words would fill: neighbouring invocations ask for words \
             that are not neighbours. In x and y let `local` count by ones, and the step from one of an invocation's elements to its next be WORKGROUP.",
        ),
        Hints::answer(
            "from-storage",
            Sign::Above(Figure::SectorsOverFewest, 1.3),
            "More is asked of storage memory than to load each element once and to store it once. Neighbours are read from workgroup memory, where the \
             row's invocations exchange their values, and only the fourth result is stored to y.",
        ),
        Hints::answer(
            "two-arrays",
            Sign::All(&[Sign::Above(Figure::WorkgroupBytes, MEMORY), Sign::Below(Figure::WorkgroupBytes, 13_000.0)]),
            "There is still memory for two rows. New values can wait in registers until all have read the old ones, so that one row is enough.",
        ),
        Hints::answer(
            "memory",
            Sign::Above(Figure::WorkgroupBytes, MEMORY),
            "A workgroup still asks for more than one row of workgroup memory: every array that is declared and used counts for the whole of the kernel, \
             whether it is needed at the time or not.",
        ),
        Hints::answer(
            "few-residents",
            Sign::Below(Figure::Occupancy, 0.65),
            "The memory fits, but a unit still holds fewer than 0.65 of the subgroups that it has places for: the workgroup is too small for \
             its memory, or an invocation takes too many registers.",
        ),
        Hints::answer(
            "lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Lanes wait while others work: each invocation should have as many elements as the others.",
        ),
    ],
    timed: TimedAt::Never(NO_TIME),
    ..exercise!("exercise-2", shrink::PART, Grid::COVERED)
};

/// What sixteen bits do to a value.
const HALF: &str = "Values have gone through 16 bits: eleven of them are significant, and the result is off by more than f32's roundings explain. There is no need for it: the row fits in f32, without a second array.";
