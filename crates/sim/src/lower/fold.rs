//! Index arithmetic that unrolling makes free: what is known then, and what is a known distance from a register.

use super::nest::Unrolled;
use super::survey::counted;
use super::target::CompilerFacts;
use crate::code::{Op, Reg};
use crate::operation::{Bin, Tern};
use naga::{FastHashMap, FastHashSet};

/// What a compiler knows of an integer in an unrolled loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The value, which is the same in all iterations.
    Literal,
    /// The value, in each iteration.
    Value,
    /// That it is the same in all iterations.
    Fixed,
    /// How far it is from one that is the same in all iterations.
    Distance,
    Nothing,
}

/// Segments in the nest with the number of their instructions that are folded into the addresses of others, or hoisted.
pub fn folded(ops: &[Op], nest: &Unrolled, target: &CompilerFacts) -> FastHashMap<usize, u32> {
    let mut found = FastHashMap::default();
    for folded in folds(ops, nest, target) {
        *found.entry(folded.segment).or_default() += folded.instructions;
    }
    found
}

/// An instruction of the bytecode that is folded.
pub struct Folded {
    pub at: usize,
    segment: usize,
    instructions: u32,
}

/// What is folded in the nest.
pub fn folds(ops: &[Op], nest: &Unrolled, target: &CompilerFacts) -> Vec<Folded> {
    let start = nest.loops[0].start;
    let body = &ops[start..nest.end];
    let mut known: FastHashMap<Reg, Known> = FastHashMap::default();
    for op in body {
        for reg in super::chain::writes(*op) {
            known.insert(reg, Known::Nothing);
        }
    }
    let mut counters: Vec<Reg> = nest.counters().collect();
    known.extend(counters.iter().map(|&counter| (counter, Known::Value)));
    let growing = nest.growing(ops, target);
    known.extend(growing.iter().map(|&variable| (variable, Known::Distance)));
    counters.extend(growing);
    let (mut segment, mut found) = (None, Vec::new());
    for (at, op) in (start..).zip(body) {
        let of = |reg: Reg| match known.get(&reg) {
            _ if target.known.operands.contains(&(at, reg)) => Known::Value,
            Some(&known) => known,
            None if target.fixed(reg).is_some() => Known::Literal,
            None => Known::Fixed,
        };
        let (dst, result, instructions) = match *op {
            Op::Segment(next) => {
                segment = Some(next as usize);
                continue;
            }
            Op::Bin { op, dst, a, b } => (dst, combine(op, of(a), of(b)), 1),
            // Of what is known, a conversion is, too.
            Op::Un { op, dst, a } if op.converts() && matches!(of(a), Known::Literal | Known::Value) => {
                (dst, Known::Value, 1)
            }
            Op::Tern { op: Tern::MulAddI, dst, a, b, c } => {
                let product = combine(Bin::MulI, of(a), of(b));
                (dst, combine(Bin::AddI, product, of(c)), 2)
            }
            Op::Un { dst, .. } | Op::Tern { dst, .. } if target.known.gone.contains(&at) => {
                (dst, Known::Value, counted(*op))
            }
            // A register may have held something known before.
            op => {
                for reg in super::chain::writes(op).filter(|reg| !counters.contains(reg)) {
                    known.insert(reg, Known::Nothing);
                }
                continue;
            }
        };
        let result = if target.known.gone.contains(&at) { Known::Value } else { result };
        known.insert(dst, result);
        if let (true, Some(segment)) = (result != Known::Nothing, segment) {
            found.push(Folded { at, segment, instructions });
        }
    }
    found
}

/// Sums of a register and a literal that nothing but addresses need: memory instructions add a literal by themselves (CUDA binary
/// utilities: `LDG`, `LDS`; RDNA3 instruction set architecture: the offsets of global, buffer and LDS instructions).
pub fn distances(ops: &[Op], is_literal: impl Fn(usize, Reg) -> bool) -> FastHashSet<usize> {
    let mut found = FastHashSet::default();
    // From the end, as in `fold_addresses`: registers with a value that is read, and whether all who read it are addresses.
    let mut needed: FastHashMap<Reg, bool> = FastHashMap::default();
    for (at, op) in ops.iter().enumerate().rev() {
        let written = super::chain::writes(*op);
        let near = match *op {
            Op::Bin { op: Bin::AddI, a, b, .. } => is_literal(at, a) || is_literal(at, b),
            Op::Bin { op: Bin::SubI, b, .. } => is_literal(at, b),
            Op::Tern { op: Tern::MulAddI, c, .. } => is_literal(at, c),
            _ => false,
        };
        let distance = near && needed.get(&written.start) == Some(&true);
        if distance {
            found.insert(at);
        }
        if !matches!(op, Op::Assign { .. } | Op::RegStore { .. }) {
            for reg in written.clone() {
                needed.remove(&reg);
            }
        }
        let passes_on = distance && matches!(op, Op::Bin { .. });
        for reg in super::chain::reads(*op, &written) {
            let address = passes_on || matches!(*op, Op::Index { index, .. } if index == reg);
            *needed.entry(reg).or_insert(true) &= address;
        }
    }
    found
}

/// What is known of the result of an integer operator.
fn combine(op: Bin, a: Known, b: Known) -> Known {
    use Known::{Distance, Fixed, Literal, Nothing, Value};
    let arithmetic = matches!(
        op,
        Bin::AddI
            | Bin::SubI
            | Bin::MulI
            | Bin::DivU
            | Bin::RemU
            | Bin::And
            | Bin::Or
            | Bin::Xor
            | Bin::Shl
            | Bin::ShrU
    );
    match (op, a, b) {
        (_, Literal, Literal) if arithmetic => Literal,
        // Literals are all that is known of floats.
        (_, Literal | Value, Literal | Value) if arithmetic || matches!(op, Bin::AddF | Bin::SubF | Bin::MulF) => Value,
        (_, Nothing, _) | (_, _, Nothing) => Nothing,
        _ if !arithmetic => Nothing,
        (_, Literal | Fixed, Literal | Fixed) => Fixed,
        (Bin::AddI, ..) => Distance,
        (Bin::SubI, Fixed | Distance, Literal | Value) => Distance,
        // A multiple of a sum is a sum of multiples.
        (Bin::MulI | Bin::Shl, Distance, Literal) | (Bin::MulI, Literal, Distance) => Distance,
        _ => Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::CONSTANT;

    #[test]
    fn a_known_distance_from_a_fixed_index_is_free_and_a_product_of_it_and_a_counter_is_not() {
        use Known::{Distance, Fixed, Nothing, Value};
        assert!(combine(Bin::MulI, Value, Value) == Value);
        assert!(combine(Bin::AddI, Value, Fixed) == Distance && combine(Bin::AddI, Distance, Distance) == Distance);
        assert!(combine(Bin::SubI, Value, Fixed) == Nothing);
        assert!(combine(Bin::MulI, Value, Fixed) == Nothing && combine(Bin::DivU, Value, Fixed) == Nothing);
        assert!(combine(Bin::AddF, Value, Value) == Value && combine(Bin::AddF, Value, Fixed) == Nothing);
    }

    #[test]
    fn a_multiple_of_what_is_fixed_is_fixed_and_of_a_distance_a_distance() {
        use Known::{Distance, Fixed, Literal, Nothing, Value};
        assert!(combine(Bin::MulI, Fixed, Literal) == Fixed && combine(Bin::RemU, Fixed, Literal) == Fixed);
        // `(row + i) * 16` is 16 i from `row * 16`; what remains of a division is not known.
        assert!(combine(Bin::MulI, Distance, Literal) == Distance && combine(Bin::MulI, Literal, Distance) == Distance);
        assert!(combine(Bin::MulI, Distance, Value) == Nothing && combine(Bin::MulI, Distance, Fixed) == Nothing);
        assert!(combine(Bin::RemU, Distance, Literal) == Nothing && combine(Bin::Shl, Literal, Distance) == Nothing);
    }

    #[test]
    fn a_literal_that_only_addresses_need_is_part_of_the_load() {
        use crate::code::NONE;
        let index = |dst, index| Op::Index { dst, base: NONE, index, len: 0, stride: 4, site: 0, folds: false };
        let sum = |dst, a, b| Op::Bin { op: Bin::AddI, dst, a, b };
        let literal = CONSTANT | 1;
        let of = |ops: &[Op]| {
            let mut found: Vec<_> = distances(ops, |_, reg| reg == literal).into_iter().collect();
            found.sort_unstable();
            found
        };
        assert_eq!(of(&[sum(10, 0, literal), index(12, 10)]), [0]);
        assert_eq!(of(&[sum(10, 0, literal), sum(12, 10, literal), index(14, 12)]), [0, 1]);
        // Another sum, and a value that something else needs too.
        assert_eq!(of(&[sum(10, 0, 1), index(12, 10)]), [0; 0]);
        assert_eq!(of(&[sum(10, 0, literal), index(12, 10), Op::Assign { dst: 3, src: 10 }]), [0; 0]);
    }
}
