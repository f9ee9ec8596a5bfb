//! Atomics whose results depend on the order in which invocations perform them.

use super::atomic_order::{Accessor, AtomicResult, History, Load, Unordered};
use super::early_loads::EarlyLoads;
use super::report::other_barrier;
use crate::exec::context::Context;
use crate::exec::lanes::{Lanes, Mask, Request};
use crate::exec::observers::sanitizer::{Faults, Sanitizer};
use crate::exec::subgroup::Subgroup;
use crate::finding::{FindingKind, Severity};
use crate::ir::{Mem, Program};
use crate::slice::{is_bound, is_polled};
use crate::type_layout::Kind;
use naga::FastHashMap;
use std::mem::replace;

/// The most operations that are deferred.
const MOST: usize = 1 << 13;

/// The histories of the addresses that atomics access.
#[derive(Debug)]
pub struct Atomics {
    pub buffers: FastHashMap<(Mem, u32), History>,
    /// Of workgroup memory, apart: every workgroup begins without them, and must not search those of the whole launch.
    shared: FastHashMap<u32, History>,
    deferred: DeferredAtomics,
    pub early: EarlyLoads,
    /// Whether the order of two sites, with a barrier of another kind between them, is left open on purpose.
    open: FastHashMap<(u32, u32), bool>,
}

impl Atomics {
    pub fn new(program: &Program) -> Self {
        Self {
            buffers: FastHashMap::default(),
            shared: FastHashMap::default(),
            deferred: DeferredAtomics::default(),
            early: EarlyLoads::new(program),
            open: FastHashMap::default(),
        }
    }

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

/// Atomics on workgroup memory between two barriers, while all do the same, and either nobody changes anything or nobody uses their
/// results: then their order does not matter. They are recorded only when a different one comes.
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
        let (workgroup, invocation, site) = (self.workgroup, self.invocation(subgroup, 0), access.site);
        let (barrier, subgroup) = (self.barrier_epoch, (subgroup as u32, sg.epoch));
        let first = Accessor { workgroup, invocation, site, epoch, barrier, subgroup };
        let asked = Lanes(lanes).map(|lane| (lane, addresses[lane]));
        let mem = access.mem;
        if mem == Mem::Workgroup {
            if self.atomics.deferred.takes(result) {
                let DeferredAtomics { operations, addresses, .. } = &mut self.atomics.deferred;
                operations.push(Operation { first, result, lanes, at: addresses.len() });
                return addresses.extend(asked.map(|(_, address)| address));
            }
            self.record_deferred();
        }
        let behind = self.atomics.early.enters(first, mem, result).then_some(access.kind);
        self.record(mem, asked, &Operation { first, result, lanes, at: 0 }, behind);
    }

    /// An operation differs from the deferred ones.
    fn record_deferred(&mut self) {
        let none = DeferredAtomics { differ: true, ..DeferredAtomics::default() };
        let deferred = replace(&mut self.atomics.deferred, none);
        for operation in &deferred.operations {
            let asked = Lanes(operation.lanes).zip(deferred.addresses[operation.at..].iter().copied());
            self.record(Mem::Workgroup, asked, operation, None);
        }
    }

    /// Records an operation at the address of each lane. Neighbouring lanes at one address are looked up once. `behind` is the kind of
    /// what is loaded behind a barrier that orders one workgroup only.
    fn record(
        &mut self,
        mem: Mem,
        asked: impl Iterator<Item = (usize, u32)>,
        operation: &Operation,
        behind: Option<Kind>,
    ) {
        let Operation { first, result, .. } = *operation;
        let context = self.context;
        let mut asked = asked.peekable();
        while let Some((lane, address)) = asked.next() {
            let mut row = 1 << lane;
            while let Some((lane, _)) = asked.next_if(|(_, other)| *other == address) {
                row |= 1 << lane;
            }
            let Atomics { buffers, shared, early, open, .. } = &mut self.atomics;
            let history = match mem {
                Mem::Workgroup => shared.entry(address).or_default(),
                mem => buffers.entry((mem, address)).or_default(),
            };
            let accessors = Lanes(row).map(|lane| Accessor { invocation: first.invocation + lane as u32, ..first });
            let who = accessors.clone().next().unwrap_or(first);
            history.record_row(accessors, result, |found, times| {
                report(&mut self.faults, context, open, found, times);
            });
            if let Some(kind) = behind {
                let value = context.value_at(mem, address, kind.is_wide());
                early.load(history, Load { who, kind, value, changed: None });
            }
        }
    }
}

/// Reports what depends on the order, so many times.
fn report(
    faults: &mut Faults,
    context: &Context<'_>,
    open: &mut FastHashMap<(u32, u32), bool>,
    found: Unordered,
    times: u64,
) {
    order_matters(faults, context, found.result, times);
    let Some((now, earlier)) = found.beside_barrier else {
        return;
    };
    let program = context.program;
    if *open.entry((now, earlier)).or_insert_with(|| is_left_open(program, now, earlier)) {
        // Once for each operation.
        return order_matters(faults, context, found.result.is_none().then_some(now), times);
    }
    let [a, b] = [earlier, now].map(|site| &program.sites[site as usize]);
    let lines = (a.line.max(b.line), a.line.min(b.line));
    faults.add_times(times, FindingKind::WrongBarrier, Severity::Error, lines, &b.name, || {
        format!(
            "`{}` is {} on line {} and {} on line {} by atomic operations of different invocations, and {}: either may come first",
            b.name,
            program.does_at(earlier),
            a.line,
            program.does_at(now),
            b.line,
            other_barrier(program, b)
        )
    });
}

/// Whether nothing is wrong with two atomic operations whose order is open although a barrier stands between them: both hand out
/// values one after the other, or one reads a bound, which only saves work, while others improve it, or waits for news of it.
fn is_left_open(program: &Program, now: u32, earlier: u32) -> bool {
    let returns = |site: u32| program.sites[site as usize].returns;
    let reads = |load, change| is_bound(program, load, change) || is_polled(program, load, change);
    (returns(now) && returns(earlier)) || reads(now, earlier) || reads(earlier, now)
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
