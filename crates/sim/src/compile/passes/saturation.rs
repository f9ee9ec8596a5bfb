//! Results held between 0 and 1: the sum or product that makes one does so, too, where machines have it so; of other values it is one
//! instruction (PTX ISA: `.sat`; RDNA3 instruction set architecture: `CLAMP`).

use crate::compile::code::Code;
use crate::compile::facts::Facts;
use crate::compile::indexed_map::{IndexedMap, IndexedSet};
use crate::compile::uses::uses;
use crate::ir::{Bin, Tern, Un};
use crate::ir::{Op, Reg};

/// Merges bounds with the arithmetic before them.
pub fn run(code: &mut Code<'_>) {
    let uses = uses(code.ops());
    let parts = saturated(code.ops(), &code.facts, &uses, &code.known_or_address());
    code.merge_all(&parts);
}

/// Instructions that are part of another one, with that one, by how often each one's result is read. Those in `free` cost nothing:
/// nothing becomes part of them.
pub fn saturated(ops: &[Op], facts: &Facts, uses: &[u32], free: &IndexedSet<usize>) -> IndexedMap<usize, usize> {
    let mut found = IndexedMap::default();
    if !facts.target.saturates {
        return found;
    }
    // What wrote each register, and after how much control flow; what each bound's value comes from.
    let (mut made, mut sources, mut line) = (IndexedMap::<Reg, (usize, usize)>::default(), IndexedMap::default(), 0);
    for (at, &op) in ops.iter().enumerate() {
        let control =
            matches!(op, Op::If { .. } | Op::Else { .. } | Op::EndIf { .. } | Op::Loop { .. } | Op::EndLoop { .. });
        line += usize::from(control);
        let alone = |reg: Reg| {
            let &(by, after) = made.get(reg)?;
            (after == line && uses[by] == 1).then_some(by)
        };
        let by = match op {
            // Arithmetic in f16 rounds as it goes.
            Op::Un { op: Un::RoundF16, a, .. } if uses[at] == 1 => alone(a).unwrap_or(at),
            _ => at,
        };
        if let Some((bound, value)) = bounded(op, facts) {
            let source = alone(value);
            sources.insert(at, source.filter(|by| is_arithmetic(ops[*by]) && !free.contains(*by)));
            let inner = source.filter(|&by| bounded(ops[by], facts).is_some_and(|(first, _)| first != bound));
            if let Some(inner) = inner {
                let whole = sources.get(inner).copied().flatten();
                found.insert(inner, whole.unwrap_or(at));
                found.extend(whole.map(|whole| (at, whole)));
            }
        }
        let written = op.writes();
        for reg in written.clone() {
            made.remove(reg);
        }
        if matches!(op, Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. }) {
            made.insert(written.start, (by, line));
        }
    }
    found
}

/// The greater of a value and 0, or the less of it and 1: which, and of what.
fn bounded(op: Op, facts: &Facts) -> Option<(Bin, Reg)> {
    let Op::Bin { op: op @ (Bin::MinF | Bin::MaxF), a, b, .. } = op else { return None };
    let bound = if op == Bin::MinF { 1.0_f32 } else { 0.0 }.to_bits();
    let of = |reg, value| (facts.literal(reg) == Some(bound)).then_some((op, value));
    of(b, a).or_else(|| of(a, b))
}

/// Whether it can hold its result between 0 and 1.
fn is_arithmetic(op: Op) -> bool {
    match op {
        Op::Bin { op, .. } => matches!(op, Bin::AddF | Bin::SubF | Bin::MulF | Bin::DivByF),
        Op::Tern { op, .. } => matches!(op, Tern::Fma | Tern::MulAddF),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::CONSTANT;
    use crate::machine::Target;

    const ZERO: Reg = CONSTANT;
    const ONE: Reg = CONSTANT | 1;
    const HALF: Reg = CONSTANT | 2;

    fn bin(op: Bin, dst: Reg, a: Reg, b: Reg) -> Op {
        Op::Bin { op, dst, a, b }
    }

    fn found(ops: &[Op]) -> Vec<(usize, usize)> {
        let config = Target { saturates: true, ..Target::default() };
        let literals = [(ZERO, 0.0), (ONE, 1.0), (HALF, 0.5)].map(|(reg, value): (_, f32)| (reg, value.to_bits()));
        let facts = Facts::new(literals, config);
        let found = saturated(ops, &facts, &uses(ops), &IndexedSet::default());
        found.iter().map(|(part, &whole)| (part, whole)).collect()
    }

    #[test]
    fn both_bounds_are_part_of_the_sum_between_them() {
        let sum = bin(Bin::AddF, 10, 0, 1);
        let [greater, less] = [bin(Bin::MaxF, 12, 10, ZERO), bin(Bin::MinF, 14, 12, ONE)];
        assert_eq!(found(&[sum, greater, less]), [(1, 0), (2, 0)]);
        // The other way round, and after a result of f16 was rounded.
        assert_eq!(found(&[sum, bin(Bin::MinF, 12, ONE, 10), bin(Bin::MaxF, 14, ZERO, 12)]), [(1, 0), (2, 0)]);
        let round = Op::Un { op: Un::RoundF16, dst: 16, a: 10 };
        assert_eq!(found(&[sum, round, bin(Bin::MaxF, 12, 16, ZERO), less]), [(2, 0), (3, 0)]);
    }

    #[test]
    fn what_is_no_sum_or_is_needed_as_it_was_takes_one_instruction() {
        let [greater, less] = [bin(Bin::MaxF, 12, 10, ZERO), bin(Bin::MinF, 14, 12, ONE)];
        assert_eq!(found(&[greater, less]), [(0, 1)]);
        let root = Op::Un { op: Un::Sqrt, dst: 10, a: 0 };
        assert_eq!(found(&[root, greater, less]), [(1, 2)]);
        let sum = bin(Bin::AddF, 10, 0, 1);
        assert_eq!(found(&[sum, greater, less, bin(Bin::MulF, 16, 10, 14)]), [(1, 2)]);
        assert_eq!(found(&[sum, Op::Loop { line: 1 }, greater, less]), [(2, 3)]);
    }

    #[test]
    fn other_bounds_and_one_alone_take_what_they_take() {
        let greater = bin(Bin::MaxF, 12, 10, ZERO);
        assert_eq!(found(&[greater, bin(Bin::MinF, 14, 12, HALF)]), []);
        let twice = [greater, bin(Bin::MaxF, 14, 12, ZERO)];
        assert_eq!(found(&twice), []);
        // The value between the bounds is needed, too.
        assert_eq!(found(&[greater, bin(Bin::MinF, 14, 12, ONE), bin(Bin::MulF, 16, 12, 14)]), []);
    }
}
