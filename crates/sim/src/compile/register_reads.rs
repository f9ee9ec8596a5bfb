//! Registers that arithmetic reads. What is part of another instruction reads none itself: that one reads what both need.

use super::indexed_map::IndexedMap;
use crate::ir::{CONSTANT, Op, Reads, Reg, Un};

/// By instruction, those that are part of it.
#[derive(Debug, Default)]
pub struct Parts(IndexedMap<usize, Vec<usize>>);

impl Parts {
    /// One becomes part of another.
    pub fn add(&mut self, part: usize, whole: usize) {
        match self.0.get_mut(whole) {
            Some(parts) => parts.push(part),
            None => drop(self.0.insert(whole, vec![part])),
        }
    }

    /// Those that are part of an instruction.
    pub fn of(&self, whole: usize) -> impl Iterator<Item = usize> {
        self.0.get(whole).into_iter().flatten().copied()
    }

    /// How many registers an instruction reads, but for those that are `free`.
    pub fn registers(&self, ops: &[Op], at: usize, free: impl Fn(Reg) -> bool) -> u32 {
        let mut all = vec![at];
        // Parts have parts.
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            all.extend(self.0.get(at).into_iter().flatten());
            next += 1;
        }
        let all: Vec<Op> = all.into_iter().map(|at| ops[at]).collect();
        // What one of them hands to another is in no register.
        let handed: Vec<Reg> =
            if all.len() == 1 { Vec::new() } else { all.iter().map(|op| op.writes().start).collect() };
        let mut read: Vec<Reg> = all.into_iter().flat_map(operands).collect();
        read.retain(|reg| reg & CONSTANT == 0 && !handed.contains(reg) && !free(*reg));
        read.sort_unstable();
        read.dedup();
        read.len() as u32
    }
}

fn operands(op: Op) -> Reads {
    match op {
        // What rounds is part of the arithmetic before it.
        Op::Un { op: Un::RoundF16, .. } => Reads::new(),
        Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. } => op.reads(),
        _ => Reads::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Bin;

    #[test]
    fn what_joins_instructions_reads_all_that_they_need_and_nothing_twice() {
        let bin = |op, dst, a, b| Op::Bin { op, dst, a, b };
        let logic = [bin(Bin::And, 10, 0, 1), bin(Bin::Or, 12, 10, 2)];
        let registers = |ops: &[Op], joined: &[(usize, usize)], at| {
            let mut parts = Parts::default();
            joined.iter().for_each(|&(part, whole)| parts.add(part, whole));
            parts.registers(ops, at, |reg| reg == 3)
        };
        assert_eq!([registers(&logic, &[], 1), registers(&logic, &[(0, 1)], 1)], [2, 3]);
        // A third operation on two words more.
        let more = [logic[0], logic[1], bin(Bin::Xor, 14, 12, 0)];
        assert_eq!(registers(&more, &[(0, 1), (1, 2)], 2), 3);
        // A rotation: both shifts are of one register, by literals.
        let rotation = [bin(Bin::Shl, 10, 0, CONSTANT), bin(Bin::ShrU, 12, 0, CONSTANT | 1), bin(Bin::Or, 14, 10, 12)];
        assert_eq!(registers(&rotation, &[(0, 2), (1, 2)], 2), 1);
        assert_eq!(registers(&[bin(Bin::AddI, 10, 3, 3), bin(Bin::AddI, 12, 10, 4)], &[(0, 1)], 1), 1);
    }
}
