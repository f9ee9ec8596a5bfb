//! The instruction set: what a kernel is lowered to, and what subgroups execute.
//!
//! A register is a *plane*: one 32-bit word for each lane of a subgroup. 64-bit values take two planes, low word
//! first; `f16` lives as the `f32` of the same value, `bool` as 0 or 1, `i16` sign-extended and `u16` zero-extended.
//! Every result is written to a plane above its operands, so that they can be borrowed together.

use super::cooperative_matrix::{Product, Tile};
use super::opcode::{Bin, Tern, Un};
use crate::type_layout::Kind;

/// A plane: during lowering its number, in a finished program the offset of its first lane.
pub type Reg = u32;

/// "No register", where one is optional.
pub const NONE: Reg = u32::MAX;

/// Marks a register of the constant pool during lowering.
pub const CONSTANT: Reg = 1 << 31;

/// A memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mem {
    /// Index into the program's buffers.
    Buffer(u16),
    /// The workgroup's own.
    Workgroup,
    /// Data that a launch hands over besides its buffers.
    Immediate,
}

/// One memory access of a scalar or a vector.
#[derive(Debug, Clone, Copy)]
pub struct Access {
    /// Which memory.
    pub mem: Mem,
    /// The type of a component.
    pub kind: Kind,
    /// Components, 1 to 4.
    pub size: u8,
    /// Through a pointer to an atomic.
    pub atomic: bool,
    /// Bytes, added to `dynamic` where there is one.
    pub offset: u32,
    /// The register with further bytes, which may differ from lane to lane; [`NONE`] where there is none.
    pub dynamic: Reg,
    /// Index into the program's sites.
    pub site: u32,
}

impl Access {
    /// Bytes that each lane asks for.
    #[inline(always)]
    pub fn bytes(&self) -> u32 {
        self.kind.bytes() * u32::from(self.size)
    }
}

/// What an atomic operation does with the old value (read, modify, write).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of WGSL's functions")]
pub enum Rmw {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Min,
    Max,
    Exchange,
    CompareExchange,
}

/// The lanes whose values a subgroup reduction combines for each lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scan {
    /// All active lanes: a plain reduction.
    Reduce,
    /// Those up to the lane itself.
    Inclusive,
    /// Those before the lane.
    Exclusive,
}

/// The lane that a subgroup shuffle reads from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShuffleFrom {
    /// The first active lane.
    First,
    /// The index is the same for all lanes.
    Broadcast,
    /// The index is the lane's.
    Lane,
    /// The index is added to the lane.
    Down,
    /// The index is subtracted from the lane.
    Up,
    /// The lane is exclusive-ored with the index.
    Xor,
    /// The index is a place in the lane's quad.
    QuadLane,
    /// The index is what to exclusive-or the lane's place in its quad with.
    QuadSwap,
}

/// Which memories a barrier orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// Buffers.
    pub storage: bool,
    /// Workgroup memory.
    pub workgroup: bool,
    /// Textures.
    pub texture: bool,
    /// Only the subgroup waits.
    pub subgroup: bool,
}

/// One instruction. Program counters are labels until the program is finished.
///
/// `dst` is the register that is written, or the first of several, and `site` an index into the program's sites. `skip`, `end`,
/// `otherwise`, `next` and `body` are places in the program that control may go to ([`Op::map_targets`]).
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "what the fields are that many have is said above")]
pub enum Op {
    /// Counts the straight line that follows.
    Segment(u32),
    /// An operation on one operand.
    Un { op: Un, dst: Reg, a: Reg },
    /// An operation on two operands.
    Bin { op: Bin, dst: Reg, a: Reg, b: Reg },
    /// An operation on three operands.
    Tern { op: Tern, dst: Reg, a: Reg, b: Reg, c: Reg },
    /// Copies a plane for all lanes.
    Mov { dst: Reg, src: Reg },
    /// Copies a plane for the active lanes.
    Assign { dst: Reg, src: Reg },
    /// `dst = base + index * stride`, checked against the length `len` (an index into the program's lengths).
    /// `folds` where the next instruction is a load from there and nothing else needs `dst`.
    Index { dst: Reg, base: Reg, index: Reg, len: u32, stride: u32, site: u32, folds: bool },
    /// The length of a run-time array.
    Length { dst: Reg, len: u32 },
    /// Reads the plane `base + offset[lane]`.
    RegLoad { dst: Reg, base: Reg, offset: Reg, site: u32 },
    /// Writes the plane `base + offset[lane]`.
    RegStore { base: Reg, offset: Reg, src: Reg, site: u32 },
    /// Loads words of memory to the planes from `dst` on.
    Load { access: Access, dst: Reg },
    /// Stores planes to words of memory.
    Store { access: Access, src: [Reg; 4] },
    /// Asks for what a load or a store would, and moves nothing.
    Request { access: Access, writes: bool },
    /// `dst` gets the old value and, for a compare-exchange, whether it was exchanged.
    Atomic { access: Access, rmw: Rmw, dst: Reg, value: Reg, compare: Reg },
    /// `op` is an index into the program's texture operations, `args` their first operand.
    Texture { op: u32, args: Reg, dst: Reg },
    /// Lanes where `cond` is not set wait until the other branch, at `otherwise`.
    If { cond: Reg, otherwise: u32, site: u32 },
    /// An `if` that no compiler would branch for (the second operand of `&&` and `||`).
    Predicate { cond: Reg, end: u32 },
    /// The other branch.
    Else { end: u32 },
    /// Where both branches meet.
    EndIf { skip: u32 },
    /// Opens a loop.
    Loop { line: u32 },
    /// A loop's `continuing`: lanes that continued are back.
    Continuing { end: u32 },
    /// The end of a loop's body: lanes where `cond` is set leave.
    Back { cond: Reg, body: u32, site: u32 },
    /// Closes a loop: lanes that left it are back.
    EndLoop { skip: u32 },
    /// Lanes where `cond` is not `stay` leave the loop whose frame is at `depth`: the exit test of `for` and `while`.
    ExitTest { cond: Reg, stay: bool, depth: u32, skip: u32, site: u32 },
    /// Leaves the construct whose frame is at `depth`.
    Break { depth: u32, skip: u32 },
    /// Goes to the `continuing` of the loop whose frame is at `depth`.
    Continue { depth: u32, skip: u32 },
    /// Leaves the call whose frame is at `depth`.
    Return { depth: u32, skip: u32 },
    /// Ends the lanes: `return` in the entry point.
    Exit { skip: u32, line: u32 },
    /// Gives each lane in `group` the number of its case.
    Switch { selector: Reg, group: Reg, table: u32, site: u32 },
    /// Lanes whose `group` is `index` go on here, the others at `next`.
    Case { group: Reg, index: u32, next: u32 },
    /// Closes a `switch`.
    EndSwitch { skip: u32 },
    /// Opens a call.
    Call { line: u32 },
    /// Closes a call: lanes that returned are back.
    EndCall,
    /// All invocations of the workgroup must have the same address.
    SameForAll { address: Reg, site: u32 },
    /// Waits for the workgroup, or for the subgroup.
    Barrier { scope: Scope, site: u32 },
    /// A bit for each active lane where `predicate` is set.
    Ballot { dst: Reg, predicate: Reg },
    /// Whether `a` is set in all active lanes, or in any.
    Vote { all: bool, dst: Reg, a: Reg },
    /// Combines the values of the active lanes with `op`, starting from `identity`.
    SubgroupReduce { scan: Scan, op: Bin, kind: Kind, dst: Reg, a: Reg, identity: u64 },
    /// Gives each lane the value that another lane has in `a`.
    SubgroupShuffle { from: ShuffleFrom, dst: Reg, a: Reg, index: Reg, site: u32 },
    /// Gives each lane the value of the first one. All must have the same, or it is undefined.
    Common { dst: Reg, a: Reg, site: u32 },
    /// Loads a tile of memory to the planes from `dst` on.
    LoadTile { tile: Tile, dst: Reg },
    /// Stores the planes from `src` on to a tile of memory.
    StoreTile { tile: Tile, src: Reg },
    /// Asks for what a load or a store of a tile would, and moves nothing.
    RequestTile { tile: Tile, writes: bool },
    /// `dst = a * b + c` of fragments in consecutive planes, `planes` of each.
    MultiplyTiles { product: Product, planes: u32, dst: Reg, a: Reg, b: Reg, c: Reg, site: u32 },
    /// The end of the program.
    End,
}

impl Op {
    /// Replaces the registers that it reads and writes.
    pub fn map_registers(&mut self, f: &impl Fn(Reg) -> Reg) {
        let each = |regs: &mut [&mut Reg]| {
            for reg in regs {
                if **reg != NONE {
                    **reg = f(**reg);
                }
            }
        };
        match self {
            Op::Un { dst, a, .. } | Op::Vote { dst, a, .. } | Op::SubgroupReduce { dst, a, .. } => each(&mut [dst, a]),
            Op::Bin { dst, a, b, .. } => each(&mut [dst, a, b]),
            Op::Common { dst, a, .. } => each(&mut [dst, a]),
            Op::LoadTile { tile, dst: reg } | Op::StoreTile { tile, src: reg } => {
                each(&mut [&mut tile.access.dynamic, &mut tile.stride, reg])
            }
            Op::RequestTile { tile, .. } => each(&mut [&mut tile.access.dynamic, &mut tile.stride]),
            Op::MultiplyTiles { dst, a, b, c, .. } => each(&mut [dst, a, b, c]),
            Op::Tern { dst, a, b, c, .. } => each(&mut [dst, a, b, c]),
            Op::Mov { dst, src } | Op::Assign { dst, src } => each(&mut [dst, src]),
            Op::Index { dst, base, index, .. } => each(&mut [dst, base, index]),
            Op::Length { dst, .. } => each(&mut [dst]),
            Op::Request { access, .. } => each(&mut [&mut access.dynamic]),
            Op::Texture { args, dst, .. } => each(&mut [args, dst]),
            Op::RegLoad { dst, base, offset, .. } => each(&mut [dst, base, offset]),
            Op::RegStore { base, offset, src, .. } => each(&mut [base, offset, src]),
            Op::Load { access, dst } => each(&mut [&mut access.dynamic, dst]),
            Op::Store { access, src: [a, b, c, d] } => each(&mut [&mut access.dynamic, a, b, c, d]),
            Op::Atomic { access, dst, value, compare, .. } => each(&mut [&mut access.dynamic, dst, value, compare]),
            Op::If { cond, .. } | Op::ExitTest { cond, .. } | Op::Predicate { cond, .. } | Op::Back { cond, .. } => {
                each(&mut [cond])
            }
            Op::Switch { selector, group, .. } => each(&mut [selector, group]),
            Op::Case { group, .. } => each(&mut [group]),
            Op::Ballot { dst, predicate } => each(&mut [dst, predicate]),
            Op::SameForAll { address, .. } => each(&mut [address]),
            Op::SubgroupShuffle { dst, a, index, .. } => each(&mut [dst, a, index]),
            _ => {}
        }
    }

    /// Replaces where control may go from here.
    pub fn map_targets(&mut self, f: &impl Fn(u32) -> u32) {
        match self {
            Op::If { otherwise: pc, .. }
            | Op::Predicate { end: pc, .. }
            | Op::Else { end: pc }
            | Op::EndIf { skip: pc }
            | Op::Continuing { end: pc }
            | Op::Back { body: pc, .. }
            | Op::EndLoop { skip: pc }
            | Op::Break { skip: pc, .. }
            | Op::ExitTest { skip: pc, .. }
            | Op::Continue { skip: pc, .. }
            | Op::Return { skip: pc, .. }
            | Op::Exit { skip: pc, .. }
            | Op::Case { next: pc, .. }
            | Op::EndSwitch { skip: pc } => *pc = f(*pc),
            _ => {}
        }
    }
}
