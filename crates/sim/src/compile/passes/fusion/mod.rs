//! Arithmetic of three operands that is one instruction: two sums, a literal shift and a sum, two logical operations, a rotation, a
//! field of bits, a test of bits, the least, the middle or the greatest of three, a condition that is counted, a byte that becomes an
//! f32 (CUDA binary utilities: `IADD3`, `LEA`, `LOP3`, which may set a predicate, `SHF`, `PRMT`; RDNA3 instruction set architecture:
//! `V_ADD3_U32`, `V_LSHL_ADD_U32`, `V_AND_OR_B32`, `V_XOR3_B32`, `V_BFI_B32`, `V_ALIGNBIT_B32`, `V_BFE_U32`, `V_MIN3_F32`,
//! `V_MED3_F32`, `V_ADD_CO_CI_U32`, `V_CVT_F32_UBYTE0`; CUDA C++ Best Practices Guide, branch predication).

use crate::compile::code::Code;
use crate::compile::expansion::is_byte;
use crate::compile::facts::Facts;
use crate::compile::indexed_map::{IndexedMap, IndexedSet};
use crate::compile::uses::uses;
use crate::ir::{Bin, Tern, Un};
use crate::ir::{Op, Reg};
use naga::FastHashSet;

/// Inputs of the widest instruction.
const INPUTS: usize = 3;

/// An instruction whose result is in a register.
#[derive(Clone)]
struct Definition {
    at: usize,
    op: Bin,
    /// What it is computed from, once others are part of it.
    inputs: FastHashSet<Reg>,
    /// The instructions that are part of it.
    parts: Vec<usize>,
    /// Control flow before it.
    line: usize,
}

/// The instructions of a kernel, in their order, with what their registers hold.
struct Joiner<'a> {
    ops: &'a [Op],
    facts: &'a Facts,
    /// How often the result of each instruction is read.
    uses: &'a [u32],
    made: IndexedMap<Reg, Definition>,
    /// Complements, and of what.
    complements: IndexedMap<Reg, (usize, Reg)>,
    /// One or zero, by a condition: where it is chosen, and the control flow before.
    flags: IndexedMap<Reg, (usize, usize)>,
    /// By a register, those whose results and complements are of it.
    of: IndexedMap<Reg, Vec<Reg>>,
    literals: IndexedMap<Reg, u32>,
    line: usize,
}

/// Merges them.
pub fn run(code: &mut Code<'_>) {
    let uses = uses(code.ops());
    let parts = joined(code.ops(), &code.facts, &uses, &code.known_or_address());
    code.merge_all(&parts);
}

/// Instructions that are part of another one, with that one, by how often each one's result is read . Those in `free` cost
/// nothing: nothing is joined to them.
pub fn joined(ops: &[Op], facts: &Facts, uses: &[u32], free: &IndexedSet<usize>) -> IndexedMap<usize, usize> {
    let mut found = IndexedMap::default();
    if !(facts.target.three_operands || facts.target.any_logic) {
        return found;
    }
    let mut joiner = Joiner {
        ops,
        facts,
        uses,
        made: IndexedMap::default(),
        complements: IndexedMap::default(),
        flags: IndexedMap::default(),
        of: IndexedMap::default(),
        literals: IndexedMap::default(),
        line: 0,
    };
    for at in 0..ops.len() {
        let parts = joiner.step(at, free.contains(at));
        found.extend(parts.into_iter().map(|part| (part, at)));
    }
    found
}

impl Joiner<'_> {
    /// Follows an instruction; returns those that are part of it.
    fn step(&mut self, at: usize, free: bool) -> Vec<usize> {
        let op = self.ops[at];
        let written = op.writes();
        let found = match op {
            Op::Bin { op, a, b, .. } if !op.is_wide() && op.flop() == 0 => Some(self.make(at, op, [a, b], free)),
            Op::If { .. } | Op::Else { .. } | Op::EndIf { .. } | Op::Loop { .. } | Op::EndLoop { .. } => {
                self.line += 1;
                None
            }
            _ => None,
        };
        let byte = match op {
            Op::Un { op: op @ (Un::U32ToF32 | Un::UnpackUnorm8), a, .. } if !free => self.byte(op, a),
            _ => None,
        };
        let literal = self.literal_of(op);
        let complement = if let Op::Un { op: Un::NotI, a, .. } = op { Some((at, a)) } else { None };
        let flag = self.is_flag(op);
        written.clone().for_each(|reg| self.forget(reg));
        if flag {
            self.flags.insert(written.start, (at, self.line));
        }
        literal.map(|value| self.literals.insert(written.start, value));
        if let Some((at, of)) = complement {
            self.complements.insert(written.start, (at, of));
            self.of.get_or_insert_with(of, Vec::new).push(written.start);
        }
        let Some(made) = found else { return byte.into_iter().collect() };
        let parts = made.parts.clone();
        if !made.inputs.contains(&written.start) {
            for input in &made.inputs {
                self.of.get_or_insert_with(*input, Vec::new).push(written.start);
            }
            self.made.insert(written.start, made);
        }
        parts
    }

    /// A register is about to hold something else.
    fn forget(&mut self, reg: Reg) {
        self.made.remove(reg);
        self.literals.remove(reg);
        self.complements.remove(reg);
        self.flags.remove(reg);
        // What was computed from what the register held is still there, but cannot be computed anew.
        for held in self.of.remove(reg).unwrap_or_default() {
            if self.made.get(held).is_some_and(|made| made.inputs.contains(&reg)) {
                self.made.remove(held);
            }
            if self.complements.get(held).is_some_and(|(_, of)| *of == reg) {
                self.complements.remove(held);
            }
        }
    }

    /// The value of a register that holds the same in every launch.
    fn literal(&self, reg: Reg) -> Option<u32> {
        self.facts.literal(reg).or_else(|| self.literals.get(reg).copied())
    }

    fn literal_of(&self, op: Op) -> Option<u32> {
        match op {
            Op::Bin { op: Bin::SubI, a, b, .. } => Some(self.literal(a)?.wrapping_sub(self.literal(b)?)),
            Op::Mov { src, .. } => self.literal(src),
            _ => None,
        }
    }

    /// What may become part of the present instruction: computed for it alone, where the same lanes go on, and alone so far.
    fn part(&self, reg: Reg) -> Option<&Definition> {
        let made = self.made.get(reg)?;
        (made.line == self.line && self.uses[made.at] == 1).then_some(made)
    }

    fn make(&self, at: usize, op: Bin, operands: [Reg; 2], free: bool) -> Definition {
        let alone = Definition { at, op, inputs: FastHashSet::from_iter(operands), parts: Vec::new(), line: self.line };
        if free || operands[0] == operands[1] {
            return alone;
        }
        let [a, b] = operands;
        let both =
            self.funnel(op, operands).or_else(|| self.selection(op, operands)).or_else(|| self.test(op, operands));
        if let Some(parts) = both {
            return Definition { parts, ..alone };
        }
        if let Some(shift) = self.field(op, operands) {
            // No longer a logical operation that could be part of another.
            return Definition { op: Bin::ShrU, parts: vec![shift], ..alone };
        }
        if self.facts.target.any_logic && is_logic(op) {
            return self.logic(alone, operands);
        }
        let pair = [(a, b), (b, a)].into_iter().find_map(|(reg, other)| {
            let part = self.part(reg)?;
            let one = self.pairs(part, op) || self.extreme(part, op, other);
            (part.parts.is_empty() && one).then_some((part.at, &part.inputs, other))
        });
        match pair {
            Some((part, inputs, other)) => {
                let inputs = inputs.iter().copied().chain([other]).collect();
                Definition { parts: vec![part], inputs, ..alone }
            }
            None => Definition { parts: self.flag(op, operands).into_iter().collect(), ..alone },
        }
    }

    fn is_flag(&self, op: Op) -> bool {
        matches!(op, Op::Tern { op: Tern::Select, b, c, .. } if self.literal(b) == Some(1) && self.literal(c) == Some(0))
    }

    /// A condition that is added: as a carry, or by a sum of some lanes.
    fn flag(&self, op: Bin, operands: [Reg; 2]) -> Option<usize> {
        let flags = operands.into_iter().filter_map(|reg| self.flags.get(reg));
        let mut alone = flags.filter(|(at, line)| *line == self.line && self.uses[*at] == 1);
        alone.next().map(|(at, _)| *at).filter(|_| op == Bin::AddI)
    }

    /// Both shifts of a rotation, or of two words side by side.
    fn funnel(&self, op: Bin, [a, b]: [Reg; 2]) -> Option<Vec<usize>> {
        let (left, right) = (self.part(a)?, self.part(b)?);
        let shifts = matches!((left.op, right.op), (Bin::Shl, Bin::ShrU) | (Bin::ShrU, Bin::Shl));
        let by = [self.shift(left)?, self.shift(right)?];
        (op == Bin::Or && shifts && by[0].wrapping_add(by[1]) == 32).then(|| vec![left.at, right.at])
    }

    /// The literal by which it shifts.
    fn shift(&self, made: &Definition) -> Option<u32> {
        let Op::Bin { op: Bin::Shl | Bin::ShrU, b, .. } = self.ops[made.at] else { return None };
        self.literal(b)
    }

    /// The shift of a field of bits, of which a mask leaves the lowest. Where any logical function is one instruction, only bytes
    /// are taken out in one, too.
    fn field(&self, op: Bin, [a, b]: [Reg; 2]) -> Option<usize> {
        let (reg, mask) = self.literal(b).map(|mask| (a, mask)).or_else(|| Some((b, self.literal(a)?)))?;
        let part = self.part(reg).filter(|part| part.op == Bin::ShrU && part.parts.is_empty())?;
        let lowest = mask & mask.wrapping_add(1) == 0;
        let whole =
            !self.facts.target.extracts_bytes_only || self.shift(part).is_some_and(|by| is_byte(by, mask.count_ones()));
        (op == Bin::And && lowest && whole).then_some(part.at)
    }

    /// What takes out the byte that is converted, where an instruction converts each of a word's.
    fn byte(&self, conversion: Un, reg: Reg) -> Option<usize> {
        let part = self.part(reg).filter(|_| self.facts.target.converts_bytes)?;
        let Op::Bin { op, a, b, .. } = self.ops[part.at] else { return None };
        let literal = self.literal(b).or_else(|| self.literal(a))?;
        let whole = match op {
            Bin::ShrU if conversion == Un::UnpackUnorm8 => literal.is_multiple_of(u8::BITS),
            Bin::ShrU => literal == u32::BITS - u8::BITS,
            Bin::And if literal == u8::MAX.into() => match part.parts[..] {
                [] => true,
                [shift] => {
                    matches!(self.ops[shift], Op::Bin { b, .. } if self.literal(b).is_some_and(|by| by.is_multiple_of(u8::BITS)))
                }
                _ => false,
            },
            _ => false,
        };
        whole.then_some(part.at)
    }

    /// What a test of bits against zero, or of one bit against itself, compares: a logical operation may set a predicate. A shift by a
    /// literal before it moves the mask.
    fn test(&self, op: Bin, [a, b]: [Reg; 2]) -> Option<Vec<usize>> {
        if !self.facts.target.logic_sets_predicate || !matches!(op, Bin::EqI | Bin::NeI) {
            return None;
        }
        let (reg, to) = self.literal(b).map(|to| (a, to)).or_else(|| Some((b, self.literal(a)?)))?;
        let part = self.part(reg).filter(|part| is_logic(part.op))?;
        let mask = part.inputs.iter().find_map(|&input| self.literal(input)).filter(|_| part.op == Bin::And);
        let bit = mask.is_some_and(|mask| mask.is_power_of_two() && mask == to);
        let shift = || {
            let shifted = part.inputs.iter().find_map(|&input| self.part(input))?;
            (shifted.op == Bin::ShrU && self.shift(shifted).is_some()).then_some(shifted.at)
        };
        (to == 0 || bit).then(|| [part.at].into_iter().chain(mask.and_then(|_| shift())).collect())
    }

    /// Whether the least or the greatest of three is taken, or a value held between two literals.
    fn extreme(&self, part: &Definition, op: Bin, other: Reg) -> bool {
        let Some(opposite) = opposite(op).filter(|_| self.facts.target.three_extremes) else { return false };
        let bounds = || self.literal(other).is_some() && part.inputs.iter().any(|&input| self.literal(input).is_some());
        part.op == op || part.op == opposite && bounds()
    }

    /// Both ways of a choice bit by bit: `(x & y) ^ (~x & z)`, and the complement.
    fn selection(&self, op: Bin, operands: [Reg; 2]) -> Option<Vec<usize>> {
        let [left, right] = operands.map(|reg| self.part(reg));
        let (left, right) = (left?, right?);
        if !matches!(op, Bin::Or | Bin::Xor | Bin::AddI) || left.op != Bin::And || right.op != Bin::And {
            return None;
        }
        let chosen = |by: &Definition, other: &Definition| {
            by.inputs.iter().find_map(|reg| {
                let &(at, of) = self.complements.get(*reg)?;
                other.inputs.contains(&of).then_some(at)
            })
        };
        let complement = chosen(left, right).or_else(|| chosen(right, left))?;
        let own = (self.uses[complement] == 1).then_some(complement);
        Some([left.at, right.at].into_iter().chain(own).collect())
    }

    /// Takes in what leaves three inputs at most, of which any function is one instruction.
    fn logic(&self, alone: Definition, operands: [Reg; 2]) -> Definition {
        let mut made = Definition { inputs: FastHashSet::default(), ..alone };
        let parts = operands.map(|reg| self.part(reg).filter(|part| is_logic(part.op) && part.inputs.len() <= INPUTS));
        let joint = |taken: [bool; 2]| {
            let of = |at: usize| match (taken[at], parts[at]) {
                (true, Some(part)) => part.inputs.clone(),
                _ => FastHashSet::from_iter([operands[at]]),
            };
            &of(0) | &of(1)
        };
        // Both, or the one that has more in it.
        let most = |at: usize| parts[at].map_or(0, |part| part.parts.len() + 1);
        let first = most(0) >= most(1);
        let ways = [[true, true], [first, !first], [!first, first], [false, false]];
        let way = ways.into_iter().find(|&way| joint(way).len() <= INPUTS).unwrap_or_default();
        made.inputs = joint(way);
        made.parts = parts.into_iter().zip(way).filter_map(|(part, taken)| Some(part.filter(|_| taken)?.at)).collect();
        made
    }

    /// Whether an instruction of three operands does both.
    fn pairs(&self, part: &Definition, op: Bin) -> bool {
        let shifts = part.op == Bin::Shl && self.shift(part).is_some();
        let everywhere = match op {
            Bin::AddI => part.op == Bin::AddI || shifts,
            _ => false,
        };
        let logic = match op {
            Bin::Or => matches!(part.op, Bin::And | Bin::Or) || shifts,
            Bin::Xor => part.op == Bin::Xor,
            _ => false,
        };
        everywhere || logic
    }
}

fn is_logic(op: Bin) -> bool {
    matches!(op, Bin::And | Bin::Or | Bin::Xor)
}

/// Of what takes the less of two what takes the greater, and the other way round.
fn opposite(op: Bin) -> Option<Bin> {
    Some(match op {
        Bin::MinF => Bin::MaxF,
        Bin::MaxF => Bin::MinF,
        Bin::MinI => Bin::MaxI,
        Bin::MaxI => Bin::MinI,
        Bin::MinU => Bin::MaxU,
        Bin::MaxU => Bin::MinU,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
