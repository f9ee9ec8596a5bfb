//! Atomic operations: lane after lane, in order.

use super::state::Runner;
use crate::cache::AccessKind;
use crate::exec::context::Words;
use crate::exec::lanes::{Lanes, Mask, Pattern, Request, Touch, alu};
use crate::exec::observers::sanitizer::{AtomicResult, Change};
use crate::exec::observers::{Observer, Sanitizer};
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Bin, Mem, NONE, Reg, Rmw};
use crate::type_layout::Kind;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The weight of an atomic operation in the step budget: it takes as long as so many short iterations.
const ATOMIC_STEPS: u64 = 32;

impl<'a> Runner<'a> {
    pub fn atomic(&mut self, sg: &mut Subgroup, access: &Access, rmw: Rmw, registers: [Reg; 3]) {
        self.addresses(sg, access, true);
        if registers[0] != NONE {
            sg.forms.forget(registers[0], 3);
        }
        let (bytes, limit) = (access.bytes(), self.context.limit(access.mem));
        let fits = |&lane: &usize| self.addresses[lane].checked_add(bytes).is_some_and(|end| end <= limit);
        let mask = match sg.lanes().all(|lane| fits(&lane)) {
            true => sg.mask,
            false => sg.lanes().filter(fits).fold(0, |mask, lane| mask | 1 << lane),
        };
        self.budget.steps += ATOMIC_STEPS;
        self.observe_atomic(sg, access, mask, rmw, registers);
        let changes = match self.one_word(sg, access, mask) {
            Some(word) => {
                let mut held = u64::from(word.load(Relaxed));
                let changes = self.update_lanes(sg, (access, rmw), registers, |_, _, operation| {
                    let old = held;
                    held = u64::from(operation.apply(old) as u32);
                    Some(old)
                });
                word.store(held as u32, Relaxed);
                changes
            }
            None => self.update_lanes(sg, (access, rmw), registers, |runner, lane, operation| {
                (mask >> lane & 1 == 1).then(|| runner.update(access, lane, operation))
            }),
        };
        // One that leaves everything as it was only reads.
        match changes {
            true => self.budget.writes(),
            false => self.budget.reads(),
        }
    }

    /// Tells the observers of an operation of the lanes of `mask`, which are within bounds.
    fn observe_atomic(&mut self, sg: &Subgroup, access: &Access, mask: Mask, rmw: Rmw, [dst, value, _]: [Reg; 3]) {
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
        self.observers.request(&request, AccessKind::Updates);
        if self.context.counts {
            self.observers.measure_atomic(&request, base);
        }
        let request = Request { mask, ..request };
        // An exchange whose old value nobody uses is a store.
        let touch = if rmw == Rmw::Exchange && dst == NONE { Touch::AtomicWrite } else { Touch::AtomicUpdate };
        let sanitizer = &mut self.observers.sanitizer;
        sanitizer.inspect(sg, &request, touch);
        sanitizer.uses_unwritten();
        if self.context.orders {
            // Sums of floats are rounded, in another way in each order.
            let used = dst != NONE || access.kind.is_float();
            observe_order(sanitizer, sg, &request, rmw, (used, value));
        }
    }

    /// Performs the operation for each lane: `update` replaces the value at its address and returns the old one, if it is within
    /// bounds. Returns whether any value changed.
    #[inline(always)]
    fn update_lanes(
        &mut self,
        sg: &mut Subgroup,
        (access, rmw): (&Access, Rmw),
        [dst, value, compare]: [Reg; 3],
        mut update: impl FnMut(&mut Self, usize, &Operation) -> Option<u64>,
    ) -> bool {
        let (w, kind, wide) = (self.width, access.kind, access.kind.is_wide());
        let mut changes = false;
        for lane in sg.lanes() {
            let operand = value_of(&sg.file, value, lane, w, wide);
            let expected = match compare {
                NONE => 0,
                compare => value_of(&sg.file, compare, lane, w, wide),
            };
            let operation = Operation { rmw, kind, operand, expected };
            let updated = update(self, lane, &operation);
            changes |= updated.is_some_and(|old| operation.apply(old) != old);
            if dst == NONE {
                continue;
            }
            let old = updated.unwrap_or(0);
            sg.file[dst as usize + lane] = old as u32;
            if wide {
                sg.file[dst as usize + w + lane] = (old >> 32) as u32;
            }
            if rmw == Rmw::CompareExchange {
                let flag = dst as usize + kind.planes() as usize * w;
                sg.file[flag + lane] = u32::from(updated == Some(expected));
            }
        }
        changes
    }

    /// The word of 32 bits that all active lanes update, where nobody else accesses it meanwhile.
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
    fn update(&mut self, access: &Access, lane: usize, operation: &Operation) -> u64 {
        let (word, wide) = (self.addresses[lane] as usize / 4, access.kind.is_wide());
        let alone = wide || self.context.program.ordered;
        if let Mem::Buffer(buffer) = access.mem {
            return match &self.context.buffers[buffer as usize].words {
                Words::Shared(words) => update_shared(|at| &words[at], word, [wide, alone], operation),
                Words::Paged(paged) => update_shared(|at| paged.change(at), word, [wide, alone], operation),
                Words::Frozen(_) => 0,
            };
        }
        let words = &mut self.shared;
        let high = if wide { u64::from(words[word + 1]) } else { 0 };
        let old = u64::from(words[word]) | high << 32;
        let new = operation.apply(old);
        words[word] = new as u32;
        if wide {
            words[word + 1] = (new >> 32) as u32;
        }
        old
    }
}

/// Replaces a word (or two) of memory that other workgroups may change too; returns the old value.
/// Wide and order-dependent operations are `alone`, on one thread only, so that the two halves stay together.
fn update_shared<'a>(
    words: impl Fn(usize) -> &'a AtomicU32,
    word: usize,
    [wide, alone]: [bool; 2],
    operation: &Operation,
) -> u64 {
    if wide {
        let old = u64::from(words(word).load(Relaxed)) | u64::from(words(word + 1).load(Relaxed)) << 32;
        let new = operation.apply(old);
        words(word).store(new as u32, Relaxed);
        words(word + 1).store((new >> 32) as u32, Relaxed);
        return old;
    }
    let mut old = words(word).load(Relaxed);
    if alone {
        words(word).store(operation.apply(u64::from(old)) as u32, Relaxed);
        return u64::from(old);
    }
    loop {
        let new = operation.apply(u64::from(old)) as u32;
        match words(word).compare_exchange_weak(old, new, Relaxed, Relaxed) {
            Ok(_) => return u64::from(old),
            Err(now) => old = now,
        }
    }
}

/// Tells the sanitizer what an operation does at its addresses: whether its old values are `used`, and by the operand in `value`.
fn observe_order(
    sanitizer: &mut Sanitizer<'_>,
    sg: &Subgroup,
    request: &Request<'_>,
    rmw: Rmw,
    (used, value): (bool, Reg),
) {
    let result = |change| AtomicResult { value: used, change: Some(change) };
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
                sanitizer.atomic(sg, request, 1 << lane, result(Change::Put(put)));
            }
            return;
        }
    };
    sanitizer.atomic(sg, request, request.mask, result(change));
}

/// A lane's value of 32 or 64 bits.
pub(super) fn value_of(file: &[u32], reg: Reg, lane: usize, w: usize, wide: bool) -> u64 {
    let low = u64::from(file[reg as usize + lane]);
    if wide { low | u64::from(file[reg as usize + w + lane]) << 32 } else { low }
}

/// What an atomic operation does for one lane.
struct Operation {
    rmw: Rmw,
    kind: Kind,
    operand: u64,
    /// The value that a compare-exchange expects.
    expected: u64,
}

impl Operation {
    /// The new value.
    #[inline(always)]
    fn apply(&self, old: u64) -> u64 {
        let Self { rmw, kind, operand, expected } = *self;
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
            Rmw::CompareExchange => return if old == expected { operand } else { old },
        };
        let result = alu::fold(op, old, operand);
        if wide { result } else { result & u64::from(u32::MAX) }
    }
}
