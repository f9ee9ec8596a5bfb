//! Atomics whose results depend on the order in which invocations get their turn.

use super::Sanitizer;
use crate::code::Mem;
use crate::exec::lanes::Request;
use crate::fault::{Took, Who};
use crate::finding::{FindingKind, Severity};

impl Sanitizer<'_> {
    /// A lane takes its turn at an atomic. What depends on whose turn is first is noted.
    pub fn take_turn(&mut self, request: &Request<'_>, lane: usize, took: Took) {
        let access = request.access;
        let me = Who {
            workgroup: self.workgroup,
            invocation: self.invocation(request.subgroup, lane),
            epoch: match access.mem {
                Mem::Workgroup => self.workgroup_epoch,
                _ => self.storage_epoch,
            },
        };
        let place = (access.mem, request.addresses[lane]);
        let turns = self.turns.entry(place).or_default();
        if let Some(site) = turns.take(me, took, access.site) {
            self.order_matters(site);
        }
    }

    fn order_matters(&mut self, site: u32) {
        let site = &self.context.program.sites[site as usize];
        let (kind, name) = (FindingKind::OrderDependentAtomic, &site.name);
        self.faults.add(kind, Severity::Note, (site.line, 0), name, || {
            format!(
                "what the atomic operation on `{name}` yields depends on the order in which invocations run, \
                     which differs from run to run on a GPU"
            )
        });
    }
}
