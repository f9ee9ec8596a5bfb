//! The events that an observer receives.

use super::measured::{AtomicRequest, ConstantRequest, GlobalBlocks, GlobalRequest, SharedRequest};
use crate::cache::AccessKind;
use crate::exec::lanes::{Mask, Request};
use crate::exec::subgroup::Subgroup;
use crate::ir::Scope;

/// A workgroup of a launch.
#[derive(Debug, Clone, Copy)]
pub struct Workgroup {
    /// Its number in the launch.
    pub number: u64,
    pub id: [u32; 3],
    /// The workgroups of the launch along each axis.
    pub launch: [u32; 3],
}

/// A barrier that a subgroup reaches.
#[derive(Debug, Clone, Copy)]
pub struct Barrier {
    pub site: u32,
    pub scope: Scope,
}

/// A request to a private array that lives in memory.
#[derive(Debug, Clone, Copy)]
pub struct LocalRequest {
    pub site: u32,
    pub lanes: u32,
    pub lines: u64,
    pub sectors: u64,
    /// Sectors of which not all words are touched.
    pub partial: u64,
}

/// Observes workgroups while they run, one after the other. An observer implements the events that it needs.
pub trait Observer {
    /// A workgroup begins.
    fn begin(&mut self, _workgroup: &Workgroup) {}

    /// A straight line of instructions is run with these lanes active.
    fn segment(&mut self, _segment: u32, _mask: Mask) {}

    /// A branch sends some active lanes one way and the others the other way.
    fn branch(&mut self, _site: u32, _ways: [Mask; 2]) {}

    /// A `switch` sends the active lanes of a subgroup to so many targets.
    fn switch(&mut self, _site: u32, _targets: usize) {}

    /// The active lanes reach a barrier.
    fn barrier(&mut self, _sg: &Subgroup, _barrier: &Barrier) {}

    /// A subgroup makes a request to memory.
    fn request(&mut self, _request: &Request<'_>, _kind: AccessKind) {}

    /// The same, measured: a load or a store of a storage buffer.
    fn global(&mut self, _request: &GlobalRequest<'_>) {}

    /// Loads from a storage buffer by all subgroups of a batch.
    fn global_blocks(&mut self, _blocks: &GlobalBlocks<'_>) {}

    /// A load or a store of workgroup memory.
    fn shared(&mut self, _request: &SharedRequest<'_>) {}

    /// A load from a uniform buffer whose lanes ask for several addresses.
    fn constant(&mut self, _request: &ConstantRequest<'_>) {}

    /// An atomic operation.
    fn atomic(&mut self, _request: &AtomicRequest<'_>) {}

    /// A load or a store of a private array that lives in memory.
    fn local(&mut self, _local: &LocalRequest, _kind: AccessKind) {}

    /// The subgroups that run have reached a barrier of their workgroup, or their end.
    fn stop(&mut self) {}

    /// All subgroups of the workgroup have.
    fn meet(&mut self, _subgroups: &[Subgroup]) {}
}
