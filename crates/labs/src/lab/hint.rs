//! Sentences that help, and the signs in an attempt that they answer. Nothing is looked for here.

use super::{Failure, Figure};
use crate::sim::FindingKind;

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
    /// It does not compile or cannot be launched.
    Refused,
    /// The same, for this reason.
    RefusedFor(Failure),
    /// A compiler refused it, and its message holds this text, in any case.
    Compiler(&'static str),
    /// A compiler refused it at a line that is written as in another language.
    Foreign,
    /// It does not end.
    Endless,
    /// An output is wrong, or an input was written.
    Wrong,
    /// Some elements of the output are never written, and what is missing begins the output, or each of the equal parts in which
    /// it comes again.
    LacksBeginning,
    /// The same, where what is missing ends it.
    LacksEnd,
    /// Nothing but the values of `const` declarations tells it from the starting kernel.
    OnlyConstants,
    /// A constant that belongs to the task has another value than in the starting kernel.
    GivenChanged,
    /// It is right in one row of workgroups only.
    Folded,
    /// A value is added to a variable that an inner block has declared anew, and the outer one of that name keeps what it had.
    Shadowed,
    /// The simulator found this kind of fault.
    Fault(FindingKind),
    /// The simulator found this, be it a fault or not.
    Seen(FindingKind),
    /// It declares an array that belongs to one invocation.
    OwnArray,
    /// It reads a buffer that is no input.
    ReadsNoInput,
    /// The simulator found this kind of fault at an array that the kernel declares: in workgroup memory, or an invocation's.
    FaultInTile(FindingKind),
    /// The same at a buffer.
    FaultInBuffer(FindingKind),
    /// The same at the buffer of this binding.
    FaultAt(FindingKind, u32),
    /// A race at a line that changes a variable by an assignment like `+=`, which reads nothing else of it.
    LostUpdate,
    /// The line that keeps the device busiest is run by two lanes of a subgroup at most.
    Alone,
    /// It is right, and loads or stores the buffer of this binding.
    Touches(u32),
    /// It is right, and asks for so many times the bytes of the buffer of this binding, and more.
    Asks(u32, f64),
    /// It is right, and its requests to the buffer of this binding touch so many times the ideal sectors, and more; of all
    /// buffers, it is the one to which most is moved in vain.
    Scatters(u32, f64),
    /// Some elements of the output are never written.
    NeverWritten,
    /// The same, and others hold a wrong value.
    StoredElsewhere,
    /// NaN is among the first wrong values.
    GotNan,
    /// Infinity is.
    GotInfinity,
    /// Minus infinity is.
    GotMinusInfinity,
    /// It wrote to an input.
    InputMutated,
    /// One workgroup does the work of many.
    UnevenWorkgroups,
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
    /// One of these.
    Any(&'static [Sign]),
}

/// An entry in an exercise's list of hints.
#[derive(Debug)]
pub enum Hints {
    /// A hint.
    One(Hint),
    /// Several, in an order that exercises share.
    Several(&'static [Hint]),
}

impl Hints {
    /// A step: given when it is asked for.
    pub const fn step(id: &'static str, text: &'static str) -> Self {
        Self::One(Hint::new(id, Sign::Asked, text))
    }

    /// The answer to what an attempt shows.
    pub const fn answer(id: &'static str, sign: Sign, text: &'static str) -> Self {
        Self::One(Hint::new(id, sign, text))
    }

    /// In their order.
    pub fn all(&self) -> &[Hint] {
        match self {
            Self::One(hint) => std::slice::from_ref(hint),
            Self::Several(hints) => hints,
        }
    }

    /// The kernel does not fit its launch, or changes another variable than it names.
    pub const LAUNCH: Self = Self::Several(&[Hint::BINDINGS, Hint::CONSTANT, Hint::FOLDED, Hint::SHADOWED]);

    /// It does not compile, does not end, or is wrong for a reason that no exercise has of its own.
    pub const BASICS: Self = Self::Several(&[
        Hint::COMPILE,
        Hint::ENDLESS,
        Hint::GIVEN,
        Hint::CONSTANTS_ALONE,
        Hint::MUTATED,
        Hint::BEYOND_TILE,
    ]);

    /// It breaks a rule of WGSL wherever it runs.
    pub const RULES: Self =
        Self::Several(&[Hint::DIVERGENT_BARRIER, Hint::OUT_OF_BOUNDS, Hint::LANES_LEFT_OUT, Hint::LOST_UPDATE]);

    /// Elements of the output are missing.
    pub const MISSING: Self =
        Self::Several(&[Hint::FIRST_MISSING, Hint::LAST_MISSING, Hint::STORED_ELSEWHERE, Hint::NEVER_WRITTEN]);

    /// It reads what nobody wrote there.
    pub const UNWRITTEN: Self = Self::Several(&[Hint::READS_OUTPUT, Hint::NOT_SHARED, Hint::UNINITIALIZED]);

    /// It is right, and no figure need be looked at.
    pub const IDLE: Self = Self::Several(&[Hint::ONLY_CONSTANTS, Hint::ALONE]);
}

/// Hints that several exercises have.
impl Hint {
    pub(super) const fn new(id: &'static str, sign: Sign, text: &'static str) -> Self {
        Self { id, text, sign }
    }

    /// Other bindings than the problem's.
    pub const BINDINGS: Self = Self::new(
        "bindings",
        Sign::RefusedFor(Failure::Bindings),
        "The declarations with @group and @binding are the exercise's and must stay as they are: which buffer lies where, and \
         of which type. A `vec4<f32>` in place of `f32` is fine.",
    );

    /// A constant that the launch is computed from is gone.
    pub const CONSTANT: Self = Self::new(
        "constant",
        Sign::RefusedFor(Failure::CoverConstant),
        "The launch is computed from named constants of the kernel: keep the one that the message names, with a value that \
         is true for your kernel. How many workgroups are started follows from it.",
    );

    /// The second coordinate of the workgroup is left out.
    pub const FOLDED: Self = Self::new(
        "folded",
        Sign::Folded,
        "In a launch of one row of workgroups every element is right, in one of several rows it is not. WebGPU allows 65,535 workgroups along one \
         dimension; what needs more is launched in rows, and in each of them workgroup_id.x and global_invocation_id.x begin at 0 again. As in the start, a \
         workgroup's number is group.y * groups.x + group.x, with groups from @builtin(num_workgroups). From global_invocation_id, called id, an invocation's \
         number is id.y * groups.x * WORKGROUP + id.x, where the workgroup has one dimension.",
    );

    /// It does not compile.
    pub const COMPILE: Self = Self::new(
        "compile",
        Sign::Refused,
        "The message says what does not go together, and where. If it is about types: WGSL does not convert between u32, i32 and f32 by \
         itself: write `u32(x)` or `f32(x)`, and `2u` for an unsigned 2; a condition is a `bool`: `x > 0u`, not `x`.",
    );

    /// It never ends.
    pub const ENDLESS: Self = Self::new(
        "endless",
        Sign::Endless,
        "A loop never ends. Does every iteration bring its counter nearer to the bound, even if the step is computed? An \
         unsigned counter that runs down never falls below 0: it wraps around.",
    );

    /// A barrier that only some invocations reach.
    pub const DIVERGENT_BARRIER: Self = Self::new(
        "barrier-in-branch",
        Sign::Fault(FindingKind::DivergentBarrier),
        "A workgroupBarrier waits for every invocation of the workgroup. Inside an `if`, in a loop of which some make more iterations than \
         others, or after an early `return`, only some of them come; so it is with one in a function that is called there. Take it out of \
         there, and guard the loads and stores alone.",
    );

    /// A subgroup operation inside a branch that keeps lanes from it.
    pub const LANES_LEFT_OUT: Self = Self::new(
        "lanes-left-out",
        Sign::All(&[
            Sign::Any(&[Sign::Wrong, Sign::Fault(FindingKind::SubgroupWidth)]),
            Sign::Seen(FindingKind::DivergentSubgroup),
        ]),
        "A subgroup operation brings together the values of those lanes that execute it. Inside an `if` that lets in some lanes only, the \
         others are left out: one lane alone adds up nothing but its own value. Let all lanes execute it, keep what it gives in a `let`, and \
         choose the lane that uses it afterwards.",
    );

    /// A sum that several invocations change without an atomic operation.
    pub const LOST_UPDATE: Self = Self::new(
        "lost-update",
        Sign::LostUpdate,
        "`+=`, like `|=` and their kind, reads a value, changes it, and writes it back. Where several invocations do so at one place, they read the same \
         old value, and what all but one of them add is lost; a barrier does not help, for they do it at the same time. Either each invocation has a place \
         of its own, and one of them brings these together after a barrier, or the place is an atomic<u32> or atomic<i32>, changed by atomicAdd or atomicOr.",
    );

    /// Subgroups of another width.
    pub const WIDTH: Self = Self::new(
        "width",
        Sign::Fault(FindingKind::SubgroupWidth),
        "With subgroups of another width it does something else: the finding says what. How many lanes a subgroup has, from 4 to 128, is the device's choice. A \
         subgroup operation brings together the values of one subgroup, not of a workgroup or of a row: what the subgroups found must still be brought \
         together, by workgroup memory and a barrier, however many there are.",
    );

    /// Nothing but constants was changed, and it is still right.
    pub const ONLY_CONSTANTS: Self = Self::new(
        "only-constants",
        Sign::All(&[Sign::Above(Figure::LaneEfficiency, 0.0), Sign::OnlyConstants]),
        "Only constants differ from the start: each invocation still does what it did. What has to change stands at the lines \
         with a TODO.",
    );

    /// Nothing but constants was changed, and it is no longer right.
    pub const CONSTANTS_ALONE: Self = Self::new(
        "constants-alone",
        Sign::All(&[Sign::Wrong, Sign::OnlyConstants]),
        "Only constants differ from the start, which was right with its own. What relies on a value goes wrong with another: what the code does, and what a \
         constant says of it, must agree. The lines with a TODO are still to be written.",
    );

    /// The task has another value.
    pub const GIVEN: Self = Self::new(
        "given",
        Sign::All(&[Sign::Wrong, Sign::GivenChanged]),
        "A constant that belongs to the task has another value than in the start: the line above says which. It is a part of what is to be computed, and no \
         choice: give it back the value that it had.",
    );

    /// A variable of an inner block takes what the outer one was to get.
    pub const SHADOWED: Self = Self::new(
        "shadowed",
        Sign::All(&[Sign::Wrong, Sign::Shadowed]),
        "An inner block declares a variable of the same name as one outside of it: the line above says where. By `let` or `var` it is a new variable, which \
         is gone at the end of the block, and the outer one keeps the value that it had. To change the outer one, assign to it: without `let` or `var`.",
    );

    /// One lane works for all.
    pub const ALONE: Self = Self::new(
        "alone",
        Sign::Alone,
        "On the line that keeps the device busiest, one or two lanes of each subgroup work, and all others wait. Look for what \
         leaves the work to them: an `if`, an early `return`, a loop that one invocation runs for all, or a workgroup of one \
         invocation. Give each invocation a share of its own.",
    );

    /// A place beyond the end of an array that the kernel declares.
    pub const BEYOND_TILE: Self = Self::new(
        "beyond-tile",
        Sign::FaultInTile(FindingKind::OutOfBounds),
        "An index reaches beyond an array that the kernel declares: the message names the array, its length and the index. Which is \
         the largest index that the code computes, padding included? Either the array must be that long, or the index is wrong; a u32 \
         that should fall below 0 wraps around, to 4294967295.",
    );

    /// An access out of bounds.
    pub const OUT_OF_BOUNDS: Self = Self::new(
        "out-of-bounds",
        Sign::Fault(FindingKind::OutOfBounds),
        "An index reaches past the end; the message names the variable, its length and the index. Is it the right index for this \
         variable? Then see who computes it: sizes need not be multiples of what a workgroup covers, so load and store only where the \
         index is below the size (`<`, not `<=`), along every axis.",
    );

    /// Workgroup memory that nobody wrote.
    pub const UNINITIALIZED: Self = Self::new(
        "unwritten-tile",
        Sign::All(&[Sign::Wrong, Sign::Seen(FindingKind::UninitializedRead)]),
        "A place is read that nobody has written: the finding names the array and the line. Is each element written and read at the same \
         place, padding included? Do all invocations and all iterations of the loop that fills the array fill it to its end, and is it read no \
         further? Where there is nothing to load, write a neutral value (0 for a sum).",
    );

    /// Values that were rounded to 16 bits on their way.
    pub const ROUNDED: Self = Self::new(
        "rounded",
        Sign::All(&[Sign::Wrong, Sign::Has("16float")]),
        "Values are packed into 16 bits on their way. Of the 24 bits of an f32's digits 11 are kept, which is three decimal digits, and the result \
         is compared to more than that. Keep them in f32.",
    );

    /// An array that only one invocation has, in place of one that all share.
    pub const NOT_SHARED: Self = Self::new(
        "not-shared",
        Sign::All(&[Sign::Wrong, Sign::OwnArray, Sign::Lacks("var<workgroup>")]),
        "An array that is declared in a function, or as var<private>, belongs to one invocation: what one stores there no other sees. What the \
         workgroup is to share is declared outside of functions, as var<workgroup>.",
    );

    /// What an output or a scratch buffer holds before it is written.
    pub const READS_OUTPUT: Self = Self::new(
        "reads-output",
        Sign::All(&[Sign::Wrong, Sign::GotNan, Sign::ReadsNoInput]),
        "The result is not a number, and the kernel reads a buffer that is not an input: before it is written, such a buffer holds nothing of use. \
         `+=` reads, too. Is everything that is read there written before? Add up in a variable, and store it with `=`.",
    );

    /// The first elements are not written.
    pub const FIRST_MISSING: Self = Self::new(
        "first-missing",
        Sign::LacksBeginning,
        "What is never written lies at the beginning, of the output or of each of its parts. What leaves it out? A loop that counts from 1, \
         an index to which something is added that does not belong there, or a condition that skips the first.",
    );

    /// The last elements are not written.
    pub const LAST_MISSING: Self = Self::new(
        "last-missing",
        Sign::LacksEnd,
        "What is never written lies at the end, of the output or of each of its parts. What leaves it out? The bound or the step of a loop, a guard or another \
         condition, an index that takes x for y or rows for columns, a division that rounds down, an assignment to some components of a vector only, or the launch: it is computed from the \
         constant that says what a workgroup covers, and a workgroup must store as much.",
    );

    /// What belongs to an element was stored at another.
    pub const STORED_ELSEWHERE: Self = Self::new(
        "stored-elsewhere",
        Sign::StoredElsewhere,
        "Some elements of the output are never written, and others hold a wrong value, probably what belongs to the former. Look at the index of \
         the store first: is it that of the element which was computed, in the whole array? Then at what leaves elements out: a guard, the bound or the step \
         of a loop, or a launch that covers less than is stored.",
    );

    /// An output element that nobody wrote.
    pub const NEVER_WRITTEN: Self = Self::new(
        "never-written",
        Sign::NeverWritten,
        "Some elements of the output are never written: the message lists the first ones that are not right. Which invocation should have \
         written such an element, in which iteration of its loop? A guard, or the bound or the step of a loop may leave it out; the index of the store may be another \
         element's; or no workgroup comes so far: the launch is computed from the constant that says what a workgroup covers, which must be what it stores.",
    );

    /// An input was written.
    pub const MUTATED: Self = Self::new(
        "mutated-input",
        Sign::InputMutated,
        "Inputs are read-only, even if a binding would let you write. Write to the output, or keep the value in a variable.",
    );
}
