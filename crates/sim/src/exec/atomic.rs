//! Atomic operations: lane after lane, in order.

use super::context::Words;
use super::lanes::Pattern;
use super::lanes::Request;
use super::lanes::alu;
use super::lanes::subgroup::Subgroup;
use super::lanes::{Lanes, Mask};
use super::runner::Runner;
use super::sanitizer::Sanitizer;
use crate::cache::AccessKind;
use crate::code::{Access, Mem, NONE, Reg, Rmw};
use crate::fault::{AtomicResult, Change, Touch};
use crate::operation::Bin;
use crate::shape::Kind;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What an atomic operation weighs in the budget of passes through loops: it takes as long as so many short ones.
const ATOMIC_STEPS: u64 = 32;

impl<'a> Runner<'a> {
    pub fn atomic(&mut self, sg: &mut Subgroup, access: &Access, rmw: Rmw, [dst, value, compare]: [Reg; 3]) {
        self.addresses(sg, access, true);
        if dst != NONE {
            sg.forms.forget(dst, 3);
        }
        let (bytes, limit) = (access.bytes(), self.limit(access.mem));
        let fits = |&lane: &usize| self.addresses[lane].checked_add(bytes).is_some_and(|end| end <= limit);
        let mask = match sg.lanes().all(|lane| fits(&lane)) {
            true => sg.mask,
            false => sg.lanes().filter(fits).fold(0, |mask, lane| mask | 1 << lane),
        };
        self.budget.steps += ATOMIC_STEPS;
        let request = Request {
            access,
            subgroup: sg.index as usize,
            mask: sg.mask,
            addresses: &self.addresses,
            pattern: Pattern::Other,
        };
        let base = match access.mem {
            Mem::Buffer(buffer) => Some(self.context.buffers[buffer as usize].address),
            _ => None,
        };
        self.first.keep(&request, AccessKind::Updates);
        if self.context.counts {
            self.counts.atomic(&request, base);
        }
        let request = Request { mask, ..request };
        // An exchange whose old value nobody uses is a store.
        let touch = if rmw == Rmw::Exchange && dst == NONE { Touch::AtomicWrite } else { Touch::AtomicUpdate };
        self.sanitizer.inspect(sg, &request, touch);
        self.sanitizer.uses_unread();
        let (w, wide) = (self.width, access.kind.is_wide());
        if self.context.orders {
            // Sums of floats are rounded, each time anew.
            let taken = dst != NONE || access.kind.is_float();
            take_turns(&mut self.sanitizer, sg, &request, rmw, (taken, value));
        }
        let one = self.one_word(sg, access, mask);
        let mut held = one.map(|word| u64::from(word.load(Relaxed)));
        let mut changes = false;
        for lane in sg.lanes() {
            let operand = value_of(&sg.file, value, lane, w, wide);
            let expected = match compare {
                NONE => 0,
                compare => value_of(&sg.file, compare, lane, w, wide),
            };
            let mut exchanged = false;
            let mut old = 0;
            let mut new = |old| {
                exchanged = old == expected;
                let new = combine(rmw, access.kind, old, operand, exchanged);
                changes |= new != old;
                new
            };
            if let Some(held) = &mut held {
                old = *held;
                *held = u64::from(new(old) as u32);
            } else if mask == sg.mask || mask >> lane & 1 == 1 {
                old = self.update(access, lane, new);
            }
            if dst != NONE {
                sg.file[dst as usize + lane] = old as u32;
                if wide {
                    sg.file[dst as usize + w + lane] = (old >> 32) as u32;
                }
                if rmw == Rmw::CompareExchange {
                    let flag = dst as usize + access.kind.planes() as usize * w;
                    sg.file[flag + lane] = u32::from(exchanged);
                }
            }
        }
        // One that leaves everything as it was only looks.
        match changes {
            true => self.budget.writes(),
            false => self.budget.reads(),
        }
        if let (Some(word), Some(held)) = (one, held) {
            word.store(held as u32, Relaxed);
        }
    }

    /// The word of 32 bits at which all active lanes are, where nobody else is there meanwhile.
    fn one_word(&self, sg: &Subgroup, access: &Access, mask: Mask) -> Option<&'a AtomicU32> {
        let context = self.context;
        let address = self.addresses[sg.lanes().next()?];
        let all = || sg.lanes().all(|lane| self.addresses[lane] == address);
        if !context.program.ordered || access.kind.is_wide() || mask != sg.mask || !all() {
            return None;
        }
        let (Mem::Buffer(buffer), word) = (access.mem, address as usize / 4) else {
            return None;
        };
        match &context.buffers[buffer as usize].words {
            Words::Shared(words) => Some(&words[word]),
            Words::Paged(paged) => Some(paged.change(word)),
            Words::Frozen(_) => None,
        }
    }

    /// Replaces the value at a lane's address; returns the old one.
    fn update(&mut self, access: &Access, lane: usize, mut new: impl FnMut(u64) -> u64) -> u64 {
        let (word, wide) = (self.addresses[lane] as usize / 4, access.kind.is_wide());
        let alone = wide || self.context.program.ordered;
        if let Mem::Buffer(buffer) = access.mem {
            return match &self.context.buffers[buffer as usize].words {
                Words::Shared(words) => update_shared(|at| &words[at], word, [wide, alone], new),
                Words::Paged(paged) => update_shared(|at| paged.change(at), word, [wide, alone], new),
                Words::Frozen(_) => 0,
            };
        }
        let words = &mut self.shared;
        let high = if wide { u64::from(words[word + 1]) } else { 0 };
        let old = u64::from(words[word]) | high << 32;
        let new = new(old);
        words[word] = new as u32;
        if wide {
            words[word + 1] = (new >> 32) as u32;
        }
        old
    }
}

/// Replaces a word (or two) of memory that other workgroups may change too; returns the old value.
/// Wide and order-dependent operations are `alone`, on one thread only, so that two halves never part.
fn update_shared<'a>(
    words: impl Fn(usize) -> &'a AtomicU32,
    word: usize,
    [wide, alone]: [bool; 2],
    mut update: impl FnMut(u64) -> u64,
) -> u64 {
    if wide {
        let old = u64::from(words(word).load(Relaxed)) | u64::from(words(word + 1).load(Relaxed)) << 32;
        let new = update(old);
        words(word).store(new as u32, Relaxed);
        words(word + 1).store((new >> 32) as u32, Relaxed);
        return old;
    }
    let mut old = words(word).load(Relaxed);
    if alone {
        words(word).store(update(u64::from(old)) as u32, Relaxed);
        return u64::from(old);
    }
    loop {
        let new = update(u64::from(old)) as u32;
        match words(word).compare_exchange_weak(old, new, Relaxed, Relaxed) {
            Ok(_) => return u64::from(old),
            Err(now) => old = now,
        }
    }
}

/// Notes what an operation does at its addresses, whose old values are `taken` or not; its operand is in `value`.
fn take_turns(
    sanitizer: &mut Sanitizer<'_>,
    sg: &Subgroup,
    request: &Request<'_>,
    rmw: Rmw,
    (taken, value): (bool, Reg),
) {
    let took = |change| AtomicResult { value: taken, change: Some(change) };
    let change = match rmw {
        Rmw::Add | Rmw::Sub => Change::Add,
        Rmw::And => Change::And,
        Rmw::Or => Change::Or,
        Rmw::Xor => Change::Xor,
        Rmw::Min => Change::Min,
        Rmw::Max => Change::Max,
        Rmw::CompareExchange => Change::Depends,
        Rmw::Exchange => {
            for lane in Lanes(request.mask) {
                let put = value_of(&sg.file, value, lane, sg.exits.len(), request.access.kind.is_wide());
                sanitizer.take_turn(sg, request, lane, took(Change::Put(put)));
            }
            return;
        }
    };
    sanitizer.take_turns(sg, request, request.mask, took(change));
}

/// A lane's value of 32 or 64 bits.
pub(super) fn value_of(file: &[u32], reg: Reg, lane: usize, w: usize, wide: bool) -> u64 {
    let low = u64::from(file[reg as usize + lane]);
    if wide { low | u64::from(file[reg as usize + w + lane]) << 32 } else { low }
}

fn combine(rmw: Rmw, kind: Kind, old: u64, operand: u64, equal: bool) -> u64 {
    let (wide, float, signed) = (kind.is_wide(), kind.is_float(), kind.is_signed());
    let pick = |narrow: Bin, long: Bin, real: Bin| {
        if float {
            real
        } else if wide {
            long
        } else {
            narrow
        }
    };
    let op = match rmw {
        // By far the commonest.
        Rmw::Add if !wide && !float => return u64::from((old as u32).wrapping_add(operand as u32)),
        Rmw::Add => pick(Bin::AddI, Bin::Add64, Bin::AddF),
        Rmw::Sub => pick(Bin::SubI, Bin::Sub64, Bin::SubF),
        Rmw::Min if signed => pick(Bin::MinI, Bin::MinI64, Bin::MinF),
        Rmw::Max if signed => pick(Bin::MaxI, Bin::MaxI64, Bin::MaxF),
        Rmw::Min => pick(Bin::MinU, Bin::MinU64, Bin::MinF),
        Rmw::Max => pick(Bin::MaxU, Bin::MaxU64, Bin::MaxF),
        Rmw::And => return old & operand,
        Rmw::Or => return old | operand,
        Rmw::Xor => return old ^ operand,
        Rmw::Exchange => return operand,
        Rmw::CompareExchange => return if equal { operand } else { old },
    };
    let result = alu::fold(op, old, operand);
    if wide { result } else { result & u64::from(u32::MAX) }
}
