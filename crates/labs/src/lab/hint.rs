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

    /// The kernel does not fit its launch.
    pub const LAUNCH: Self = Self::Several(&[Hint::BINDINGS, Hint::CONSTANT]);

    /// It does not compile, does not end, or is wrong for a reason that no exercise has of its own.
    pub const BASICS: Self =
        Self::Several(&[Hint::COMPILE, Hint::ENDLESS, Hint::CONSTANTS_ALONE, Hint::MUTATED, Hint::BEYOND_TILE]);

    /// It breaks a rule of WGSL wherever it runs.
    pub const RULES: Self = Self::Several(&[Hint::DIVERGENT_BARRIER, Hint::OUT_OF_BOUNDS, Hint::LANES_LEFT_OUT]);

    /// Elements of the output are missing.
    pub const MISSING: Self = Self::Several(&[Hint::FIRST_MISSING, Hint::LAST_MISSING, Hint::NEVER_WRITTEN]);

    /// It reads what nobody wrote there.
    pub const UNWRITTEN: Self = Self::Several(&[Hint::READS_OUTPUT, Hint::NOT_SHARED, Hint::UNINITIALIZED]);

    /// It is right, and no figure need be looked at.
    pub const IDLE: Self = Self::Several(&[Hint::ONLY_CONSTANTS, Hint::ALONE]);
}

/// Hints that several exercises have.
impl Hint {
    const fn new(id: &'static str, sign: Sign, text: &'static str) -> Self {
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

    /// What a compiler's message says, in every exercise; before the exercise's own.
    pub const COMPILER: &'static [Self] = &[
        Self::new(
            "workgroup-too-large",
            Sign::RefusedFor(Failure::Invocations),
            "A workgroup has too many invocations for the device: the message says how many are allowed. @workgroup_size counts \
             invocations, not elements: where an invocation computes several elements, the tile of a workgroup is larger than its \
             @workgroup_size.",
        ),
        Self::new(
            "workgroup-memory",
            Sign::RefusedFor(Failure::WorkgroupMemory),
            "The arrays in workgroup memory are too large for the device: the message says how many bytes are allowed to all of them \
             together. Make the tile smaller, or bring it in by parts, one after the other.",
        ),
        Self::new(
            "no-elect",
            Sign::Compiler("`subgroupElect`"),
            "WGSL has subgroupElect, but this compiler does not know it yet. Ask for one lane by its number: subgroup_invocation_id == 0u.",
        ),
        Self::new(
            "no-entry-point",
            Sign::RefusedFor(Failure::NoEntryPoint),
            "A kernel begins at its entry point: a function with `@compute @workgroup_size(...)` in front of `fn`. The starting kernel has one; here \
             there is none, or the file is empty.",
        ),
        Self::new(
            "no-entry-attribute",
            Sign::Compiler("Functions that are not entry points"),
            "Only an entry point has parameters with @builtin. What makes a function one stands in front of `fn`: \
             `@compute @workgroup_size(...)`.",
        ),
        Self::new(
            "undeclared",
            Sign::Compiler("no definition in scope"),
            "The name that the message points at is declared nowhere, or not where it is used. Is it spelled as where it is declared? A `let` or \
             `var` is known in its own block only, a built-in value is a parameter of the entry point, and a function is WGSL's or yours.",
        ),
        Self::new(
            "unexpected",
            Sign::Compiler(", found \""),
            "Reading stopped where the message points: what is missing belongs there, or at the end of the line before, where a semicolon or a bracket \
             is easily forgotten. Variables are declared by `let name = ...;` or `var name: f32;`, with no type in front; \
             `i++` is a statement, not a value.",
        ),
        Self::new(
            "reserved",
            Sign::Compiler("is a reserved keyword"),
            "WGSL keeps this word for itself, though it may mean nothing yet: choose another name.",
        ),
        Self::new(
            "pointer-parameter",
            Sign::Compiler("is a pointer of space"),
            "WGSL allows a pointer to workgroup memory or to a buffer as a parameter, but this compiler does not take it. Leave the parameter out, \
             and use the variable itself in the function: it is declared outside of all functions.",
        ),
        Self::new(
            "no-return",
            Sign::Compiler("does not match the declared return type"),
            "Each way to the end of a function that gives a value must end in a `return` of that type. WGSL allows a function to end in a loop that is left \
             by `return` alone, but this compiler wants one more `return` after the loop. If there is one, is its value of the declared type?",
        ),
        Self::new(
            "subgroups-in-rows",
            Sign::Compiler("Workgroup size is multi dimensional"),
            "WGSL allows subgroup_id and subgroup_invocation_id in a workgroup of several dimensions, but this compiler does not: give @workgroup_size one \
             number, and compute rows and columns from local_invocation_index.",
        ),
        Self::new(
            "immutable",
            Sign::Compiler("immutable binding"),
            "A `let` keeps the value that it was given: declare by `var` what is to change.",
        ),
        Self::new(
            "read-only",
            Sign::Compiler("writing to this location is not permitted"),
            "What is assigned to may only be read there: an input is declared `read`, and a uniform buffer is never written. Results go to the output, \
             what is needed in between into a `var`.",
        ),
    ];

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
        "Only constants differ from the start, which was right with its own. How many workgroups are started follows from \
         them, and what a workgroup does must follow, too: the lines with a TODO are still to be written.",
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

    /// An output element that nobody wrote.
    pub const NEVER_WRITTEN: Self = Self::new(
        "never-written",
        Sign::NeverWritten,
        "Some elements of the output are never written: the message lists the first of them. Which invocation should have \
         written it, in which iteration of its loop? A guard, or the bound or the step of a loop may leave it out; the index of the store may be another \
         element's; or no workgroup comes so far: the launch is computed from the constant that says what a workgroup covers, which must be what it stores.",
    );

    /// An input was written.
    pub const MUTATED: Self = Self::new(
        "mutated-input",
        Sign::InputMutated,
        "Inputs are read-only, even if a binding would let you write. Write to the output, or keep the value in a variable.",
    );
}
