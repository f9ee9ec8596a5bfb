//! How far the instructions of one subgroup must wait for each other: the longest chain of dependent instructions.
//!
//! A segment's chain is its critical path through registers; segments follow one another. A loop that runs a constant
//! number of times, with nothing but straight lines and such loops inside, is taken to be unrolled, as drivers'
//! compilers do: its iterations overlap but for what one hands to the next, and its counting and testing cost nothing.
//! The loads of many iterations are under way a few iterations at a time. What is not modelled: registers, and loops without a
//! constant number of iterations that are unrolled in part.

use super::expansion::{expansion, multiplies};
use super::facts::Facts;
use super::indexed_map::IndexedMap;
use crate::ir::{NONE, Op, Reg};
use crate::ir::{Tern, Un};

/// The length of the chain that ends in each register.
struct Chains<'a> {
    ends: IndexedMap<Reg, i64>,
    /// The length where nothing is known.
    start: i64,
    facts: &'a Facts,
}

impl<'a> Chains<'a> {
    fn new(start: i64, facts: &'a Facts) -> Self {
        Self { ends: IndexedMap::default(), start, facts }
    }

    /// Follows one instruction; returns the length of the chain that it ends.
    fn step(&mut self, op: Op) -> i64 {
        let of = |reg: Reg| self.ends.get(reg).copied().unwrap_or(self.start);
        let ready = operands(op).map(|(reg, earlier)| of(reg) + earlier).max().unwrap_or(self.start);
        let length = ready + latency(op, self.facts);
        self.ends.extend(op.writes().map(|reg| (reg, length)));
        length
    }
}

/// The registers that an instruction needs, each with how much earlier than the others, in issue slots.
pub fn operands(op: Op) -> impl Iterator<Item = (Reg, i64)> {
    let reads = match op {
        Op::Tern { op: Tern::MulAddF, a, b, c, .. } => [a, b, c].into_iter().collect(),
        op => op.reads(),
    };
    // A product and a sum: the addend is needed only by the second.
    let factors = if let Op::Tern { op: Tern::MulAddF, .. } = op { 2 } else { 0 };
    reads.into_iter().enumerate().map(move |(at, reg)| (reg, i64::from(at < factors)))
}

/// How much later than its operands an instruction's result is there, in issue slots.
pub fn latency(op: Op, facts: &Facts) -> i64 {
    let special = match op {
        Op::Un { op, .. } => op.special(),
        Op::Bin { op, .. } => op.special(),
        _ => 0,
    };
    let config = &facts.target;
    let products = multiplies(op, facts) * (config.multiply_latency_ratio - 1);
    let tiles = matches!(op, Op::MultiplyTiles { .. }).then(|| config.matrix_latency_ratio.saturating_sub(1));
    let more = special * (config.sfu_latency_ratio - 1) + products + tiles.unwrap_or(0);
    issue_slots(op, facts) + i64::from(more)
}

/// Instructions of a GPU: copies and addresses are operands of others.
pub fn issue_slots(op: Op, facts: &Facts) -> i64 {
    match op {
        Op::Back { cond, .. } => i64::from(cond != NONE),
        // Arithmetic in f16 rounds as it goes.
        Op::Un { op: Un::RoundF16, .. } => 0,
        Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. } | Op::SubgroupReduce { .. } => i64::from(expansion(op, facts)),
        Op::Length { .. }
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Texture { .. }
        | Op::Atomic { .. }
        | Op::If { .. }
        | Op::Predicate { .. }
        | Op::ExitTest { .. }
        | Op::Switch { .. }
        | Op::Barrier { .. }
        | Op::Ballot { .. }
        | Op::Vote { .. }
        | Op::SubgroupShuffle { .. }
        | Op::LoadTile { .. }
        | Op::MultiplyTiles { .. }
        | Op::StoreTile { .. } => 1,
        _ => 0,
    }
}

/// The longest chain of a straight line.
pub fn critical_path(ops: &[Op], facts: &Facts) -> u32 {
    let mut chains = Chains::new(0, facts);
    let mut longest = 0;
    for &op in ops {
        longest = longest.max(chains.step(op));
        if matches!(op, Op::Barrier { .. }) {
            chains = Chains::new(longest, facts);
        }
    }
    longest as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::CONSTANT;
    use crate::machine::Target;
    use crate::type_layout::Kind;

    fn slow(sfu_latency_ratio: u32) -> Facts {
        Facts::new([], Target { sfu_latency_ratio, ..Target::default() })
    }

    fn plain() -> Facts {
        slow(1)
    }

    fn fma(dst: Reg, a: Reg, b: Reg, c: Reg) -> Op {
        let op = Tern::Fma;
        Op::Tern { op, dst, a, b, c }
    }

    fn add(dst: Reg, a: Reg, b: Reg) -> Op {
        let op = crate::ir::Bin::AddF;
        Op::Bin { op, dst, a, b }
    }

    #[test]
    fn dependent_multiply_adds_form_a_chain() {
        let chain: Vec<_> = (0..10).map(|i| fma(10 + i, 0, 1, 9 + i)).collect();
        assert_eq!(critical_path(&chain, &plain()), 10);
    }

    #[test]
    fn independent_multiply_adds_overlap() {
        let tile: Vec<_> = (0..10).map(|i| fma(20 + i, 0, 1, 10 + i)).collect();
        assert_eq!(critical_path(&tile, &plain()), 1);
    }

    #[test]
    fn a_tree_is_as_deep_as_its_logarithm() {
        // 16 leaves in 0, 2, .. 30; each level writes above the last.
        let (mut ops, mut leaves, mut next) = (vec![], (0..16).map(|i| i * 2).collect::<Vec<_>>(), 100);
        while leaves.len() > 1 {
            let parents = leaves.chunks(2).map(|pair| {
                next += 2;
                ops.push(add(next, pair[0], pair[1]));
                next
            });
            leaves = parents.collect();
        }
        assert_eq!((ops.len(), critical_path(&ops, &plain())), (15, 4));
    }

    #[test]
    fn a_product_and_a_sum_are_two_but_a_chain_of_sums_waits_for_one() {
        let op = Tern::MulAddF;
        let chain: Vec<_> = (0..5).map(|i| Op::Tern { op, dst: 10 + i, a: 0, b: 1, c: 9 + i }).collect();
        // The first product, and five sums.
        assert_eq!(critical_path(&chain, &plain()), 6);
    }

    #[test]
    fn a_chain_of_divisions_is_as_long_as_their_divisor_is_unknown() {
        let op = crate::ir::Bin::DivU;
        let divisors = CONSTANT | 1;
        let chain: Vec<_> = (0..3).map(|i| Op::Bin { op, dst: 10 + 2 * i, a: 8 + 2 * i, b: divisors }).collect();
        // A divisor from a uniform buffer, which is in the pool too, another literal than a power of two, and one.
        let lengths = [None, Some(10), Some(8)].map(|divisor| {
            critical_path(&chain, &Facts::new(divisor.map(|value| (divisors, value)), Target::default()))
        });
        assert_eq!(lengths, [60, 12, 3]);
    }

    #[test]
    fn a_chain_of_special_functions_takes_their_steps_and_what_surrounds_them() {
        let op = |op, at: Reg| Op::Un { op, dst: 10 + 2 * at, a: 8 + 2 * at };
        let roots: Vec<_> = (0..3).map(|at| op(Un::InverseSqrt, at)).collect();
        assert_eq!([1, 5].map(|steps| critical_path(&roots, &slow(steps))), [3, 15]);
        // Nine instructions, three of them special functions.
        assert_eq!([1, 5].map(|steps| critical_path(&[op(Un::Tanh, 0)], &slow(steps))), [9, 21]);
    }

    #[test]
    fn products_of_tiles_are_one_instruction_and_take_their_time() {
        let product = crate::ir::Product { side: 16, factors: Kind::F16, sum: Kind::F32 };
        let tiles = |at: Reg| Op::MultiplyTiles { product, planes: 8, dst: 100 + at, a: 0, b: 8, c: 92 + at, site: 0 };
        let facts = Facts::new([], Target { matrix_latency_ratio: 4, ..Target::default() });
        assert_eq!((critical_path(&[tiles(0), tiles(8), tiles(16)], &facts), issue_slots(tiles(0), &facts)), (12, 1));
    }

    #[test]
    fn a_barrier_parts_what_is_independent() {
        let scope = crate::ir::Scope { storage: false, workgroup: true, texture: false, subgroup: false };
        let barrier = Op::Barrier { scope, site: 0 };
        // The barrier itself overlaps with the sum before it.
        assert_eq!(critical_path(&[add(10, 0, 1), barrier, add(12, 2, 3)], &plain()), 2);
    }
}
