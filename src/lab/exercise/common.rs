//! Goals and hints that every exercise has.

use super::{Goal, Hint, Sign, Test};
use crate::sim::FindingKind;

impl Goal {
    /// It is WGSL, and binds what the problem has.
    pub const COMPILES: Self = Self {
        id: "compiles",
        title: "compiles, with the bindings of the exercise",
        test: Test::Compiles,
    };

    /// Every element is right at every size.
    pub const CORRECT: Self = Self {
        id: "correct",
        title: "every element right, at every size",
        test: Test::Correct,
    };

    /// The simulator finds no fault.
    pub const FAULTLESS: Self = Self {
        id: "faults",
        title: "free of races and other faults",
        test: Test::FreeOfFaults,
    };
}

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

    /// An access out of bounds.
    pub const OUT_OF_BOUNDS: Self = Self::answer(
        "out-of-bounds",
        Sign::Fault(FindingKind::OutOfBounds),
        "The last workgroup reaches past the end: sizes need not be multiples of what a workgroup covers. Compare the index \
         with the size before each load and store, and leave alone what lies beyond.",
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
        "Some elements of the output are never written: those that the message lists. Which invocation should have written \
         them? If you changed how much a workgroup covers, change the constant that the launch is computed from, too.",
    );

    /// An input was written.
    pub const MUTATED: Self = Self::answer(
        "mutated-input",
        Sign::Says("mutated its input"),
        "Inputs are read-only, also where a binding would let you write. Write to the output, or keep the value in a variable.",
    );
}
