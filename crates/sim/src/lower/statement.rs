//! Statements.

use super::builder::{Builder, Lowered};
use super::builtin_functions::extremes;
use super::scope::Scope;
use super::term::{Root, Targets, Value};
use super::uses::{gather_index, result_of};
use crate::ir::Bin;
use crate::ir::{Mem, NONE, Op, Reg, Rmw, Scan, Scope as Ordering, ShuffleFrom};
use crate::type_layout::{Kind, Shape};
use naga::{
    AtomicFunction, Barrier, Block, CollectiveOperation, Expression, GatherMode, Handle, Literal, Span, Statement,
    SubgroupOperation,
};

impl<'m> Builder<'m> {
    /// Lowers the statements of a block.
    pub fn block(&mut self, scope: &mut Scope<'m>, block: &'m Block, targets: Targets) -> Lowered<()> {
        self.statements(scope, block.span_iter(), targets)
    }

    /// Lowers some statements of a block.
    pub fn statements(
        &mut self,
        scope: &mut Scope<'m>,
        statements: impl Iterator<Item = (&'m Statement, &'m Span)>,
        targets: Targets,
    ) -> Lowered<()> {
        for (statement, span) in statements {
            scope.position += 1;
            self.at(*span);
            self.statement(scope, statement, *span, targets)?;
            if let Some(result) = result_of(statement) {
                self.watch_value(scope, result)?;
            }
        }
        Ok(())
    }

    fn statement(
        &mut self,
        scope: &mut Scope<'m>,
        statement: &'m Statement,
        span: Span,
        targets: Targets,
    ) -> Lowered<()> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    scope.position += 1;
                    self.emit(scope, handle)?;
                }
                Ok(())
            }
            Statement::Block(block) => self.block(scope, block, targets),
            Statement::If { condition, accept, reject } => {
                self.if_statement(scope, *condition, accept, reject, targets)
            }
            Statement::Switch { selector, cases } => self.switch(scope, *selector, cases, targets),
            Statement::Loop { body, continuing, break_if } => {
                self.loop_statement(scope, body, continuing, *break_if, targets)
            }
            Statement::Break => self.jump(targets.break_depth, targets, |depth, skip| Op::Break { depth, skip }),
            Statement::Continue => {
                self.jump(targets.continue_depth, targets, |depth, skip| Op::Continue { depth, skip })
            }
            Statement::Return { value } => self.return_statement(scope, *value, targets),
            Statement::Store { pointer, value } => self.store(scope, *pointer, *value),
            Statement::Call { function, arguments, result } => self.call(scope, *function, arguments, *result, span),
            Statement::ControlBarrier(barrier) | Statement::MemoryBarrier(barrier) => {
                self.barrier(*barrier);
                Ok(())
            }
            Statement::Atomic { pointer, fun, value, result } => self.atomic(scope, *pointer, *fun, *value, *result),
            Statement::WorkGroupUniformLoad { pointer, result } => self.uniform_load(scope, *pointer, *result),
            Statement::SubgroupBallot { result, predicate } => self.ballot(scope, *result, *predicate),
            Statement::SubgroupGather { mode, argument, result } => self.gather(scope, *mode, *argument, *result),
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.collective(scope, *op, *collective_op, *argument, *result)
            }
            Statement::Kill => Err(self.unsupported("discard")),
            Statement::ImageStore { image, coordinate, array_index, value } => {
                self.image_store(scope, *image, *coordinate, *array_index, *value)
            }
            Statement::ImageAtomic { .. } => Err(self.unsupported("atomic operations on textures")),
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => Err(self.unsupported("ray queries")),
            Statement::CooperativeStore { target, data } => self.cooperative_store(scope, *target, data),
        }
    }

    fn jump(&mut self, depth: Option<u32>, targets: Targets, op: impl Fn(u32, u32) -> Op) -> Lowered<()> {
        match depth {
            Some(depth) => {
                self.push_control(op(depth, targets.skip));
                Ok(())
            }
            None => Err(self.unsupported("a jump outside of its construct")),
        }
    }

    fn barrier(&mut self, barrier: Barrier) {
        let scope = Ordering {
            storage: barrier.contains(Barrier::STORAGE),
            workgroup: barrier.contains(Barrier::WORK_GROUP),
            texture: barrier.contains(Barrier::TEXTURE),
            subgroup: barrier.contains(Barrier::SUB_GROUP),
        };
        if scope.subgroup {
            self.subgroup_operation();
        }
        self.count(0);
        let site = self.site("", false);
        self.push(Op::Barrier { scope, site });
    }

    fn uniform_load(
        &mut self,
        scope: &mut Scope<'m>,
        pointer: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Lowered<()> {
        let Value::Pointer(place) = self.value(scope, pointer)? else {
            return Err(self.unsupported("workgroupUniformLoad of a value"));
        };
        let atomic = scope.is_atomic(self, pointer);
        if place.dynamic != NONE {
            let site = self.site(place.name, false);
            self.push(Op::SameForAll { address: place.dynamic, site });
        }
        self.barrier(Barrier::WORK_GROUP);
        let regs = self.read_memory(&place, Mem::Workgroup, atomic)?;
        self.barrier(Barrier::WORK_GROUP);
        scope.values[result.index()] = Some(Value::Plain(regs));
        Ok(())
    }

    fn atomic(
        &mut self,
        scope: &mut Scope<'m>,
        pointer: Handle<Expression>,
        fun: AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Lowered<()> {
        let Value::Pointer(place) = self.value(scope, pointer)? else {
            return Err(self.unsupported("an atomic operation on a value"));
        };
        let (Root::Memory(mem), Shape::Scalar(kind)) = (place.root, place.shape) else {
            return Err(self.unsupported("an atomic operation on a private variable"));
        };
        let operand = &scope.function.expressions[value];
        let is =
            |number| [Literal::U32(number), Literal::I32(number as i32)].map(Expression::Literal).contains(operand);
        let (zero, one) = (is(0), is(1));
        let value = self.scalar(scope, value)?;
        let mut compare = NONE;
        let rmw = match fun {
            AtomicFunction::Add => Rmw::Add,
            AtomicFunction::Subtract => Rmw::Sub,
            AtomicFunction::And => Rmw::And,
            AtomicFunction::ExclusiveOr => Rmw::Xor,
            AtomicFunction::InclusiveOr => Rmw::Or,
            AtomicFunction::Min => Rmw::Min,
            AtomicFunction::Max => Rmw::Max,
            AtomicFunction::Exchange { compare: None } => Rmw::Exchange,
            AtomicFunction::Exchange { compare: Some(expected) } => {
                compare = self.scalar(scope, expected)?;
                Rmw::CompareExchange
            }
        };
        let used = result.filter(|&result| scope.is_used(result));
        let mut dst = NONE;
        if let Some(result) = used {
            let flag = u32::from(rmw == Rmw::CompareExchange);
            dst = self.alloc(kind.planes() + flag)?;
            let mut regs = vec![dst];
            if flag == 1 {
                regs.push(dst + kind.planes());
            }
            scope.values[result.index()] = Some(Value::Plain(regs.into()));
        }
        self.order_atomics(mem, rmw, kind, dst != NONE);
        let access = self.atomic_access(&place, mem, kind);
        let site = &mut self.sites[access.site as usize];
        site.returns = dst != NONE;
        site.reads_only = zero && matches!(rmw, Rmw::Add | Rmw::Sub | Rmw::Or | Rmw::Xor);
        site.combined_by = combined_by(rmw);
        site.counts = one && rmw == Rmw::Add && dst == NONE;
        site.combines = matches!(kind, Kind::I32 | Kind::U32) && site.combined_by.is_some();
        self.memory(Op::Atomic { access, rmw, dst, value, compare });
        Ok(())
    }

    /// Notes an atomic whose effect depends on the order of workgroups.
    fn order_atomics(&mut self, mem: Mem, rmw: Rmw, kind: Kind, used: bool) {
        let commutes = !matches!(rmw, Rmw::Exchange | Rmw::CompareExchange);
        let simple = matches!(kind, Kind::I32 | Kind::U32);
        if mem != Mem::Workgroup && (used || !commutes || !simple) {
            self.ordered = true;
        }
    }

    pub fn subgroup_operation(&mut self) {
        self.subgroups = true;
        if self.first_subgroup_line == 0 {
            self.first_subgroup_line = self.line;
        }
    }

    /// Whether one of these is an invocation's own number, in its workgroup or in the launch.
    fn number_invocations(&self, regs: &[Reg]) -> bool {
        use naga::BuiltIn as B;
        self.code.inputs.iter().any(|&(builtin, first)| match builtin {
            B::LocalInvocationIndex => regs.contains(&first),
            B::LocalInvocationId | B::GlobalInvocationId => regs.iter().any(|reg| (first..first + 3).contains(reg)),
            _ => false,
        })
    }

    fn ballot(
        &mut self,
        scope: &mut Scope<'m>,
        result: Handle<Expression>,
        predicate: Option<Handle<Expression>>,
    ) -> Lowered<()> {
        self.subgroup_operation();
        let predicate = match predicate {
            Some(predicate) => self.scalar(scope, predicate)?,
            None => self.word(1),
        };
        self.count(0);
        let dst = self.alloc(4)?;
        self.push(Op::Ballot { dst, predicate });
        scope.values[result.index()] = Some(Value::Plain((dst..dst + 4).collect()));
        Ok(())
    }

    fn gather(
        &mut self,
        scope: &mut Scope<'m>,
        mode: GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Lowered<()> {
        self.subgroup_operation();
        let index = match (gather_index(mode), mode) {
            (Some(index), _) => self.scalar(scope, index)?,
            (None, GatherMode::QuadSwap(direction)) => self.word(direction as u32 + 1),
            (None, _) => self.word(0),
        };
        let from = match mode {
            GatherMode::BroadcastFirst => ShuffleFrom::First,
            GatherMode::Broadcast(_) => ShuffleFrom::Broadcast,
            GatherMode::Shuffle(_) => ShuffleFrom::Lane,
            GatherMode::ShuffleDown(_) => ShuffleFrom::Down,
            GatherMode::ShuffleUp(_) => ShuffleFrom::Up,
            GatherMode::ShuffleXor(_) => ShuffleFrom::Xor,
            GatherMode::QuadBroadcast(_) => ShuffleFrom::QuadLane,
            GatherMode::QuadSwap(_) => ShuffleFrom::QuadSwap,
        };
        let kind = self.kind(scope, argument)?;
        let regs = self.plain(scope, argument)?;
        self.names_subgroup |=
            matches!(from, ShuffleFrom::First | ShuffleFrom::Broadcast) && self.number_invocations(&regs);
        let site = self.site("", false);
        let mut results = Vec::with_capacity(regs.len());
        for &reg in regs.iter() {
            self.count(0);
            let dst = self.alloc(kind.planes())?;
            for plane in 0..kind.planes() {
                let (dst, a) = (dst + plane, reg + plane);
                self.push(Op::SubgroupShuffle { from, dst, a, index, site });
            }
            results.push(dst);
        }
        scope.values[result.index()] = Some(Value::Plain(results.into()));
        Ok(())
    }

    fn collective(
        &mut self,
        scope: &mut Scope<'m>,
        op: SubgroupOperation,
        collective: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Lowered<()> {
        self.subgroup_operation();
        let kind = self.kind(scope, argument)?;
        let regs = self.plain(scope, argument)?;
        self.names_subgroup |= op == SubgroupOperation::Min && self.number_invocations(&regs);
        let scan = match collective {
            CollectiveOperation::Reduce => Scan::Reduce,
            CollectiveOperation::InclusiveScan => Scan::Inclusive,
            CollectiveOperation::ExclusiveScan => Scan::Exclusive,
        };
        let mut results: Vec<Reg> = Vec::with_capacity(regs.len());
        for &a in regs.iter() {
            self.count(u32::from(kind.is_float()));
            let dst = self.alloc(kind.planes())?;
            match op {
                SubgroupOperation::All => self.push(Op::Vote { all: true, dst, a }),
                SubgroupOperation::Any => self.push(Op::Vote { all: false, dst, a }),
                _ => {
                    let (op, identity) = fold_of(op, kind);
                    self.push(Op::SubgroupReduce { scan, op, kind, dst, a, identity });
                }
            }
            results.push(dst);
        }
        scope.values[result.index()] = Some(Value::Plain(results.into()));
        Ok(())
    }
}

/// The instruction that folds lanes, and what leaves a value as it is.
fn fold_of(op: SubgroupOperation, kind: Kind) -> (Bin, u64) {
    use SubgroupOperation as S;
    let float = kind.is_float();
    let wide = kind.is_wide();
    let f = |value: f32| u64::from(value.to_bits());
    match op {
        S::Add if float => (Bin::AddF, f(0.0)),
        S::Add => (if wide { Bin::Add64 } else { Bin::AddI }, 0),
        S::Mul if float => (Bin::MulF, f(1.0)),
        S::Mul => (if wide { Bin::Mul64 } else { Bin::MulI }, 1),
        S::Min => (extremes(kind).0, bounds(kind).1),
        S::Max => (extremes(kind).1, bounds(kind).0),
        S::And | S::All => (Bin::And, u64::MAX),
        S::Or | S::Any => (Bin::Or, 0),
        S::Xor => (Bin::Xor, 0),
    }
}

/// The bits of the smallest and of the largest value of a kind.
fn bounds(kind: Kind) -> (u64, u64) {
    match kind {
        Kind::F16 | Kind::F32 => (f32::NEG_INFINITY.to_bits().into(), f32::INFINITY.to_bits().into()),
        Kind::I16 | Kind::I32 => (u64::from(i32::MIN as u32), i32::MAX as u64),
        Kind::I64 => (i64::MIN as u64, i64::MAX as u64),
        Kind::U64 => (0, u64::MAX),
        Kind::Bool | Kind::U16 | Kind::U32 => (0, u32::MAX.into()),
    }
}

/// The subgroup operation that makes one value of those that lanes update an element with.
fn combined_by(rmw: Rmw) -> Option<&'static str> {
    match rmw {
        // What is subtracted one after the other is subtracted at once as a sum.
        Rmw::Add | Rmw::Sub => Some("subgroupAdd"),
        Rmw::And => Some("subgroupAnd"),
        Rmw::Xor => Some("subgroupXor"),
        Rmw::Or => Some("subgroupOr"),
        Rmw::Min => Some("subgroupMin"),
        Rmw::Max => Some("subgroupMax"),
        Rmw::Exchange | Rmw::CompareExchange => None,
    }
}
