//! Atomics whose results depend on the order in which invocations perform them.

use super::atomic_order::{Accessor, AtomicResult, History};
use crate::exec::context::Context;
use crate::exec::lanes::{Lanes, Mask, Request};
use crate::exec::observers::sanitizer::{Faults, Sanitizer};
use crate::exec::subgroup::Subgroup;
use crate::finding::{FindingKind, Severity};
use crate::ir::Mem;
use naga::FastHashMap;
use std::mem::replace;

/// The most operations that are deferred.
const MOST: usize = 1 << 13;

/// The histories of the addresses that atomics access.
#[derive(Debug, Default)]
pub struct Atomics {
    buffers: FastHashMap<(Mem, u32), History>,
    /// Of workgroup memory, apart: every workgroup begins without them, and must not search those of the whole launch.
    shared: FastHashMap<u32, History>,
    deferred: DeferredAtomics,
}

impl Atomics {
    /// A workgroup begins.
    pub fn begin(&mut self) {
        self.shared.clear();
        self.deferred.clear();
    }

    /// The workgroup has reached a barrier that orders its memory.
    pub fn order_workgroup_memory(&mut self) {
        self.deferred.clear();
    }
}

/// Atomics on workgroup memory between two barriers, while all do the same and nobody uses their results: then their order does not
/// matter. They are recorded only when a different one comes.
#[derive(Debug, Default)]
struct DeferredAtomics {
    operations: Vec<Operation>,
    addresses: Vec<u32>,
    /// A different one has come: nothing is deferred any more.
    differ: bool,
}

/// An atomic operation by lanes of a subgroup.
#[derive(Debug)]
struct Operation {
    first: Accessor,
    result: AtomicResult,
    site: u32,
    lanes: Mask,
    /// Where the addresses of its lanes begin.
    at: usize,
}

impl DeferredAtomics {
    /// A barrier orders them before all that follows.
    fn clear(&mut self) {
        self.operations.clear();
        self.addresses.clear();
        self.differ = false;
    }

    /// Whether one more may be deferred.
    fn takes(&self, result: AtomicResult) -> bool {
        let alike = self.operations.first().is_none_or(|operation| operation.result == result);
        alike && !self.differ && result.commutes() && self.operations.len() < MOST
    }
}

impl Sanitizer<'_> {
    /// These lanes perform an atomic operation, one after the other. Reports results that depend on the order.
    pub fn atomic(&mut self, sg: &Subgroup, request: &Request<'_>, lanes: Mask, result: AtomicResult) {
        let Request { access, subgroup, addresses, .. } = *request;
        let epoch = match access.mem {
            Mem::Workgroup => self.workgroup_epoch,
            _ => self.storage_epoch,
        };
        let (workgroup, invocation) = (self.workgroup, self.invocation(subgroup, 0));
        let first = Accessor { workgroup, invocation, epoch, subgroup: (subgroup as u32, sg.epoch) };
        let asked = Lanes(lanes).map(|lane| (lane, addresses[lane]));
        let (mem, site) = (access.mem, access.site);
        if mem == Mem::Workgroup {
            if self.atomics.deferred.takes(result) {
                let DeferredAtomics { operations, addresses, .. } = &mut self.atomics.deferred;
                operations.push(Operation { first, result, site, lanes, at: addresses.len() });
                return addresses.extend(asked.map(|(_, address)| address));
            }
            self.record_deferred();
        }
        self.record(mem, asked, &Operation { first, result, site, lanes, at: 0 });
    }

    /// An operation differs from the deferred ones.
    fn record_deferred(&mut self) {
        let none = DeferredAtomics { differ: true, ..DeferredAtomics::default() };
        let deferred = replace(&mut self.atomics.deferred, none);
        for operation in &deferred.operations {
            let asked = Lanes(operation.lanes).zip(deferred.addresses[operation.at..].iter().copied());
            self.record(Mem::Workgroup, asked, operation);
        }
    }

    /// Records an operation at the address of each lane. Neighbouring lanes at one address are looked up once.
    fn record(&mut self, mem: Mem, asked: impl Iterator<Item = (usize, u32)>, operation: &Operation) {
        let Operation { first, result, site, .. } = *operation;
        let mut asked = asked.peekable();
        while let Some((lane, address)) = asked.next() {
            let mut row = 1 << lane;
            while let Some((lane, _)) = asked.next_if(|(_, other)| *other == address) {
                row |= 1 << lane;
            }
            let history = match mem {
                Mem::Workgroup => self.atomics.shared.entry(address).or_default(),
                mem => self.atomics.buffers.entry((mem, address)).or_default(),
            };
            let accessors = Lanes(row).map(|lane| Accessor { invocation: first.invocation + lane as u32, ..first });
            history.record_row(accessors, result, site, |depends, times| {
                order_matters(&mut self.faults, self.context, depends, times);
            });
        }
    }
}

/// Reports the site whose result depends on the order, if there is one, so many times.
fn order_matters(faults: &mut Faults, context: &Context<'_>, site: Option<u32>, times: u64) {
    let Some(site) = site else {
        return;
    };
    let site = &context.program.sites[site as usize];
    let (kind, name) = (FindingKind::OrderDependentAtomic, &site.name);
    faults.add_times(times, kind, Severity::Note, (site.line, 0), name, || {
        format!(
            "the result of the atomic operation on `{name}` depends on the order in which invocations run, which differs from run \
             to run on a GPU"
        )
    });
}
