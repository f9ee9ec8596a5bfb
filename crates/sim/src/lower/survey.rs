//! What a compiler makes of a kernel beyond its instructions one by one: what it knows of indices, which private arrays
//! stay in registers, what a division becomes, how many registers are in use.

use super::builder::Builder;
use super::chain::{reads, writes};
use super::fold::{distances, folds};
use super::nest::{Unrolled, unrolled};
use super::straight::Straight;
use crate::code::{CONSTANT, NONE, Op, Reg};
use crate::operation::{Bin, Tern, Un};
use crate::program::Segment;
use std::collections::{HashMap, HashSet};

/// Instructions of a division of integers by what is known at run time only (CUDA C++ Programming Guide, arithmetic
/// instructions: "up to 20").
pub const DIVISION: u32 = 20;

/// Instructions of a division by another literal than a power of two: a high product and shifts.
const DIVISION_BY_LITERAL: u32 = 4;

/// Registers that hold what no line of the source names: addresses of buffers, identities of the invocation.
const UNNAMED: u32 = 8;

/// Instructions that a compiler makes of one, whether or not the divisor is a literal.
pub fn expansion(op: Bin, literal: Option<u32>) -> u32 {
    let words = match op {
        Bin::DivI | Bin::DivU | Bin::RemI | Bin::RemU => 1,
        // Four products of halves, as for schoolbook multiplication.
        Bin::DivI64 | Bin::DivU64 | Bin::RemI64 | Bin::RemU64 => 4,
        _ => return 1,
    };
    words
        * match literal {
            Some(value) if value.is_power_of_two() => 1,
            Some(_) => DIVISION_BY_LITERAL,
            None => DIVISION,
        }
}

/// The bits of the reciprocal of an f32, where it is exact: of a power of two. A division by one is a product with it.
pub fn exact_reciprocal(bits: u32) -> Option<u32> {
    const FRACTION: u32 = (1 << 23) - 1;
    let exponent = bits >> 23 & 0xff;
    let normal = bits & FRACTION == 0 && (1..=253).contains(&exponent);
    normal.then(|| bits & 1 << 31 | (254 - exponent) << 23)
}

impl Builder<'_> {
    /// Fills in what segments and sites cost beyond what is counted, before registers get their final places.
    pub fn survey(&mut self) {
        let nests = self.constant_nests();
        self.counters.extend(nests.iter().flat_map(Unrolled::counters));
        let folded: HashSet<usize> =
            nests.iter().flat_map(|nest| folds(&self.ops, nest, &|reg| self.fixed(reg))).map(|fold| fold.at).collect();
        let mut without = distances(&self.ops, |reg| self.fixed(reg).is_some());
        without.extend(&self.packed);
        let mut known: HashMap<Reg, bool> = HashMap::new();
        let (mut current, mut loops) = (None, 0);
        for at in 0..self.ops.len() {
            let op = self.ops[at];
            let is_known = |reg: Reg| reg == NONE || self.fixed(reg).is_some() || self.counters.contains(&reg);
            let of = |reg: Reg| is_known(reg) || known.get(&reg).copied().unwrap_or(false);
            let result = match op {
                Op::Segment(segment) => {
                    current = Some(segment as usize);
                    continue;
                }
                Op::Bin { a, b, .. } => of(a) && of(b),
                Op::Tern { op: Tern::MulAddI, a, b, c, .. } => of(a) && of(b) && of(c),
                Op::Index { base, index, .. } => of(base) && of(index),
                _ => false,
            };
            let array = match op {
                Op::RegLoad { offset, site, .. } | Op::RegStore { offset, site, .. } => Some((site, !of(offset))),
                _ => None,
            };
            loops += i32::from(matches!(op, Op::Loop { .. })) - i32::from(matches!(op, Op::EndLoop { .. }));
            let hoisted = loops > 0 && self.invariant.contains(&at);
            let gone = (hoisted || without.contains(&at)) && !folded.contains(&at);
            let multiplies = !result && !hoisted && self.multiplies(op);
            let mut operands = match op {
                // What rounds is part of the arithmetic before it.
                Op::Un { op: Un::RoundF16, .. } => Vec::new(),
                Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. } if !result && !gone => reads(op, &writes(op)),
                _ => Vec::new(),
            };
            operands.retain(|&reg| reg & CONSTANT == 0 && !of(reg));
            operands.sort_unstable();
            operands.dedup();
            let expanded = match op {
                Op::Bin { op, b, .. } if !result && !hoisted => expansion(op, self.fixed(b)) - 1,
                _ => 0,
            };
            let divides = matches!(op, Op::Bin { b, .. } if expanded > 0 && self.fixed(b).is_none());
            if let Some((site, local)) = array {
                self.sites[site as usize].local = local;
            }
            if let Some(segment) = current {
                let segment: &mut Segment = &mut self.segments[segment];
                segment.register_reads += operands.len() as u32;
                segment.expanded += expanded;
                segment.multiplies += u32::from(multiplies);
                segment.unrolled += u32::from(gone);
                if divides && let Some(cost) = segment.costs.iter_mut().find(|cost| cost.line == self.lines[at]) {
                    cost.division += expanded;
                }
            }
            for reg in writes(op).filter(|reg| !self.counters.contains(reg)) {
                known.insert(reg, result);
            }
        }
    }

    /// Whether it multiplies integers of which neither is known: literals become shifts and sums.
    fn multiplies(&self, op: Op) -> bool {
        match op {
            Op::Bin { op: Bin::MulI, a, b, .. } | Op::Tern { op: Tern::MulAddI, a, b, .. } => {
                [a, b].iter().all(|&reg| self.fixed(reg).is_none())
            }
            _ => false,
        }
    }

    /// The nests of loops that run a constant number of times, none inside another.
    fn constant_nests(&self) -> Vec<Unrolled> {
        let mut nests: Vec<Unrolled> = Vec::new();
        for (at, op) in self.ops.iter().enumerate() {
            if matches!(op, Op::Loop { .. }) && nests.last().is_none_or(|last| last.end < at) {
                nests.extend(unrolled(&self.ops, at, &|reg| self.fixed(reg)));
            }
        }
        nests.retain(Unrolled::constant);
        nests
    }

    /// The value of a register that is the same in every launch.
    pub fn fixed(&self, reg: Reg) -> Option<u32> {
        let preloaded = self.preloads.iter().any(|preload| preload.reg == reg);
        (reg != NONE && reg & CONSTANT != 0 && !preloaded).then(|| self.constants[(reg & !CONSTANT) as usize])
    }

    /// Registers of an invocation: the most values that are in use at one time.
    pub fn most_registers(&self) -> u32 {
        let mut live = vec![0i32; self.ops.len() + 2];
        let [intervals, gaps] = self.intervals();
        for (start, end) in intervals {
            live[start] += 1;
            live[end + 1] -= 1;
        }
        for (start, end) in gaps {
            live[start] -= 1;
            live[end + 1] += 1;
        }
        let mut now = 0;
        let most = live.iter().map(|change| {
            now += change;
            now
        });
        most.max().unwrap_or(0) as u32 + UNNAMED
    }

    /// From where to where each value is in use, and the gaps in which a variable's is not, since it is written anew before anything
    /// reads it. What a loop uses that was made before it is in use to the loop's end.
    fn intervals(&self) -> [Vec<(usize, usize)>; 2] {
        let mut open: HashMap<Reg, (usize, usize)> = HashMap::new();
        let (mut closed, mut gaps) = (Vec::new(), Vec::new());
        let mut straight = Straight::default();
        let mut places = Vec::with_capacity(self.ops.len());
        for (at, &op) in self.ops.iter().enumerate() {
            places.push(straight.next(at, op));
            let written = writes(op);
            let array = match op {
                Op::RegLoad { base, site, .. } | Op::RegStore { base, site, .. } => Some((base, site)),
                _ => None,
            };
            for reg in reads(op, &written) {
                if reg & CONSTANT == 0 && array.is_none_or(|(base, _)| base != reg) {
                    open.entry(reg).or_insert((at, at)).1 = at;
                }
            }
            if let Some((base, site)) = array {
                for reg in self.variable(base) {
                    match self.sites[site as usize].local {
                        true => drop(open.remove(&reg)),
                        false => open.entry(reg).or_insert((at, at)).1 = at,
                    }
                }
            }
            let kept = matches!(op, Op::Assign { .. });
            for reg in written.filter(|_| !matches!(op, Op::RegStore { .. })) {
                if kept {
                    let interval = open.entry(reg).or_insert((at, at));
                    let before = std::mem::replace(&mut interval.1, at);
                    if before + 1 < at && straight.follows(places[before]) {
                        gaps.push((before + 1, at - 1));
                    }
                } else if let Some(interval) = open.insert(reg, (at, at)) {
                    closed.push(interval);
                }
            }
        }
        closed.extend(open.into_values());
        let loops = self.loops();
        for interval in &mut closed {
            for &(start, end) in &loops {
                if interval.0 < start && (start..end).contains(&interval.1) {
                    interval.1 = end;
                }
            }
        }
        [closed, gaps]
    }

    /// Start and end of each loop, the inner ones first.
    fn loops(&self) -> Vec<(usize, usize)> {
        let (mut open, mut loops) = (Vec::new(), Vec::new());
        for (at, op) in self.ops.iter().enumerate() {
            match op {
                Op::Loop { .. } => open.push(at),
                Op::EndLoop { .. } => loops.extend(open.pop().map(|start| (start, at))),
                _ => {}
            }
        }
        loops
    }

    /// The planes of the variable around `base`.
    fn variable(&self, base: Reg) -> std::ops::Range<Reg> {
        let around = self.variable_sizes.iter().filter(|&(&start, &size)| (start..start + size).contains(&base));
        let (start, size) = around.max_by_key(|(_, size)| **size).map_or((base, 1), |(&start, &size)| (start, size));
        start..start + size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_have_exact_reciprocals() {
        for (value, reciprocal) in [(4.0, Some(0.25)), (-0.5, Some(-2.0)), (1.0, Some(1.0)), (3.0, None), (0.0, None)] {
            let value: f32 = value;
            assert_eq!(exact_reciprocal(value.to_bits()).map(f32::from_bits), reciprocal, "{value}");
        }
        assert_eq!(exact_reciprocal(f32::INFINITY.to_bits()), None);
        // Its reciprocal would be subnormal.
        assert_eq!(exact_reciprocal(127_f32.exp2().to_bits()), None);
    }
}
