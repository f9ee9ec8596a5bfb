//! Feeds the L1 cache of a workgroup with its requests to storage buffers.

use super::measured::{AtomicRequest, GlobalRequest, Touched};
use super::observer::{Observer, Workgroup};
use crate::cache::{AddressTrace, Asks, Caches, L1, Requester};
use crate::exec::lanes::Request;
use crate::exec::subgroup::Subgroup;
use crate::ir::CompiledTables;

/// The L1 cache, where caches are modelled.
#[derive(Debug)]
pub struct L1Cache<'a> {
    tables: &'a CompiledTables,
    l1: Option<L1>,
}

impl<'a> L1Cache<'a> {
    pub fn new(tables: &'a CompiledTables, caches: Option<&Caches>) -> Self {
        Self { tables, l1: caches.map(Caches::l1) }
    }

    pub fn is_modelled(&self) -> bool {
        self.l1.is_some()
    }

    /// A workgroup ends: what the cache passed on.
    pub fn end(&mut self) -> AddressTrace {
        self.l1.as_mut().map(L1::finish).unwrap_or_default()
    }

    /// One subgroup of a batch asks for ranges of bytes; `request` is the batch's.
    #[inline(always)]
    pub fn load(
        &mut self,
        request: &Request<'_>,
        subgroup: usize,
        base: u64,
        ranges: impl Iterator<Item = (u32, u32)>,
    ) {
        if let Some(l1) = &mut self.l1 {
            let waits = self.tables.sites[request.access.site as usize].waits;
            l1.request(Requester { subgroup, waits }, Asks::Reads, base, ranges);
        }
    }

    fn requester(&self, request: &Request<'_>) -> Requester {
        let waits = self.tables.sites[request.access.site as usize].waits;
        Requester { subgroup: request.subgroup, waits }
    }
}

impl Observer for L1Cache<'_> {
    fn begin(&mut self, _workgroup: &Workgroup) {
        if let Some(l1) = &mut self.l1 {
            l1.begin();
        }
    }

    #[inline(always)]
    fn global(&mut self, request: &GlobalRequest<'_>) {
        let from = self.requester(request.request);
        let Some(l1) = &mut self.l1 else {
            return;
        };
        let asks = request.kind.asks(request.request.access.atomic);
        match request.touched {
            Touched::Ranges(ranges) => l1.request(from, asks, request.base, ranges.iter()),
            Touched::Addresses(addresses) => {
                let ranges = ranges(addresses, request.request.bytes());
                l1.request(from, asks, request.base, ranges);
            }
        }
    }

    fn atomic(&mut self, request: &AtomicRequest<'_>) {
        let from = self.requester(request.request);
        if let (Some(l1), Some(base)) = (&mut self.l1, request.base) {
            let ranges = ranges(request.addresses, request.request.bytes());
            l1.request(from, Asks::Updates, base, ranges);
        }
    }

    fn meet(&mut self, _subgroups: &[Subgroup]) {
        if let Some(l1) = &mut self.l1 {
            l1.barrier();
        }
    }
}

/// The range of so many bytes from each address on.
fn ranges(addresses: &[u32], bytes: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    addresses.iter().map(move |&start| (start, start.saturating_add(bytes)))
}
