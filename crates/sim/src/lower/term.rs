//! What pointers, expressions and jumps become.

use crate::ir::{Extent, Mem, Reg};
use crate::type_layout::{Kind, Shape};
use std::rc::Rc;

/// Where a pointer's variable lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// In consecutive planes from this one.
    Registers(Reg),
    Memory(Mem),
}

/// What a pointer points to.
#[derive(Debug, Clone, Copy)]
pub struct Place<'m> {
    pub root: Root,
    pub shape: Shape<'m>,
    /// From the start of the variable: planes in registers, bytes in memory.
    pub offset: u32,
    /// Adds a distance in each lane, or `NONE`.
    pub dynamic: Reg,
    /// Bytes of a row, in memory, where an array of arrays is indexed; else 0.
    pub row: u32,
    /// Bytes of the vector that it is a component of, in memory; else 0.
    pub vector: u32,
    /// The variable's name.
    pub name: &'m str,
    /// What the source calls it, as `lights.items`: an index into the builder's paths, or `NONE` where that is the variable itself.
    pub path: u32,
    /// The outermost array that it lies in, in memory.
    pub outermost: Option<Extent>,
}

/// What an expression has become.
#[derive(Debug, Clone)]
pub enum Value<'m> {
    /// One register a scalar; two consecutive planes for 64 bits.
    Plain(Rc<[Reg]>),
    Pointer(Place<'m>),
    Resource(Resource),
}

/// A variable that is neither a value nor memory: an index into the program's buffers or samplers.
#[derive(Debug, Clone, Copy)]
pub enum Resource {
    Texture(u16),
    Sampler(u16),
}

/// Where control goes when no lane is left, and the frames that `break`, `continue` and `return` leave.
#[derive(Debug, Clone, Copy)]
pub struct Targets {
    /// The end of the innermost construct.
    pub skip: u32,
    pub break_depth: Option<u32>,
    pub continue_depth: Option<u32>,
    /// The frame of the inlined call; `None` in the entry point.
    pub return_depth: Option<u32>,
}

/// The registers of scalars that lie one after the other from `base`.
pub fn consecutive(base: Reg, kinds: &[Kind]) -> Rc<[Reg]> {
    let mut next = base;
    kinds
        .iter()
        .map(|kind| {
            let reg = next;
            next += kind.planes();
            reg
        })
        .collect()
}
