//! Where each expression of a function is used last, so that reading a variable need not copy it, and how often.

use naga::{AtomicFunction, Block, Expression, Function, GatherMode, Handle, ImageQuery, SampleLevel, Statement};

/// The uses of one expression.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uses {
    /// The position of the last one. Positions count statements and emitted expressions in the order in which they are
    /// lowered.
    pub last: u32,
    pub count: u32,
}

/// The uses of each expression.
pub fn uses(function: &Function) -> Vec<Uses> {
    let mut scan = Scan { function, position: 0, uses: vec![Uses::default(); function.expressions.len()] };
    scan.block(&function.body);
    scan.uses
}

struct Scan<'f> {
    function: &'f Function,
    position: u32,
    uses: Vec<Uses>,
}

impl Scan<'_> {
    fn touch(&mut self, expression: Handle<Expression>) {
        let uses = &mut self.uses[expression.index()];
        uses.last = self.position;
        uses.count += 1;
    }

    fn block(&mut self, block: &Block) {
        for statement in block.iter() {
            self.position += 1;
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        statement_operands(statement, |used| self.touch(used));
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.position += 1;
                    let function = self.function;
                    operands(&function.expressions[handle], |used| self.touch(used));
                }
            }
            Statement::Block(block) => self.block(block),
            Statement::If { accept, reject, .. } => {
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    self.block(&case.body);
                }
            }
            Statement::Loop { body, continuing, break_if } => {
                self.block(body);
                self.block(continuing);
                self.position += 1;
                if let Some(condition) = break_if {
                    self.touch(*condition);
                }
            }
            _ => {}
        }
    }
}

/// The expression that a statement itself gives a value.
pub fn result_of(statement: &Statement) -> Option<Handle<Expression>> {
    match *statement {
        Statement::Call { result, .. } | Statement::Atomic { result, .. } => result,
        Statement::WorkGroupUniformLoad { result, .. }
        | Statement::SubgroupBallot { result, .. }
        | Statement::SubgroupGather { result, .. }
        | Statement::SubgroupCollectiveOperation { result, .. } => Some(result),
        _ => None,
    }
}

/// Calls `each` for every operand of a statement itself, not of the blocks in it.
pub fn statement_operands(statement: &Statement, mut each: impl FnMut(Handle<Expression>)) {
    match statement {
        Statement::If { condition, .. } => each(*condition),
        Statement::Switch { selector, .. } => each(*selector),
        Statement::Return { value: Some(value) } => each(*value),
        Statement::Store { pointer, value } => {
            each(*pointer);
            each(*value);
        }
        Statement::Atomic { pointer, fun, value, .. } => {
            each(*pointer);
            each(*value);
            if let AtomicFunction::Exchange { compare: Some(compare) } = fun {
                each(*compare);
            }
        }
        Statement::WorkGroupUniformLoad { pointer, .. } => each(*pointer),
        Statement::ImageStore { coordinate, array_index, value, .. } => {
            [Some(*coordinate), *array_index, Some(*value)].into_iter().flatten().for_each(each);
        }
        Statement::Call { arguments, .. } => arguments.iter().copied().for_each(each),
        Statement::SubgroupBallot { predicate: Some(predicate), .. } => each(*predicate),
        Statement::SubgroupGather { mode, argument, .. } => {
            each(*argument);
            if let Some(index) = gather_index(*mode) {
                each(index);
            }
        }
        Statement::SubgroupCollectiveOperation { argument, .. } => each(*argument),
        Statement::CooperativeStore { target, data } => [*target, data.pointer, data.stride].into_iter().for_each(each),
        _ => {}
    }
}

/// The operand of a gather that says which lane, where there is one.
pub fn gather_index(mode: GatherMode) -> Option<Handle<Expression>> {
    match mode {
        GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => None,
        GatherMode::Broadcast(index)
        | GatherMode::Shuffle(index)
        | GatherMode::ShuffleDown(index)
        | GatherMode::ShuffleUp(index)
        | GatherMode::ShuffleXor(index)
        | GatherMode::QuadBroadcast(index) => Some(index),
    }
}

/// Calls `each` for every operand of an expression.
pub fn operands(expression: &Expression, mut each: impl FnMut(Handle<Expression>)) {
    match expression {
        Expression::Compose { components, .. } => components.iter().copied().for_each(each),
        Expression::Access { base, index } => {
            each(*base);
            each(*index);
        }
        Expression::AccessIndex { base, .. } => each(*base),
        Expression::Splat { value, .. } => each(*value),
        Expression::Swizzle { vector, .. } => each(*vector),
        Expression::Load { pointer } => each(*pointer),
        Expression::Unary { expr, .. } | Expression::As { expr, .. } | Expression::Derivative { expr, .. } => {
            each(*expr)
        }
        Expression::Binary { left, right, .. } => {
            each(*left);
            each(*right);
        }
        Expression::Select { condition, accept, reject } => {
            each(*condition);
            each(*accept);
            each(*reject);
        }
        Expression::Relational { argument, .. } => each(*argument),
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            each(*arg);
            [arg1, arg2, arg3].into_iter().flatten().copied().for_each(each);
        }
        Expression::ArrayLength(pointer) => each(*pointer),
        Expression::CooperativeLoad { data, .. } => [data.pointer, data.stride].into_iter().for_each(each),
        Expression::CooperativeMultiplyAdd { a, b, c } => [*a, *b, *c].into_iter().for_each(each),
        Expression::ImageLoad { coordinate, array_index, level, .. } => {
            [Some(*coordinate), *array_index, *level].into_iter().flatten().for_each(each);
        }
        Expression::ImageQuery { query: ImageQuery::Size { level: Some(level) }, .. } => each(*level),
        Expression::ImageSample { coordinate, array_index, offset, level, depth_ref, .. } => {
            let level = match level {
                SampleLevel::Exact(level) => Some(*level),
                _ => None,
            };
            [Some(*coordinate), *array_index, *offset, level, *depth_ref].into_iter().flatten().for_each(each);
        }
        _ => {}
    }
}

/// Whether `test` is true of a statement, or of one of those within it.
pub fn holds(statement: &Statement, test: &dyn Fn(&Statement) -> bool) -> bool {
    let any = |block: &Block| block.iter().any(|inner| holds(inner, test));
    test(statement)
        || match statement {
            Statement::Block(block) => any(block),
            Statement::If { accept, reject, .. } => any(accept) || any(reject),
            Statement::Switch { cases, .. } => cases.iter().any(|case| any(&case.body)),
            Statement::Loop { body, continuing, .. } => any(body) || any(continuing),
            _ => false,
        }
}
