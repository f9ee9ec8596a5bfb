//! Operators, selection and relations.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::Value;
use crate::ir::Reg;
use crate::ir::{Bin, Un};
use crate::type_layout::{Kind, Shape};
use naga::{BinaryOperator, Expression, Handle, Literal, RelationalFunction, UnaryOperator};

impl<'m> Builder<'m> {
    pub fn unary(
        &mut self,
        scope: &mut Scope<'m>,
        op: UnaryOperator,
        operand: Handle<Expression>,
    ) -> Lowered<Value<'m>> {
        let kind = self.kind(scope, operand)?;
        let regs = self.plain(scope, operand)?;
        let mut results = Vec::with_capacity(regs.len());
        for &reg in regs.iter() {
            results.push(match op {
                UnaryOperator::Negate => self.negate(kind, reg)?,
                UnaryOperator::LogicalNot => self.un(Un::NotB, reg)?,
                UnaryOperator::BitwiseNot => self.bit_not(kind, reg)?,
            });
        }
        Ok(Value::Plain(results.into()))
    }

    pub fn negate(&mut self, kind: Kind, reg: Reg) -> Lowered<Reg> {
        let op = match kind {
            Kind::F16 | Kind::F32 => Un::NegF,
            Kind::I64 | Kind::U64 => Un::Neg64,
            _ => Un::NegI,
        };
        let result = self.un(op, reg)?;
        self.wrap(kind, result)
    }

    fn bit_not(&mut self, kind: Kind, reg: Reg) -> Lowered<Reg> {
        if kind.is_wide() {
            let ones = self.wide(u64::MAX);
            return self.bitwise(Bin::Xor, kind, reg, ones);
        }
        let result = self.un(Un::NotI, reg)?;
        self.wrap(kind, result)
    }

    /// Brings the result of 32-bit arithmetic back to a narrower kind: rounds `f16`, wraps `i16` and `u16`.
    pub fn wrap(&mut self, kind: Kind, reg: Reg) -> Lowered<Reg> {
        let op = match kind {
            Kind::F16 => {
                self.note_half();
                Un::RoundF16
            }
            Kind::I16 => Un::SignExtend16,
            Kind::U16 => {
                let mask = self.word(0xffff);
                let dst = self.alloc(1)?;
                self.push(crate::ir::Op::Bin { op: Bin::And, dst, a: reg, b: mask });
                return Ok(dst);
            }
            _ => return Ok(reg),
        };
        let dst = self.alloc(1)?;
        self.push(crate::ir::Op::Un { op, dst, a: reg });
        Ok(dst)
    }

    /// And, or, exclusive or: plane by plane.
    pub fn bitwise(&mut self, op: Bin, kind: Kind, a: Reg, b: Reg) -> Lowered<Reg> {
        self.count_arithmetic(0, 0, 1);
        let dst = self.alloc(kind.planes())?;
        for plane in 0..kind.planes() {
            let (a, b) = (a + plane, b + plane);
            self.push(crate::ir::Op::Bin { op, dst: dst + plane, a, b });
            self.note_upper_word(plane);
        }
        Ok(dst)
    }

    pub fn binary(
        &mut self,
        scope: &mut Scope<'m>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Lowered<Value<'m>> {
        let (a_shape, b_shape) = (scope.shape(self, left)?, scope.shape(self, right)?);
        let (a, b) = (self.plain(scope, left)?, self.plain(scope, right)?);
        match (a_shape, b_shape) {
            (Shape::Fragment(fragment), other) => return self.fragment_arithmetic(op, (fragment, &a), (other, &b)),
            (other, Shape::Fragment(fragment)) => return self.fragment_arithmetic(op, (fragment, &b), (other, &a)),
            _ => {}
        }
        if op == BinaryOperator::Multiply
            && let Some(product) = self.matrix_product(&a_shape, &b_shape, &a, &b)?
        {
            return Ok(Value::Plain(product.into()));
        }
        self.note_width(scope, op, [left, right]);
        let kind = self.kind(scope, left)?;
        if let (BinaryOperator::Add, &[a], &[b]) = (op, &a[..], &b[..]) {
            let products = [(left, a, b), (right, b, a)];
            for (expression, product, other) in products {
                if scope.is_product_used_once(expression)
                    && let Some(sum) = self.multiply_add(product, other)?
                {
                    return Ok(Value::Plain([sum].into()));
                }
            }
        }
        let len = a.len().max(b.len());
        let mut results = Vec::with_capacity(len);
        for at in 0..len {
            let (a, b) = (a[at.min(a.len() - 1)], b[at.min(b.len() - 1)]);
            self.component = at as u32;
            results.push(self.scalar_binary(op, kind, a, b)?);
        }
        self.component = 0;
        Ok(Value::Plain(results.into()))
    }

    /// Notes where an integer meets a constant as it would meet a subgroup's width: as divisor, factor, mask, shift or
    /// bound. A factor that is the workgroup's size says where its elements begin.
    fn note_width(&mut self, scope: &Scope<'m>, op: BinaryOperator, [left, right]: [Handle<Expression>; 2]) {
        use BinaryOperator as B;
        // A loop's counter that runs to 32 counts bits or rows, not lanes.
        let counts = matches!(scope.function.expressions[left], Expression::Load { .. });
        let value = match scope.function.expressions[right] {
            Expression::Literal(Literal::U32(value)) => value,
            Expression::Literal(Literal::I32(value)) => value as u32,
            // A factor with a name is a length that the kernel has chosen.
            Expression::Constant(constant) if op != B::Multiply => {
                match self.module.global_expressions[self.module.constants[constant].init] {
                    Expression::Literal(Literal::U32(value)) => value,
                    Expression::Literal(Literal::I32(value)) => value as u32,
                    _ => return,
                }
            }
            _ => return,
        };
        let width = match op {
            B::Divide | B::Modulo | B::Multiply => value,
            B::And => value.wrapping_add(1),
            B::ShiftRight | B::ShiftLeft => 1u32.checked_shl(value).unwrap_or(0),
            B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual
                if matches!(value, 31 | 32) && !counts =>
            {
                32
            }
            _ => return,
        };
        if !(matches!(op, B::Multiply | B::ShiftLeft) && width == self.invocations) {
            self.width_literals.push((self.line, width));
        }
    }

    pub fn scalar_binary(&mut self, op: BinaryOperator, kind: Kind, a: Reg, b: Reg) -> Lowered<Reg> {
        use BinaryOperator as B;
        let swap = matches!(op, B::Greater | B::GreaterEqual);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        if matches!(op, B::And | B::LogicalAnd) {
            return self.bitwise(Bin::And, kind, a, b);
        }
        if matches!(op, B::InclusiveOr | B::LogicalOr) {
            return self.bitwise(Bin::Or, kind, a, b);
        }
        if op == B::ExclusiveOr {
            return self.bitwise(Bin::Xor, kind, a, b);
        }
        let op = operator(op, kind);
        let b = match op {
            Bin::Shl | Bin::ShrI | Bin::ShrU if matches!(kind, Kind::I16 | Kind::U16) => {
                let mask = self.word(15);
                self.bin(Bin::And, b, mask)?
            }
            _ => b,
        };
        let result = self.bin(op, a, b)?;
        if op.compares() { Ok(result) } else { self.wrap(kind, result) }
    }

    /// Addition, subtraction and the like of one kind, by WGSL's operator.
    pub fn add(&mut self, kind: Kind, a: Reg, b: Reg) -> Lowered<Reg> {
        self.scalar_binary(BinaryOperator::Add, kind, a, b)
    }

    pub fn sub(&mut self, kind: Kind, a: Reg, b: Reg) -> Lowered<Reg> {
        self.scalar_binary(BinaryOperator::Subtract, kind, a, b)
    }

    pub fn mul(&mut self, kind: Kind, a: Reg, b: Reg) -> Lowered<Reg> {
        self.scalar_binary(BinaryOperator::Multiply, kind, a, b)
    }

    pub fn div(&mut self, kind: Kind, a: Reg, b: Reg) -> Lowered<Reg> {
        self.scalar_binary(BinaryOperator::Divide, kind, a, b)
    }

    /// The sum of products of two lists.
    pub fn dot(&mut self, kind: Kind, a: &[Reg], b: &[Reg]) -> Lowered<Reg> {
        let mut sum = self.mul(kind, a[0], b[0])?;
        for (&a, &b) in a.iter().zip(b).skip(1) {
            let product = self.mul(kind, a, b)?;
            sum = self.add(kind, sum, product)?;
        }
        Ok(sum)
    }

    /// The products in which a matrix meets a vector or a matrix; `None` for all others.
    fn matrix_product(
        &mut self,
        left: &Shape<'m>,
        right: &Shape<'m>,
        a: &[Reg],
        b: &[Reg],
    ) -> Lowered<Option<Vec<Reg>>> {
        let mut results = Vec::new();
        match (*left, *right) {
            (Shape::Matrix { rows, kind, .. }, Shape::Vector { .. }) => {
                self.matrix_by_column(kind, a, rows as usize, b, &mut results)?;
            }
            (Shape::Vector { size, kind }, Shape::Matrix { columns, .. }) => {
                for column in b.chunks(size as usize).take(columns as usize) {
                    results.push(self.dot(kind, a, column)?);
                }
            }
            (Shape::Matrix { columns, rows, kind }, Shape::Matrix { .. }) => {
                for column in b.chunks(columns as usize) {
                    self.matrix_by_column(kind, a, rows as usize, column, &mut results)?;
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(results))
    }

    fn matrix_by_column(
        &mut self,
        kind: Kind,
        matrix: &[Reg],
        rows: usize,
        column: &[Reg],
        results: &mut Vec<Reg>,
    ) -> Lowered<()> {
        for row in 0..rows {
            let line: Vec<Reg> = matrix.iter().skip(row).step_by(rows).copied().collect();
            results.push(self.dot(kind, &line, column)?);
        }
        Ok(())
    }

    pub fn select_value(
        &mut self,
        scope: &mut Scope<'m>,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Lowered<Value<'m>> {
        let kind = self.kind(scope, accept)?;
        let condition = self.plain(scope, condition)?;
        let (accept, reject) = (self.plain(scope, accept)?, self.plain(scope, reject)?);
        let both = accept.iter().zip(reject.iter()).enumerate();
        let select = |(at, (&accept, &reject)): (usize, _)| {
            self.select(kind, condition[at.min(condition.len() - 1)], accept, reject)
        };
        Ok(Value::Plain(both.map(select).collect::<Lowered<_>>()?))
    }

    pub fn relational(
        &mut self,
        scope: &mut Scope<'m>,
        fun: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Lowered<Value<'m>> {
        let regs = self.plain(scope, argument)?;
        let fold = match fun {
            RelationalFunction::All => Bin::And,
            RelationalFunction::Any => Bin::Or,
            RelationalFunction::IsNan | RelationalFunction::IsInf => {
                let op = if fun == RelationalFunction::IsNan { Un::IsNan } else { Un::IsInf };
                return Ok(Value::Plain(regs.iter().map(|&reg| self.un(op, reg)).collect::<Lowered<_>>()?));
            }
        };
        let mut result = regs[0];
        for &reg in &regs[1..] {
            result = self.bin(fold, result, reg)?;
        }
        Ok(Value::Plain([result].into()))
    }
}

/// The instruction of an operator on a kind. `>` and `>=` come with their operands swapped.
fn operator(op: BinaryOperator, kind: Kind) -> Bin {
    use BinaryOperator as B;
    let column = match kind {
        Kind::F16 | Kind::F32 => 2,
        Kind::I64 => 3,
        Kind::U64 => 4,
        Kind::I16 | Kind::I32 => 0,
        Kind::U16 | Kind::U32 | Kind::Bool => 1,
    };
    let row = match op {
        B::Add => [Bin::AddI, Bin::AddI, Bin::AddF, Bin::Add64, Bin::Add64],
        B::Subtract => [Bin::SubI, Bin::SubI, Bin::SubF, Bin::Sub64, Bin::Sub64],
        B::Multiply => [Bin::MulI, Bin::MulI, Bin::MulF, Bin::Mul64, Bin::Mul64],
        B::Divide => [Bin::DivI, Bin::DivU, Bin::DivF, Bin::DivI64, Bin::DivU64],
        B::Modulo => [Bin::RemI, Bin::RemU, Bin::RemF, Bin::RemI64, Bin::RemU64],
        B::Equal => [Bin::EqI, Bin::EqI, Bin::EqF, Bin::Eq64, Bin::Eq64],
        B::NotEqual => [Bin::NeI, Bin::NeI, Bin::NeF, Bin::Ne64, Bin::Ne64],
        B::Less | B::Greater => [Bin::LtI, Bin::LtU, Bin::LtF, Bin::LtI64, Bin::LtU64],
        B::LessEqual | B::GreaterEqual => [Bin::LeI, Bin::LeU, Bin::LeF, Bin::LeI64, Bin::LeU64],
        B::ShiftLeft => [Bin::Shl, Bin::Shl, Bin::Shl, Bin::Shl64, Bin::Shl64],
        B::ShiftRight => [Bin::ShrI, Bin::ShrU, Bin::ShrU, Bin::ShrI64, Bin::ShrU64],
        B::And | B::LogicalAnd => [Bin::And; 5],
        B::InclusiveOr | B::LogicalOr => [Bin::Or; 5],
        B::ExclusiveOr => [Bin::Xor; 5],
    };
    row[column]
}
