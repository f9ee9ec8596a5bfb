//! What is known of a kernel on a machine before and while it is compiled: literals, and what unrolling makes of loops.

use super::indexed_map::{IndexedMap, IndexedSet};
use crate::ir::{CONSTANT, Op, Program, Reads, Reg};
use crate::machine::Target;
use naga::FastHashMap;

/// By instruction, the operands whose value it knows.
pub type KnownOperands = IndexedMap<usize, Reads>;

impl KnownOperands {
    /// Whether an instruction knows the value of a register.
    pub fn has(&self, at: usize, reg: Reg) -> bool {
        self.get(at).is_some_and(|known| known.contains(&reg))
    }
}

/// Of the loops that are unrolled whole.
#[derive(Debug, Default)]
pub struct UnrolledValues {
    /// How often the loop at an instruction runs, wherever that is known.
    pub trip_counts: FastHashMap<usize, u32>,
    /// Instructions of which nothing is left: in each iteration their value is known, or whether they leave the loop.
    pub removed: IndexedSet<usize>,
    /// Operands that are known in each iteration.
    pub operands: KnownOperands,
    /// What divisions of integers divide by, where it is known in each iteration: of several values, one that costs as much as any.
    pub divisors: FastHashMap<usize, u32>,
}

/// Of one kernel.
pub struct Facts {
    /// Registers that hold the same value in every launch.
    literals: IndexedMap<Reg, u32>,
    /// The machine's compiler.
    pub target: Target,
    /// What unrolling loops makes known.
    pub known: UnrolledValues,
    /// Instructions that are part of an address.
    pub addresses: IndexedSet<usize>,
    /// Registers of the literals that divisions have in each iteration of an unrolled loop.
    divisors: FastHashMap<usize, Reg>,
}

impl Facts {
    pub fn new(literals: impl IntoIterator<Item = (Reg, u32)>, target: Target) -> Self {
        Self {
            literals: literals.into_iter().collect(),
            target,
            known: UnrolledValues::default(),
            addresses: IndexedSet::default(),
            divisors: FastHashMap::default(),
        }
    }

    /// The literals of a program.
    pub fn of(program: &Program, target: &Target) -> Self {
        let constants = (0..program.constants.len()).map(|at| CONSTANT | at as Reg);
        let inputs = program.code.inputs.iter().map(|&(_, reg)| reg);
        let literals = constants.chain(inputs).filter_map(|reg| Some((reg, program.literal(reg)?)));
        Self::new(literals, target.clone())
    }

    /// Takes in what unrolling loops makes known. `unused` is the first register of a literal that the kernel has not.
    pub fn learn(&mut self, known: UnrolledValues, unused: Reg) {
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
        self.target.subgroup_width.ilog2()
    }

    /// The value of a register that holds a literal.
    pub fn literal(&self, reg: Reg) -> Option<u32> {
        self.literals.get(reg).copied()
    }
}
