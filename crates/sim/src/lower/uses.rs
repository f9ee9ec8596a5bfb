//! Where each expression of a function is used last, so that reading a variable need not copy it, and how often.

use naga::{AtomicFunction, Block, Expression, Function, GatherMode, Handle, Statement};

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
    let mut scan = Scan {
        function,
        position: 0,
        uses: vec![Uses::default(); function.expressions.len()],
    };
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
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.position += 1;
                    let function = self.function;
                    operands(&function.expressions[handle], |used| self.touch(used));
                }
            }
            Statement::Block(block) => self.block(block),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                self.touch(*condition);
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { selector, cases } => {
                self.touch(*selector);
                for case in cases {
                    self.block(&case.body);
                }
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                self.block(body);
                self.block(continuing);
                self.position += 1;
                if let Some(condition) = break_if {
                    self.touch(*condition);
                }
            }
            simple => self.simple(simple),
        }
    }

    fn simple(&mut self, statement: &Statement) {
        match statement {
            Statement::Return { value: Some(value) } => self.touch(*value),
            Statement::Store { pointer, value } => {
                self.touch(*pointer);
                self.touch(*value);
            }
            Statement::Atomic {
                pointer,
                fun,
                value,
                ..
            } => {
                self.touch(*pointer);
                self.touch(*value);
                if let AtomicFunction::Exchange {
                    compare: Some(compare),
                } = fun
                {
                    self.touch(*compare);
                }
            }
            Statement::WorkGroupUniformLoad { pointer, .. } => self.touch(*pointer),
            Statement::Call { arguments, .. } => {
                for argument in arguments {
                    self.touch(*argument);
                }
            }
            Statement::SubgroupBallot {
                predicate: Some(predicate),
                ..
            } => self.touch(*predicate),
            Statement::SubgroupGather { mode, argument, .. } => {
                self.touch(*argument);
                if let Some(index) = gather_index(*mode) {
                    self.touch(index);
                }
            }
            Statement::SubgroupCollectiveOperation { argument, .. } => self.touch(*argument),
            _ => {}
        }
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
        Expression::Unary { expr, .. }
        | Expression::As { expr, .. }
        | Expression::Derivative { expr, .. } => each(*expr),
        Expression::Binary { left, right, .. } => {
            each(*left);
            each(*right);
        }
        Expression::Select {
            condition,
            accept,
            reject,
        } => {
            each(*condition);
            each(*accept);
            each(*reject);
        }
        Expression::Relational { argument, .. } => each(*argument),
        Expression::Math {
            arg,
            arg1,
            arg2,
            arg3,
            ..
        } => {
            each(*arg);
            [arg1, arg2, arg3]
                .into_iter()
                .flatten()
                .copied()
                .for_each(each);
        }
        Expression::ArrayLength(pointer) => each(*pointer),
        _ => {}
    }
}
