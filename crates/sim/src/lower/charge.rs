//! What a segment's chain costs, and what is folded in loops that a compiler unrolls.

use super::builder::Builder;
use super::chain::critical_path;
use super::fold::folded;
use super::nest::{CountedLoop, Unrolled, branching, unrolled};
use super::survey::counted;
use super::target::CompilerFacts;
use super::unroll::MAX_UNROLLED;
use crate::code::{Mem, Op};
use crate::program::PartlyUnrolled;

/// Passes whose loads are under way together in a loop that is unrolled in part: LLVM's `DefaultUnrollRuntimeCount`.
const TOGETHER: u32 = 8;

/// Instructions of a loop that is laid out whole: LLVM's unroll threshold at -O3.
const LAID_OUT: u32 = 300;

/// Instructions that the passes laid out together of a loop may have whose number of passes is known at run time only: a quarter of
/// that (LLVM NVPTXTargetTransformInfo.cpp, getUnrollingPreferences).
const LAID_OUT_IN_PART: u32 = LAID_OUT / 4;

/// How many of up to `most` passes, each of `size` instructions, are laid out together: LLVM halves them until they fit.
fn laid_out_in_part(most: u32, size: u32) -> u32 {
    let mut passes = most;
    while passes > 1 && passes * size > LAID_OUT_IN_PART {
        passes /= 2;
    }
    passes
}

/// How often a loop of so many passes, each of `size` instructions, waits for its loads: once where it is laid out whole.
fn waits(passes: u32, size: u32) -> u32 {
    let whole = passes <= MAX_UNROLLED || passes.saturating_mul(size) <= LAID_OUT;
    if whole { 1 } else { passes.div_ceil(TOGETHER) }
}

impl Builder<'_> {
    /// Fills in the chains of all segments, before registers get their final places.
    pub fn measure_chains(&mut self, ops: &[Op], target: &CompilerFacts) {
        let mut current: Option<(usize, usize)> = None;
        let mut at = 0;
        while at < ops.len() {
            match ops[at] {
                Op::Segment(next) => {
                    self.close_chain(ops, current, at, target);
                    current = Some((next as usize, at));
                }
                Op::Loop { .. } => {
                    self.close_chain(ops, current, at, target);
                    match (current.take(), unrolled(ops, at, target)) {
                        (Some((entry, _)), Some(nest)) => {
                            self.unroll(ops, entry, &nest, target);
                            at = nest.end;
                        }
                        (Some(_), None) => {
                            if let Some(counted) = branching(ops, at, target) {
                                self.count_together(ops, &counted, target);
                            }
                        }
                        (None, _) => {}
                    }
                }
                op if target.known.gone.contains(&at) => {
                    let segment = current.map(|(segment, _)| segment);
                    segment.into_iter().for_each(|segment| self.fold(segment, counted(op)));
                }
                _ => {}
            }
            at += 1;
        }
        self.close_chain(ops, current, at, target);
    }

    /// A segment ends where the next begins: control flow in between belongs to it or costs nothing.
    fn close_chain(&mut self, ops: &[Op], current: Option<(usize, usize)>, end: usize, target: &CompilerFacts) {
        if let Some((segment, start)) = current {
            let left = (start..end)
                .filter(|at| !(target.known.gone.contains(at) || target.addresses.contains(at)))
                .map(|at| target.by_literal(at, ops[at]));
            let chain = critical_path(&left.collect::<Vec<_>>(), target);
            let segment = &mut self.segments[segment];
            let instructions: u32 = segment.costs.iter().map(|cost| cost.instructions).sum();
            let special: u32 = segment.costs.iter().map(|cost| cost.special).sum();
            let machine = &target.machine;
            let waits =
                special * (machine.sfu_latency_ratio - 1) + segment.multiplies * (machine.multiply_latency_ratio - 1);
            let longest = instructions + segment.expanded + waits;
            segment.chain = chain.min(longest);
        }
    }

    /// Takes instructions of a segment for folded; what was not counted cannot be.
    fn fold(&mut self, segment: usize, instructions: u32) {
        let segment = &mut self.segments[segment];
        let counted: u32 = segment.costs.iter().map(|cost| cost.instructions).sum();
        segment.unrolled = (segment.unrolled + instructions).min(counted);
    }

    /// What is folded reads no registers.
    fn spare_reads(&mut self, segment: usize, registers: u32) {
        let reads = &mut self.segments[segment].register_reads;
        *reads = reads.saturating_sub(registers);
    }

    /// The loads in a loop that wait, and that no store in it may have to come before.
    fn loads_of(&self, counted: &CountedLoop) -> Vec<u32> {
        let ops = || (counted.start..self.ops.len()).take_while(|at| counted.holds(*at)).map(|at| self.ops[at]);
        let stores = |shared: bool| {
            ops().any(|op| matches!(op, Op::Store { access, .. } if (access.mem == Mem::Workgroup) == shared))
        };
        let [storage, workgroup] = [false, true].map(stores);
        let free = |mem: Mem| match mem {
            Mem::Buffer(buffer) => !storage || !self.buffers[buffer as usize].writable,
            _ => !workgroup,
        };
        let loads = ops().filter_map(|op| match op {
            Op::Load { access, .. } if free(access.mem) => Some(access.site),
            _ => None,
        });
        loads.filter(|&site| self.sites[site as usize].waits).collect()
    }

    /// How many passes of a loop compilers lay out together, if several: the comparison and the branch come once in them, and so does
    /// the increment where that is all it is for.
    fn count_together(&mut self, ops: &[Op], counted: &CountedLoop, target: &CompilerFacts) -> Option<u32> {
        let together = laid_out_in_part(target.machine.runtime_unroll, counted.size(ops, target));
        if together < 2 || !counted.keeps_bound(ops, &self.invariant) {
            return None;
        }
        let alone = u32::from(counted.only_counts(ops));
        self.fold(counted.tests, 2);
        self.fold(counted.counts, alone);
        self.spare_reads(counted.tests, 1 + u32::from(counted.reads_bound(target)));
        self.spare_reads(counted.counts, alone);
        Some(together)
    }

    /// Charges a nest: one pass for each entry, and for each iteration what it hands to the next. Counting is free where it
    /// is unrolled.
    fn unroll(&mut self, ops: &[Op], entry: usize, nest: &Unrolled, target: &CompilerFacts) {
        self.segments[entry].chain += critical_path(&nest.pass(ops), target);
        if !nest.constant() {
            // The counter runs beside what an iteration hands to the next.
            let only = &nest.loops[0];
            if let Some(together) = self.count_together(ops, only, target) {
                let sites = self.loads_of(only);
                self.partly_unrolled.push(PartlyUnrolled { entry, pass: only.counts, together, sites });
            }
            self.segments[only.counts].chain = only.recurrence.max(1);
            return;
        }
        for counted in &nest.loops {
            // The comparison and the branch; the increment is folded with all that is known.
            self.fold(counted.tests, 2);
            self.segments[counted.counts].chain = counted.recurrence;
        }
        for (segment, instructions) in folded(ops, nest, target) {
            self.fold(segment, instructions);
        }
        let outer = &nest.loops[0];
        // Loops of few passes are laid out whole, and not counted; of more, what the passes read is not joined.
        let laid_out = nest.loops.iter().all(|counted| {
            self.segments[counted.counts].costs.is_empty() || target.known.passes.contains_key(&counted.start)
        });
        // Registers hold the loads of a loop, of a nest that is laid out whole, or of one iteration of a nest.
        let (waiter, inside) = match nest.loops.as_slice() {
            [outer, inside @ ..] if !inside.is_empty() && nest.size(ops, target) > u64::from(LAID_OUT) => {
                (outer.counts, inside)
            }
            loops => (entry, loops),
        };
        let waits =
            inside.iter().filter_map(|counted| Some((counted, waits(counted.passes?, counted.size(ops, target)))));
        let waits: Vec<_> = waits.collect();
        let waits_at = |at: usize| {
            let around = waits.iter().filter(|(counted, _)| counted.holds(at));
            around.map(|(_, waits)| *waits).fold(1, u32::saturating_mul)
        };
        let mut others = false;
        for (at, op) in ops.iter().enumerate().take(nest.end).skip(outer.start) {
            let Op::Load { access, .. } = op else { continue };
            let waited_for = !self.never_changes(access.mem);
            let site = &mut self.sites[access.site as usize];
            site.alike_passes = nest.alike_passes(at);
            if waited_for {
                let waits = if site.shared {
                    &mut self.segments[waiter].shared_waits
                } else {
                    &mut self.segments[waiter].global_waits
                };
                *waits = (*waits).max(waits_at(at));
                others |= !(site.ahead || site.shared);
                site.waits = false;
                site.unrolled = laid_out;
            }
        }
        // Loads that are waited for together are waited for as those that are needed first.
        let segment = &mut self.segments[waiter];
        segment.ahead_waits = if others { 0 } else { segment.global_waits };
    }
}
