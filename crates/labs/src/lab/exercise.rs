//! What a student is asked to write: a starting kernel, goals, hints. Nothing is judged here.

use super::{Part, Pass, Variant};
use crate::sim::FindingKind;

/// One kernel for a student to write.
pub struct Exercise {
    /// The name, unique in its lab: the stem of its file, `shaders/LAB/NAME.wgsl`.
    pub name: &'static str,
    /// What to do, in one line.
    pub task: &'static str,
    /// The problem it solves: a part of the lab's, or one of the exercise's own, with an empty ladder.
    pub part: &'static Part,
    /// The starting kernel, as `labs/LAB/NAME.wgsl` keeps it: `shaders/LAB/NAME.wgsl` is the student's to change.
    pub start: &'static str,
    /// How it is launched: one pass, its file, its grid.
    pub variant: Variant,
    /// What its time is compared with on a real device: the start, from the program's own copy, launched alike.
    pub baseline: Variant,
    /// The size at which the simulator counts: large enough to show the lesson, small enough for a second.
    pub size: u32,
    /// What it must reach, `compiles`, `correct` and `faults` first.
    pub goals: &'static [Goal],
    /// What its figures are held against besides: a ratio alone is bought with work that nobody needs.
    pub caps: &'static [Cap],
    /// First the steps, from a nudge to the whole idea, which are given one by one when asked for ([`Sign::Asked`]); then
    /// those that answer what an attempt shows, the first that fits before the others.
    pub hints: &'static [Hint],
}

impl Exercise {
    /// The part of a definition that is the same for the attempt and the start it is compared with; the rest is filled in
    /// by `..Exercise::new(...)`.
    pub const fn new(name: &'static str, part: &'static Part, start: &'static str, passes: &'static [Pass; 1]) -> Self {
        Self {
            name,
            task: "",
            part,
            start,
            variant: Variant { name, passes, needs: &[] },
            baseline: Variant { name: "start", passes, needs: &[] },
            size: 1,
            goals: &[],
            caps: &[],
            hints: &[],
        }
    }

    /// The file under `shaders/LAB/` that the student edits.
    pub fn file(&self) -> &'static str {
        self.variant.passes.first().map_or("", |pass| pass.shader)
    }

    /// The hints that are given one by one when asked for, from a nudge to the whole idea.
    pub fn steps(&self) -> impl Iterator<Item = &'static Hint> + use<> {
        let asked = |hint: &&Hint| hint.sign == Sign::Asked;
        self.hints.iter().filter(asked)
    }

    /// The hint of that id.
    pub fn hint(&self, id: &str) -> Option<&'static Hint> {
        self.hints.iter().find(|hint| hint.id == id)
    }

    /// The goal of that id.
    pub fn goal(&self, id: &str) -> Option<&'static Goal> {
        self.goals.iter().find(|goal| goal.id == id)
    }
}

/// The most of something absolute, by the problem's own needs, with which a goal of a figure counts as reached.
#[derive(Clone, Copy, Debug)]
pub struct Cap {
    /// The figure whose goals it is about; `None` for all.
    pub of: Option<Figure>,
    /// What is held against the problem.
    pub figure: Figure,
    /// The most of it: about twice what the most laborious of the exercise's solutions takes.
    pub most: f64,
}

impl Cap {
    /// Goals of `of` count with at most `most` of `figure`.
    pub const fn on(of: Figure, figure: Figure, most: f64) -> Self {
        Self { of: Some(of), figure, most }
    }

    /// All goals of figures count where a workgroup has at most `most` elements of the outputs: one that has more leaves
    /// most of a device idle.
    pub const fn share(most: f64) -> Self {
        Self { of: None, figure: Figure::OutputsPerWorkgroup, most }
    }
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
    /// Sectors of global memory, in bytes, over the fewest bytes that the problem needs: 1 is coalesced and moves
    /// nothing twice. Requests of few lanes, which are coalesced by themselves, do not escape it.
    SectorsOverFewest,
    /// Passes over the banks of workgroup memory over the fewest possible: 1 is free of conflicts. The banks of atomic
    /// operations are not counted: each is taken to need a pass for each lane.
    WavefrontsOverIdeal,
    /// Passes over the banks of workgroup memory for each multiply-add of a whole subgroup that the problem needs.
    WavefrontsPerMultiplyAdd,
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
    /// Lanes issued, active or not, for each FLOP that the problem needs: what divergence and work done twice cost
    /// together. A multiply-add is one instruction of two FLOPs.
    LanesPerFlop,
    /// Lanes issued, active or not, for each byte that the problem needs.
    LanesPerByte,
    /// Passes over the banks of workgroup memory for each 128 bytes that the problem needs.
    WavefrontsPerLine,
    /// Elements of the outputs over the workgroups launched.
    OutputsPerWorkgroup,
    /// Bytes of an invocation's own variables: beyond about 1000 (255 registers of 4 bytes) they spill to memory.
    PrivateBytes,
}

impl Figure {
    /// What it counts, in a few words that fit after "at most 1.1": "x the fewest bytes".
    pub fn unit(self) -> &'static str {
        match self {
            Self::SectorsOverIdeal => "x the ideal sectors",
            Self::SectorsOverFewest => "x the fewest sectors",
            Self::WavefrontsOverIdeal => "x the fewest passes over the banks",
            Self::WavefrontsPerMultiplyAdd => "passes over the banks a multiply-add",
            Self::LaneEfficiency => "of the lanes active",
            Self::DivergentBranches => "of the branches divergent",
            Self::DramOverFewest => "x the fewest DRAM bytes",
            Self::RequestedOverFewest => "x the fewest bytes requested",
            Self::BytesPerRequest => "bytes a request",
            Self::FlopOverNeeded => "x the FLOPs needed",
            Self::LanesPerFlop => "lanes issued a FLOP",
            Self::LanesPerByte => "lanes issued a byte",
            Self::WavefrontsPerLine => "passes over the banks for 128 bytes",
            Self::OutputsPerWorkgroup => "elements of the outputs a workgroup",
            Self::PrivateBytes => "bytes of variables an invocation",
        }
    }
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
    /// It does not compile or cannot be launched; the message holds this text (in any case; empty for all).
    Refused(&'static str),
    /// It does not end.
    Endless,
    /// An output is wrong, or an input was written.
    Wrong,
    /// Nothing but the values of `const` declarations tells it from the starting kernel.
    OnlyConstants,
    /// The simulator found this kind of fault.
    Fault(FindingKind),
    /// The simulator found this kind of fault at an array that the kernel declares: in workgroup memory, or an invocation's.
    FaultInTile(FindingKind),
    /// The same at a buffer.
    FaultInBuffer(FindingKind),
    /// The line that keeps the device busiest is run by two lanes of a subgroup at most.
    Alone,
    /// It is right, and loads or stores the buffer of this binding.
    Touches(u32),
    /// It is right, and asks for so many times the bytes of the buffer of this binding, and more.
    Asks(u32, f64),
    /// It is right, and its requests to the buffer of this binding touch so many times the ideal sectors, and more; of all
    /// buffers, it is the one to which most is moved in vain.
    Scatters(u32, f64),
    /// What the run says of it holds this text, in any case.
    Says(&'static str),
    /// Its source, comments aside, holds this text.
    Has(&'static str),
    /// Its source, comments aside, lacks this text.
    Lacks(&'static str),
    /// It is right, and the figure is above this.
    Above(Figure, f64),
    /// It is right, and the figure is below this.
    Below(Figure, f64),
    /// All of these.
    All(&'static [Sign]),
}

/// Goals that several exercises have.
impl Goal {
    /// It is WGSL, and binds what the problem has.
    pub const COMPILES: Self =
        Self { id: "compiles", title: "compiles, with the bindings of the exercise", test: Test::Compiles };

    /// Every element is right at every size.
    pub const CORRECT: Self = Self { id: "correct", title: "every element right, at every size", test: Test::Correct };

    /// The simulator finds no fault.
    pub const FAULTLESS: Self =
        Self { id: "faults", title: "free of races and other faults", test: Test::FreeOfFaults };

    /// Requests touch no more sectors than their bytes fill.
    pub const COALESCED: Self = Self {
        id: "coalesced",
        title: "at most 1.1 x the ideal sectors",
        test: Test::AtMost(Figure::SectorsOverIdeal, 1.1),
    };

    /// No sector is moved twice.
    pub const FETCHED_ONCE: Self = Self {
        id: "traffic",
        title: "nothing fetched twice: at most 1.1 x the fewest sectors",
        test: Test::AtMost(Figure::SectorsOverFewest, 1.1),
    };

    /// Workgroup memory without bank conflicts.
    pub const BANKS: Self = Self {
        id: "banks",
        title: "no bank conflicts: at most 1.1 x the fewest passes",
        test: Test::AtMost(Figure::WavefrontsOverIdeal, 1.1),
    };

    /// Nearly the fewest bytes to and from DRAM.
    pub const DRAM: Self = Self {
        id: "dram",
        title: "DRAM bytes within 1.2 x of the fewest",
        test: Test::AtMost(Figure::DramOverFewest, 1.2),
    };

    /// Nearly all lanes active.
    pub const LANES: Self = Self {
        id: "lanes",
        title: "at least 0.9 of the lanes at work",
        test: Test::AtLeast(Figure::LaneEfficiency, 0.9),
    };

    /// At least `times` as fast as the start.
    pub const fn faster(times: f64, title: &'static str) -> Self {
        Self { id: "faster", title, test: Test::Faster(times) }
    }
}

/// Hints that several exercises have.
impl Hint {
    /// A step: given when it is asked for.
    pub const fn step(id: &'static str, text: &'static str) -> Self {
        let sign = Sign::Asked;
        Self { id, text, sign }
    }

    /// The answer to what an attempt shows.
    pub const fn answer(id: &'static str, sign: Sign, text: &'static str) -> Self {
        Self { id, text, sign }
    }

    /// Other bindings than the problem's.
    pub const BINDINGS: Self = Self::answer(
        "bindings",
        Sign::Refused("bindings do not match"),
        "The declarations with @group and @binding are the exercise's and must stay as they are: which buffer lies where, and \
         of which type. A `vec4<f32>` in place of `f32` is fine.",
    );

    /// A constant that the launch is computed from is gone.
    pub const CONSTANT: Self = Self::answer(
        "constant",
        Sign::Refused("has no `const"),
        "The launch is computed from named constants of the kernel: keep the one that the message names, with a value that \
         is true for your kernel. How many workgroups are started follows from it.",
    );

    /// It does not compile.
    pub const COMPILE: Self = Self::answer(
        "compile",
        Sign::Refused(""),
        "The message names line and column, and what was expected there. WGSL does not convert between u32, i32 and f32 by \
         itself: write `u32(x)` or `f32(x)`, and `2u` for an unsigned 2.",
    );

    /// It never ends.
    pub const ENDLESS: Self = Self::answer(
        "endless",
        Sign::Endless,
        "A loop never ends. Does every pass bring its counter nearer to the bound, also where the step is computed? An \
         unsigned counter that runs down never falls below 0: it wraps around.",
    );

    /// A barrier that only some invocations reach.
    pub const DIVERGENT_BARRIER: Self = Self::answer(
        "barrier-in-branch",
        Sign::Fault(FindingKind::DivergentBarrier),
        "A workgroupBarrier waits for every invocation of the workgroup. Inside an `if`, or after an early `return`, only some \
         of them come. Take the barrier out of the branch, and guard the loads and stores alone.",
    );

    /// Nothing but constants was changed, and it is still right.
    pub const ONLY_CONSTANTS: Self = Self::answer(
        "only-constants",
        Sign::All(&[Sign::Above(Figure::LaneEfficiency, 0.0), Sign::OnlyConstants]),
        "Only constants differ from the start: each invocation still does what it did. What has to change stands at the lines \
         with a TODO.",
    );

    /// Nothing but constants was changed, and it is no longer right.
    pub const CONSTANTS_ALONE: Self = Self::answer(
        "constants-alone",
        Sign::All(&[Sign::Wrong, Sign::OnlyConstants]),
        "Only constants differ from the start, which was right with its own. How many workgroups are started follows from \
         them, and what a workgroup does must follow, too: the lines with a TODO are still to be written.",
    );

    /// One lane works for all.
    pub const ALONE: Self = Self::answer(
        "alone",
        Sign::Alone,
        "On the line that keeps the device busiest, one or two lanes of each subgroup work, and all others wait. Look for what \
         leaves the work to them: an `if`, an early `return`, a loop that one invocation runs for all, or a workgroup of one \
         invocation. Give each invocation a share of its own.",
    );

    /// A place beyond the end of an array that the kernel declares.
    pub const BEYOND_TILE: Self = Self::answer(
        "beyond-tile",
        Sign::FaultInTile(FindingKind::OutOfBounds),
        "An index reaches beyond an array that the kernel declares: the message names the array, its length and the index. Which is \
         the largest index that the code computes, padding included? Either the array must be that long, or the index is wrong.",
    );

    /// An access out of bounds.
    pub const OUT_OF_BOUNDS: Self = Self::answer(
        "out-of-bounds",
        Sign::Fault(FindingKind::OutOfBounds),
        "An index reaches past the end; the message names the variable, its length and the index. Sizes need not be multiples of \
         what a workgroup covers: compare the index with the size before each load and store, and leave alone what lies beyond.",
    );

    /// Workgroup memory that nobody wrote.
    pub const UNINITIALIZED: Self = Self::answer(
        "unwritten-tile",
        Sign::Fault(FindingKind::UninitializedRead),
        "A place of workgroup memory is read that nobody has written. At the edges, write a neutral value (0 for a sum) where \
         there is nothing to load, or read only what was loaded.",
    );

    /// An output element that nobody wrote.
    pub const NEVER_WRITTEN: Self = Self::answer(
        "never-written",
        Sign::Says("never written"),
        "Some elements of the output are never written: the message lists the first of them. Which invocation should have \
         written them? The launch is computed from the constant that says what a workgroup covers: it must say what the \
         workgroup stores.",
    );

    /// An input was written.
    pub const MUTATED: Self = Self::answer(
        "mutated-input",
        Sign::Says("mutated its input"),
        "Inputs are read-only, also where a binding would let you write. Write to the output, or keep the value in a variable.",
    );
}
