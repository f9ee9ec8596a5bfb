//! What a loop's iteration hands to the next (loop-carried dependences): of which registers' old values each register's new one is made, by how
//! long a chain of instructions, and whether a load is in it.

use super::critical_path::{latency, operands};
use super::facts::Facts;
use super::indexed_map::{IndexedMap, IndexedSet};
use crate::ir::{Op, Reg};

/// A value is made of what a register held before.
#[derive(Clone, Copy)]
struct Dependence {
    source: Reg,
    /// The longest chain of instructions from there, in issue slots.
    length: i64,
    /// Whether the source decides the address of a load in such a chain.
    by_load: bool,
}

/// What values depend on after some instructions.
pub struct Dependences {
    /// By register, in the order of their sources.
    of: IndexedMap<Reg, Vec<Dependence>>,
    /// Whether any of them is by a load.
    by_load: bool,
}

impl Dependences {
    /// Follows the instructions of an iteration, from the registers that it reads and then writes.
    pub fn of_iteration(ops: &[Op], facts: &Facts) -> Self {
        let (mut read_first, mut written) = (IndexedSet::default(), IndexedSet::default());
        for op in ops {
            read_first.extend(op.reads().into_iter().filter(|&reg| !written.contains(reg)));
            written.extend(op.writes());
        }
        Self::from(ops, read_first.keys().filter(|&reg| written.contains(reg)), facts)
    }

    /// Follows instructions, from what these registers held before.
    fn from(ops: &[Op], sources: impl Iterator<Item = Reg>, facts: &Facts) -> Self {
        let own = |source| (source, vec![Dependence { source, length: 0, by_load: false }]);
        let mut found = Self { of: sources.map(own).collect(), by_load: false };
        ops.iter().for_each(|&op| found.step(op, facts));
        found
    }

    fn step(&mut self, op: Op, facts: &Facts) {
        let mut result: Vec<Dependence> = Vec::new();
        for (reg, earlier) in operands(op) {
            let is_address = matches!(op, Op::Load { access, .. } if access.dynamic == reg);
            let through = |dependence: &Dependence| Dependence {
                length: dependence.length + earlier,
                by_load: dependence.by_load || is_address,
                ..*dependence
            };
            result = both(&result, self.of(reg).iter().map(through));
        }
        if !result.is_empty() {
            let latency = latency(op, facts);
            result.iter_mut().for_each(|dependence| dependence.length += latency);
            self.by_load |= result.iter().any(|dependence| dependence.by_load);
        }
        for reg in op.writes() {
            match result.is_empty() {
                true => self.of.remove(reg),
                false => self.of.insert(reg, result.clone()),
            };
        }
    }

    fn of(&self, reg: Reg) -> &[Dependence] {
        self.of.get(reg).map_or(&[], Vec::as_slice)
    }

    /// The longest chain from a register's old value to its new one.
    pub fn recurrence(&self, reg: Reg) -> u32 {
        let own = self.of(reg).iter().find(|dependence| dependence.source == reg);
        own.map_or(0, |dependence| dependence.length as u32)
    }

    /// Whether a register decides the address of a load that decides the register in a later iteration: loads wait for loads.
    pub fn waits_for_its_loads(&self, reg: Reg) -> bool {
        if !self.by_load {
            return false;
        }
        // Backwards, an iteration each: what a later value of the register depends on, and whether by a load.
        let (mut open, mut seen) = (vec![(reg, false)], [IndexedSet::default(), IndexedSet::default()]);
        while let Some((later, by_load)) = open.pop() {
            let earlier = self.of(later).iter().map(|dependence| (dependence.source, by_load || dependence.by_load));
            open.extend(earlier.filter(|&(source, by_load)| seen[usize::from(by_load)].add(source)));
        }
        seen[1].contains(reg)
    }
}

/// Both, in the order of their sources; of two with the same source, the longer chain.
fn both(some: &[Dependence], others: impl Iterator<Item = Dependence>) -> Vec<Dependence> {
    let (mut all, mut some) = (Vec::new(), some.iter().copied().peekable());
    for other in others {
        while let Some(before) = some.next_if(|known| known.source < other.source) {
            all.push(before);
        }
        let same = some.next_if(|known| known.source == other.source).unwrap_or(other);
        all.push(Dependence { length: same.length.max(other.length), by_load: same.by_load || other.by_load, ..other });
    }
    all.extend(some);
    all
}

/// Whether `reg`, after `ops`, depends on what `source` was before.
pub fn depends(ops: &[Op], source: Reg, reg: Reg, facts: &Facts) -> bool {
    !Dependences::from(ops, std::iter::once(source), facts).of(reg).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Access, Bin, Mem, Tern};
    use crate::machine::Target;
    use crate::type_layout::Kind;

    fn plain() -> Facts {
        Facts::new([], Target::default())
    }

    fn load(dst: Reg, dynamic: Reg) -> Op {
        let access =
            Access { mem: Mem::Workgroup, kind: Kind::F32, size: 1, atomic: false, offset: 0, dynamic, site: 0 };
        Op::Load { access, dst }
    }

    fn fma(dst: Reg, a: Reg, b: Reg, c: Reg) -> Op {
        Op::Tern { op: Tern::Fma, dst, a, b, c }
    }

    fn assign(dst: Reg, src: Reg) -> Op {
        Op::Assign { dst, src }
    }

    #[test]
    fn an_iteration_hands_on_what_it_accumulates() {
        let body = [load(10, 5), fma(11, 10, 10, 0), assign(0, 11)];
        let found = Dependences::of_iteration(&body, &plain());
        assert_eq!((found.recurrence(0), found.recurrence(5)), (1, 0));
        assert!(depends(&body, 5, 0, &plain()) && !depends(&body, 0, 10, &plain()));
    }

    #[test]
    fn of_two_chains_the_longer_counts_and_a_product_comes_before_its_sum() {
        let both = [fma(10, 0, 1, 2), fma(12, 10, 1, 0), assign(0, 12)];
        assert_eq!(Dependences::of_iteration(&both, &plain()).recurrence(0), 2);
        let product = |a, c| Op::Tern { op: Tern::MulAddF, dst: 10, a, b: 1, c };
        let of = |op| Dependences::of_iteration(&[op, assign(0, 10)], &plain()).recurrence(0);
        assert_eq!([of(product(0, 2)), of(product(2, 0))], [2, 1]);
    }

    #[test]
    fn loads_wait_for_loads_where_one_decides_the_address_of_the_next() {
        let waits = |body: &[Op], reg| Dependences::of_iteration(body, &plain()).waits_for_its_loads(reg);
        assert!(waits(&[load(10, 5), assign(5, 10)], 5));
        // Through another variable, in the iteration after.
        assert!(waits(&[assign(5, 7), load(10, 5), assign(7, 10)], 7));
        // Through others, in the third iteration.
        assert!(waits(&[assign(5, 11), fma(11, 10, 8, 9), load(10, 7), assign(7, 5)], 7));
        // A sum of what is loaded, and an address that goes on by itself.
        let next = Op::Bin { op: Bin::AddF, dst: 12, a: 5, b: 6 };
        let body = [load(10, 5), fma(11, 10, 10, 0), assign(0, 11), next, assign(5, 12)];
        assert!(!waits(&body, 0) && !waits(&body, 5));
    }
}
