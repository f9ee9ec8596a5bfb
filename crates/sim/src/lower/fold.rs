//! Index arithmetic that unrolling makes free: what is known then, and what is a known distance from a register.

use super::nest::{Fixed, Unrolled};
use crate::code::{Op, Reg};
use crate::operation::{Bin, Tern};
use std::collections::HashMap;

/// What a compiler knows of an integer in an unrolled loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The value, in each iteration.
    Value,
    /// That it is the same in all iterations.
    Fixed,
    /// How far it is from one that is the same in all iterations.
    Distance,
    Nothing,
}

/// Segments in the nest with the number of their instructions that are folded into the addresses of others, or hoisted.
pub fn folded(ops: &[Op], nest: &Unrolled, fixed: &Fixed<'_>) -> HashMap<usize, u32> {
    let body = &ops[nest.loops[0].start..nest.end];
    let mut known: HashMap<Reg, Known> = HashMap::new();
    for op in body {
        for reg in super::chain::writes(*op) {
            known.insert(reg, Known::Nothing);
        }
    }
    let counters: Vec<Reg> = nest.counters().collect();
    known.extend(counters.iter().map(|&counter| (counter, Known::Value)));
    let (mut segment, mut found) = (None, HashMap::new());
    for op in body {
        let of = |reg: Reg| match known.get(&reg) {
            Some(&known) => known,
            None if fixed(reg).is_some() => Known::Value,
            None => Known::Fixed,
        };
        let (dst, result, instructions) = match *op {
            Op::Segment(next) => {
                segment = Some(next as usize);
                continue;
            }
            Op::Bin { op, dst, a, b } => (dst, combine(op, of(a), of(b)), 1),
            Op::Tern { op: Tern::MulAddI, dst, a, b, c } => {
                let product = combine(Bin::MulI, of(a), of(b));
                (dst, combine(Bin::AddI, product, of(c)), 2)
            }
            // A register may have held something known before.
            op => {
                for reg in super::chain::writes(op).filter(|reg| !counters.contains(reg)) {
                    known.insert(reg, Known::Nothing);
                }
                continue;
            }
        };
        known.insert(dst, result);
        if let (true, Some(segment)) = (result != Known::Nothing, segment) {
            *found.entry(segment).or_default() += instructions;
        }
    }
    found
}

/// What is known of the result of an integer operator.
fn combine(op: Bin, a: Known, b: Known) -> Known {
    use Known::{Distance, Fixed, Nothing, Value};
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
    match (a, b) {
        _ if !arithmetic => Nothing,
        (Value, Value) => Value,
        (Fixed, Fixed) => Fixed,
        (Value, Fixed | Distance) if op == Bin::AddI => Distance,
        (Fixed | Distance, Value) if matches!(op, Bin::AddI | Bin::SubI) => Distance,
        _ => Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_distance_from_a_fixed_index_is_free_and_a_product_with_one_is_not() {
        use Known::{Distance, Fixed, Nothing, Value};
        assert!(combine(Bin::MulI, Value, Value) == Value);
        assert!(combine(Bin::AddI, Value, Fixed) == Distance);
        assert!(combine(Bin::SubI, Value, Fixed) == Nothing);
        assert!(combine(Bin::MulI, Value, Fixed) == Nothing);
        assert!(combine(Bin::AddF, Value, Value) == Nothing);
    }
}
