//! Atomics whose results depend on the order in which invocations get their turn.

use super::Sanitizer;
use crate::code::Mem;
use crate::exec::context::Context;
use crate::exec::lanes::subgroup::Subgroup;
use crate::exec::lanes::{Lanes, Mask, Request};
use crate::fault::{Accessor, AtomicResult, Faults};
use crate::finding::{FindingKind, Severity};
use std::mem::replace;

/// Turns that wait, at most.
const MOST: usize = 1 << 13;

/// Turns of one phase of a workgroup at its own memory, while all do the same and nobody uses what is found there: whose is
/// first does not matter then. They are looked at only when one comes that does something else.
#[derive(Debug, Default)]
pub(super) struct AlikeTurns {
    turns: Vec<Turn>,
    addresses: Vec<u32>,
    /// Another one has come: nothing waits any more.
    differ: bool,
}

/// What the active lanes of a subgroup do, whose addresses begin at a place.
#[derive(Debug)]
struct Turn {
    one: Accessor,
    took: AtomicResult,
    site: u32,
    lanes: Mask,
    at: usize,
}

impl AlikeTurns {
    /// A barrier orders them before all that comes.
    pub fn clear(&mut self) {
        self.turns.clear();
        self.addresses.clear();
        self.differ = false;
    }

    /// Whether one more may wait.
    fn may_wait(&self, took: AtomicResult) -> bool {
        let alike = self.turns.first().is_none_or(|turn| turn.took == took);
        alike && !self.differ && took.commutes() && self.turns.len() < MOST
    }
}

impl Sanitizer<'_> {
    /// A lane takes its turn at an atomic. What depends on whose turn is first is noted.
    pub fn take_turn(&mut self, sg: &Subgroup, request: &Request<'_>, lane: usize, took: AtomicResult) {
        self.take_turns(sg, request, 1 << lane, took);
    }

    /// The same for these lanes, one after the other.
    pub fn take_turns(&mut self, sg: &Subgroup, request: &Request<'_>, lanes: Mask, took: AtomicResult) {
        let Request { access, subgroup, addresses, .. } = *request;
        let epoch = match access.mem {
            Mem::Workgroup => self.workgroup_epoch,
            _ => self.storage_epoch,
        };
        let (workgroup, first) = (self.workgroup, self.invocation(subgroup, 0));
        let one = Accessor { workgroup, invocation: first, epoch, subgroup: (subgroup as u32, sg.epoch) };
        let asked = Lanes(lanes).map(|lane| (lane, addresses[lane]));
        let (mem, site) = (access.mem, access.site);
        if mem != Mem::Workgroup {
            return self.take_each(mem, asked, &Turn { one, took, site, lanes, at: 0 });
        }
        if self.alike_turns.may_wait(took) {
            let AlikeTurns { turns, addresses, .. } = &mut self.alike_turns;
            turns.push(Turn { one, took, site, lanes, at: addresses.len() });
            return addresses.extend(asked.map(|(_, address)| address));
        }
        self.look_at_turns();
        self.take_each(mem, asked, &Turn { one, took, site, lanes, at: 0 });
    }

    /// A turn has come that differs from those that wait.
    fn look_at_turns(&mut self) {
        let alike = AlikeTurns { differ: true, ..AlikeTurns::default() };
        let alike = replace(&mut self.alike_turns, alike);
        for turn in &alike.turns {
            let asked = Lanes(turn.lanes).zip(alike.addresses[turn.at..].iter().copied());
            self.take_each(Mem::Workgroup, asked, turn);
        }
    }

    /// Lanes take their turns, each at its address. What lanes in a row do at one is looked up once.
    fn take_each(&mut self, mem: Mem, asked: impl Iterator<Item = (usize, u32)>, turn: &Turn) {
        let Turn { one, took, site, .. } = *turn;
        let mut asked = asked.peekable();
        while let Some((lane, address)) = asked.next() {
            let mut row = 1 << lane;
            while let Some((lane, _)) = asked.next_if(|(_, other)| *other == address) {
                row |= 1 << lane;
            }
            let turns = match mem {
                Mem::Workgroup => self.shared_turns.entry(address).or_default(),
                mem => self.buffer_turns.entry((mem, address)).or_default(),
            };
            let who = Lanes(row).map(|lane| Accessor { invocation: one.invocation + lane as u32, ..one });
            turns.take_in_row(who, took, site, |depends, times| {
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
