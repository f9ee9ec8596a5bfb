//! Loops that every GPU compiler unrolls, so that their counters are no work.

use super::uses::holds;
use crate::ir::MAX_UNROLLED;
use naga::{BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Statement};

/// How many statements at the head of a loop do no more than test its counter against a constant, where every GPU
/// compiler would unroll it: `for (var k = ..; k < 16; k++)` whose body leaves `k` alone; and that counter.
pub fn unrolled_header(
    module: &Module,
    function: &Function,
    body: &Block,
    continuing: &Block,
) -> Option<(usize, Handle<LocalVariable>)> {
    let emits = |block: &Block| block.iter().take_while(|s| matches!(s, Statement::Emit(_))).count();
    let test = emits(body);
    let Some(&Statement::If { condition, ref accept, ref reject }) = body.get(test) else {
        return None;
    };
    let [Statement::Store { pointer, value }] = continuing[emits(continuing)..] else {
        return None;
    };
    let (Some(true), Some((local, BinaryOperator::Less, end))) =
        (exit_test(accept, reject), counter(module, function, condition))
    else {
        return None;
    };
    let Some((stepped, BinaryOperator::Add, step)) = counter(module, function, value) else {
        return None;
    };
    let target = Expression::LocalVariable(local);
    let steps = function.expressions[pointer] == target && stepped == local && step > 0;
    let rest = &body[test + 1..];
    let changed = rest.iter().any(|statement| changes(function, statement, local));
    if !steps || changed || end.div_ceil(step) > MAX_UNROLLED {
        return None;
    }
    Some((test + 1, local))
}

/// A local variable, an operator and a constant.
fn counter(
    module: &Module,
    function: &Function,
    value: Handle<Expression>,
) -> Option<(Handle<LocalVariable>, BinaryOperator, u32)> {
    let Expression::Binary { op, left, right } = function.expressions[value] else {
        return None;
    };
    let Expression::Load { pointer } = function.expressions[left] else {
        return None;
    };
    let Expression::LocalVariable(local) = function.expressions[pointer] else {
        return None;
    };
    Some((local, op, integer(module, function, right)?))
}

/// The value of a constant integer that is not negative.
fn integer(module: &Module, function: &Function, value: Handle<Expression>) -> Option<u32> {
    let expression = match function.expressions[value] {
        Expression::Constant(constant) => &module.global_expressions[module.constants[constant].init],
        ref other => other,
    };
    match *expression {
        Expression::Literal(Literal::U32(value)) => Some(value),
        Expression::Literal(Literal::I32(value)) => u32::try_from(value).ok(),
        _ => None,
    }
}

/// Whether a statement may change a local variable, or lets another function do so.
fn changes(function: &Function, statement: &Statement, local: Handle<LocalVariable>) -> bool {
    let is_it = |pointer: Handle<Expression>| matches!(function.expressions[pointer], Expression::LocalVariable(other) if other == local);
    holds(statement, &|inner| match inner {
        Statement::Store { pointer, .. } => is_it(*pointer),
        Statement::Call { arguments, .. } => arguments.iter().any(|&argument| is_it(argument)),
        _ => false,
    })
}

/// Whether an `if` does nothing but `break`; if so, whether lanes stay where its condition holds.
pub fn exit_test(accept: &Block, reject: &Block) -> Option<bool> {
    match (&**accept, &**reject) {
        ([], [Statement::Break]) => Some(true),
        ([Statement::Break], []) => Some(false),
        _ => None,
    }
}
