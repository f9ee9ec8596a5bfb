//! The intermediate representation that kernels are lowered to: the instruction set, and programs of it.
//!
//! Nothing here knows WGSL, a machine or how a program is run.

mod cooperative_matrix;
mod instruction;
mod opcode;
mod operands;
mod program;
mod schedule;
mod structure;
mod texture_op;

pub use cooperative_matrix::{Extent, Product, Tile};
pub use instruction::{Access, CONSTANT, Mem, NONE, Op, Reg, Rmw, Scan, Scope, ShuffleFrom};
pub use opcode::{Bin, Tern, Un};
pub use operands::Reads;
pub use program::{
    Buffer, Cost, Held, Length, Preload, Program, SamplerBinding, Segment, Site, SwitchTable, Unsupported, VirtualCode,
    Watched,
};
pub use schedule::{Combining, CompiledTables, Division, PartlyUnrolled, SegmentSchedule, SiteSchedule};
pub use structure::{MAX_UNROLLED, closes, ends, leaves_by_tests, loops, opens};
pub use texture_op::{SampleOp, TextureDoes, TextureOp};
