//! What statements and expressions are made of.

use naga::{BinaryOperator, Block, Expression, Handle, Literal, Statement};

use super::named;

/// The name of an expression's kind, with what tells it from others of that kind.
pub fn variant(expression: &Expression) -> String {
    match expression {
        Expression::Math { fun, .. } => format!("{fun:?}"),
        Expression::As { kind, convert, .. } => format!("as {kind:?} {convert:?}"),
        Expression::Unary { op, .. } => format!("{op:?}"),
        Expression::Swizzle { pattern, size, .. } => format!("swizzle {:?}", &pattern[..*size as usize]),
        other => format!("{other:?}").split([' ', '(', '{']).next().unwrap_or_default().to_owned(),
    }
}

/// What a statement is.
pub fn kind(statement: &Statement) -> u64 {
    let text = match statement {
        Statement::Atomic { fun, .. } => {
            format!("atomic {fun:?}").split(['(', '{']).next().unwrap_or_default().to_owned()
        }
        Statement::SubgroupCollectiveOperation { op, collective_op, .. } => format!("{op:?} {collective_op:?}"),
        Statement::SubgroupGather { mode, .. } => {
            format!("gather {mode:?}").split('(').next().unwrap_or_default().to_owned()
        }
        other => format!("{other:?}").split([' ', '(', '{']).next().unwrap_or_default().to_owned(),
    };
    named(&text)
}

/// The blocks within a statement.
pub fn blocks(statement: &Statement) -> Vec<&Block> {
    match statement {
        Statement::Block(block) => vec![block],
        Statement::If { accept, reject, .. } => vec![accept, reject],
        Statement::Switch { cases, .. } => cases.iter().map(|case| &case.body).collect(),
        Statement::Loop { body, continuing, .. } => vec![body, continuing],
        _ => Vec::new(),
    }
}

/// The values by which a statement has its effect.
pub fn effects(statement: &Statement) -> Vec<Handle<Expression>> {
    match statement {
        Statement::If { condition, .. } => vec![*condition],
        Statement::Switch { selector, .. } => vec![*selector],
        Statement::Loop { break_if, .. } => break_if.iter().copied().collect(),
        Statement::Return { value } => value.iter().copied().collect(),
        Statement::Store { pointer, value } => vec![*pointer, *value],
        Statement::Atomic { pointer, value, .. } => vec![*pointer, *value],
        Statement::Call { arguments, .. } => arguments.clone(),
        Statement::SubgroupBallot { predicate, .. } => predicate.iter().copied().collect(),
        Statement::SubgroupGather { argument, .. } | Statement::SubgroupCollectiveOperation { argument, .. } => {
            vec![*argument]
        }
        Statement::WorkGroupUniformLoad { pointer, .. } => vec![*pointer],
        _ => Vec::new(),
    }
}

/// What an expression is made of.
pub fn operands(expression: &Expression) -> Vec<Handle<Expression>> {
    match expression {
        Expression::Compose { components, .. } => components.clone(),
        Expression::Access { base, index } => vec![*base, *index],
        Expression::AccessIndex { base, .. } => vec![*base],
        Expression::Splat { value, .. } => vec![*value],
        Expression::Swizzle { vector, .. } => vec![*vector],
        Expression::Load { pointer } => vec![*pointer],
        Expression::Unary { expr, .. } | Expression::As { expr, .. } => vec![*expr],
        Expression::Binary { left, right, .. } => vec![*left, *right],
        Expression::Select { condition, accept, reject } => vec![*condition, *accept, *reject],
        Expression::Relational { argument, .. } => vec![*argument],
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            [Some(*arg), *arg1, *arg2, *arg3].into_iter().flatten().collect()
        }
        Expression::ArrayLength(pointer) => vec![*pointer],
        _ => Vec::new(),
    }
}

/// An operation on `left` and a number that is another operation with a power of two: shifts are products and quotients, masks are
/// remainders.
pub fn spelled(op: BinaryOperator, number: Literal) -> Option<(BinaryOperator, Literal)> {
    let Literal::U32(number) = number else { return None };
    let power = || 1_u32.checked_shl(number).map(Literal::U32);
    match op {
        BinaryOperator::ShiftLeft => Some((BinaryOperator::Multiply, power()?)),
        BinaryOperator::ShiftRight => Some((BinaryOperator::Divide, power()?)),
        BinaryOperator::And => {
            let power = number.checked_add(1).filter(|power| power.is_power_of_two())?;
            Some((BinaryOperator::Modulo, Literal::U32(power)))
        }
        _ => None,
    }
}
