//! Findings: a sentence with its figures, its source line and how bad it is.

use crate::limit::Limit;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// Defines an enum whose arms have names, and [`fmt::Display`] that writes them.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$arm_doc:meta])* $arm:ident = $name:literal,)* }) => {
        $(#[$doc])*
        pub enum $type {
            $($(#[$arm_doc])* #[serde(rename = $name)] $arm,)*
        }

        impl $type {
            /// The name, as in the JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$arm => $name),* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

named! {
    /// How bad a finding is. The worst sorts first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    Severity {
        /// The kernel is wrong.
        Error = "error",
        /// The kernel may be wrong, or is slower than it need be.
        Warning = "warning",
        /// Worth knowing.
        Note = "note",
    }
}

impl Severity {
    const fn rank(self) -> u8 {
        match self {
            Self::Error => 0,
            Self::Warning => 1,
            Self::Note => 2,
        }
    }
}

impl Ord for Severity {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Severity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

named! {
    /// What two accesses that race do.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    RacingAccesses {
        /// One reads, the other writes.
        ReadWrite = "read-write",
        /// Both write, the later one not atomically.
        WriteWrite = "write-write",
    }
}

/// What a kind tells.
enum About {
    Fault,
    Speed,
}

/// Defines [`FindingKind`] from a row for each: its name, whether it tells of a fault or of speed, and the resources on whose
/// time that speed bears.
macro_rules! kinds {
    ($($(#[$doc:meta])* $arm:ident = $name:literal, $about:ident $([$($limit:ident),*])?;)*) => {
        named! {
            /// What a finding is about.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
            FindingKind { $($(#[$doc])* $arm = $name,)* }
        }

        impl FindingKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$arm),*];

            /// Whether it says why a kernel is slow, not why it is wrong.
            pub fn is_about_speed(self) -> bool {
                match self { $(Self::$arm => matches!(About::$about, About::Speed),)* }
            }

            /// The resources that it bears on.
            pub fn limits(self) -> &'static [Limit] {
                match self { $(Self::$arm => &[$($(Limit::$limit),*)?],)* }
            }
        }
    };
}

kinds! {
    /// Two accesses to one place that nothing orders, one of them a write.
    Race = "race", Fault;
    /// An index that is not below the length of what it selects from.
    OutOfBounds = "out-of-bounds", Fault;
    /// A read of memory that nothing has written.
    UninitializedRead = "uninitialized-read", Fault;
    /// Two accesses to one place with a barrier between them that orders another kind of memory.
    WrongBarrier = "wrong-barrier", Fault;
    /// A barrier that not all invocations of the workgroup reach, or that by WGSL's rules they might not.
    DivergentBarrier = "divergent-barrier", Fault;
    /// A `workgroupUniformLoad` of a place that differs from invocation to invocation.
    NonuniformLoad = "nonuniform-load", Fault;
    /// An operation on cooperative matrices in which not all lanes of a subgroup take part.
    PartialSubgroup = "partial-subgroup", Fault;
    /// A tile, or a factor of a cooperative matrix, that is not the same for all lanes of a subgroup.
    NonuniformTile = "nonuniform-tile", Fault;
    /// A tile of a cooperative matrix that begins, or whose rows lie, where Vulkan does not allow it.
    MisalignedTile = "misaligned-tile", Fault;
    /// A value taken from a lane that does not take part.
    InactiveLane = "inactive-lane", Fault;
    /// An operation across the lanes of a subgroup that some of them never take part in.
    DivergentSubgroup = "divergent-subgroup", Fault;
    /// A loop that does not end within the budget.
    StepLimit = "step-limit", Fault;
    /// A result that depends on how many lanes a subgroup has.
    SubgroupWidth = "subgroup-width", Fault;
    /// An atomic whose result depends on the order in which invocations run.
    OrderDependentAtomic = "order-dependent-atomic", Fault;
    /// Requests that touch more sectors than their bytes need.
    Uncoalesced = "uncoalesced", Speed [Level1, Level2, LastLevel, Dram];
    /// Requests to workgroup memory whose words lie in one bank.
    BankConflict = "bank-conflict", Speed [SharedMemory];
    /// Branches that send the lanes of a subgroup different ways.
    Divergence = "divergence", Speed [Issue, Registers];
    /// Atomics that wait for each other at one address.
    Atomics = "atomics", Speed [Atomics];
    /// Values that are loaded again and again.
    RedundantLoads = "redundant-loads", Speed [Level1, Level2, LastLevel];
    /// Workgroups that leave lanes of their last subgroup empty.
    PartialSubgroups = "partial-subgroups", Speed [Issue, Registers, Level1, SharedMemory, Latency];
    /// Too few resident subgroups to hide latency.
    LowOccupancy = "low-occupancy", Speed [Latency];
    /// Neighbouring scalars that are moved one by one.
    ScalarLoads = "scalar-loads", Speed [Issue, Level1];
    /// Values that an invocation reads twice.
    ReadTwice = "read-twice", Speed [Issue, Level1, Level2, LastLevel, Dram];
    /// Values that an invocation stores again and again at one place.
    StoredAgain = "stored-again", Speed [Issue, Level1, Level2, LastLevel, Dram];
    /// Data that launches hand to each other through memory.
    UnfusedTraffic = "unfused-traffic", Speed [Dram];
    /// A buffer that is read before anything has written it.
    UnwrittenBuffer = "unwritten-buffer", Fault;
    /// Bytes that were sent to a buffer and never read.
    UnusedUpload = "unused-upload", Fault;
    /// Units that have no workgroup to run.
    IdleUnits = "idle-units", Speed [Issue, Registers, F32, F16, Matrix, Level1, SharedMemory, Latency];
    /// A workgroup that is much longer than the others.
    LongTail = "long-tail", Speed [Issue, Registers, F32, F16, Matrix, Level1, SharedMemory, Latency];
    /// A lane that works while its workgroup waits.
    LaneSerial = "lane-serial", Speed [Issue, Registers, Latency];
    /// Integer divisions by what is known at run time only.
    IntegerDivision = "integer-division", Speed [Issue, Latency];
    /// Private arrays that registers cannot hold.
    LocalMemory = "local-memory", Speed [Level1, Latency];
    /// A barrier that orders nothing.
    IdleBarrier = "idle-barrier", Speed [Barriers, Latency];
    /// A kernel that stores nothing.
    StoredNothing = "stored-nothing", Fault;
    /// What limits the estimated time.
    Limiter = "limiter", Speed [];
    /// A kind that only a later version knows, read from its report.
    #[serde(other)]
    Other = "other", Fault;
}

/// What the simulator found in a kernel: a fault, or what makes it slow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What it is about.
    pub kind: FindingKind,
    /// A sentence with its figures.
    pub message: String,
    /// The line in the WGSL source, from 1; `None` where there is none.
    pub line: Option<u32>,
    /// How bad it is.
    pub severity: Severity,
    /// What to try, with which the message ends; `None` where it suggests nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// Of a race: what its two accesses do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accesses: Option<RacingAccesses>,
    /// The variable that it is about, as the kernel names the place: `tile[..].value`. Not part of the JSON.
    #[serde(skip)]
    pub variable: Option<String>,
    /// What was seen and why, where the message says both. Not part of the JSON.
    #[serde(skip)]
    pub reason: Option<Reason>,
}

/// What was seen, and why it is so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What was seen.
    pub seen: String,
    /// Why.
    pub why: String,
}

/// What stands for a suggestion that another finding makes, at the end of a message.
pub const SAME: &str = "; the same is worth trying";

/// Between the observation and the suggestion of a message.
pub const NEXT: &str = ". Next: ";

impl Finding {
    /// A finding without a place or a suggestion.
    pub fn new(kind: FindingKind, severity: Severity, message: String) -> Self {
        Self { kind, message, line: None, severity, suggestion: None, accesses: None, variable: None, reason: None }
    }

    /// The same at `line`, or at none where that is 0.
    pub fn at(self, line: u32) -> Self {
        Self { line: (line > 0).then_some(line), ..self }
    }

    /// Whether it says that the kernel is wrong.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Adds to the suggestion, where there is one.
    pub fn add_to_suggestion(&mut self, more: &str) {
        if let Some(suggestion) = &mut self.suggestion {
            suggestion.push_str(more);
            self.message.push_str(more);
        }
    }

    /// Whether it is another line's finding with the same reason and suggestion, or this one.
    pub fn is_same_cause(&self, other: &Self) -> bool {
        let both = self.reason.as_ref().zip(other.reason.as_ref());
        std::ptr::eq(self, other)
            || (self.kind, &self.suggestion) == (other.kind, &other.suggestion)
                && self.suggestion.is_some()
                && both.is_some_and(|(own, other)| own.why == other.why)
    }

    /// Withholds the suggestion, where it would mislead; the observation stays.
    pub fn withhold_suggestion(&mut self) {
        let Some(suggestion) = self.suggestion.take() else {
            self.message.truncate(self.message.strip_suffix(SAME).unwrap_or(&self.message).len());
            return;
        };
        let seen = self.message.strip_suffix(&suggestion).and_then(|message| message.strip_suffix(NEXT));
        self.message = seen.unwrap_or(&self.message).to_owned();
    }
}

impl fmt::Display for Finding {
    /// `error: race, line 7: data race on ...`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.severity, self.kind)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.message)
    }
}
