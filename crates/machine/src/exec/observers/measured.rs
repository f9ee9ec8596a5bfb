//! Requests to memory with their cost: sectors, wavefronts and serialized operations.

use crate::cache::AccessKind;
use crate::count::{Measured, Ranges};
use crate::exec::lanes::Request;

/// The bytes of a request to a storage buffer.
#[derive(Debug, Clone, Copy)]
pub enum Touched<'r> {
    /// United ranges, ascending.
    Ranges(&'r Ranges),
    /// One access at each of these ascending addresses.
    Addresses(&'r [u32]),
}

/// A load or a store of a storage buffer.
#[derive(Debug)]
pub struct GlobalRequest<'r> {
    pub request: &'r Request<'r>,
    pub kind: AccessKind,
    /// Where the buffer begins.
    pub base: u64,
    pub touched: Touched<'r>,
    pub cost: Measured,
    /// Sectors that are written in part.
    pub partial: u64,
}

/// Loads of a storage buffer by the subgroups of a batch, added up.
#[derive(Debug)]
pub struct GlobalBlocks<'r> {
    pub request: &'r Request<'r>,
    pub requests: u64,
    pub cost: Measured,
}

/// A load or a store of workgroup memory.
#[derive(Debug)]
pub struct SharedRequest<'r> {
    pub request: &'r Request<'r>,
    pub wavefronts: u64,
    pub ideal: u64,
    /// Wavefronts for which it occupies the path to the registers: `wavefronts` at least.
    pub held: u64,
    /// Wavefronts that a wider load saves, of which this request is the last part.
    pub saved: Option<u64>,
}

/// A load from a uniform buffer whose lanes ask for several addresses.
#[derive(Debug)]
pub struct ConstantRequest<'r> {
    pub request: &'r Request<'r>,
    pub words: u64,
    pub lines: u64,
}

/// An atomic operation.
#[derive(Debug)]
pub struct AtomicRequest<'r> {
    pub request: &'r Request<'r>,
    /// Where its storage buffer begins, if it is in one.
    pub base: Option<u64>,
    /// In ascending order; one only where the lanes' operations are combined.
    pub addresses: &'r [u32],
    /// As the kernel has it.
    pub asked: AtomicTurns,
    /// As the compiled kernel has it.
    pub left: AtomicTurns,
    /// Whether it is not known whether compilers combine them: what is left is the least that it can be.
    pub unknown: bool,
}

/// What the lanes of an atomic operation do one after the other.
#[derive(Debug, Clone, Copy)]
pub struct AtomicTurns {
    /// Operations at the most popular address.
    pub serialized: u64,
    /// Wavefronts of the most popular bank of workgroup memory.
    pub wavefronts: u64,
}

macro_rules! sites {
    ($($request:ident),*) => {
        $(impl $request<'_> {
            /// The index of its site.
            #[inline(always)]
            pub fn site(&self) -> usize {
                self.request.access.site as usize
            }
        })*
    };
}

sites!(GlobalRequest, SharedRequest, ConstantRequest, AtomicRequest);
