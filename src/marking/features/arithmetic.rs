//! Arithmetic, whatever its order, its parentheses and its spelling.

use naga::{BinaryOperator, Expression, Literal, MathFunction};

use super::parts::spelled;
use super::{Reader, Value, hash, named};

/// An operation, on what, and the hash of the number that goes with it.
type Spelled = (BinaryOperator, Value, u64);

impl Reader<'_, '_> {
    /// What an operation is, as far down as `depth`; `None` where it is none of arithmetic.
    pub fn arithmetic(&self, value: Value, depth: usize) -> Option<u64> {
        let of = |operand: Value| self.value(operand, depth - 1);
        let all = |values: Vec<Value>| values.into_iter().map(of).collect();
        Some(match self.uses.function.expressions[value] {
            Expression::Binary { op, .. } if self.uses.chained(value).is_some() => {
                together(op, all(self.uses.terms(value)))
            }
            Expression::Binary { op, left, right } => match self.spelled(op, left, right, depth) {
                Some((op @ BinaryOperator::Multiply, of_it, number)) => {
                    let chained = self.uses.chained(of_it) == Some(op);
                    let terms = if chained { self.uses.terms(of_it) } else { vec![of_it] };
                    together(op, [all(terms), vec![number]].concat())
                }
                Some((op, of_it, number)) => binary(op, of(of_it), number),
                None => binary(op, of(left), of(right)),
            },
            Expression::Math { fun: MathFunction::Fma, arg, arg1: Some(factor), arg2: Some(sum), .. } => {
                together(BinaryOperator::Add, vec![self.product(arg, factor, depth - 1), of(sum)])
            }
            Expression::Math { fun, arg, arg1: Some(other), .. }
                if matches!(fun, MathFunction::Min | MathFunction::Max | MathFunction::Dot) =>
            {
                together(fun, all(vec![arg, other]))
            }
            _ => return None,
        })
    }

    /// The product of a multiplication and addition in one, down to `depth`.
    pub fn product_within(&self, expression: &Expression, depth: usize) -> Option<u64> {
        match *expression {
            Expression::Math { fun: MathFunction::Fma, arg, arg1: Some(factor), .. } => {
                Some(self.product(arg, factor, depth))
            }
            _ => None,
        }
    }

    fn product(&self, one: Value, other: Value, depth: usize) -> u64 {
        match depth {
            0 => named("..."),
            _ => together(BinaryOperator::Multiply, vec![self.value(one, depth - 1), self.value(other, depth - 1)]),
        }
    }

    /// An operation with a number that may be spelled as another one ([`spelled`]): that one, on what, and the number.
    fn spelled(&self, op: BinaryOperator, left: Value, right: Value, depth: usize) -> Option<Spelled> {
        let sides = [(left, right), (right, left)];
        let sides = if op == BinaryOperator::And { &sides[..] } else { &sides[..1] };
        sides.iter().find_map(|(of_it, number)| {
            let (op, number) = spelled(op, self.number(*number)?)?;
            let number = if depth == 1 { "...".to_owned() } else { format!("{number:?}") };
            Some((op, *of_it, named(&number)))
        })
    }

    /// The number that a value is, where it is one.
    fn number(&self, value: Value) -> Option<Literal> {
        let literal = |expression: &Expression| match expression {
            Expression::Literal(literal) => Some(*literal),
            _ => None,
        };
        match &self.uses.function.expressions[self.uses.stands_for(value)] {
            Expression::Constant(of) => literal(&self.module.global_expressions[self.module.constants[*of].init]),
            other => literal(other),
        }
    }
}

/// An operation on values in any order.
fn together(op: impl std::fmt::Debug, mut terms: Vec<u64>) -> u64 {
    terms.sort_unstable();
    hash(&[&[named(&format!("{op:?}"))], &terms[..]].concat())
}

/// An operation on two values; what may change sides does. A branch that asks has both answers, so what asks the opposite is the same.
fn binary(op: BinaryOperator, left: u64, right: u64) -> u64 {
    use BinaryOperator as Op;
    match op {
        Op::Equal | Op::NotEqual => together(Op::Equal, vec![left, right]),
        Op::And | Op::ExclusiveOr | Op::InclusiveOr => together(op, vec![left, right]),
        Op::Less | Op::GreaterEqual => hash(&[named("Less"), left, right]),
        Op::Greater | Op::LessEqual => hash(&[named("Less"), right, left]),
        op => hash(&[named(&format!("{op:?}")), left, right]),
    }
}
