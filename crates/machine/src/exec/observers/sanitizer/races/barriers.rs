//! Barriers, and whether all lanes reach the same one.

use crate::exec::lanes::Mask;
use crate::exec::observers::observer::Barrier;
use crate::exec::observers::sanitizer::{Sanitizer, lane_list};
use crate::exec::subgroup::{Stop, Subgroup};
use crate::finding::{FindingKind, Severity};
use crate::ir::Reg;

impl Sanitizer<'_> {
    fn line(&self, site: u32) -> u32 {
        self.context.program.sites[site as usize].line
    }

    /// Some lanes of a subgroup are not at its barrier.
    pub fn partial_barrier(&mut self, sg: &Subgroup, &Barrier { site, scope }: &Barrier) {
        let line = self.line(site);
        let all = if scope.subgroup { "subgroup" } else { "workgroup" };
        self.diverged = true;
        let first = sg.index * self.context.program.width;
        let waiting = named(first, sg.mask);
        let elsewhere = sg.live & !sg.mask;
        if elsewhere != 0 {
            // The innermost construct that holds lanes which are not here is where they parted.
            let holds = |mask: Mask| mask & !sg.mask != 0;
            let frame = sg.frames.iter().rev().find(|frame| holds(frame.outer) || holds(frame.other));
            let parted = frame.map_or(0, |frame| frame.line);
            let others = named(first, elsewhere);
            self.faults.add(FindingKind::DivergentBarrier, Severity::Error, (line, parted), "", || {
                format!(
                    "the barrier on line {line} is reached only by {waiting}: {others} took another branch on line {parted}; every \
                     invocation of the {all} must reach the same barrier"
                )
            });
            return;
        }
        let gone = sg.full & !sg.live;
        let returned = sg.exits[gone.trailing_zeros() as usize % sg.exits.len()];
        let others = named(first, gone);
        self.faults.add(FindingKind::DivergentBarrier, Severity::Error, (line, returned), "", || {
            format!(
                "the barrier on line {line} is reached only by {waiting}: {others} had returned on line {returned}; every \
                 invocation of the {all} must reach the same barrier"
            )
        });
    }

    /// Every invocation of a `workgroupUniformLoad` must name the same place.
    pub fn same_for_all(&mut self, sg: &Subgroup, address: Reg, site: u32) {
        for lane in sg.lanes() {
            let at = sg.file[address as usize + lane];
            let me = self.invocation(sg.index as usize, lane);
            match self.uniform {
                Some((asked, barrier, ..)) if (asked, barrier) != (site, self.barrier_epoch) => {}
                Some((.., there, _)) if there == at => continue,
                Some((.., other)) => return self.not_uniform(other, me, site),
                None => {}
            }
            self.uniform = Some((site, self.barrier_epoch, at, me));
        }
    }

    fn not_uniform(&mut self, a: u32, b: u32, site: u32) {
        let site = &self.context.program.sites[site as usize];
        let (first, other) = (self.describe_in(self.workgroup, a.min(b)), a.max(b));
        self.faults.add(FindingKind::NonuniformLoad, Severity::Error, (site.line, 0), &site.name, || {
            format!(
                "`workgroupUniformLoad` must load from one place for the whole workgroup, but invocations pass different ones in \
                 `{}`: {first}, and {other}",
                site.name
            )
        });
    }

    /// All subgroups have stopped: checks that they wait at the same barrier, and lets them go on.
    pub fn check_barriers(&mut self, subgroups: &[Subgroup]) {
        let mut waiting = subgroups.iter().filter_map(|sg| match sg.stop {
            Some(Stop::Barrier { site, scope }) => Some((sg, site, scope)),
            _ => None,
        });
        let Some((first, site, mut orders)) = waiting.next() else {
            return;
        };
        let line = self.line(site);
        for (sg, other, scope) in waiting {
            orders.storage &= scope.storage;
            orders.workgroup &= scope.workgroup;
            orders.texture &= scope.texture;
            if other != site && !self.diverged {
                self.two_barriers(first, sg, line, self.line(other));
            }
        }
        let done = subgroups.iter().find(|sg| sg.stop == Some(Stop::Done));
        if let Some(done) = done.filter(|_| !self.diverged) {
            self.missing_subgroup(first, done, line);
        }
        self.barrier_epoch = self.tick();
        if orders.storage {
            self.storage_epoch = self.clock;
        }
        if orders.workgroup {
            self.workgroup_epoch = self.clock;
            self.deferred.clear();
            self.atomics.order_workgroup_memory();
        }
        if orders.texture {
            self.texture_epoch = self.clock;
        }
    }

    fn two_barriers(&mut self, a: &Subgroup, b: &Subgroup, line: u32, other: u32) {
        self.diverged = true;
        let width = self.context.program.width;
        let (at, there) = (named(a.index * width, a.mask), named(b.index * width, b.mask));
        let [here, beyond] = [a, b].map(|sg| by_number(sg.mask, ["waits", "wait"]));
        let lines = (line.min(other), line.max(other));
        self.faults.add(FindingKind::DivergentBarrier, Severity::Error, lines, "", || {
            format!(
                "{at} {here} at the barrier on line {line} while {there} {beyond} at the one on line {other}; \
                 every invocation of the workgroup must reach the same barrier"
            )
        });
    }

    fn missing_subgroup(&mut self, waiting: &Subgroup, done: &Subgroup, line: u32) {
        self.diverged = true;
        let width = self.context.program.width;
        let (at, gone) = (named(waiting.index * width, waiting.mask), named(done.index * width, done.full));
        let (wait, have) = (by_number(waiting.mask, ["waits", "wait"]), by_number(done.full, ["has", "have"]));
        let returned = done.exits[done.full.trailing_zeros() as usize];
        self.faults.add(FindingKind::DivergentBarrier, Severity::Error, (line, returned), "", || {
            format!(
                "{at} {wait} at the barrier on line {line} while {gone} {have} ended on line {returned}; \
                 every invocation of the workgroup must reach the same barrier"
            )
        });
    }
}

/// Invocations in words, from the first of their subgroup on.
fn named(first: u32, mask: Mask) -> String {
    format!("{} {}", by_number(mask, ["invocation", "invocations"]), lane_list(first, mask))
}

/// The word for one invocation, or for several.
fn by_number(mask: Mask, [one, several]: [&str; 2]) -> &str {
    if mask.count_ones() == 1 { one } else { several }
}
