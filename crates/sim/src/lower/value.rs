//! Expressions that select, build and read values.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::{Place, Root, Value};
use super::texture::Sampled;
use crate::ir::Length;
use crate::ir::{NONE, Op, Reg};
use crate::type_layout::{Kind, Shape};
use naga::{Expression, Handle, ScalarKind, Type, TypeInner};
use std::rc::Rc;

impl<'m> Builder<'m> {
    /// Lowers an expression where it is emitted.
    pub fn emit(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) -> Lowered<()> {
        self.at(scope.function.expressions.get_span(handle));
        let value = self.expression(scope, handle)?;
        if let Value::Plain(regs) = &value
            && regs.iter().any(|&reg| self.is_variable(reg))
        {
            scope.alias(handle);
        }
        scope.values[handle.index()] = Some(value);
        self.watch_value(scope, handle)
    }

    /// The value of an expression; those that need no `Emit` are made on demand.
    pub fn value(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) -> Lowered<Value<'m>> {
        if let Some(value) = &scope.values[handle.index()] {
            return Ok(value.clone());
        }
        let value = match scope.function.expressions[handle] {
            Expression::Literal(literal) => Value::Plain([self.literal(literal)?].into()),
            Expression::Constant(constant) => self.constant(constant)?,
            Expression::ZeroValue(ty) => self.zero_value(ty)?,
            Expression::FunctionArgument(index) => scope.arguments[index as usize].clone(),
            Expression::GlobalVariable(global) => match self.resources.get(&global) {
                Some(resource) => Value::Resource(*resource),
                None => Value::Pointer(self.global_place(global)?),
            },
            Expression::LocalVariable(local) => match scope.locals.get(&local) {
                Some(place) => Value::Pointer(*place),
                None => return Err(self.unsupported("a local variable out of scope")),
            },
            ref other => {
                return Err(self.unsupported(format!("an expression before its value: {other:?}")));
            }
        };
        // Constants and variables do not change: remember them.
        scope.values[handle.index()] = Some(value.clone());
        Ok(value)
    }

    /// The registers of a value that is not a pointer.
    pub fn plain(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) -> Lowered<Rc<[Reg]>> {
        match self.value(scope, handle)? {
            Value::Plain(regs) => Ok(regs),
            Value::Pointer(_) => Err(self.unsupported("a pointer used as a value")),
            Value::Resource(_) => Err(self.unsupported("a resource used as a value")),
        }
    }

    /// The register of a scalar value.
    pub fn scalar(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) -> Lowered<Reg> {
        Ok(self.plain(scope, handle)?[0])
    }

    /// The kind of the scalars of a scalar, vector or matrix expression.
    pub fn kind(&self, scope: &Scope<'m>, handle: Handle<Expression>) -> Lowered<Kind> {
        match scope.shape(self, handle)? {
            Shape::Scalar(kind) | Shape::Vector { kind, .. } | Shape::Matrix { kind, .. } => Ok(kind),
            Shape::Fragment(_) => Err(self.unsupported("this operation on cooperative matrices")),
            other => Err(self.unsupported(format!("arithmetic on {other:?}"))),
        }
    }

    fn expression(&mut self, scope: &mut Scope<'m>, handle: Handle<Expression>) -> Lowered<Value<'m>> {
        let function = scope.function;
        match &function.expressions[handle] {
            Expression::Compose { ty, components } => self.compose(scope, *ty, components),
            Expression::Access { base, index } => self.access(scope, *base, *index),
            Expression::AccessIndex { base, index } => self.access_index(scope, *base, *index),
            Expression::Splat { size, value } => {
                let value = self.scalar(scope, *value)?;
                Ok(Value::Plain(vec![value; *size as usize].into()))
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.plain(scope, *vector)?;
                let picked = pattern[..*size as usize].iter();
                Ok(Value::Plain(picked.map(|&at| vector[at as usize]).collect()))
            }
            Expression::Load { pointer } => self.load(scope, *pointer),
            Expression::Unary { op, expr } => self.unary(scope, *op, *expr),
            Expression::Binary { op, left, right } => self.binary(scope, *op, *left, *right),
            Expression::Select { condition, accept, reject } => self.select_value(scope, *condition, *accept, *reject),
            Expression::Relational { fun, argument } => self.relational(scope, *fun, *argument),
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                self.math(scope, *fun, [Some(*arg), *arg1, *arg2, *arg3])
            }
            Expression::As { expr, kind, convert } => self.cast(scope, *expr, *kind, *convert),
            Expression::ArrayLength(pointer) => self.array_length(scope, *pointer),
            Expression::ImageLoad { image, coordinate, array_index, level, .. } => {
                self.image_load(scope, *image, *coordinate, *array_index, *level)
            }
            Expression::ImageQuery { image, query } => self.image_query(scope, *image, *query),
            &Expression::ImageSample {
                image,
                sampler,
                gather,
                coordinate,
                array_index,
                offset,
                level,
                depth_ref,
                clamp_to_edge,
            } => {
                let gather = gather.map(|component| component as u8);
                let sampled = Sampled { coordinate, array_index, offset, level, depth_ref, gather, clamp_to_edge };
                self.image_sample(scope, image, sampler, &sampled)
            }
            Expression::Derivative { .. } => Err(self.unsupported("derivatives")),
            Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. } => Err(self.unsupported("ray queries")),
            Expression::CooperativeLoad { data, .. } => self.cooperative_load(scope, handle, data),
            Expression::CooperativeMultiplyAdd { a, b, c } => self.cooperative_multiply_add(scope, [*a, *b, *c]),
            Expression::Override(_) => Err(self.unsupported("an override that was not resolved")),
            _ => self.value(scope, handle),
        }
    }

    fn compose(
        &mut self,
        scope: &mut Scope<'m>,
        ty: Handle<Type>,
        components: &[Handle<Expression>],
    ) -> Lowered<Value<'m>> {
        let mut regs = Vec::new();
        for &component in components {
            regs.extend_from_slice(&self.plain(scope, component)?);
        }
        if matches!(self.module.types[ty].inner, TypeInner::Array { .. }) {
            // Arrays tend to be indexed, for which they must lie together.
            let kinds = self.kinds_of(ty)?;
            return Ok(Value::Plain(self.copied(&kinds, &regs)?));
        }
        Ok(Value::Plain(regs.into()))
    }

    fn access_index(&mut self, scope: &mut Scope<'m>, base: Handle<Expression>, index: u32) -> Lowered<Value<'m>> {
        match self.value(scope, base)? {
            Value::Pointer(place) if matches!(place.shape, Shape::Array { len: None, .. }) => {
                let index = self.word(index);
                Ok(Value::Pointer(self.element_of(&place, index, false)?))
            }
            Value::Pointer(place) => Ok(Value::Pointer(self.member_of(&place, index)?)),
            Value::Resource(_) => Err(self.unsupported("an array of bindings")),
            Value::Plain(regs) => {
                let shape = scope.shape(self, base)?;
                let element = self.check(shape.element(self.types(), index))?;
                let len = self.check(element.shape.scalars(self.types()))? as usize;
                let start = element.scalars as usize;
                Ok(Value::Plain(regs[start..start + len].into()))
            }
        }
    }

    fn access(
        &mut self,
        scope: &mut Scope<'m>,
        base: Handle<Expression>,
        index: Handle<Expression>,
    ) -> Lowered<Value<'m>> {
        let signed = matches!(scope.inner(self, index).scalar_kind(), Some(ScalarKind::Sint));
        let at = self.scalar(scope, index)?;
        match self.value(scope, base)? {
            Value::Pointer(place) => Ok(Value::Pointer(self.element_of(&place, at, signed)?)),
            Value::Resource(_) => Err(self.unsupported("an array of bindings")),
            Value::Plain(regs) => {
                let shape = scope.shape(self, base)?;
                let kinds = self.kinds_of_shape(&shape)?;
                let base = if is_consecutive(&regs, &kinds) { regs[0] } else { self.copied(&kinds, &regs)?[0] };
                let place = Place {
                    root: Root::Registers(base),
                    shape,
                    offset: 0,
                    dynamic: NONE,
                    row: 0,
                    vector: 0,
                    name: "a value",
                    path: NONE,
                    outermost: None,
                };
                let element = self.element_of(&place, at, signed)?;
                Ok(Value::Plain(self.read_registers(&element)?))
            }
        }
    }

    fn array_length(&mut self, scope: &mut Scope<'m>, pointer: Handle<Expression>) -> Lowered<Value<'m>> {
        let Value::Pointer(place) = self.value(scope, pointer)? else {
            return Err(self.unsupported("the length of a value"));
        };
        let len = self.length_of(&place)?;
        self.count(0);
        let dst = self.alloc(1)?;
        self.push(Op::Length { dst, len });
        self.code.invariant.insert(self.ops.len() - 1);
        Ok(Value::Plain([dst].into()))
    }

    /// The length of the array (or vector or matrix) at a place.
    pub fn length_of(&mut self, place: &Place<'m>) -> Lowered<u32> {
        use crate::ir::Mem;
        let length = match (place.shape, place.root) {
            (Shape::Array { len: None, stride, .. }, Root::Memory(Mem::Buffer(buffer))) => {
                Length::Runtime { buffer, offset: place.offset, stride }
            }
            (shape, _) => match shape.element_count() {
                Some(len) => Length::Fixed(len),
                None => return Err(self.unsupported("an index into this type")),
            },
        };
        Ok(self.length(length))
    }
}

/// Whether scalars lie one after the other, as an index needs them.
fn is_consecutive(regs: &[Reg], kinds: &[Kind]) -> bool {
    let mut next = regs[0];
    regs.iter().zip(kinds).all(|(&reg, kind)| {
        let fits = reg == next;
        next += kind.planes();
        fits
    })
}
