//! Barriers whose control flow WGSL's rules do not take for uniform, whatever values a run has ("Uniformity analysis" in WGSL).
//!
//! naga does not ask for it, and neither do most drivers; Chrome refuses such a shader. Where this differs from WGSL, flow is
//! taken for uniform here and not there: a barrier that is named is refused.

use super::behaviour::Behaviour;
use super::uses::operands;
use naga::FastHashMap;
use naga::{
    AddressSpace, Barrier, Binding, Block, BuiltIn, EntryPoint, Expression, Function, FunctionArgument, Handle,
    LocalVariable, Module, Span, Statement, StorageAccess, SwitchCase, TypeInner,
};
use std::collections::BTreeMap;

/// Statements that are looked at: loops within loops, and functions that call functions, are gone through again and again.
const MOST_STATEMENTS: u32 = 1 << 20;

/// Where control flow parted, by a value that may differ from invocation to invocation; `None` where it is uniform.
type Parted = Option<u32>;

/// By local variable of each call: whether what it holds may differ from invocation to invocation. Where no way leads, none does.
type Cells = Vec<bool>;

/// The variable that a pointer leads into, and whether to all of it.
type Target = (usize, bool);

/// A call of a function.
struct Frame<'m> {
    function: &'m Function,
    /// Whether it is the entry point, whose arguments are inputs.
    entry: bool,
    /// By expression: whether it may differ from invocation to invocation.
    varies: Vec<bool>,
    /// What each argument points to.
    pointers: Vec<Option<Target>>,
    locals: FastHashMap<Handle<LocalVariable>, usize>,
    /// Whether what it returns may differ.
    returns: bool,
    /// Where flow had parted at a `return`.
    returned: Parted,
}

struct Walk<'m, 'l> {
    module: &'m Module,
    entry: &'m Function,
    line_of: &'l dyn Fn(Span) -> u32,
    cells: Cells,
    /// What the variables held at `break`, and at `continue`, of the loops and switches around.
    breaks: Vec<Cells>,
    continues: Vec<Cells>,
    found: BTreeMap<u32, u32>,
    /// Statements that may still be looked at.
    statements: u32,
}

/// The lines of such barriers, and where control flow parts before each.
pub fn doubtful_barriers(module: &Module, point: &EntryPoint, line_of: &dyn Fn(Span) -> u32) -> Vec<(u32, u32)> {
    let (cells, breaks, continues) = Default::default();
    let (entry, found, statements) = (&point.function, BTreeMap::new(), MOST_STATEMENTS);
    let mut walk = Walk { module, entry, line_of, cells, breaks, continues, found, statements };
    let differs = entry.arguments.iter().map(|argument| argument_differs(module, argument)).collect();
    walk.call(entry, differs, Vec::new(), None);
    match walk.statements {
        0 => Vec::new(),
        _ => walk.found.into_iter().collect(),
    }
}

fn differs(binding: Option<&Binding>) -> bool {
    use BuiltIn as B;
    let differs = |builtin| {
        matches!(
            builtin,
            B::LocalInvocationId
                | B::LocalInvocationIndex
                | B::GlobalInvocationId
                | B::SubgroupId
                | B::SubgroupInvocationId
        )
    };
    matches!(binding, Some(Binding::BuiltIn(builtin)) if differs(*builtin))
}

/// Whether an input may differ; of a struct, whether all of its members do: each is asked for by itself.
fn argument_differs(module: &Module, argument: &FunctionArgument) -> bool {
    match &module.types[argument.ty].inner {
        TypeInner::Struct { members, .. } if argument.binding.is_none() => {
            members.iter().all(|member| differs(member.binding.as_ref()))
        }
        _ => differs(argument.binding.as_ref()),
    }
}

impl<'m> Walk<'m, '_> {
    /// Goes through a function; returns whether its result may differ.
    fn call(
        &mut self,
        function: &'m Function,
        arguments: Vec<bool>,
        pointers: Vec<Option<Target>>,
        parted: Parted,
    ) -> bool {
        let first = self.cells.len();
        let locals = function.local_variables.iter().map(|(handle, _)| handle).zip(first..).collect();
        self.cells.resize(first + function.local_variables.len(), false);
        let of = |expression: &Expression| match expression {
            Expression::FunctionArgument(index) => arguments.get(*index as usize).copied().unwrap_or(false),
            _ => false,
        };
        let varies = function.expressions.iter().map(|(_, expression)| of(expression)).collect();
        let entry = std::ptr::eq(function, self.entry);
        let mut frame = Frame { function, entry, varies, pointers, locals, returns: false, returned: None };
        self.block(&mut frame, &function.body, parted);
        self.cells.truncate(first);
        frame.returns
    }

    /// Goes through a block; returns whether flow has parted at its end, and where the block leads.
    fn block(&mut self, frame: &mut Frame<'m>, block: &'m Block, mut parted: Parted) -> (Parted, Behaviour) {
        let mut ways = Behaviour::NEXT;
        for (statement, span) in block.span_iter() {
            let (after, leads) = self.statement(frame, statement, *span, parted);
            parted = after;
            ways = Behaviour { next: leads.next, ..ways.or(leads) };
            if !ways.next {
                break;
            }
        }
        (parted, ways)
    }

    fn statement(
        &mut self,
        frame: &mut Frame<'m>,
        statement: &'m Statement,
        span: Span,
        parted: Parted,
    ) -> (Parted, Behaviour) {
        self.statements = self.statements.saturating_sub(1);
        if self.statements == 0 {
            return (parted, Behaviour::default());
        }
        let line_of = self.line_of;
        let parts = |varies: bool| parted.or_else(|| varies.then(|| line_of(span)));
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    frame.varies[handle.index()] = self.varies(frame, handle);
                }
            }
            Statement::Block(block) => return self.block(frame, block, parted),
            Statement::If { condition, accept, reject } => {
                let inner = parts(frame.varies[condition.index()]);
                let (flow, ways) = self.choice(frame, [accept, reject].into_iter(), inner);
                return (if ways.only_next() { parted } else { flow }, ways);
            }
            Statement::Switch { selector, cases } => {
                let inner = parts(frame.varies[selector.index()]);
                return self.switch(frame, cases, inner, parted);
            }
            Statement::Loop { body, continuing, break_if } => {
                return self.repeat(frame, [body, continuing], *break_if, span, parted);
            }
            Statement::Break | Statement::Continue | Statement::Return { .. } => {
                return (parted, self.jump(frame, statement, parted));
            }
            Statement::ControlBarrier(barrier) if !barrier.contains(Barrier::SUB_GROUP) => self.barrier(span, parted),
            Statement::WorkGroupUniformLoad { .. } => self.barrier(span, parted),
            Statement::Store { pointer, value } => {
                self.store(frame, *pointer, frame.varies[value.index()] || parted.is_some())
            }
            Statement::Call { function, arguments, result } => {
                let differs = self.call_with(frame, &self.module.functions[*function], arguments, parted);
                if let Some(result) = result {
                    frame.varies[result.index()] = differs;
                }
            }
            Statement::Atomic { result: Some(result), .. }
            | Statement::SubgroupBallot { result, .. }
            | Statement::SubgroupGather { result, .. }
            | Statement::SubgroupCollectiveOperation { result, .. } => frame.varies[result.index()] = true,
            _ => {}
        }
        (parted, Behaviour::NEXT)
    }

    /// A statement that leaves a loop, a `switch` or the function.
    fn jump(&mut self, frame: &mut Frame<'m>, statement: &Statement, parted: Parted) -> Behaviour {
        match statement {
            Statement::Break => {
                self.breaks.push(self.cells.clone());
                Behaviour { breaks: true, ..Behaviour::default() }
            }
            Statement::Continue => {
                self.continues.push(self.cells.clone());
                Behaviour { continues: true, ..Behaviour::default() }
            }
            Statement::Return { value } => {
                frame.returns |= parted.is_some() || value.is_some_and(|value| frame.varies[value.index()]);
                frame.returned = frame.returned.or(parted);
                Behaviour { returns: true, ..Behaviour::default() }
            }
            _ => Behaviour::NEXT,
        }
    }

    /// Whether the result of a call may differ between invocations.
    fn call_with(
        &mut self,
        frame: &Frame<'m>,
        function: &'m Function,
        arguments: &[Handle<Expression>],
        parted: Parted,
    ) -> bool {
        let differ = arguments.iter().map(|argument| frame.varies[argument.index()]).collect();
        let pointers = arguments.iter().map(|argument| self.target(frame, *argument)).collect();
        self.call(function, differ, pointers, parted)
    }

    fn barrier(&mut self, span: Span, parted: Parted) {
        if let Some(line) = parted {
            self.found.entry((self.line_of)(span)).or_insert(line);
        }
    }

    /// Some branches: where flow has parted after those that end, and where all lead.
    fn choice(
        &mut self,
        frame: &mut Frame<'m>,
        branches: impl Iterator<Item = &'m Block>,
        inner: Parted,
    ) -> (Parted, Behaviour) {
        let (before, mut after) = (self.cells.clone(), vec![false; self.cells.len()]);
        let (mut flow, mut ways) = (None, Behaviour::default());
        for branch in branches {
            self.cells.clone_from(&before);
            let (end, leads) = self.block(frame, branch, inner);
            if leads.next {
                flow = flow.or(end);
                join(&mut after, &self.cells);
            }
            ways = ways.or(leads);
        }
        self.cells = after;
        (flow, ways)
    }

    fn switch(
        &mut self,
        frame: &mut Frame<'m>,
        cases: &'m [SwitchCase],
        inner: Parted,
        parted: Parted,
    ) -> (Parted, Behaviour) {
        let outer = self.breaks.len();
        // A selector beside another of the same body is an empty case.
        let bodies = cases.iter().filter(|case| !case.fall_through || !case.body.is_empty()).map(|case| &case.body);
        let (flow, ways) = self.choice(frame, bodies, inner);
        for cells in self.breaks.drain(outer..) {
            join(&mut self.cells, &cells);
        }
        let ways = Behaviour { next: ways.next || ways.breaks, breaks: false, ..ways };
        (if ways.only_next() { parted } else { flow }, ways)
    }

    fn repeat(
        &mut self,
        frame: &mut Frame<'m>,
        [body, continuing]: [&'m Block; 2],
        break_if: Option<Handle<Expression>>,
        span: Span,
        parted: Parted,
    ) -> (Parted, Behaviour) {
        let (mut begin, mut first) = (parted, self.cells.clone());
        let returned_before = frame.returned.take();
        let (outer_breaks, outer_continues) = (self.breaks.len(), self.continues.len());
        loop {
            self.cells.clone_from(&first);
            let (end, leads) = self.block(frame, body, begin);
            if !leads.next {
                self.cells.fill(false);
            }
            for cells in self.continues.drain(outer_continues..) {
                join(&mut self.cells, &cells);
            }
            let goes_on = leads.next || leads.continues;
            let (end, _) = if goes_on { self.block(frame, continuing, end) } else { (None, leads) };
            let parts = break_if.is_some_and(|condition| frame.varies[condition.index()]);
            let end = end.or_else(|| parts.then(|| (self.line_of)(span)));
            let next = begin.or(end);
            let mut again = first.clone();
            join(&mut again, &self.cells);
            if again == first && next == begin {
                return self.left(frame, returned_before, leads, (outer_breaks, break_if.is_some()), parted);
            }
            self.breaks.truncate(outer_breaks);
            (begin, first) = (next, again);
        }
    }

    /// After a loop: its invocations meet again, but for those that have returned.
    fn left(
        &mut self,
        frame: &mut Frame<'m>,
        returned_before: Parted,
        leads: Behaviour,
        (outer_breaks, at_its_end): (usize, bool),
        parted: Parted,
    ) -> (Parted, Behaviour) {
        if !at_its_end {
            self.cells.fill(false);
        }
        for cells in self.breaks.drain(outer_breaks..) {
            join(&mut self.cells, &cells);
        }
        let flow = parted.or(frame.returned);
        frame.returned = returned_before.or(frame.returned);
        (flow, Behaviour { next: leads.breaks || at_its_end, returns: leads.returns, ..Behaviour::default() })
    }

    fn store(&mut self, frame: &Frame<'m>, pointer: Handle<Expression>, varies: bool) {
        if let Some((cell, whole)) = self.target(frame, pointer) {
            let kept = !whole && (self.cells[cell] || frame.varies[pointer.index()]);
            self.cells[cell] = varies || kept;
        }
    }

    /// The local variable that a pointer leads into.
    fn target(&self, frame: &Frame<'m>, pointer: Handle<Expression>) -> Option<Target> {
        match frame.function.expressions[pointer] {
            Expression::LocalVariable(local) => frame.locals.get(&local).map(|cell| (*cell, true)),
            Expression::FunctionArgument(index) => frame.pointers.get(index as usize).copied().flatten(),
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                self.target(frame, base).map(|(cell, _)| (cell, false))
            }
            _ => None,
        }
    }

    /// Whether an expression may differ from invocation to invocation.
    fn varies(&self, frame: &Frame<'m>, handle: Handle<Expression>) -> bool {
        let expressions = &frame.function.expressions;
        let mut any = false;
        operands(&expressions[handle], |operand| any |= frame.varies[operand.index()]);
        match &expressions[handle] {
            Expression::Load { pointer } => any || self.holds(frame, *pointer),
            Expression::ArrayLength(_) => false,
            Expression::AccessIndex { base, index } => any || self.member_differs(frame, *base, *index),
            _ => any,
        }
    }

    /// Whether what a pointer leads to may differ, even at one place.
    fn holds(&self, frame: &Frame<'m>, pointer: Handle<Expression>) -> bool {
        if let Some((cell, _)) = self.target(frame, pointer) {
            return self.cells[cell];
        }
        match frame.function.expressions[pointer] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.holds(frame, base),
            Expression::GlobalVariable(global) => match self.module.global_variables[global].space {
                AddressSpace::Private | AddressSpace::WorkGroup => true,
                AddressSpace::Storage { access } => access.contains(StorageAccess::STORE),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a member of an input may differ.
    fn member_differs(&self, frame: &Frame<'m>, base: Handle<Expression>, index: u32) -> bool {
        let (Expression::FunctionArgument(argument), true) = (&frame.function.expressions[base], frame.entry) else {
            return false;
        };
        let argument = &frame.function.arguments[*argument as usize];
        match &self.module.types[argument.ty].inner {
            TypeInner::Struct { members, .. } if argument.binding.is_none() => {
                members.get(index as usize).is_some_and(|member| differs(member.binding.as_ref()))
            }
            _ => false,
        }
    }
}

fn join(cells: &mut [bool], other: &[bool]) {
    cells.iter_mut().zip(other).for_each(|(cell, other)| *cell |= other);
}
