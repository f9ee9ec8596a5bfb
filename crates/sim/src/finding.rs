//! Findings: a sentence with its figures, its source line and how bad it is.

use serde::{Deserialize, Serialize};
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
    /// How bad a finding is, the worst first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    Severity {
        /// The kernel is wrong.
        Error = "error",
        /// The kernel may be wrong, or is slower than it need be.
        Warning = "warning",
        /// Worth knowing.
        Note = "note",
    }
}

named! {
    /// What a finding is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    FindingKind {
        /// Two accesses to one place that nothing orders, one of them a write.
        Race = "race",
        /// An index that is not below the length of what it selects from.
        OutOfBounds = "out-of-bounds",
        /// A read of memory that nothing has written.
        UninitializedRead = "uninitialized-read",
        /// Two accesses to one place with a barrier between them that orders another kind of memory.
        WrongBarrier = "wrong-barrier",
        /// A barrier that not all invocations of the workgroup reach.
        DivergentBarrier = "divergent-barrier",
        /// A `workgroupUniformLoad` of a place that differs from invocation to invocation.
        NonuniformLoad = "nonuniform-load",
        /// A value taken from a lane that does not take part.
        InactiveLane = "inactive-lane",
        /// A loop that does not end within the budget.
        StepLimit = "step-limit",
        /// A result that depends on how many lanes a subgroup has.
        SubgroupWidth = "subgroup-width",
        /// An atomic whose result depends on the order in which invocations run.
        OrderDependentAtomic = "order-dependent-atomic",
        /// Requests that touch more sectors than their bytes need.
        Uncoalesced = "uncoalesced",
        /// Requests to workgroup memory whose words lie in one bank.
        BankConflict = "bank-conflict",
        /// Branches that send the lanes of a subgroup different ways.
        Divergence = "divergence",
        /// Atomics that wait for each other at one address.
        Atomics = "atomics",
        /// Values that are loaded again and again.
        RedundantLoads = "redundant-loads",
        /// Workgroups that leave lanes of their last subgroup empty.
        PartialSubgroups = "partial-subgroups",
        /// Too few resident subgroups to hide latency.
        LowOccupancy = "low-occupancy",
        /// Neighbouring scalars that are moved one by one.
        ScalarLoads = "scalar-loads",
        /// Values that an invocation reads twice.
        ReadTwice = "read-twice",
        /// Values that an invocation stores again and again at one place.
        StoredAgain = "stored-again",
        /// Data that launches hand to each other through memory.
        UnfusedTraffic = "unfused-traffic",
        /// A buffer that is read before anything has written it.
        UnwrittenBuffer = "unwritten-buffer",
        /// Bytes that were sent to a buffer and never read.
        UnusedUpload = "unused-upload",
        /// Units that have no workgroup to run.
        IdleUnits = "idle-units",
        /// A workgroup that is much longer than the others.
        LongTail = "long-tail",
        /// A lane that works while its workgroup waits.
        LaneSerial = "lane-serial",
        /// Private arrays that registers cannot hold.
        LocalMemory = "local-memory",
        /// A barrier that orders nothing.
        IdleBarrier = "idle-barrier",
        /// A kernel that stores nothing.
        StoredNothing = "stored-nothing",
        /// What limits the estimated time.
        Limiter = "limiter",
        /// A kind that only a later version knows, read from its report.
        #[serde(other)]
        Other = "other",
    }
}

impl FindingKind {
    /// Whether it says why a kernel is slow, not why it is wrong.
    pub fn is_about_speed(self) -> bool {
        matches!(
            self,
            Self::Uncoalesced
                | Self::BankConflict
                | Self::Divergence
                | Self::Atomics
                | Self::RedundantLoads
                | Self::PartialSubgroups
                | Self::LowOccupancy
                | Self::ScalarLoads
                | Self::ReadTwice
                | Self::StoredAgain
                | Self::UnfusedTraffic
                | Self::IdleUnits
                | Self::LongTail
                | Self::LaneSerial
                | Self::LocalMemory
                | Self::IdleBarrier
                | Self::Limiter
        )
    }
}

/// One finding.
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
}

impl Finding {
    /// A finding without a place or a suggestion.
    pub fn new(kind: FindingKind, severity: Severity, message: String) -> Self {
        Self { kind, message, line: None, severity, suggestion: None }
    }

    /// The same at `line`, or at none where that is 0.
    pub(crate) fn at(self, line: u32) -> Self {
        Self { line: (line > 0).then_some(line), ..self }
    }

    /// Whether it says that the kernel is wrong.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
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
