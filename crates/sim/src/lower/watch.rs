//! What a trace shows of the source's variables: which register holds which scalar, and when.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::{Value, consecutive};
use crate::ir::Reg;
use crate::ir::{Held, Watched};
use crate::type_layout::Shape;
use naga::{Expression, Function, Handle, Type};

/// Scalars of one variable that are shown.
const MOST: usize = 16;

impl<'m> Builder<'m> {
    /// Shows a variable that lives in the registers from `base` on, until [`Self::end_watches`].
    pub fn watch_variable(&mut self, name: Option<&str>, ty: Handle<Type>, base: Reg) -> Lowered<()> {
        let shape = self.check(Shape::of(self.module, ty))?;
        let kinds = self.kinds_of_shape(&shape)?;
        let held = Held::During(self.ops.len() as u32..u32::MAX);
        self.watch(name, &shape, &consecutive(base, &kinds), held)
    }

    /// The variables from the `first` on are gone: what they lived in may hold others.
    pub fn end_watches(&mut self, first: usize) {
        let end = self.ops.len() as u32;
        for watched in &mut self.watched[first..] {
            if let Held::During(range) = &mut watched.held {
                range.end = range.end.min(end);
            }
        }
    }

    /// Shows the value of an expression, where the source names it.
    pub fn watch_value(&mut self, scope: &Scope<'m>, handle: Handle<Expression>) -> Lowered<()> {
        let name = scope.function.named_expressions.get(&handle);
        if let (Some(name), Some(Value::Plain(regs))) = (name, &scope.values[handle.index()]) {
            let (shape, regs) = (scope.shape(self, handle)?, regs.clone());
            self.watch(Some(name), &shape, &regs, Held::At(self.ops.len() as u32))?;
        }
        Ok(())
    }

    /// Shows the arguments of a function.
    pub fn watch_arguments(&mut self, function: &Function, values: &[Value<'m>]) -> Lowered<()> {
        for (at, (argument, value)) in function.arguments.iter().zip(values).enumerate() {
            if let Value::Plain(regs) = value {
                let named = |expression: &Expression| *expression == Expression::FunctionArgument(at as u32);
                if let Some((handle, _)) = function.expressions.iter().find(|(_, expression)| named(expression)) {
                    self.at(function.expressions.get_span(handle));
                }
                let shape = self.check(Shape::of(self.module, argument.ty))?;
                self.watch(argument.name.as_deref(), &shape, regs, Held::At(self.ops.len() as u32))?;
            }
        }
        Ok(())
    }

    fn watch(&mut self, name: Option<&str>, shape: &Shape<'m>, regs: &[Reg], held: Held) -> Lowered<()> {
        let Some(name) = name.filter(|_| regs.len() <= MOST) else {
            return Ok(());
        };
        let kinds = self.kinds_of_shape(shape)?;
        for (part, (&reg, &kind)) in part_names(shape, regs.len()).zip(regs.iter().zip(&kinds)) {
            let name = format!("{name}{part}");
            self.watched.push(Watched { name, line: self.line, kind, reg, held: held.clone() });
        }
        Ok(())
    }
}

/// What follows a variable's name in those of its scalars; none for what has no short one.
fn part_names(shape: &Shape<'_>, scalars: usize) -> Box<dyn Iterator<Item = String>> {
    match *shape {
        Shape::Scalar(_) => Box::new(std::iter::once(String::new())),
        Shape::Vector { .. } => Box::new([".x", ".y", ".z", ".w"].map(str::to_owned).into_iter()),
        Shape::Array { len: Some(len), .. } if len as usize == scalars => {
            Box::new((0..scalars).map(|at| format!("[{at}]")))
        }
        _ => Box::new(std::iter::empty()),
    }
}
