//! Atomics whose results depend on the order in which invocations get their turn.

use super::subgroup::Subgroup;
use super::worker::Worker;
use crate::code::{Access, Mem};
use crate::finding::{FindingKind, Severity};

/// What an atomic operation took from its address, or put there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Took {
    /// It changed the value, and what it found there is not used: such operations commute.
    Nothing,
    /// It changed the value, and uses what it found there.
    Old,
    /// It read the value.
    Value,
    /// It replaced the value.
    Put(u32),
}

/// Who was at an address, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Who {
    workgroup: u64,
    invocation: u32,
    epoch: u32,
}

impl Who {
    /// Whether nothing orders two turns.
    fn races(&self, other: &Self) -> bool {
        self.workgroup != other.workgroup
            || (self.invocation != other.invocation && self.epoch == other.epoch)
    }
}

/// The last turns at one address.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turn {
    /// Who changed the value last, and the value where it was replaced.
    changed: Option<(Who, Option<u32>)>,
    /// Who read it last, and the site.
    read: Option<(Who, u32)>,
}

impl Worker<'_> {
    /// A lane takes its turn at an atomic. What depends on whose turn is first is noted.
    pub fn take_turn(&mut self, sg: &Subgroup, access: &Access, lane: usize, took: Took) {
        let me = Who {
            workgroup: self.workgroup,
            invocation: sg.index * self.width as u32 + lane as u32,
            epoch: match access.mem {
                Mem::Workgroup => self.workgroup_epoch,
                _ => self.storage_epoch,
            },
        };
        let turn = self
            .turns
            .entry((access.mem, self.addresses[lane]))
            .or_default();
        let before = turn.changed.filter(|(who, _)| who.races(&me));
        let mut at = match (took, before) {
            (Took::Old | Took::Value, Some(_)) => Some(access.site),
            (Took::Put(value), Some((_, put))) if put != Some(value) => Some(access.site),
            _ => None,
        };
        if took == Took::Value {
            turn.read = Some((me, access.site));
        } else {
            let reader = turn.read.filter(|(who, _)| who.races(&me));
            at = at.or(reader.map(|(_, site)| site));
            let put = match took {
                Took::Put(value) => Some(value),
                _ => None,
            };
            turn.changed = Some((me, put));
        }
        if let Some(site) = at {
            self.order_matters(site);
        }
    }

    fn order_matters(&mut self, site: u32) {
        let site = &self.context.program.sites[site as usize];
        let (line, name) = (site.line, &site.name);
        self.faults
            .add(FindingKind::OrderDependentAtomic, Severity::Note, (line, 0), name, || {
                format!(
                    "what the atomic operation on `{name}` yields depends on the order in which invocations run, \
                     which differs from run to run on a GPU"
                )
            });
    }
}
