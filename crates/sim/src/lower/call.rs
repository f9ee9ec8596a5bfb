//! Calls are inlined: each gets its own variables.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::{Place, Root, Targets, Value, consecutive};
use super::uses::holds;
use crate::ir::{NONE, Op};
use crate::type_layout::Shape;
use naga::{Block, Expression, Function, Handle, Span, Statement};

/// The most instructions that inlining may lead to.
const MAX_INSTRUCTIONS: usize = 4_000_000;

impl<'m> Builder<'m> {
    pub fn call(
        &mut self,
        scope: &mut Scope<'m>,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
        span: Span,
    ) -> Lowered<()> {
        if self.ops.len() > MAX_INSTRUCTIONS {
            return Err(self.unsupported(format!("more than {MAX_INSTRUCTIONS} instructions after inlining calls")));
        }
        scope.detach_all(self)?;
        let values = arguments.iter().map(|&argument| self.value(scope, argument)).collect::<Lowered<Vec<_>>>()?;
        let function = &self.module.functions[callee];
        let watched = self.watched.len();
        self.watch_arguments(function, &values)?;
        let mut inner = Scope::new(function, &self.info[callee], values);
        if let Some(returned) = &function.result {
            let kinds = self.kinds_of(returned.ty)?;
            let base = self.alloc(kinds.iter().map(|kind| kind.planes()).sum())?;
            if let Some(result) = result {
                scope.values[result.index()] = Some(Value::Plain(consecutive(base, &kinds)));
            }
            inner.result = Some((base, kinds));
        }
        let mark = self.mark();
        self.inline(&mut inner, span)?;
        self.end_watches(watched);
        self.release(mark);
        Ok(())
    }

    fn inline(&mut self, inner: &mut Scope<'m>, span: Span) -> Lowered<()> {
        let function = inner.function;
        self.locals(inner)?;
        // A frame is needed only where some lanes can return before others.
        let framed = returns_early(&function.body);
        let end = self.label();
        let mut targets = Targets { skip: end, break_depth: None, continue_depth: None, return_depth: None };
        self.at(span);
        if framed {
            self.push_control(Op::Call { line: self.line });
            targets.return_depth = Some(self.enter());
        }
        self.inlined += 1;
        self.block(inner, &function.body, targets)?;
        self.inlined -= 1;
        self.bind_label(end);
        self.at(span);
        if framed {
            self.leave();
            self.push_control(Op::EndCall);
        }
        Ok(())
    }

    /// Gives the local variables planes and their initial values.
    pub fn locals(&mut self, scope: &mut Scope<'m>) -> Lowered<()> {
        let function = scope.function;
        for (handle, local) in function.local_variables.iter() {
            self.at(function.local_variables.get_span(handle));
            let kinds = self.kinds_of(local.ty)?;
            let base = self.alloc_variable(kinds.iter().map(|kind| kind.planes()).sum())?;
            let place = Place {
                root: Root::Registers(base),
                shape: self.check(Shape::of(self.module, local.ty))?,
                offset: 0,
                dynamic: NONE,
                row: 0,
                vector: 0,
                name: local.name.as_deref().unwrap_or("a local variable"),
                path: NONE,
                outermost: None,
            };
            scope.locals.insert(handle, place);
            self.watch_variable(local.name.as_deref(), local.ty, base)?;
            let initial = match local.init {
                Some(init) => self.constant_in(&function.expressions, init)?,
                None => self.zero_value(local.ty)?,
            };
            if let Value::Plain(regs) = initial {
                self.copy_all(&kinds, base, &regs, false);
            }
        }
        Ok(())
    }

    pub fn return_statement(
        &mut self,
        scope: &mut Scope<'m>,
        value: Option<Handle<Expression>>,
        targets: Targets,
    ) -> Lowered<()> {
        if let (Some(value), Some((base, kinds))) = (value, scope.result.clone()) {
            let regs = self.plain(scope, value)?;
            self.copy_all(&kinds, base, &regs, true);
        }
        let skip = targets.skip;
        match targets.return_depth {
            Some(depth) => self.push_control(Op::Return { depth, skip }),
            None if self.inlined == 0 => self.push_control(Op::Exit { skip, line: self.line }),
            // The tail of a function without a frame: falls through to its end.
            None => {}
        }
        Ok(())
    }
}

/// Whether a `return` stands anywhere but at the end of a function's outermost block.
fn returns_early(body: &Block) -> bool {
    let tail = body.len().saturating_sub(1);
    body.iter().enumerate().any(|(at, statement)| match statement {
        Statement::Return { .. } => at != tail,
        Statement::Block(block) if at == tail => returns_early(block),
        other => holds(other, &|inner| matches!(inner, Statement::Return { .. })),
    })
}
