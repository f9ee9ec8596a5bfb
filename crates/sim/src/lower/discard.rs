//! Loads whose value is needed only under a condition: an index out of bounds matters where it holds.

use super::builder::Builder;
use super::scope::Scope;
use super::term::Unsure;
use super::uses::{arms, operands, statement_operands};
use crate::code::{NONE, Op, Reg};
use crate::operation::Bin;
use naga::{Expression, Handle, MathFunction, Statement, TypeInner};

impl<'m> Builder<'m> {
    /// Notes that the index that was just checked matters only where the value of an expression is used, if so.
    pub fn may_discard(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) {
        let checked = self.ops.iter().rev().find_map(|op| match *op {
            Op::Index { dst, index, len, site, .. } => Some((dst, index, len, site)),
            _ => None,
        });
        if let (Some((address, index, len, site)), true) = (checked, scope.is_conditional(handle)) {
            self.sites[site as usize].discards = true;
            scope.discards.of.entry(handle).or_default().push(Unsure { address, index, len, site, component: None });
        }
    }

    /// Before an expression is made: its operands are needed, or what it makes may be discarded too.
    pub fn need_operands(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) {
        if scope.discards.of.is_empty() {
            return;
        }
        let expression = &scope.function.expressions[handle];
        let passed_over = arms(expression);
        let mut used = Vec::new();
        operands(expression, |operand| used.push(operand));
        for operand in used {
            let Some(unsure) = scope.discards.of.get(&operand).cloned() else {
                continue;
            };
            match passed_over.iter().position(|arm| *arm == Some(operand)) {
                Some(arm) => self.need_arm(scope, expression, &unsure, arm == 0),
                None if scope.is_deeper(operand) => self.need(scope, &unsure, NONE, true),
                None => {
                    let carried = self.carried(scope, handle, operand, &unsure);
                    let known = scope.discards.of.entry(handle).or_default();
                    known.extend(carried);
                    known.dedup();
                }
            }
        }
    }

    fn need_arm(&mut self, scope: &mut Scope<'m>, select: &Expression, unsure: &[Unsure], accept: bool) {
        let condition = match *select {
            Expression::Select { condition, .. } => self.plain(scope, condition),
            _ => return,
        };
        let conditions = match condition.as_deref() {
            Ok([one]) => return self.need(scope, unsure, *one, accept),
            Ok(conditions) => conditions,
            Err(_) => return self.need(scope, unsure, NONE, true),
        };
        for unsure in unsure {
            // Each component has a condition of its own; what may be in any is needed where one of them has it.
            let of = |at: u32| at as usize..at as usize + 1;
            let all = unsure.component.map_or(0..conditions.len(), of);
            for condition in conditions.get(all).unwrap_or_default() {
                self.need(scope, std::slice::from_ref(unsure), *condition, accept);
            }
        }
    }

    /// What of an operand is in the value of an expression, and in which of its components.
    fn carried(
        &self,
        scope: &Scope<'m>,
        handle: Handle<Expression>,
        operand: Handle<Expression>,
        unsure: &[Unsure],
    ) -> Vec<Unsure> {
        let size = |expression| match *scope.inner(self, expression) {
            TypeInner::Vector { size, .. } => Some(size as u32),
            TypeInner::Scalar(_) => Some(1),
            _ => None,
        };
        let places = |one: &Unsure| -> Vec<Option<u32>> {
            match &scope.function.expressions[handle] {
                Expression::Compose { components, .. } if size(handle).is_some() => {
                    composed(components, operand, one.component, size)
                }
                Expression::Swizzle { size, pattern, .. } => match one.component {
                    Some(from) => {
                        let picked = pattern[..*size as usize].iter().zip(0..);
                        picked.filter(|(at, _)| **at as u32 == from).map(|(_, to)| Some(to)).collect()
                    }
                    None => vec![None],
                },
                Expression::AccessIndex { index, .. } => match one.component {
                    Some(from) if from != *index => Vec::new(),
                    _ => vec![None],
                },
                // A product with a matrix joins components.
                &Expression::Binary { left, right, .. } if size(left).is_none() || size(right).is_none() => vec![None],
                expression if by_component(expression) && size(operand) == size(handle) => vec![one.component],
                _ => vec![None],
            }
        };
        unsure.iter().flat_map(|one| places(one).into_iter().map(|component| Unsure { component, ..*one })).collect()
    }

    /// Before a statement: its operands are needed.
    pub fn need_of(&mut self, scope: &mut Scope<'m>, statement: &Statement) {
        if scope.discards.of.is_empty() {
            return;
        }
        let mut used = Vec::new();
        statement_operands(statement, |operand| used.push(operand));
        for operand in used {
            if let Some(unsure) = scope.discards.of.get(&operand).cloned() {
                self.need(scope, &unsure, NONE, true);
            }
        }
    }

    /// The lanes in which `cond` is `accept`, or all where it is `NONE`, need what indices led to.
    fn need(&mut self, scope: &Scope<'m>, unsure: &[Unsure], cond: Reg, accept: bool) {
        let cond = if cond == NONE { scope.discards.under.unwrap_or(NONE) } else { cond };
        for unsure in unsure {
            self.push(Op::Needs {
                address: unsure.address,
                index: unsure.index,
                cond,
                accept,
                len: unsure.len,
                site: unsure.site,
                line: self.line,
            });
        }
    }

    /// Begins a branch that all lanes take, although only those need it in which a condition holds.
    pub fn enter_pure(&mut self, scope: &mut Scope<'m>, cond: Reg) -> Option<Reg> {
        let outer = scope.discards.under;
        scope.discards.under = Some(cond);
        if let (Some(outer), false) = (outer, scope.discards.of.is_empty())
            && let Ok(both) = self.alloc(1)
        {
            self.push(Op::Bin { op: Bin::And, dst: both, a: outer, b: cond });
            scope.discards.under = Some(both);
        }
        outer
    }
}

/// The components of a vector that an operand, or one component of it, becomes.
fn composed(
    parts: &[Handle<Expression>],
    operand: Handle<Expression>,
    component: Option<u32>,
    size: impl Fn(Handle<Expression>) -> Option<u32>,
) -> Vec<Option<u32>> {
    let mut places = Vec::new();
    let mut at = 0;
    for part in parts {
        let len = size(*part).unwrap_or(1);
        match component {
            _ if *part != operand => {}
            Some(component) => places.push(Some(at + component)),
            None => places.extend((at..at + len).map(Some)),
        }
        at += len;
    }
    places
}

/// Whether each component of the result comes from the same one of each operand.
fn by_component(expression: &Expression) -> bool {
    match expression {
        Expression::Unary { .. } | Expression::Binary { .. } | Expression::As { .. } => true,
        Expression::Math { fun, .. } => {
            use MathFunction as M;
            matches!(fun, M::Abs | M::Min | M::Max | M::Clamp | M::Sign | M::Floor | M::Ceil | M::Round | M::Fma)
        }
        _ => false,
    }
}
