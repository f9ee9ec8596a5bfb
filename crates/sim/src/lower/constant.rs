//! Constant expressions become constants in the register file.

use super::builder::{Builder, Lowered};
use super::term::Value;
use crate::ir::Reg;
use crate::type_layout::Kind;
use crate::type_layout::Shape;
use naga::{Arena, Constant, Expression, Handle, Literal, Type};
use std::rc::Rc;

impl<'m> Builder<'m> {
    /// The bits of a literal and its kind.
    pub fn literal_bits(&self, literal: Literal) -> Lowered<(u64, Kind)> {
        Ok(match literal {
            Literal::Bool(v) => (u64::from(v), Kind::Bool),
            Literal::I16(v) => (u64::from(i32::from(v) as u32), Kind::I16),
            Literal::U16(v) => (u64::from(v), Kind::U16),
            Literal::I32(v) => (u64::from(v as u32), Kind::I32),
            Literal::U32(v) => (u64::from(v), Kind::U32),
            Literal::I64(v) | Literal::AbstractInt(v) => (v as u64, Kind::I64),
            Literal::U64(v) => (v, Kind::U64),
            Literal::F32(v) => (u64::from(v.to_bits()), Kind::F32),
            Literal::AbstractFloat(v) => (u64::from((v as f32).to_bits()), Kind::F32),
            Literal::F16(v) => (u64::from(v.to_f32().to_bits()), Kind::F16),
            Literal::F64(_) => return Err(self.unsupported("the type f64")),
        })
    }

    pub fn literal(&mut self, literal: Literal) -> Lowered<Reg> {
        let (bits, kind) = self.literal_bits(literal)?;
        Ok(if kind.is_wide() { self.wide(bits) } else { self.word(bits as u32) })
    }

    /// The zero value of a type.
    pub fn zero_value(&mut self, ty: Handle<Type>) -> Lowered<Value<'m>> {
        let kinds = self.kinds_of(ty)?;
        let words = kinds.iter().map(|kind| kind.planes()).sum::<u32>() as usize;
        if kinds.len() > 4 {
            // In consecutive planes, so that it can be indexed.
            let base = self.append_words(&vec![0; words]);
            return Ok(Value::Plain(super::term::consecutive(base, &kinds)));
        }
        Ok(Value::Plain(kinds.iter().map(|&kind| self.zero(kind)).collect()))
    }

    /// The scalars of a type, refusing what would not fit in registers.
    pub fn kinds_of(&self, ty: Handle<Type>) -> Lowered<Vec<Kind>> {
        let shape = self.check(Shape::of(self.module, ty))?;
        self.kinds_of_shape(&shape)
    }

    pub fn kinds_of_shape(&self, shape: &Shape<'m>) -> Lowered<Vec<Kind>> {
        let planes = self.check(shape.planes(self.types()))?;
        if planes > 1 << 16 {
            return Err(self.unsupported(format!("a value or private variable of {planes} words")));
        }
        self.check(shape.kinds(self.types()))
    }

    /// A named constant, always the same registers.
    pub fn constant(&mut self, handle: Handle<Constant>) -> Lowered<Value<'m>> {
        if let Some(value) = self.known_constants.get(&handle) {
            return Ok(value.clone());
        }
        let module = self.module;
        let (mut bits, mut kinds) = (Vec::new(), Vec::new());
        let init = module.constants[handle].init;
        self.evaluate(&module.global_expressions, init, &mut bits, &mut kinds)?;
        let value = self.constant_value(&bits, &kinds);
        self.known_constants.insert(handle, value.clone());
        Ok(value)
    }

    /// A constant expression of an arena.
    pub fn constant_in(&mut self, arena: &Arena<Expression>, handle: Handle<Expression>) -> Lowered<Value<'m>> {
        let (mut bits, mut kinds) = (Vec::new(), Vec::new());
        self.evaluate(arena, handle, &mut bits, &mut kinds)?;
        Ok(self.constant_value(&bits, &kinds))
    }

    fn constant_value(&mut self, bits: &[u64], kinds: &[Kind]) -> Value<'m> {
        if bits.len() <= 4 {
            let regs: Rc<[Reg]> = bits
                .iter()
                .zip(kinds)
                .map(|(&bits, kind)| if kind.is_wide() { self.wide(bits) } else { self.word(bits as u32) })
                .collect();
            return Value::Plain(regs);
        }
        let mut words = Vec::new();
        for (&bits, kind) in bits.iter().zip(kinds) {
            words.push(bits as u32);
            if kind.is_wide() {
                words.push((bits >> 32) as u32);
            }
        }
        let base = self.append_words(&words);
        Value::Plain(super::term::consecutive(base, kinds))
    }

    fn evaluate(
        &self,
        arena: &Arena<Expression>,
        handle: Handle<Expression>,
        bits: &mut Vec<u64>,
        kinds: &mut Vec<Kind>,
    ) -> Lowered<()> {
        match arena[handle] {
            Expression::Literal(literal) => {
                let (value, kind) = self.literal_bits(literal)?;
                bits.push(value);
                kinds.push(kind);
            }
            Expression::Constant(constant) => {
                let init = self.module.constants[constant].init;
                self.evaluate(&self.module.global_expressions, init, bits, kinds)?;
            }
            Expression::ZeroValue(ty) => {
                for kind in self.kinds_of(ty)? {
                    bits.push(0);
                    kinds.push(kind);
                }
            }
            Expression::Compose { ref components, .. } => {
                for &component in components {
                    self.evaluate(arena, component, bits, kinds)?;
                }
            }
            Expression::Splat { size, value } => {
                for _ in 0..size as u32 {
                    self.evaluate(arena, value, bits, kinds)?;
                }
            }
            ref other => {
                return Err(self.unsupported(format!("the constant expression {other:?}")));
            }
        }
        Ok(())
    }
}
