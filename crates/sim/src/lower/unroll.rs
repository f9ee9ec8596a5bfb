//! Loops that every GPU compiler unrolls, so that their counters are no work.

use super::uses::holds;
use crate::ir::MAX_UNROLLED;
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Statement, UnaryOperator,
};

/// A loop whose counter goes up to a constant, in steps of one. Every GPU compiler unrolls it, so that its test and its step
/// are no work.
pub struct UnrolledLoop<'m> {
    pub counter: Handle<LocalVariable>,
    /// How many statements at the head of the loop's body do no more than test the counter.
    pub header: usize,
    /// The block that ends with the step: the loop's body, or the only statement after the test.
    pub block: &'m Block,
    /// How many statements at the end of `block` do no more than step the counter: none where the step is in `continuing`.
    pub latch: usize,
}

/// Recognises `for (var k = ..; k < 16; k++)` whose body leaves `k` alone, and the same as a `while` or as a `loop`.
pub fn unrolled_loop<'m>(
    module: &Module,
    function: &Function,
    body: &'m Block,
    continuing: &'m Block,
) -> Option<UnrolledLoop<'m>> {
    let test = body.iter().take_while(|s| matches!(s, Statement::Emit(_))).count();
    let Some(&Statement::If { condition, ref accept, ref reject }) = body.get(test) else {
        return None;
    };
    let (local, end) = bound(module, function, condition, exit_test(accept, reject)?)?;
    let header = test + 1;
    let (block, latch) = match (&**continuing, &body[header..]) {
        ([], [Statement::Block(block)]) => (block, step_length(block)?),
        ([], _) => (body, step_length(body)?),
        _ => (body, 0),
    };
    let Some(&Statement::Store { pointer, value }) = (if latch > 0 { block } else { continuing }).last() else {
        return None;
    };
    let (stepped, BinaryOperator::Add, step) = counter(module, function, value)? else {
        return None;
    };
    let target = Expression::LocalVariable(local);
    let steps = function.expressions[pointer] == target && stepped == local && step > 0;
    let start = if std::ptr::eq(block, body) { header } else { 0 };
    let rest = block.get(start..block.len() - latch)?;
    let only_step = latch > 0 || step_length(continuing) == Some(continuing.len());
    let changed = rest.iter().any(|inner| changes(function, inner, local));
    // A step in `continuing` is taken after a `continue`, too.
    let left_out = latch > 0 && rest.iter().any(continues);
    (steps && only_step && !changed && !left_out && end.div_ceil(step) <= MAX_UNROLLED).then_some(UnrolledLoop {
        counter: local,
        header,
        block,
        latch,
    })
}

/// The counter and the constant below which lanes stay in the loop: they leave where `condition` is not `stay`.
fn bound(
    module: &Module,
    function: &Function,
    condition: Handle<Expression>,
    stay: bool,
) -> Option<(Handle<LocalVariable>, u32)> {
    if let Expression::Unary { op: UnaryOperator::LogicalNot, expr } = function.expressions[condition] {
        return bound(module, function, expr, !stay);
    }
    match (counter(module, function, condition)?, stay) {
        ((local, BinaryOperator::Less, end), true) | ((local, BinaryOperator::GreaterEqual, end), false) => {
            Some((local, end))
        }
        _ => None,
    }
}

/// How many statements at the end of a block are one store and the evaluation of what is stored.
fn step_length(block: &Block) -> Option<usize> {
    let (Statement::Store { .. }, before) = block.split_last()? else { return None };
    Some(1 + before.iter().rev().take_while(|statement| matches!(statement, Statement::Emit(_))).count())
}

/// Whether a statement may go on with the next iteration of the loop that it stands in.
fn continues(statement: &Statement) -> bool {
    match statement {
        Statement::Continue => true,
        Statement::Block(block) => block.iter().any(continues),
        Statement::If { accept, reject, .. } => accept.iter().chain(reject.iter()).any(continues),
        Statement::Switch { cases, .. } => cases.iter().any(|case| case.body.iter().any(continues)),
        _ => false,
    }
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
