//! A lowered kernel.

use super::instruction::{CONSTANT, Mem, NONE, Op, Reg, Rmw};
use super::texture_op::TextureOp;
use crate::texture::TextureType;
use crate::type_layout::Kind;
use naga::{BuiltIn, FastHashMap, FastHashSet};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// What the simulator cannot run, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the simulator does not run {what} (line {line})")]
pub struct Unsupported {
    /// What, in words.
    pub what: String,
    /// The line in the WGSL source, from 1; 0 where there is none.
    pub line: u32,
    /// Bytes of the source, where known.
    pub span: Option<Range<usize>>,
}

/// One entry point, lowered for subgroups of one width.
#[derive(Debug, Clone)]
pub struct Program {
    /// The instructions, in order.
    pub ops: Vec<Op>,
    /// The same instructions before registers and labels had their final places, for the modelled compiler.
    pub code: Arc<VirtualCode>,
    /// The source line of each instruction, from 1; 0 where there is none.
    pub lines: Vec<u32>,
    /// The source's scalars in registers.
    pub watched: Vec<Watched>,
    /// Lanes in a subgroup.
    pub width: u32,
    /// Lanes in a plane: those of one subgroup, or of a batch.
    pub lanes: u32,
    /// Words in a subgroup's register file.
    pub file: u32,
    /// The values of the constant planes, which come first in the file.
    pub constants: Vec<u32>,
    /// Words of uniform buffers and immediates that live in constant planes.
    pub preloads: Vec<Preload>,
    /// Built-in inputs and the plane of each one's first component.
    pub inputs: Vec<(BuiltIn, Reg)>,
    /// Invocations along x, y and z.
    pub workgroup_size: [u32; 3],
    /// Bytes of workgroup memory.
    pub workgroup_bytes: u32,
    /// Where each variable in workgroup memory begins, ascending.
    pub workgroup_starts: Vec<u32>,
    /// The bindings that are not samplers.
    pub buffers: Vec<Buffer>,
    /// The samplers.
    pub samplers: Vec<SamplerBinding>,
    /// What [`Op::Texture`] refers to.
    pub texture_ops: Vec<TextureOp>,
    /// Bytes of immediates that the kernel reads.
    pub immediate_bytes: u32,
    /// The lengths of arrays that are indexed.
    pub lengths: Vec<Length>,
    /// The places in the source that instructions refer to.
    pub sites: Vec<Site>,
    /// The straight lines.
    pub segments: Vec<Segment>,
    /// What [`Op::Switch`] refers to.
    pub switches: Vec<SwitchTable>,
    /// Deepest nesting of control flow.
    pub depth: u32,
    /// Bytes that race detection tells apart: 4, or less where 16-bit or bool values are in shared memory.
    pub granule: u32,
    /// Whether what one workgroup reads from an atomic may depend on another.
    pub ordered: bool,
    /// Whether subgroup operations or their built-in values are used.
    pub subgroups: bool,
    /// The line of the first subgroup operation, or 0.
    pub first_subgroup_line: u32,
    /// The line of the first load, store or multiply-add of cooperative matrices, or 0.
    pub first_fragment_line: u32,
    /// Whether a subgroup is named by the number of one of its invocations.
    pub names_subgroup: bool,
    /// Lines in which an integer meets a constant as it would meet a subgroup's width, and that width.
    pub width_literals: Vec<(u32, u32)>,
    /// Lines of barriers before which control flow parts by WGSL's rules, and where it does.
    pub doubtful_barriers: Vec<(u32, u32)>,
}

/// A program's instructions over virtual registers: constants are marked by [`CONSTANT`], and everything else is numbered from 0.
#[derive(Debug, Clone, Default)]
pub struct VirtualCode {
    /// The instructions, in order.
    pub ops: Vec<Op>,
    /// As how many of WGSL's instructions each one was counted.
    pub counts: Vec<u8>,
    /// Arithmetic in `f16`, and which component of its vector it computes.
    pub halves: FastHashMap<usize, u32>,
    /// Instructions for the upper word of a value of 64 bits, which were counted with the lower one.
    pub upper_words: FastHashSet<usize>,
    /// Arithmetic on nothing but what is known when the launch begins.
    pub invariant: FastHashSet<usize>,
    /// Built-in inputs and the register of each one's first component.
    pub inputs: Vec<(BuiltIn, Reg)>,
    /// Constants that are words of memory, not literals.
    pub preloaded: FastHashSet<Reg>,
    /// Registers of the variable that starts at a register.
    pub variables: FastHashMap<Reg, u32>,
    /// Variables that count the iterations of loops whose counting is free ([`Segment`]).
    pub counters: Vec<Reg>,
}

impl VirtualCode {
    /// The value of a register that is the same in every launch. A driver compiles for one `width` of subgroups, so that their size is
    /// a literal to it.
    pub fn literal(&self, width: u32, constants: &[u32], reg: Reg) -> Option<u32> {
        if self.inputs.contains(&(BuiltIn::SubgroupSize, reg)) {
            return Some(width);
        }
        let constant = reg != NONE && reg & CONSTANT != 0 && !self.preloaded.contains(&reg);
        constant.then(|| constants[(reg & !CONSTANT) as usize])
    }
}

impl Mem {
    /// Whether no kernel can write this memory, of a kernel with these buffers.
    pub fn never_changes(self, buffers: &[Buffer]) -> bool {
        match self {
            Self::Buffer(buffer) => buffers[buffer as usize].uniform,
            Self::Immediate => true,
            Self::Workgroup => false,
        }
    }
}

impl VirtualCode {
    /// The registers of the variable around `base`.
    pub fn variable(&self, base: Reg) -> Range<Reg> {
        let around = self.variables.iter().filter(|&(&start, &size)| (start..start + size).contains(&base));
        let (start, size) = around.max_by_key(|(_, size)| **size).map_or((base, 1), |(&start, &size)| (start, size));
        start..start + size
    }
}

/// A word of memory that never changes, held in a plane: what a GPU's constant bank is to its instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preload {
    /// Which memory.
    pub mem: Mem,
    /// Where it lies there, in bytes.
    pub offset: u32,
    /// The plane that holds it.
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
    /// Known when the kernel is compiled.
    Fixed(u32),
    /// `(bytes of the buffer - offset) / stride`.
    Runtime {
        /// Index into the program's buffers.
        buffer: u16,
        /// Where the array begins, in bytes.
        offset: u32,
        /// Bytes from one element to the next.
        stride: u32,
    },
}

/// Where in the source an instruction stands, and what it touches.
#[derive(Debug, Clone)]
pub struct Site {
    /// The source line, from 1; 0 where there is none.
    pub line: u32,
    /// The variable's name, for messages.
    pub name: String,
    /// Whether the index is signed.
    pub signed: bool,
    /// An access to workgroup memory.
    pub shared: bool,
    /// An atomic operation that adds the literal 1, and whose old value nobody uses.
    pub counts: bool,
    /// An atomic operation on 32-bit integers whose operands can be combined first: all but exchanges.
    pub combines: bool,
    /// Bytes of a row of the array of arrays that is accessed here; 0 for anything else.
    pub row_bytes: u32,
    /// Of a store to one component of a vector, the bytes of the vector; 0 for anything else.
    pub vector_bytes: u32,
    /// An atomic whose result is used.
    pub returns: bool,
    /// An atomic operation with the literal 0 that leaves everything as it is.
    pub reads_only: bool,
    /// Of an atomic, what makes one value of those of a subgroup's lanes.
    pub combined_by: Option<&'static str>,
    /// A load or a store of a tile, whose elements the lanes share in a way of the device's own.
    pub tile: bool,
}

/// A straight line of instructions: what it costs as WGSL has it, by source line. Counting the iterations of a loop that runs a constant
/// number of times is free.
#[derive(Debug, Clone, Default)]
pub struct Segment {
    /// What it costs, by source line.
    pub costs: Vec<Cost>,
}

/// The cost of a segment on one source line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// The source line.
    pub line: u32,
    /// Instructions, of every kind.
    pub instructions: u32,
    /// Operations on floats of each lane.
    pub flop: u32,
    /// Those of them in `f16`.
    pub f16_flop: u32,
    /// Operations on integers.
    pub integer_operations: u32,
    /// Of the instructions, the ones that do floating-point arithmetic.
    pub float: u32,
    /// Of the instructions, integer arithmetic, comparisons, conversions and selections.
    pub integer: u32,
    /// Instructions for the special function unit.
    pub special: u32,
    /// FLOP of the matrix unit, for the subgroup.
    pub matrix_flop: u32,
}

/// The cases of a `switch`: the group of each value, in order of appearance.
#[derive(Debug, Clone, Default)]
pub struct SwitchTable {
    /// Each value, and the number of its group.
    pub values: Vec<(u32, u32)>,
    /// The number of the group of all other values.
    pub default: u32,
}

/// A scalar of the source, and the register that holds it.
#[derive(Debug, Clone)]
pub struct Watched {
    /// As a reader writes it: `sum`, `id.x`, `row[3]`.
    pub name: String,
    /// The line of its declaration.
    pub line: u32,
    /// Its type.
    pub kind: Kind,
    /// The plane that holds it.
    pub reg: Reg,
    /// While what.
    pub held: Held,
}

/// While what a register holds a scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// While these instructions run: a variable.
    During(Range<u32>),
    /// When control comes to this instruction from the one before it: a value, whose register is soon another's.
    At(u32),
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

    /// The value of a virtual register that is the same in every launch.
    pub fn literal(&self, reg: Reg) -> Option<u32> {
        self.code.literal(self.width, &self.constants, reg)
    }

    /// Whether no kernel can write this memory.
    pub fn never_changes(&self, mem: Mem) -> bool {
        mem.never_changes(&self.buffers)
    }

    /// Whether this kernel cannot write this memory.
    pub fn never_written(&self, mem: Mem) -> bool {
        match mem {
            Mem::Buffer(buffer) => !self.buffers[buffer as usize].writable,
            Mem::Immediate => true,
            Mem::Workgroup => false,
        }
    }

    /// Whether one memory, of those asked for, is changed by atomics of different kinds: those do not commute.
    pub fn mixes_atomics(ops: &[Op], asked: impl Fn(Mem) -> bool) -> bool {
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

    /// What an atomic operation does, as a participle.
    pub fn does_at(&self, site: u32) -> &'static str {
        let does = |op: &Op| match *op {
            Op::Load { access, .. } if access.site == site => Some("read"),
            Op::Store { access, .. } if access.site == site => Some("stored to"),
            Op::Atomic { access, rmw, .. } if access.site == site => Some(match rmw {
                Rmw::Add => "added to",
                Rmw::Exchange => "stored to",
                _ => "changed",
            }),
            _ => None,
        };
        self.ops.iter().find_map(does).unwrap_or("accessed")
    }

    /// The scalar kinds that need less than a word of memory make race detection finer.
    pub fn granule_for(kind: Kind) -> u32 {
        kind.bytes().min(4)
    }
}
