//! What becomes of a function's variables and calls.

use std::collections::{BTreeMap, BTreeSet};

use naga::{Block, Expression, Function, Handle, LocalVariable, Statement};

use super::parts::{blocks, effects, operands};

/// Variables that stand for each other, one after the other.
const HOPS: usize = 16;

/// What a call calls, and with what.
pub type Called<'m> = (Handle<Function>, &'m [Handle<Expression>]);

/// What becomes of a function's variables and calls.
pub struct Uses<'m> {
    pub function: &'m Function,
    /// Variables that are given a value once: they stand for it.
    pub once: BTreeMap<Handle<LocalVariable>, Handle<Expression>>,
    /// Variables that bear on something beside themselves.
    live: BTreeSet<Handle<LocalVariable>>,
    /// The calls, by their results.
    pub calls: BTreeMap<Handle<Expression>, Called<'m>>,
    /// What it returns, where that is said in one place.
    pub returned: Option<Handle<Expression>>,
}

impl<'m> Uses<'m> {
    pub fn of(function: &'m Function) -> Self {
        let mut uses =
            Self { function, once: BTreeMap::new(), live: BTreeSet::new(), calls: BTreeMap::new(), returned: None };
        uses.find_once();
        let statements = uses.statements();
        let called = |statement: &&'m Statement| match statement {
            Statement::Call { function, arguments, result: Some(result) } => {
                Some((*result, (*function, &arguments[..])))
            }
            _ => None,
        };
        uses.calls = statements.iter().filter_map(called).collect();
        let returns = |statement: &&'m Statement| match statement {
            Statement::Return { value } => Some(*value),
            _ => None,
        };
        let mut returned = statements.iter().filter_map(returns);
        uses.returned = returned.next().flatten().filter(|_| returned.next().is_none());
        uses.find_live();
        uses
    }

    /// Every statement, those within others too.
    pub fn statements(&self) -> Vec<&'m Statement> {
        let mut all = Vec::new();
        let mut waiting: Vec<&Block> = vec![&self.function.body];
        while let Some(block) = waiting.pop() {
            for statement in block.iter() {
                waiting.extend(blocks(statement));
                all.push(statement);
            }
        }
        all
    }

    /// The variable that a pointer leads to, where it is the function's own.
    pub fn local(&self, mut pointer: Handle<Expression>) -> Option<Handle<LocalVariable>> {
        loop {
            pointer = match self.function.expressions[pointer] {
                Expression::LocalVariable(local) => return Some(local),
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => base,
                _ => return None,
            };
        }
    }

    fn find_once(&mut self) {
        let mut stores: BTreeMap<Handle<LocalVariable>, Vec<Option<Handle<Expression>>>> = BTreeMap::new();
        for (local, variable) in self.function.local_variables.iter() {
            stores.entry(local).or_default().extend(variable.init.map(Some));
        }
        for statement in self.statements() {
            match *statement {
                Statement::Store { pointer, value } => {
                    let whole = matches!(self.function.expressions[pointer], Expression::LocalVariable(_));
                    if let Some(local) = self.local(pointer) {
                        stores.entry(local).or_default().push(whole.then_some(value));
                    }
                }
                // A variable whose address is handed on may change anywhere.
                Statement::Call { ref arguments, .. } => {
                    for local in arguments.iter().filter_map(|argument| self.local(*argument)) {
                        stores.entry(local).or_default().push(None);
                    }
                }
                _ => {}
            }
        }
        self.once = stores
            .into_iter()
            .filter_map(|(local, values)| match values[..] {
                [Some(value)] => Some((local, value)),
                _ => None,
            })
            .collect();
    }

    fn find_live(&mut self) {
        loop {
            let mut values = BTreeSet::new();
            for statement in self.statements().into_iter().filter(|statement| self.counts(statement)) {
                effects(statement).into_iter().for_each(|value| self.below(value, &mut values));
            }
            let live: BTreeSet<_> = values.into_iter().filter_map(|value| self.local(value)).collect();
            if live == self.live {
                return;
            }
            self.live = live;
        }
    }

    /// Whether the statement bears on anything: a store to a variable that nothing live reads does not, nor a branch or a loop
    /// without anything in it that does.
    pub fn counts(&self, statement: &Statement) -> bool {
        let within = || blocks(statement).into_iter().flat_map(|block| block.iter());
        let leaves = |inner: &&Statement| matches!(inner, Statement::Break | Statement::Continue);
        match *statement {
            Statement::Emit(_) => false,
            Statement::Store { pointer, .. } => self.local(pointer).is_none_or(|local| self.live.contains(&local)),
            Statement::Loop { .. } => within().filter(|inner| !leaves(inner)).any(|inner| self.goes_on(inner)),
            Statement::Block(_) | Statement::If { .. } | Statement::Switch { .. } => {
                within().any(|inner| self.counts(inner))
            }
            _ => true,
        }
    }

    /// Whether a statement of a loop bears on anything but how long the loop goes on.
    fn goes_on(&self, statement: &Statement) -> bool {
        let leaves = |block: &Block| block.iter().all(|inner| matches!(inner, Statement::Break | Statement::Emit(_)));
        match statement {
            Statement::If { accept, reject, .. } if leaves(accept) && leaves(reject) => false,
            other => self.counts(other),
        }
    }

    /// What `root` is computed from, itself included. A hostile kernel's values may be nested as deep as it likes.
    pub fn below(&self, root: Handle<Expression>, seen: &mut BTreeSet<Handle<Expression>>) {
        let mut waiting = vec![root];
        while let Some(value) = waiting.pop() {
            let value = self.stands_for(value);
            if seen.insert(value) {
                waiting.extend(operands(&self.function.expressions[value]));
            }
        }
    }

    /// The value of a variable that is given one once.
    pub fn stands_for(&self, mut value: Handle<Expression>) -> Handle<Expression> {
        // Two variables may stand for each other.
        for _ in 0..HOPS {
            let Expression::Load { pointer } = self.function.expressions[value] else { break };
            let Expression::LocalVariable(local) = self.function.expressions[pointer] else { break };
            let Some(once) = self.once.get(&local) else { break };
            value = *once;
        }
        value
    }
}
