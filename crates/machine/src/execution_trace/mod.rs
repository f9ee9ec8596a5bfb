//! The execution trace of one workgroup, step by step, as a player shows it.
//!
//! A [`Step`] is the work of one subgroup on one source line with one set of lanes, until it reaches another line, other
//! lanes or the same instruction again. Steps are in the order in which the simulator runs them: each subgroup to its next
//! barrier, then the next one. The workgroup runs alone, on the buffers as they are before the launch.

mod lanes;

pub use lanes::LaneSet;

use crate::cache::AccessKind;
use serde::Serialize;

/// The schema's name in the JSON form.
pub const SCHEMA: &str = "lockstep/trace/1";

/// What to trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceOf {
    /// The workgroup's id.
    pub workgroup: [u32; 3],
    /// The most steps of all its subgroups together, in equal shares: where one has used up its share, the trace ends at
    /// the others' next barrier.
    pub most_steps: usize,
}

impl Default for TraceOf {
    /// The first workgroup, as many steps as a page holds easily.
    fn default() -> Self {
        Self { workgroup: [0; 3], most_steps: 2000 }
    }
}

/// The execution trace of one workgroup.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExecutionTrace {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The workgroup's id.
    pub workgroup: [u32; 3],
    /// Invocations in it.
    pub workgroup_size: [u32; 3],
    /// Lanes of a subgroup.
    pub width: u32,
    /// Bytes of a sector of memory.
    pub sector_bytes: u32,
    /// Banks of workgroup memory; `None` where the machine's are not known.
    pub banks: Option<u32>,
    /// Bytes of a bank's word.
    pub bank_bytes: Option<u32>,
    /// The lanes that each subgroup was launched with.
    pub subgroups: Vec<LaneSet>,
    /// The scalars of the source that have values in the steps.
    pub variables: Vec<Variable>,
    /// What was done, in order.
    pub steps: Vec<Step>,
    /// Whether the workgroup ended within the steps that were allowed.
    pub complete: bool,
}

/// A scalar of the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// As the source writes it: `sum`, `id.x`, `row[3]`.
    pub name: String,
    /// The line of its declaration.
    pub line: u32,
}

/// What one subgroup does on one line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The number of the subgroup in its workgroup.
    pub subgroup: u32,
    /// The source line, from 1.
    pub line: u32,
    /// The active lanes.
    pub lanes: LaneSet,
    /// How the active lanes changed since the subgroup's last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The lanes that wait, innermost construct first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// Its requests to memory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<MemoryRequest>,
    /// The scalars that have a new value in some active lane.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Values>,
    /// Whether it ends at a barrier, where the subgroup waits for the others.
    #[serde(skip_serializing_if = "is_false")]
    pub barrier: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde calls it.
fn is_false(value: &bool) -> bool {
    !value
}

/// How the active lanes of a step differ from those of the subgroup's last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Some continue, and the others wait.
    Parts,
    /// Lanes that waited continue, while the previous ones wait or have left.
    Turns,
    /// Some that waited join.
    Meets,
    /// Some have returned.
    Returns,
}

/// Lanes that wait until others have reached the end of a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// Those that wait.
    pub lanes: LaneSet,
    /// The line on which that construct begins.
    pub line: u32,
}

/// Which memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AddressSpace {
    /// A storage buffer, by sectors.
    Storage,
    /// Workgroup memory, by banks.
    Workgroup,
}

/// A memory request of the active lanes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MemoryRequest {
    /// The variable's name.
    pub name: String,
    /// What it does.
    pub does: AccessKind,
    /// Where it goes.
    pub memory: AddressSpace,
    /// Bytes that each lane asks for.
    pub bytes: u32,
    /// The lanes that make the request: those of the step except the ones whose access is out of bounds and dropped.
    pub lanes: LaneSet,
    /// The address of each lane's first byte, from the start of the buffer or of workgroup memory, by ascending lane.
    pub addresses: Vec<u32>,
    /// Sectors that it touches, or wavefronts that it takes; `None` where the machine's banks are not known.
    pub cost: Option<u64>,
    /// The fewest that could serve it.
    pub ideal: Option<u64>,
}

/// A scalar's new values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Values {
    /// Index into the trace's variables.
    pub variable: u32,
    /// By ascending lane of the step; one where all have the same.
    pub values: Vec<Value>,
}

/// What a variable holds in one lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A `bool`.
    Bool(bool),
    /// An integer of up to 32 bits.
    Int(i64),
    /// A finite float.
    Float(f32),
    /// A value that JSON's numbers cannot hold: an integer of 64 bits, `NaN`, `inf`.
    Text(String),
}

impl ExecutionTrace {
    /// Leaves out what is known only for machines whose banks are.
    pub fn forget_banks(&mut self) {
        (self.banks, self.bank_bytes) = (None, None);
        let accesses = self.steps.iter_mut().flat_map(|step| &mut step.requests);
        for access in accesses.filter(|access| access.memory == AddressSpace::Workgroup) {
            (access.cost, access.ideal) = (None, None);
        }
    }
}
