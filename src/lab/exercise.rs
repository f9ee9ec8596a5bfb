//! What a student is asked to write: a starting kernel, goals, hints. Nothing is judged here.

use super::Variant;

/// One kernel for a student to write.
pub struct Exercise {
    /// The name, unique in its lab: the stem of its file, `shaders/LAB/NAME.wgsl`.
    pub name: &'static str,
    /// What to do, in one line.
    pub task: &'static str,
    /// The name of the part whose problem it solves.
    pub part: &'static str,
    /// The starting kernel, as `labs/LAB/NAME.wgsl` keeps it: `shaders/LAB/NAME.wgsl` is the student's to change.
    pub start: &'static str,
    /// How it is launched: one pass, its file, its grid.
    pub variant: Variant,
    /// What its time is compared with on a real device: the start where that is right, else a rung of the ladder.
    /// Its source is always the program's own.
    pub baseline: Variant,
    /// The size at which the simulator counts: large enough to show the lesson, small enough for a second.
    pub size: u32,
    /// What it must reach, `compiles`, `correct` and `faults` first.
    pub goals: &'static [Goal],
    /// From a nudge to the whole idea.
    pub hints: &'static [Hint],
}

/// One thing that an attempt must reach.
#[derive(Debug)]
pub struct Goal {
    /// Unique in its exercise; assignments give points by it: `coalesced`.
    pub id: &'static str,
    /// In a few words, with the figure: "at most 1.1 x the ideal sectors".
    pub title: &'static str,
    /// How it is judged.
    pub test: Test,
}

/// How a goal is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// It is WGSL, and binds what the problem has.
    Compiles,
    /// Every element is right at every size.
    Correct,
    /// The simulator finds no race, no access out of bounds, no divergent barrier, ...
    FreeOfFaults,
    /// The figure is at most this.
    AtMost(Figure, f64),
    /// The figure is at least this.
    AtLeast(Figure, f64),
    /// On a GPU, at least this many times as fast as the baseline.
    Faster(f64),
}

/// A figure drawn from the simulator's counters, on the default machine and at the exercise's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Sectors of global memory over the fewest that could hold the bytes of each request: 1 is coalesced.
    SectorsOverIdeal,
    /// Passes over the banks of workgroup memory over the fewest possible: 1 is free of conflicts.
    WavefrontsOverIdeal,
    /// Active lanes over all lanes, 0 to 1.
    LaneEfficiency,
    /// Branches after which lanes go different ways, over all branches, 0 to 1.
    DivergentBranches,
    /// DRAM bytes over the fewest that the problem needs.
    DramOverFewest,
    /// Bytes requested of global memory over the fewest that the problem needs.
    RequestedOverFewest,
    /// Bytes requested of global memory over the requests: 128 for 32 lanes of one f32 each.
    BytesPerRequest,
    /// FLOPs executed over those that the problem needs.
    FlopOverNeeded,
    /// Accesses to workgroup memory over FLOPs that the problem needs.
    SharedRequestsPerFlop,
}

/// A sentence that helps, and when it is the one to say.
#[derive(Debug)]
pub struct Hint {
    /// Unique in its exercise.
    pub id: &'static str,
    /// What to look at, or to try.
    pub text: &'static str,
    /// The attempts it answers.
    pub sign: Sign,
}

/// What an attempt shows. The first hint whose sign is seen answers it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sign {
    /// Nothing: the hint comes only when it is asked for.
    Asked,
    /// It is still the starting kernel, comments and white space aside.
    Unchanged,
    /// It does not compile, or breaks the contract; the message holds this text (in any case; empty for all).
    Refused(&'static str),
    /// An output is wrong.
    Wrong,
    /// The simulator found this kind of fault.
    Fault(&'static str),
    /// The figure is above this.
    Above(Figure, f64),
    /// The figure is below this.
    Below(Figure, f64),
    /// All of these.
    All(&'static [Sign]),
}
