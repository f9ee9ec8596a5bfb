//! Loads whose value is needed only under a condition: an index out of bounds matters where it holds.

use super::builder::Builder;
use super::scope::Scope;
use super::term::Unsure;
use super::uses::{arms, operands, statement_operands};
use crate::code::{NONE, Op, Reg};
use crate::operation::Bin;
use naga::{Expression, Handle, Statement};

impl<'m> Builder<'m> {
    /// Notes that the index that was just checked matters only where the value of an expression is used, if so.
    pub fn may_discard(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) {
        let checked = self.ops.iter().rev().find_map(|op| match *op {
            Op::Index { dst, index, len, site, .. } => Some((dst, index, len, site)),
            _ => None,
        });
        if let (Some((address, index, len, site)), true) = (checked, scope.is_conditional(handle)) {
            self.sites[site as usize].discards = true;
            scope.discards.of.entry(handle).or_default().push(Unsure { address, index, len, site });
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
                    let known = scope.discards.of.entry(handle).or_default();
                    known.extend(unsure);
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
        match condition.as_deref() {
            Ok(&[condition]) => self.need(scope, unsure, condition, accept),
            _ => self.need(scope, unsure, NONE, true),
        }
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
