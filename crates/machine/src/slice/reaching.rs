//! Which instructions may have made what an instruction reads (reaching definitions).

use crate::ir::{CONSTANT, Op, Reg, closes, opens};
use naga::FastHashMap;
use std::ops::Range;

/// So many instructions are looked at for a kernel: arrays in registers may be written in many places.
const MOST: usize = 1 << 22;

/// By instruction, those that may have written one of its operands; `None` where they are too many to list. `array` names the registers
/// of the variable around one.
pub fn reaching(ops: &[Op], array: impl Fn(Reg) -> Range<Reg>) -> Option<Vec<Vec<usize>>> {
    let regions = Regions::of(ops);
    let (mut writers, mut looked_at) = (FastHashMap::<Reg, Vec<usize>>::default(), 0);
    for (at, &op) in ops.iter().enumerate() {
        // Any element of an array may be the one that is stored.
        let written = match op {
            Op::RegStore { base, .. } => array(base),
            op => op.writes(),
        };
        looked_at += written.len();
        if looked_at > MOST {
            return None;
        }
        written.for_each(|reg| writers.entry(reg).or_default().push(at));
    }
    let of = |at: usize| {
        let (op, around) = (ops[at], regions.around(at));
        let mut makers = Vec::new();
        for reg in op.reads().into_iter().filter(|reg| reg & CONSTANT == 0) {
            let read = match op {
                Op::RegLoad { base, .. } | Op::RegStore { base, .. } if reg == base => array(base),
                op => reg..reg + planes(op),
            };
            for writers in read.filter_map(|reg| writers.get(&reg)) {
                let before = makers.len();
                regions.reach(ops, (at, &around), writers, &mut makers);
                looked_at += 1 + makers.len() - before;
            }
            if looked_at > MOST {
                return None;
            }
        }
        makers.sort_unstable();
        makers.dedup();
        Some(makers)
    };
    (0..ops.len()).map(of).collect()
}

/// Registers that follow each other and are one operand, at most.
fn planes(op: Op) -> Reg {
    match op {
        Op::Un { op, .. } => 1 + Reg::from(op.is_wide()),
        Op::Bin { op, .. } => 1 + Reg::from(op.is_wide()),
        Op::Store { access, .. } | Op::Atomic { access, .. } => access.kind.planes(),
        Op::SubgroupReduce { kind, .. } => kind.planes(),
        op if op.fragment_planes().is_some() => op.fragment_planes().unwrap_or(1),
        Op::Texture { .. } => 8,
        _ => 1,
    }
}

/// Parts of a program: a lane that comes to an instruction of one came to all that stand before it in this part, and in those around it.
struct Regions {
    /// By instruction.
    of: Vec<usize>,
    all: Vec<Region>,
}

struct Region {
    around: usize,
    /// What of it is run again and again.
    repeats: Option<Range<usize>>,
}

impl Regions {
    fn of(ops: &[Op]) -> Self {
        let mut all = vec![Region { around: 0, repeats: None }];
        let (mut of, mut open, mut inmost) = (Vec::with_capacity(ops.len()), Vec::<(usize, usize)>::new(), 0);
        let begin = |all: &mut Vec<Region>, around| {
            all.push(Region { around, repeats: None });
            all.len() - 1
        };
        for (at, op) in ops.iter().enumerate() {
            if closes(op) {
                let (whole, start) = open.pop().unwrap_or((0, 0));
                all[whole].repeats = matches!(op, Op::EndLoop { .. }).then_some(start..at);
                inmost = all[whole].around;
            }
            of.push(inmost);
            if opens(op) {
                let whole = begin(&mut all, inmost);
                open.push((whole, at));
                inmost = begin(&mut all, whole);
            } else if matches!(op, Op::Else { .. } | Op::Continuing { .. } | Op::Case { .. }) {
                inmost = begin(&mut all, open.last().map_or(0, |(whole, _)| *whole));
            }
        }
        Self { of, all }
    }

    /// The region of an instruction and those around it.
    fn around(&self, at: usize) -> Vec<usize> {
        let outwards = |&region: &usize| (region != 0).then(|| self.all[region].around);
        std::iter::successors(Some(self.of[at]), outwards).collect()
    }

    /// Adds those of a register's `writers` whose value it may have at an instruction with these regions around it: the last one that all
    /// lanes came by, those that some came by since, and those of an earlier pass through a loop that begins behind it.
    fn reach(&self, ops: &[Op], (at, around): (usize, &[usize]), writers: &[usize], found: &mut Vec<usize>) {
        let before = &writers[..writers.partition_point(|writer| *writer < at)];
        let sure =
            |writer: &&usize| !matches!(ops[**writer], Op::RegStore { .. }) && around.contains(&self.of[**writer]);
        let last = before.iter().rposition(|writer| sure(&writer));
        found.extend(&before[last.unwrap_or(0)..]);
        let start = last.map_or(0, |last| before[last]);
        let loops = around.iter().filter_map(|region| self.all[*region].repeats.clone());
        let again = loops.filter(|repeats| repeats.start > start || last.is_none()).map(|repeats| repeats.end).max();
        if let Some(end) = again {
            found.extend(writers[before.len()..].iter().take_while(|writer| **writer < end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Bin;
    use crate::ir::NONE;

    fn found(ops: &[Op], at: usize) -> Vec<usize> {
        reaching(ops, |base| base..base + 4).unwrap().swap_remove(at)
    }

    fn given(dst: Reg) -> Op {
        Op::Assign { dst, src: CONSTANT }
    }

    fn read(a: Reg) -> Op {
        Op::Bin { op: Bin::AddF, dst: 100, a, b: CONSTANT }
    }

    const IF: Op = Op::If { cond: CONSTANT, otherwise: 0, site: 0 };
    const ELSE: Op = Op::Else { end: 0 };
    const END: Op = Op::EndIf { skip: 0 };
    const LOOP: Op = Op::Loop { line: 0 };
    const CONTINUING: Op = Op::Continuing { end: 0 };
    const BACK: Op = Op::Back { cond: NONE, body: 0, site: 0 };
    const LEAVE: Op = Op::EndLoop { skip: 0 };

    #[test]
    fn what_all_lanes_came_by_is_all_that_is_read() {
        assert_eq!(found(&[given(8), given(8), read(8)], 2), [1]);
        assert_eq!(found(&[given(8), given(8), IF, read(8), END], 3), [1]);
        // Those of the other branch did not.
        assert_eq!(found(&[given(8), IF, given(8), ELSE, read(8), END], 4), [0, 2]);
        assert_eq!(found(&[given(8), IF, given(8), END, read(8)], 4), [0, 2]);
        assert_eq!(found(&[given(8), IF, given(8), ELSE, given(8), END, read(8)], 6), [0, 2, 4]);
    }

    #[test]
    fn what_a_pass_gives_a_later_one_reads() {
        assert_eq!(found(&[given(8), LOOP, read(8), given(8), CONTINUING, BACK, LEAVE], 2), [0, 3]);
        // But not where each pass gives it anew.
        assert_eq!(found(&[given(8), LOOP, given(8), read(8), given(8), CONTINUING, BACK, LEAVE], 3), [2]);
        // Those that went on at once came by nothing.
        assert_eq!(found(&[given(8), LOOP, given(8), CONTINUING, read(8), BACK, LEAVE], 4), [0, 2]);
        // A register that holds another value after the loop.
        assert_eq!(found(&[given(8), LOOP, read(8), CONTINUING, BACK, LEAVE, given(8)], 2), [0]);
        let inner = [given(8), LOOP, LOOP, read(8), LEAVE, given(8), LEAVE];
        assert_eq!(found(&inner, 3), [0, 5]);
    }

    #[test]
    fn any_element_of_an_array_may_be_the_one_that_is_stored() {
        let store = Op::RegStore { base: 8, offset: CONSTANT, src: CONSTANT, site: 0 };
        assert_eq!(found(&[given(9), store, read(9)], 2), [0, 1]);
        let load = Op::RegLoad { dst: 20, base: 8, offset: CONSTANT, site: 0 };
        assert_eq!(found(&[given(9), given(10), store, given(30), load], 4), [0, 1, 2]);
    }
}
