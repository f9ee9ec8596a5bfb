//! What of a compiled kernel must happen one after the other: the critical path of each straight line, and the waits of unrolled loops.
//!
//! Straight lines follow one another. The iterations of an unrolled loop overlap but for what one hands to the next, and their
//! loads are under way a few iterations at a time.

use super::code::Code;
use super::cost::cost;
use super::critical_path::critical_path;
use super::loops::{LAID_OUT, LoopNest, unrolled};
use crate::ir::{MAX_UNROLLED, Op, SegmentSchedule};

/// Iterations whose loads are under way together in a loop that is unrolled in part: LLVM's `DefaultUnrollRuntimeCount`.
const TOGETHER: u32 = 8;

/// How often a loop of so many iterations, each of `size` instructions, waits for its loads: once where it is unrolled whole.
fn waits(iterations: u32, size: u32) -> u32 {
    let whole = iterations <= MAX_UNROLLED || iterations.saturating_mul(size) <= LAID_OUT;
    if whole { 1 } else { iterations.div_ceil(TOGETHER) }
}

/// Schedules all segments; the waits of loads in unrolled loops move from their sites to segments.
pub fn schedule(code: &mut Code<'_>) -> Vec<SegmentSchedule> {
    let mut scheduler = Scheduler { segments: issued(code), bounds: bounds(code), code };
    scheduler.run();
    scheduler.segments
}

/// What each segment issues.
fn issued(code: &Code<'_>) -> Vec<SegmentSchedule> {
    let mut segments = vec![SegmentSchedule::default(); code.program.segments.len()];
    for (at, instruction) in code.instructions.iter().enumerate() {
        if let Some(segment) = instruction.segment {
            segments[segment].issued += cost(code, at).issued;
        }
    }
    segments
}

/// The longest chain that each segment can have: all that WGSL counts and all that is added, one after the other.
fn bounds(code: &Code<'_>) -> Vec<u32> {
    let (target, segments) = (code.target(), &code.program.segments);
    let counted = segments.iter().map(|segment| {
        let of = |cost: &crate::ir::Cost| cost.instructions + cost.special * (target.sfu_latency_ratio - 1);
        segment.costs.iter().map(of).sum()
    });
    let mut bounds: Vec<u32> = counted.collect();
    for (at, instruction) in code.instructions.iter().enumerate() {
        if let Some(segment) = instruction.segment {
            let cost = cost(code, at);
            bounds[segment] += cost.added + cost.multiplies * (target.multiply_latency_ratio - 1);
        }
    }
    bounds
}

struct Scheduler<'c, 'p> {
    code: &'c mut Code<'p>,
    segments: Vec<SegmentSchedule>,
    bounds: Vec<u32>,
}

impl Scheduler<'_, '_> {
    fn run(&mut self) {
        let mut current: Option<(usize, usize)> = None;
        let mut at = 0;
        while at < self.code.scheduled.len() {
            match self.code.scheduled[at] {
                Op::Segment(next) => {
                    self.close(current, at);
                    current = Some((next as usize, at));
                }
                Op::Loop { .. } => {
                    self.close(current, at);
                    if let Some((entry, _)) = current.take()
                        && let Some(nest) = unrolled(&self.code.scheduled, at, &self.code.facts)
                    {
                        self.nest(entry, &nest);
                        at = nest.end;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.close(current, at);
    }

    /// A segment ends where the next begins: control flow in between belongs to it or costs nothing.
    fn close(&mut self, current: Option<(usize, usize)>, end: usize) {
        let Some((segment, start)) = current else { return };
        let facts = &self.code.facts;
        let left = (start..end)
            .filter(|at| !(facts.known.removed.contains(*at) || facts.addresses.contains(*at)))
            .map(|at| facts.by_literal(at, self.code.scheduled[at]));
        let chain = critical_path(&left.collect::<Vec<_>>(), facts);
        self.segments[segment].chain = chain.min(self.bounds[segment]);
    }

    /// A nest takes one iteration through it for each entry, and for each iteration what it hands to the next.
    fn nest(&mut self, entry: usize, nest: &LoopNest) {
        self.segments[entry].chain += critical_path(&nest.iteration(&self.code.scheduled), &self.code.facts);
        if !nest.has_constant_trip_counts() {
            // The counter runs beside what an iteration hands to the next.
            let only = &nest.loops[0];
            self.segments[only.latch].chain = only.recurrence.max(1);
            return;
        }
        for counted in &nest.loops {
            self.segments[counted.latch].chain = counted.recurrence;
        }
        self.overlap_loads(entry, nest);
    }

    /// The loads of a nest that is unrolled whole are waited for in one segment.
    fn overlap_loads(&mut self, entry: usize, nest: &LoopNest) {
        let Code { scheduled: ops, facts, program, sites, .. } = &mut *self.code;
        let outer = &nest.loops[0];
        // Loops of few iterations are unrolled whole, and not counted; of more, what the iterations read is not joined.
        let laid_out = nest.loops.iter().all(|counted| {
            program.segments[counted.latch].costs.is_empty() || facts.known.trip_counts.contains_key(&counted.start)
        });
        // Registers hold the loads of a loop, of a nest that is unrolled whole, or of one iteration of a nest.
        let (waiter, inside) = match nest.loops.as_slice() {
            [outer, inside @ ..] if !inside.is_empty() && nest.size(ops, facts) > u64::from(LAID_OUT) => {
                (outer.latch, inside)
            }
            loops => (entry, loops),
        };
        let waits =
            inside.iter().filter_map(|counted| Some((counted, waits(counted.trip_count?, counted.size(ops, facts)))));
        let waits: Vec<_> = waits.collect();
        let waits_at = |at: usize| {
            let around = waits.iter().filter(|(counted, _)| counted.contains_instruction(at));
            around.map(|(_, waits)| *waits).fold(1, u32::saturating_mul)
        };
        let segment = &mut self.segments[waiter];
        let mut others = false;
        for (at, op) in ops.iter().enumerate().take(nest.end).skip(outer.start) {
            let Some(access) = op.loads() else { continue };
            if program.never_changes(access.mem) {
                continue;
            }
            let site = &mut sites[access.site as usize];
            let shared = program.sites[access.site as usize].shared;
            let waits = if shared { &mut segment.shared_waits } else { &mut segment.global_waits };
            *waits = (*waits).max(waits_at(at));
            others |= !(site.prefetches || shared);
            site.waits = false;
            site.unrolled = laid_out;
        }
        // Loads that are waited for together are waited for as those that are needed first.
        segment.prefetch_waits = if others { 0 } else { segment.global_waits };
    }
}
