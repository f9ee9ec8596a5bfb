//! What a machine's compiler knows of registers, and what it makes of instructions and loops.

use super::builder::Builder;
use super::fold::distances;
use super::known::{Known, known};
use crate::code::{CONSTANT, Op, Reg};
use crate::machine::Target;
use naga::{FastHashMap, FastHashSet};

/// Of one kernel.
pub struct CompilerFacts {
    /// Registers that hold the same value in every launch.
    literals: FastHashMap<Reg, u32>,
    pub machine: Target,
    /// What laying out loops makes known.
    pub known: Known,
    /// Instructions that are part of an address.
    pub addresses: FastHashSet<usize>,
    /// Registers of the literals that divisions have in each pass of a loop that is laid out.
    divisors: FastHashMap<usize, Reg>,
}

impl CompilerFacts {
    pub fn new(literals: impl IntoIterator<Item = (Reg, u32)>, machine: Target) -> Self {
        Self {
            literals: literals.into_iter().collect(),
            machine,
            known: Known::default(),
            addresses: FastHashSet::default(),
            divisors: FastHashMap::default(),
        }
    }

    /// Takes in what laying out loops makes known. `unused` is the first register of a literal that the kernel has not.
    fn learn(&mut self, known: Known, unused: Reg) {
        for (&at, &value) in &known.divisors {
            let reg = unused + self.divisors.len() as Reg;
            self.literals.insert(reg, value);
            self.divisors.insert(at, reg);
        }
        self.known = known;
    }

    /// An instruction with the literal that it divides by.
    pub fn by_literal(&self, at: usize, op: Op) -> Op {
        match (op, self.divisors.get(&at)) {
            (Op::Bin { op, dst, a, .. }, Some(&b)) => Op::Bin { op, dst, a, b },
            _ => op,
        }
    }

    /// Steps in which all lanes of a subgroup come together, two of them in the first.
    pub fn fold_steps(&self) -> u32 {
        self.machine.subgroup_width.ilog2()
    }

    /// The value of a register that holds a literal.
    pub fn fixed(&self, reg: Reg) -> Option<u32> {
        self.literals.get(&reg).copied()
    }
}

impl Builder<'_> {
    pub fn target(&self) -> CompilerFacts {
        let constants = (0..self.constants.len()).map(|at| CONSTANT | at as Reg);
        let inputs = self.inputs.iter().map(|&(_, reg)| reg);
        let literals = constants.chain(inputs).filter_map(|reg| Some((reg, self.fixed(reg)?)));
        let mut target = CompilerFacts::new(literals, self.machine.clone());
        let known = known(&self.ops, &target, |base| self.variable(base));
        target.learn(known, CONSTANT | self.constants.len() as Reg);
        let is_literal = |at, reg| target.fixed(reg).is_some() || target.known.operands.contains(&(at, reg));
        target.addresses = distances(&self.ops, is_literal);
        target
    }
}
