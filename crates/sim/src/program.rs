//! A lowered kernel.

use super::code::{Mem, Op, Reg, Rmw, TextureOp};
use super::operation::{Tern, Un};
use super::shape::Kind;
use super::texture::TextureType;
use naga::BuiltIn;
use std::collections::BTreeMap;

/// What the simulator cannot run, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the simulator does not run {what} (line {line})")]
pub struct Unsupported {
    /// What, in words.
    pub what: String,
    /// The line in the WGSL source, from 1; 0 where there is none.
    pub line: u32,
    /// Bytes of the source, where known.
    pub span: Option<std::ops::Range<usize>>,
}

/// One entry point, lowered for subgroups of one width.
#[derive(Debug, Clone)]
pub struct Program {
    pub(super) ops: Vec<Op>,
    /// The source line of each instruction, from 1; 0 where there is none.
    pub(super) lines: Vec<u32>,
    /// The source's scalars in registers.
    pub(super) watched: Vec<Watched>,
    /// Lanes in a subgroup.
    pub(super) width: u32,
    /// Lanes in a plane: those of one subgroup, or of a batch.
    pub(super) lanes: u32,
    /// Words in a subgroup's register file.
    pub(super) file: u32,
    /// The values of the constant planes, which come first in the file.
    pub(super) constants: Vec<u32>,
    /// Words of uniform buffers and immediates that live in constant planes.
    pub(super) preloads: Vec<Preload>,
    /// Built-in inputs and the plane of each one's first component.
    pub(super) inputs: Vec<(BuiltIn, Reg)>,
    pub(super) workgroup_size: [u32; 3],
    /// Bytes of workgroup memory.
    pub(super) workgroup_bytes: u32,
    /// Where each variable in workgroup memory begins, ascending.
    pub(super) workgroup_starts: Vec<u32>,
    pub(super) buffers: Vec<Buffer>,
    pub(super) samplers: Vec<SamplerBinding>,
    pub(super) texture_ops: Vec<TextureOp>,
    /// Bytes of immediates that the kernel reads.
    pub(super) immediate_bytes: u32,
    pub(super) lengths: Vec<Length>,
    pub(super) sites: Vec<Site>,
    pub(super) segments: Vec<Segment>,
    /// Loops that compilers unroll in part.
    pub(super) partly_unrolled: Vec<PartlyUnrolled>,
    pub(super) switches: Vec<SwitchTable>,
    /// Registers of an invocation, estimated from the values that are in use at one time.
    pub(super) registers: u32,
    /// Deepest nesting of control flow.
    pub(super) depth: u32,
    /// The instructions that requests of global memory need, where these do not depend on what memory holds.
    pub(super) slice: Option<Vec<usize>>,
    /// Bytes that race detection tells apart: 4, or less where 16-bit or bool values are in shared memory.
    pub(super) granule: u32,
    /// Whether what one workgroup reads from an atomic may depend on another.
    pub(super) ordered: bool,
    /// Whether subgroup operations or their built-in values are used.
    pub(super) subgroups: bool,
    /// The line of the first subgroup operation, or 0.
    pub(super) first_subgroup_line: u32,
    /// Whether a subgroup is named by the number of one of its invocations.
    pub(super) names_subgroup: bool,
    /// Lines in which an integer meets a constant as it would meet a subgroup's width, and that width.
    pub(super) width_literals: Vec<(u32, u32)>,
    /// Lines of barriers before which control flow parts by WGSL's rules, and where it does.
    pub(super) doubtful_barriers: Vec<(u32, u32)>,
}

/// A word of memory that never changes, held in a plane: what a GPU's constant bank is to its instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preload {
    pub mem: Mem,
    pub offset: u32,
    pub reg: Reg,
}

/// A binding of the kernel.
#[derive(Debug, Clone)]
pub struct Buffer {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name.
    pub name: String,
    /// `var<storage, read_write>`, and written.
    pub writable: bool,
    /// `var<uniform>`: served by the constant cache, so not counted as global memory.
    pub uniform: bool,
    /// The fewest bytes that may be bound.
    pub min_bytes: u32,
    /// What kind of texture it is, if it is one; its texels are what is bound.
    pub texture: Option<TextureType>,
}

/// A sampler that the kernel uses.
#[derive(Debug, Clone)]
pub struct SamplerBinding {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name.
    pub name: String,
}

/// The number of elements of an array that is indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Fixed(u32),
    /// `(bytes of the buffer - offset) / stride`.
    Runtime {
        buffer: u16,
        offset: u32,
        stride: u32,
    },
}

/// Where in the source an instruction stands, and what it touches.
#[derive(Debug, Clone)]
pub struct Site {
    pub line: u32,
    /// The variable's name, for messages.
    pub name: String,
    pub signed: bool,
    /// A load that an instruction waits for before the next load is made: loads that nothing parts overlap.
    pub waits: bool,
    /// A load of what only the next pass of its loop needs.
    pub ahead: bool,
    /// An access to workgroup memory.
    pub shared: bool,
    /// A load in a loop that compilers lay out whole: what its passes read side by side, they read at once.
    pub unrolled: bool,
    /// A load of what a register has from an earlier one.
    pub repeated: bool,
    /// In how many passes of the loops around it the load gives the same, so that a compiler makes it once.
    pub alike_passes: u32,
    /// An atomic operation that adds the literal 1, and whose old value nobody uses.
    pub counts: bool,
    /// An atomic operation on 32-bit integers whose operands can be combined first: all but exchanges.
    pub combines: bool,
    /// A load of one address for all lanes, which the scalar unit makes.
    pub scalar: bool,
    /// An element of a private array whose index is known at run time only: registers cannot hold the array.
    pub local: bool,
    /// Bytes of a row of the array of arrays that is accessed here; 0 for anything else.
    pub row_bytes: u32,
    /// Of a store to one component of a vector, the bytes of the vector; 0 for anything else.
    pub vector_bytes: u32,
    /// An atomic whose result is used.
    pub returns: bool,
    /// Of an atomic, what makes one value of those of a subgroup's lanes.
    pub combined_by: Option<&'static str>,
}

impl Site {
    /// Whether no lane makes the load.
    pub fn is_spared(&self) -> bool {
        self.repeated || self.scalar
    }
}

/// A straight line of instructions: what it costs, by source line.
#[derive(Debug, Clone, Default)]
pub struct Segment {
    pub costs: Vec<Cost>,
    /// Instructions that wait for each other, one after the other: what a run adds to a subgroup's time at least.
    pub chain: u32,
    /// Instructions that a compiled kernel does not have: what unrolling the loops that run a constant number of times leaves
    /// out, distances in addresses, components that another instruction does too.
    pub unrolled: u32,
    /// What a compiler spares: what is there already, and what another instruction does too.
    pub spared: Spared,
    /// Instructions that a compiler adds to make one here: divisions of integers, functions that are made of others.
    pub expanded: u32,
    /// Of these, the ones on floats.
    pub expanded_floats: u32,
    /// For the special function unit, of what is computed here for a loop.
    pub expanded_special: u32,
    /// Conversions between integers and floats, and counts of bits.
    pub conversions: u32,
    /// Products of integers.
    pub multiplies: u32,
    /// Values that other lanes are handed.
    pub shuffles: u32,
    /// Instructions of the scalar unit.
    pub scalars: u32,
    /// Registers that arithmetic reads.
    pub register_reads: u32,
    /// Waits for workgroup memory in such loops: their loads overlap, and the sites do not say so.
    pub shared_waits: u32,
    /// Waits for storage memory in such loops.
    pub global_waits: u32,
    /// Of these, the ones for what only the next pass needs.
    pub ahead_waits: u32,
}

/// Instructions of a segment that a compiled kernel does not have.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spared {
    pub loads: u32,
    pub arithmetic: u32,
    /// Of these, the ones on floats.
    pub floats: u32,
    pub flop: u32,
    /// For the special function unit.
    pub special: u32,
}

impl Spared {
    /// Adds arithmetic that is part of other instructions: on floats, and the rest.
    pub fn join(&mut self, [floats, others]: [u32; 2]) {
        self.arithmetic += floats + others;
        self.floats += floats;
    }

    /// Adds what an instruction does that is left out with others ([`Segment::unrolled`]).
    pub fn fold(&mut self, op: Op) {
        let arithmetic = self.arithmetic;
        self.add(op);
        self.arithmetic = arithmetic;
    }

    /// Adds an instruction, a product with its sum being two, one of which a multiply-add spares by itself.
    pub fn add(&mut self, op: Op) {
        let (instructions, flop, special) = match op {
            Op::Load { .. } => return self.loads += 1,
            Op::Un { op: Un::RoundF16, .. } => return,
            Op::Un { op, .. } => (1, op.flop(), op.special()),
            Op::Bin { op, .. } => (1, op.flop(), op.special()),
            Op::Tern { op: op @ (Tern::MulAddF | Tern::MulAddI), .. } => (2, op.flop(), 0),
            Op::Tern { op, .. } => (1, op.flop(), 0),
            _ => return,
        };
        self.arithmetic += instructions;
        self.floats += if flop > 0 { instructions } else { 0 };
        self.flop += flop;
        self.special += special;
    }
}

/// A loop whose number of passes is known at run time only: several passes are laid out together, and their loads are waited for
/// together.
#[derive(Debug, Clone)]
pub struct PartlyUnrolled {
    /// The segment before it, which runs once where the loop does.
    pub entry: usize,
    /// A segment that each pass runs.
    pub pass: usize,
    /// Passes that are laid out together.
    pub together: u32,
    /// Its loads of storage and of workgroup memory that wait, which no store of it parts.
    pub sites: Vec<u32>,
}

/// The cost of a segment on one source line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    pub line: u32,
    pub instructions: u32,
    pub flop: u32,
    /// Of these, the ones in `f16`.
    pub f16_flop: u32,
    /// As many as their instructions could do: as on all the halves for which they have room.
    pub f16_room: u32,
    /// Of the instructions, the ones that do floating-point arithmetic.
    pub float: u32,
    /// Of the instructions, integer arithmetic, comparisons, conversions and selections.
    pub integer: u32,
    /// Instructions for the special function unit.
    pub special: u32,
    /// Instructions that a compiler adds for integer divisions by what is known at run time only.
    pub division: u32,
}

/// The cases of a `switch`: the group of each value, in order of appearance.
#[derive(Debug, Clone, Default)]
pub struct SwitchTable {
    pub values: Vec<(u32, u32)>,
    pub default: u32,
}

/// A scalar of the source, and the register that holds it.
#[derive(Debug, Clone)]
pub struct Watched {
    /// As a reader writes it: `sum`, `id.x`, `row[3]`.
    pub name: String,
    /// The line of its declaration.
    pub line: u32,
    pub kind: Kind,
    pub reg: Reg,
    pub held: Held,
}

/// While what a register holds a scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// While these instructions run: a variable.
    During(std::ops::Range<u32>),
    /// When control comes to this instruction from the one before it: a value, whose register is soon another's.
    At(u32),
}

impl Segment {
    /// Instructions that a compiled kernel has.
    pub fn instructions(&self) -> u64 {
        let counted: u32 = self.costs.iter().map(|cost| cost.instructions).sum();
        let again = self.spared.loads + self.spared.arithmetic;
        u64::from(counted.saturating_sub(self.unrolled + again) + self.expanded)
    }

    /// Of these, arithmetic.
    pub fn arithmetic(&self) -> u64 {
        let counted: u32 = self.costs.iter().map(|cost| cost.float + cost.integer).sum();
        u64::from(counted.saturating_sub(self.unrolled + self.spared.arithmetic) + self.expanded)
    }

    /// Of these, arithmetic on floats of 32 bits.
    pub fn float(&self) -> u64 {
        let counted: u32 = self.costs.iter().filter(|cost| cost.f16_flop == 0).map(|cost| cost.float).sum();
        u64::from(counted.saturating_sub(self.spared.floats) + self.expanded_floats)
    }

    /// Of the arithmetic, that on integers, comparisons, conversions and selections: what leaves an unrolled loop is of this sort.
    pub fn integer(&self) -> u64 {
        let float: u32 = self.costs.iter().map(|cost| cost.float).sum();
        self.arithmetic().saturating_sub(u64::from(float.saturating_sub(self.spared.floats) + self.expanded_floats))
    }
}

impl Program {
    /// Invocations in a workgroup.
    pub fn invocations(&self) -> u32 {
        self.workgroup_size.into_iter().fold(1, u32::saturating_mul)
    }

    /// `@workgroup_size`: invocations along x, y and z.
    pub fn workgroup_size(&self) -> [u32; 3] {
        self.workgroup_size
    }

    /// Bytes of workgroup memory that one workgroup takes.
    pub fn workgroup_bytes(&self) -> u32 {
        self.workgroup_bytes
    }

    /// Registers of an invocation, estimated from the values that are in use at one time; every driver's compiler decides
    /// for itself.
    pub fn registers(&self) -> u32 {
        self.registers
    }

    /// The bindings that the kernel uses.
    pub fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// Whether what one workgroup reads from an atomic may depend on another.
    pub fn depends_on_order(&self) -> bool {
        self.ordered
    }

    /// Whether the kernel uses subgroup operations or subgroup built-in values.
    pub fn uses_subgroups(&self) -> bool {
        self.subgroups
    }

    /// Whether one memory, of those asked for, is changed by atomics of different kinds: those do not commute.
    pub(super) fn mixes_atomics(ops: &[Op], asked: impl Fn(Mem) -> bool) -> bool {
        let changes = || {
            ops.iter().filter_map(|op| match *op {
                // A difference is a sum.
                Op::Atomic { access, rmw: Rmw::Sub, .. } => Some((access.mem, Rmw::Add)),
                Op::Atomic { access, rmw, .. } => Some((access.mem, rmw)),
                _ => None,
            })
        };
        let mut first = BTreeMap::new();
        changes().any(|(mem, rmw)| asked(mem) && *first.entry(mem).or_insert(rmw) != rmw)
    }

    /// The scalar kinds that need less than a word of memory make race detection finer.
    pub(super) fn granule_for(kind: Kind) -> u32 {
        kind.bytes().min(4)
    }
}
