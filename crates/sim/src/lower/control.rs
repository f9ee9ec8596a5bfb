//! Control flow: `if`, `switch`, loops, and what `&&` and `||` become.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::{Root, Targets};
use super::unroll::{UnrolledLoop, exit_test, unrolled_loop};
use crate::ir::SwitchTable;
use crate::ir::{NONE, Op};
use naga::{Block, Expression, Function, Handle, Literal, LocalVariable, Statement, SwitchCase, SwitchValue};

impl<'m> Builder<'m> {
    pub fn if_statement(
        &mut self,
        scope: &mut Scope<'m>,
        condition: Handle<Expression>,
        accept: &'m Block,
        reject: &'m Block,
        targets: Targets,
    ) -> Lowered<()> {
        if let Some(logical) = logical_operator(scope.function, accept, reject) {
            return self.logical(scope, condition, accept, reject, &logical, targets);
        }
        let cond = self.scalar(scope, condition)?;
        if let (Some(stay), Some(depth)) = (exit_test(accept, reject), targets.break_depth) {
            scope.position += 1;
            self.count(0);
            let site = match self.uncounted {
                true => NONE,
                false => self.site("", false),
            };
            self.push_control(Op::ExitTest { cond, stay, depth, skip: targets.skip, site });
            return Ok(());
        }
        scope.detach_all(self)?;
        self.count(0);
        let (otherwise, end) = (self.label(), self.label());
        let site = self.site("", false);
        self.push_control(Op::If { cond, otherwise, site });
        self.enter();
        let mark = self.mark();
        let inner = Targets { skip: otherwise, ..targets };
        self.block(scope, accept, inner)?;
        self.release(mark);
        self.bind_label(otherwise);
        if !reject.is_empty() {
            self.push_control(Op::Else { end });
            self.block(scope, reject, Targets { skip: end, ..targets })?;
            self.release(mark);
        }
        self.bind_label(end);
        self.leave();
        self.push_control(Op::EndIf { skip: targets.skip });
        Ok(())
    }

    /// `a && b` and `a || b`, which naga writes as an `if` around a nameless variable: neither a branch nor traffic.
    fn logical(
        &mut self,
        scope: &mut Scope<'m>,
        condition: Handle<Expression>,
        accept: &'m Block,
        reject: &'m Block,
        logical: &Logical,
        targets: Targets,
    ) -> Lowered<()> {
        let Some(place) = scope.locals.get(&logical.result).copied() else {
            return Err(self.unsupported("a local variable out of scope"));
        };
        let Root::Registers(variable) = place.root else {
            return Err(self.unsupported("a local variable in memory"));
        };
        scope.detach(self, variable, 1)?;
        let cond = self.scalar(scope, condition)?;
        if logical.pure {
            // Evaluates the second operand in all lanes: result = cond ? b : otherwise.
            self.block(scope, accept, targets)?;
            let (a, b, c) = (cond, variable, self.word(u32::from(logical.otherwise)));
            let dst = self.alloc(1)?;
            self.count(0);
            self.push(Op::Tern { op: crate::ir::Tern::Select, dst, a, b, c });
            self.push(Op::Assign { dst: variable, src: dst });
            scope.position += reject.len() as u32;
            return Ok(());
        }
        scope.detach_all(self)?;
        let otherwise = self.word(u32::from(logical.otherwise));
        self.count(0);
        self.push(Op::Assign { dst: variable, src: otherwise });
        let end = self.label();
        self.push_control(Op::Predicate { cond, end });
        self.enter();
        let mark = self.mark();
        self.block(scope, accept, Targets { skip: end, ..targets })?;
        self.release(mark);
        scope.position += reject.len() as u32;
        self.bind_label(end);
        self.leave();
        self.push_control(Op::EndIf { skip: targets.skip });
        Ok(())
    }

    pub fn loop_statement(
        &mut self,
        scope: &mut Scope<'m>,
        body: &'m Block,
        continuing: &'m Block,
        break_if: Option<Handle<Expression>>,
        targets: Targets,
    ) -> Lowered<()> {
        scope.detach_all(self)?;
        let (next, end, again) = (self.label(), self.label(), self.label());
        self.open_segment();
        self.push_control(Op::Loop { line: self.line });
        let depth = self.enter();
        let line = (self.line, self.span);
        let mark = self.mark();
        self.bind_label(again);
        let inner = Targets { skip: next, break_depth: Some(depth), continue_depth: Some(depth), ..targets };
        let unrolled = unrolled_loop(self.module, scope.function, body, continuing);
        match &unrolled {
            Some(unrolled) => self.unrolled_body(scope, body, unrolled, inner)?,
            None => self.block(scope, body, inner)?,
        }
        self.bind_label(next);
        self.push_control(Op::Continuing { end });
        self.uncounted = unrolled.is_some();
        self.block(scope, continuing, Targets { skip: end, ..inner })?;
        self.uncounted = false;
        scope.position += 1;
        let cond = match break_if {
            Some(condition) => {
                self.count(0);
                let pending = std::mem::take(&mut self.pending);
                let condition = self.scalar(scope, condition)?;
                self.pending = pending;
                condition
            }
            None => NONE,
        };
        if break_if.is_none() {
            (self.line, self.span) = line;
        }
        let site = self.site("", false);
        self.push_control(Op::Back { cond, body: again, site });
        self.bind_label(end);
        self.leave();
        self.release(mark);
        self.push_control(Op::EndLoop { skip: targets.skip });
        Ok(())
    }

    /// The body of a loop that every GPU compiler unrolls: its test and its step are not counted.
    fn unrolled_body(
        &mut self,
        scope: &mut Scope<'m>,
        body: &'m Block,
        unrolled: &UnrolledLoop<'m>,
        targets: Targets,
    ) -> Lowered<()> {
        let &UnrolledLoop { counter, header, block, latch } = unrolled;
        if let Some(Root::Registers(counter)) = scope.locals.get(&counter).map(|place| place.root) {
            self.code.counters.push(counter);
        }
        self.uncounted = true;
        self.statements(scope, body.span_iter().take(header), targets)?;
        self.uncounted = false;
        let start = if std::ptr::eq(block, body) {
            header
        } else {
            scope.position += 1;
            0
        };
        let end = block.len() - latch;
        self.statements(scope, block.span_iter().take(end).skip(start), targets)?;
        self.uncounted = true;
        self.statements(scope, block.span_iter().skip(end), targets)?;
        self.uncounted = false;
        Ok(())
    }

    pub fn switch(
        &mut self,
        scope: &mut Scope<'m>,
        selector: Handle<Expression>,
        cases: &'m [SwitchCase],
        targets: Targets,
    ) -> Lowered<()> {
        let selector = self.scalar(scope, selector)?;
        scope.detach_all(self)?;
        let table = self.switch_table(cases)?;
        self.count(0);
        let group = self.alloc(1)?;
        let site = self.site("", false);
        self.push_control(Op::Switch { selector, group, table, site });
        let depth = self.enter();
        let end = self.label();
        let mark = self.mark();
        for (index, case) in cases.iter().filter(|case| !case.fall_through).enumerate() {
            let next = self.label();
            self.push_control(Op::Case { group, index: index as u32, next });
            let inner = Targets { skip: next, break_depth: Some(depth), ..targets };
            self.block(scope, &case.body, inner)?;
            self.release(mark);
            self.bind_label(next);
        }
        self.bind_label(end);
        self.leave();
        self.push_control(Op::EndSwitch { skip: targets.skip });
        Ok(())
    }

    /// Groups the selectors that share a body: naga writes `case 1, 2` as an empty case that falls through.
    fn switch_table(&mut self, cases: &[SwitchCase]) -> Lowered<u32> {
        let groups = cases.iter().filter(|case| !case.fall_through).count() as u32;
        let mut table = SwitchTable { values: Vec::new(), default: groups };
        let mut group = 0;
        for case in cases {
            if case.fall_through && !case.body.is_empty() {
                return Err(self.unsupported("a switch case that falls through"));
            }
            match case.value {
                SwitchValue::I32(value) => table.values.push((value as u32, group)),
                SwitchValue::U32(value) => table.values.push((value, group)),
                SwitchValue::Default => table.default = group,
            }
            group += u32::from(!case.fall_through);
        }
        self.switches.push(table);
        Ok(self.switches.len() as u32 - 1)
    }
}

struct Logical {
    result: Handle<LocalVariable>,
    /// The result where the second operand is not evaluated.
    otherwise: bool,
    /// The second operand neither reads memory nor calls.
    pure: bool,
}

/// Recognises what naga's WGSL front end makes of `&&` and `||`: both branches store to one nameless `bool`.
fn logical_operator(function: &Function, accept: &Block, reject: &Block) -> Option<Logical> {
    let stored = |statement: &Statement| match *statement {
        Statement::Store { pointer, value } => match function.expressions[pointer] {
            Expression::LocalVariable(local) if function.local_variables[local].name.is_none() => Some((local, value)),
            _ => None,
        },
        _ => None,
    };
    let [only] = &**reject else { return None };
    let (result, value) = stored(only)?;
    let Expression::Literal(Literal::Bool(otherwise)) = function.expressions[value] else {
        return None;
    };
    let (last, _) = stored(accept.last()?)?;
    (last == result).then(|| Logical { result, otherwise, pure: accept.iter().all(|s| is_pure(function, s)) })
}

/// Whether a statement can run in lanes that did not ask for it.
fn is_pure(function: &Function, statement: &Statement) -> bool {
    match statement {
        Statement::Emit(range) => range.clone().all(|handle| match &function.expressions[handle] {
            Expression::Load { pointer } => is_local(function, *pointer),
            Expression::Access { .. } => false,
            _ => true,
        }),
        Statement::Store { pointer, .. } => {
            matches!(function.expressions[*pointer], Expression::LocalVariable(local)
                if function.local_variables[local].name.is_none())
        }
        Statement::If { accept, reject, .. } => {
            logical_operator(function, accept, reject).is_some_and(|logical| logical.pure)
        }
        _ => false,
    }
}

fn is_local(function: &Function, pointer: Handle<Expression>) -> bool {
    match function.expressions[pointer] {
        Expression::LocalVariable(_) => true,
        Expression::AccessIndex { base, .. } => is_local(function, base),
        _ => false,
    }
}
