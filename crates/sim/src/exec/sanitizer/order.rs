//! Atomics whose results depend on the order in which invocations get their turn.

use super::Sanitizer;
use crate::code::Mem;
use crate::exec::context::Context;
use crate::exec::lanes::subgroup::Subgroup;
use crate::exec::lanes::{Lanes, Mask, Request};
use crate::fault::{Faults, Took, Who};
use crate::finding::{FindingKind, Severity};

impl Sanitizer<'_> {
    /// A lane takes its turn at an atomic. What depends on whose turn is first is noted.
    pub fn take_turn(&mut self, sg: &Subgroup, request: &Request<'_>, lane: usize, took: Took) {
        self.take_turns(sg, request, 1 << lane, took);
    }

    /// The same for these lanes, one after the other. What lanes in a row do at one address is looked up once.
    pub fn take_turns(&mut self, sg: &Subgroup, request: &Request<'_>, lanes: Mask, took: Took) {
        let Request { access, subgroup, addresses, .. } = *request;
        let epoch = match access.mem {
            Mem::Workgroup => self.workgroup_epoch,
            _ => self.storage_epoch,
        };
        let (workgroup, first) = (self.workgroup, self.invocation(subgroup, 0));
        let one = Who { workgroup, invocation: first, epoch, subgroup: (subgroup as u32, sg.epoch) };
        let mut lanes = Lanes(lanes).peekable();
        while let Some(lane) = lanes.next() {
            let address = addresses[lane];
            let mut row = 1 << lane;
            while let Some(lane) = lanes.next_if(|&lane| addresses[lane] == address) {
                row |= 1 << lane;
            }
            let turns = match access.mem {
                Mem::Workgroup => self.shared_turns.entry(address).or_default(),
                mem => self.buffer_turns.entry((mem, address)).or_default(),
            };
            let who = Lanes(row).map(|lane| Who { invocation: first + lane as u32, ..one });
            turns.take_in_row(who, took, access.site, |depends, times| {
                order_matters(&mut self.faults, self.context, depends, times);
            });
        }
    }
}

/// Notes, where there is one, the site whose result depends on the order, so many times.
fn order_matters(faults: &mut Faults, context: &Context<'_>, site: Option<u32>, times: u64) {
    let Some(site) = site else {
        return;
    };
    let site = &context.program.sites[site as usize];
    let (kind, name) = (FindingKind::OrderDependentAtomic, &site.name);
    faults.add_times(times, kind, Severity::Note, (site.line, 0), name, || {
        format!(
            "what the atomic operation on `{name}` yields depends on the order in which invocations run, \
                 which differs from run to run on a GPU"
        )
    });
}
