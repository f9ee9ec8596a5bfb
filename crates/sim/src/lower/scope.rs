//! The function being lowered: what its expressions and variables have become.

use super::builder::{Builder, Lowered};
use super::term::{Place, Value, consecutive};
use super::uses::{Uses, uses};
use crate::ir::Reg;
use crate::type_layout::{Kind, Shape};
use naga::FastHashMap;
use naga::proc::TypeResolution;
use naga::valid::FunctionInfo;
use naga::{BinaryOperator, Expression, Function, Handle, LocalVariable, TypeInner};
use std::rc::Rc;

/// One function, or one inlining of it.
pub struct Scope<'m> {
    pub function: &'m Function,
    pub info: &'m FunctionInfo,
    pub values: Vec<Option<Value<'m>>>,
    pub locals: FastHashMap<Handle<LocalVariable>, Place<'m>>,
    pub arguments: Vec<Value<'m>>,
    /// Planes that get the returned value.
    pub result: Option<(Reg, Vec<Kind>)>,
    uses: Vec<Uses>,
    pub position: u32,
    /// Expressions whose value is still in a variable's planes.
    aliases: Vec<Handle<Expression>>,
}

impl<'m> Scope<'m> {
    pub fn new(function: &'m Function, info: &'m FunctionInfo, arguments: Vec<Value<'m>>) -> Self {
        Self {
            function,
            info,
            values: vec![None; function.expressions.len()],
            locals: FastHashMap::default(),
            arguments,
            result: None,
            uses: uses(function),
            position: 0,
            aliases: Vec::new(),
        }
    }

    /// The naga type of an expression.
    pub fn inner<'a>(&'a self, builder: &'a Builder<'m>, handle: Handle<Expression>) -> &'a TypeInner {
        self.info[handle].ty.inner_with(&builder.module.types)
    }

    /// The shape of a value expression.
    pub fn shape(&self, builder: &Builder<'m>, handle: Handle<Expression>) -> Lowered<Shape<'m>> {
        let shape = match &self.info[handle].ty {
            TypeResolution::Handle(ty) => Shape::of(builder.module, *ty),
            TypeResolution::Value(inner) => Shape::of_plain(inner),
        };
        builder.check(shape)
    }

    /// Whether a pointer expression points to an atomic.
    pub fn is_atomic(&self, builder: &Builder<'m>, pointer: Handle<Expression>) -> bool {
        match *self.inner(builder, pointer) {
            TypeInner::Pointer { base, .. } => {
                matches!(builder.module.types[base].inner, TypeInner::Atomic(_))
            }
            _ => false,
        }
    }

    /// Whether an expression is a product that is used once, so that no other value can share its register: a
    /// component, a vector or an argument made of it would be a second use.
    pub fn is_product_used_once(&self, handle: Handle<Expression>) -> bool {
        let product =
            matches!(self.function.expressions[handle], Expression::Binary { op: BinaryOperator::Multiply, .. });
        product && self.uses[handle.index()].count == 1
    }

    /// Whether an expression is used at all.
    pub fn is_used(&self, handle: Handle<Expression>) -> bool {
        self.uses[handle.index()].count > 0
    }

    /// Notes that an expression's value is, in part at least, still in a variable's planes.
    pub fn alias(&mut self, handle: Handle<Expression>) {
        self.aliases.push(handle);
    }

    /// Copies the values that are used after this statement out of the variable at `base`, which is about to change.
    pub fn detach(&mut self, builder: &mut Builder<'m>, base: Reg, planes: u32) -> Lowered<()> {
        let range = base..base + planes;
        self.detach_where(builder, self.position + 1, |reg| range.contains(&reg))
    }

    /// Copies all values that are used by this statement or later out of their variables.
    pub fn detach_all(&mut self, builder: &mut Builder<'m>) -> Lowered<()> {
        self.detach_where(builder, self.position, |_| true)
    }

    fn detach_where(&mut self, builder: &mut Builder<'m>, from: u32, select: impl Fn(Reg) -> bool) -> Lowered<()> {
        for handle in std::mem::take(&mut self.aliases) {
            let Some(Value::Plain(regs)) = self.values[handle.index()].clone() else {
                continue;
            };
            if self.uses[handle.index()].last < from {
                continue;
            }
            if regs.iter().any(|&reg| select(reg)) {
                let shape = self.shape(builder, handle)?;
                let kinds = builder.check(shape.kinds(builder.types()))?;
                let copied = builder.copied(&kinds, &regs)?;
                self.values[handle.index()] = Some(Value::Plain(copied));
            } else {
                self.aliases.push(handle);
            }
        }
        Ok(())
    }
}

impl Builder<'_> {
    /// Copies scalars to fresh consecutive planes.
    pub fn copied(&mut self, kinds: &[Kind], regs: &[Reg]) -> Lowered<Rc<[Reg]>> {
        let base = self.alloc(kinds.iter().map(|kind| kind.planes()).sum())?;
        let copies = consecutive(base, kinds);
        for ((&kind, &src), &dst) in kinds.iter().zip(regs).zip(copies.iter()) {
            self.copy(kind, dst, src, false);
        }
        Ok(copies)
    }
}
