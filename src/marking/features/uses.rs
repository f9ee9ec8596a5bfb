//! What becomes of a function's variables and calls.

use std::collections::{BTreeMap, BTreeSet};

use naga::{BinaryOperator, Block, Expression, Function, Handle, LocalVariable, Statement, UnaryOperator};

use super::parts::{blocks, effects, operands};

/// Variables that stand for each other, one after the other.
const HOPS: usize = 16;

/// Terms of a sum that are looked at: a hostile kernel's may have as many as it likes.
const MOST_TERMS: usize = 64;

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
        let statements = uses.statements(|_| true);
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

    /// The statements that are `wanted`, and those within them that are.
    pub fn statements(&self, wanted: impl Fn(&Statement) -> bool) -> Vec<&'m Statement> {
        let mut all = Vec::new();
        let mut waiting: Vec<&Block> = vec![&self.function.body];
        while let Some(block) = waiting.pop() {
            for statement in block.iter().filter(|statement| wanted(statement)) {
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
        for statement in self.statements(|_| true) {
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
            for statement in self.statements(|statement| self.counts(statement)) {
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
            // Whether the last lines are skipped or not gone to is the same: what decides it is the branch's condition.
            Statement::Emit(_) | Statement::Return { value: None } => false,
            Statement::Store { pointer, .. } => self.local(pointer).is_none_or(|local| self.live.contains(&local)),
            Statement::Loop { .. } => within().filter(|inner| !leaves(inner)).any(|inner| self.goes_on(inner)),
            Statement::Block(_) | Statement::If { .. } | Statement::Switch { .. } => {
                within().any(|inner| self.counts(inner) || matches!(inner, Statement::Return { .. }))
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
                waiting.extend(self.terms(value));
            }
        }
    }

    /// What a value is made of: all that is added up, multiplied, or must hold together, whatever the parentheses.
    pub fn terms(&self, value: Handle<Expression>) -> Vec<Handle<Expression>> {
        let Some(op) = self.chained(value) else { return operands(&self.function.expressions[value]) };
        let (mut terms, mut waiting) = (Vec::new(), vec![value]);
        while let Some(value) = waiting.pop().filter(|_| terms.len() + waiting.len() < MOST_TERMS) {
            let value = self.stands_for(value);
            match self.chained(value) {
                Some(other) if other == op => waiting.extend(operands(&self.function.expressions[value])),
                _ => terms.push(value),
            }
        }
        terms.extend(waiting);
        terms
    }

    /// What a branch asks.
    pub fn conditions(&self, condition: Handle<Expression>) -> Vec<Handle<Expression>> {
        let whole = self.stands_for(condition);
        match self.chained(whole) {
            Some(BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr) => self.terms(whole),
            _ => vec![whole],
        }
    }

    /// The operation of a value whose operands may be put in any order and parentheses.
    pub fn chained(&self, value: Handle<Expression>) -> Option<BinaryOperator> {
        use BinaryOperator as Op;
        match self.function.expressions[value] {
            Expression::Binary { op: op @ (Op::Add | Op::Multiply | Op::LogicalAnd | Op::LogicalOr), .. } => Some(op),
            _ => None,
        }
    }

    /// The value of a variable that is given one once; of what is not so, what is: a branch has both.
    pub fn stands_for(&self, mut value: Handle<Expression>) -> Handle<Expression> {
        // Two variables may stand for each other.
        for _ in 0..HOPS {
            value = match self.function.expressions[value] {
                Expression::Unary { op: UnaryOperator::LogicalNot, expr } => expr,
                Expression::Load { pointer } => {
                    let Expression::LocalVariable(local) = self.function.expressions[pointer] else { break };
                    let Some(once) = self.once.get(&local) else { break };
                    *once
                }
                _ => break,
            };
        }
        value
    }
}
