//! What a machine's compiler knows of registers, and what it makes of instructions and loops.

use super::builder::Builder;
use super::fold::distances;
use super::known::{Known, known};
use crate::code::{CONSTANT, Reg};
use crate::config::Config;
use std::collections::{HashMap, HashSet};

/// Of one kernel.
pub struct Target {
    /// Registers that hold the same value in every launch.
    literals: HashMap<Reg, u32>,
    pub config: Config,
    /// What laying out loops makes known.
    pub known: Known,
    /// Instructions that are part of an address.
    pub addresses: HashSet<usize>,
}

impl Target {
    pub fn new(literals: impl IntoIterator<Item = (Reg, u32)>, config: Config) -> Self {
        Self { literals: literals.into_iter().collect(), config, known: Known::default(), addresses: HashSet::new() }
    }

    /// Steps in which all lanes of a subgroup come together, two of them in the first.
    pub fn fold_steps(&self) -> u32 {
        self.config.subgroup_width.ilog2()
    }

    /// The value of a register that holds a literal.
    pub fn fixed(&self, reg: Reg) -> Option<u32> {
        self.literals.get(&reg).copied()
    }
}

impl Builder<'_> {
    pub fn target(&self) -> Target {
        let constants = (0..self.constants.len()).map(|at| CONSTANT | at as Reg);
        let inputs = self.inputs.iter().map(|&(_, reg)| reg);
        let literals = constants.chain(inputs).filter_map(|reg| Some((reg, self.fixed(reg)?)));
        let mut target = Target::new(literals, self.config.clone());
        target.known = known(&self.ops, &target, |base| self.variable(base));
        let is_literal = |at, reg| target.fixed(reg).is_some() || target.known.operands.contains(&(at, reg));
        target.addresses = distances(&self.ops, is_literal);
        target
    }
}
