//! Index arithmetic that unrolling makes free: what is known then, and what is a known distance from a register (induction
//! variables).

use super::facts::Facts;
use super::indexed_map::IndexedMap;
use super::loops::LoopNest;
use crate::ir::{Bin, Op, Reg, Tern};

/// What a compiler knows of an integer in an unrolled loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InductionValue {
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

/// The instructions of which unrolling the nest leaves nothing, in order.
pub fn folds(ops: &[Op], nest: &LoopNest, facts: &Facts) -> Vec<usize> {
    let start = nest.loops[0].start;
    let body = &ops[start..nest.end];
    let mut known: IndexedMap<Reg, InductionValue> = IndexedMap::default();
    for op in body {
        for reg in op.writes() {
            known.insert(reg, InductionValue::Nothing);
        }
    }
    let mut counters: Vec<Reg> = nest.counters().collect();
    known.extend(counters.iter().map(|&counter| (counter, InductionValue::Value)));
    let growing = nest.induction_variables(ops, facts);
    known.extend(growing.iter().map(|&variable| (variable, InductionValue::Distance)));
    counters.extend(growing);
    let mut found = Vec::new();
    for (at, op) in (start..).zip(body) {
        let of = |reg: Reg| match known.get(reg) {
            _ if facts.known.operands.has(at, reg) => InductionValue::Value,
            Some(&known) => known,
            None if facts.literal(reg).is_some() => InductionValue::Literal,
            None => InductionValue::Fixed,
        };
        let (dst, result) = match *op {
            Op::Bin { op, dst, a, b } => (dst, combine(op, of(a), of(b))),
            // Of what is known, a conversion is, too.
            Op::Un { op, dst, a }
                if op.converts() && matches!(of(a), InductionValue::Literal | InductionValue::Value) =>
            {
                (dst, InductionValue::Value)
            }
            Op::Tern { op: Tern::MulAddI, dst, a, b, c } => {
                let product = combine(Bin::MulI, of(a), of(b));
                (dst, combine(Bin::AddI, product, of(c)))
            }
            Op::Un { dst, .. } | Op::Tern { dst, .. } if facts.known.removed.contains(at) => {
                (dst, InductionValue::Value)
            }
            // A register may have held something known before.
            op => {
                for reg in op.writes().filter(|reg| !counters.contains(reg)) {
                    known.insert(reg, InductionValue::Nothing);
                }
                continue;
            }
        };
        let result = if facts.known.removed.contains(at) { InductionValue::Value } else { result };
        known.insert(dst, result);
        if result != InductionValue::Nothing {
            found.push(at);
        }
    }
    found
}

/// What is known of the result of an integer operator.
fn combine(op: Bin, a: InductionValue, b: InductionValue) -> InductionValue {
    use InductionValue::{Distance, Fixed, Literal, Nothing, Value};
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

    #[test]
    fn a_known_distance_from_a_fixed_index_is_free_and_a_product_of_it_and_a_counter_is_not() {
        use InductionValue::{Distance, Fixed, Nothing, Value};
        assert!(combine(Bin::MulI, Value, Value) == Value);
        assert!(combine(Bin::AddI, Value, Fixed) == Distance && combine(Bin::AddI, Distance, Distance) == Distance);
        assert!(combine(Bin::SubI, Value, Fixed) == Nothing);
        assert!(combine(Bin::MulI, Value, Fixed) == Nothing && combine(Bin::DivU, Value, Fixed) == Nothing);
        assert!(combine(Bin::AddF, Value, Value) == Value && combine(Bin::AddF, Value, Fixed) == Nothing);
    }

    #[test]
    fn a_multiple_of_what_is_fixed_is_fixed_and_of_a_distance_a_distance() {
        use InductionValue::{Distance, Fixed, Literal, Nothing, Value};
        assert!(combine(Bin::MulI, Fixed, Literal) == Fixed && combine(Bin::RemU, Fixed, Literal) == Fixed);
        // `(row + i) * 16` is 16 i from `row * 16`; what remains of a division is not known.
        assert!(combine(Bin::MulI, Distance, Literal) == Distance && combine(Bin::MulI, Literal, Distance) == Distance);
        assert!(combine(Bin::MulI, Distance, Value) == Nothing && combine(Bin::MulI, Distance, Fixed) == Nothing);
        assert!(combine(Bin::RemU, Distance, Literal) == Nothing && combine(Bin::Shl, Literal, Distance) == Nothing);
    }
}
