//! Statements, under a mask of lanes.

use super::memory::{Frame, Memory};
use super::scalar::convert;
use super::value::{Scalar, Value, zero};
use super::{eval, subgroup};
use naga::{
    AtomicFunction, Binding, Block, BuiltIn, EntryPoint, Expression, Function, Handle, Module, Statement, SwitchCase,
    SwitchValue,
};

/// Which lanes take part.
pub type Mask = Vec<bool>;

/// The program made more passes through its loops than one of its size should.
#[derive(Debug)]
pub struct Endless;

const MOST_PASSES: u32 = 100_000;

/// The lanes of a workgroup.
pub struct Lanes<'m> {
    pub module: &'m Module,
    pub memory: Memory<'m>,
    pub frames: Vec<Frame<'m>>,
    /// Lanes in a subgroup.
    pub width: usize,
    passes: u32,
}

/// The lanes that left a construct early.
struct Left {
    by_break: Mask,
    by_continue: Mask,
}

pub fn workgroup(
    module: &Module,
    entry: &EntryPoint,
    group: [u32; 2],
    width: usize,
    storage: &mut Vec<Option<Value>>,
) -> Result<(), Endless> {
    let count = entry.workgroup_size.iter().product::<u32>() as usize;
    let mut lanes = Lanes {
        module,
        memory: Memory::new(module, std::mem::take(storage), count),
        frames: Vec::new(),
        width,
        passes: 0,
    };
    let arguments = (0..count as u32).map(|lane| inputs(entry, group, width as u32, lane));
    let result = lanes.call(&entry.function, arguments.collect(), &vec![true; count]);
    *storage = lanes.memory.storage;
    result.map(|_| ())
}

fn inputs(entry: &EntryPoint, [group, groups]: [u32; 2], width: u32, lane: u32) -> Vec<Value> {
    let [x, y, _] = entry.workgroup_size;
    let count: u32 = entry.workgroup_size.iter().product();
    let local = [lane % x, lane / x % y, lane / x / y];
    let input = |binding: &Option<Binding>| {
        let Some(Binding::BuiltIn(builtin)) = binding else { panic!("only built-in inputs") };
        let scalar = |value| Value::Scalar(Scalar::u32(value));
        let vector = |values: [u32; 3]| Value::vector(values.map(Scalar::u32));
        match builtin {
            BuiltIn::WorkGroupId => vector([group, 0, 0]),
            BuiltIn::NumWorkGroups => vector([groups, 1, 1]),
            BuiltIn::LocalInvocationId => vector(local),
            BuiltIn::GlobalInvocationId => vector([local[0] + group * x, local[1], local[2]]),
            BuiltIn::LocalInvocationIndex => scalar(lane),
            BuiltIn::SubgroupSize => scalar(width),
            BuiltIn::SubgroupInvocationId => scalar(lane % width),
            BuiltIn::SubgroupId => scalar(lane / width),
            BuiltIn::NumSubgroups => scalar(count.div_ceil(width)),
            other => panic!("no input {other:?}"),
        }
    };
    entry.function.arguments.iter().map(|argument| input(&argument.binding)).collect()
}

impl<'m> Lanes<'m> {
    /// Calls a function with the arguments of each lane; yields what each lane returned.
    fn call(
        &mut self,
        function: &'m Function,
        arguments: Vec<Vec<Value>>,
        mask: &Mask,
    ) -> Result<Vec<Option<Value>>, Endless> {
        let lanes = mask.len();
        let locals = function.local_variables.iter();
        let locals: Vec<Value> = locals.map(|(_, local)| zero(self.module, local.ty, 0)).collect();
        self.frames.push(Frame {
            function,
            arguments,
            values: vec![vec![None; function.expressions.len()]; lanes],
            locals: vec![locals; lanes],
            returned: vec![None; lanes],
        });
        for (handle, local) in function.local_variables.iter() {
            for lane in lanes_of(mask) {
                if let Some(init) = local.init {
                    let value = self.value(lane, init);
                    self.frame().locals[lane][handle.index()] = value;
                }
            }
        }
        let mut left = Left { by_break: vec![false; lanes], by_continue: vec![false; lanes] };
        self.block(&function.body, mask.clone(), &mut left)?;
        Ok(self.frames.pop().expect("it was pushed").returned)
    }

    pub fn frame(&mut self) -> &mut Frame<'m> {
        self.frames.last_mut().expect("a function runs")
    }

    /// Runs a block; yields the lanes that reach its end.
    fn block(&mut self, block: &'m Block, mask: Mask, left: &mut Left) -> Result<Mask, Endless> {
        block.iter().try_fold(
            mask,
            |mask, statement| {
                if mask.contains(&true) { self.statement(statement, mask, left) } else { Ok(mask) }
            },
        )
    }

    fn statement(&mut self, statement: &'m Statement, mask: Mask, left: &mut Left) -> Result<Mask, Endless> {
        match statement {
            Statement::Block(block) => return self.block(block, mask, left),
            Statement::If { condition, accept, reject } => {
                let holds = self.mask_of(&mask, |lanes, lane| lanes.value(lane, *condition).scalar().truth());
                let fails = both(&mask, &holds, |mask, holds| mask && !holds);
                let accepted = self.block(accept, holds, left)?;
                let rejected = self.block(reject, fails, left)?;
                return Ok(both(&accepted, &rejected, |a, b| a || b));
            }
            Statement::Switch { selector, cases } => {
                return self.switch(*selector, cases, mask, left);
            }
            Statement::Loop { body, continuing, break_if } => {
                return self.repeat(body, continuing, *break_if, mask);
            }
            Statement::Break => {
                left.by_break = both(&left.by_break, &mask, |a, b| a || b);
                return Ok(vec![false; mask.len()]);
            }
            Statement::Continue => {
                left.by_continue = both(&left.by_continue, &mask, |a, b| a || b);
                return Ok(vec![false; mask.len()]);
            }
            Statement::Return { value } => {
                for lane in lanes_of(&mask) {
                    let value = value.map(|value| self.value(lane, value));
                    self.frame().returned[lane] = value;
                }
                return Ok(vec![false; mask.len()]);
            }
            Statement::Call { function, arguments, result } => {
                let of_lane = |lanes: &Self, lane: usize| {
                    let values = arguments.iter().map(|argument| lanes.value(lane, *argument));
                    if mask[lane] { values.collect() } else { Vec::new() }
                };
                let given = (0..mask.len()).map(|lane| of_lane(self, lane)).collect();
                let returned = self.call(&self.module.functions[*function], given, &mask)?;
                if let Some(result) = result {
                    self.set(&mask, *result, |_, lane| returned[lane].clone().expect("it returns a value"));
                }
            }
            simple => self.simple(simple, &mask),
        }
        Ok(mask)
    }

    fn simple(&mut self, statement: &'m Statement, mask: &Mask) {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.set(mask, handle, |lanes, lane| lanes.evaluate(lane, handle));
                }
            }
            Statement::Store { pointer, value } => {
                for lane in lanes_of(mask) {
                    let value = self.value(lane, *value);
                    *self.place_mut(lane, *pointer) = value;
                }
            }
            Statement::Atomic { pointer, fun, value, result } => {
                for lane in lanes_of(mask) {
                    let old = self.atomic(lane, *pointer, fun, *value);
                    if let Some(result) = result {
                        self.frame().values[lane][result.index()] = Some(old);
                    }
                }
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.set(mask, *result, |lanes, lane| lanes.pointee(lane, *pointer).clone());
            }
            Statement::CooperativeStore { target, data } => self.store_tile(mask, *target, data),
            Statement::ControlBarrier(_) | Statement::MemoryBarrier(_) => {}
            across => subgroup::run(self, across, mask),
        }
    }

    fn switch(
        &mut self,
        selector: Handle<Expression>,
        cases: &'m [SwitchCase],
        mask: Mask,
        left: &mut Left,
    ) -> Result<Mask, Endless> {
        let none = vec![false; mask.len()];
        let chosen = |lanes: &Self, lane: usize| {
            let selector = lanes.value(lane, selector).scalar().integer();
            let is = |case: &SwitchCase| match case.value {
                SwitchValue::I32(value) => i128::from(value) == selector,
                SwitchValue::U32(value) => i128::from(value) == selector,
                SwitchValue::Default => false,
            };
            let default = || cases.iter().position(|case| case.value == SwitchValue::Default);
            cases.iter().position(is).or_else(default)
        };
        let chosen: Vec<_> = (0..mask.len()).map(|lane| mask[lane].then(|| chosen(self, lane))).collect();
        let outer = std::mem::replace(&mut left.by_break, none.clone());
        let (mut after, mut falling) = (none.clone(), none);
        for (at, case) in cases.iter().enumerate() {
            let entering = (0..mask.len()).map(|lane| falling[lane] || chosen[lane] == Some(Some(at)));
            let end = self.block(&case.body, entering.collect(), left)?;
            falling = vec![false; mask.len()];
            let next = if case.fall_through { &mut falling } else { &mut after };
            *next = both(next, &end, |a, b| a || b);
        }
        let broken = std::mem::replace(&mut left.by_break, outer);
        Ok(both(&after, &broken, |a, b| a || b))
    }

    fn repeat(
        &mut self,
        body: &'m Block,
        continuing: &'m Block,
        break_if: Option<Handle<Expression>>,
        mask: Mask,
    ) -> Result<Mask, Endless> {
        let none = vec![false; mask.len()];
        let (mut going, mut after) = (mask, none.clone());
        while going.contains(&true) {
            self.passes += 1;
            if self.passes > MOST_PASSES {
                return Err(Endless);
            }
            let mut left = Left { by_break: none.clone(), by_continue: none.clone() };
            let end = self.block(body, going, &mut left)?;
            let turn = both(&end, &left.by_continue, |a, b| a || b);
            going = self.block(continuing, turn, &mut left)?;
            after = both(&after, &left.by_break, |a, b| a || b);
            if let Some(condition) = break_if {
                let ends = self.mask_of(&going, |lanes, lane| lanes.value(lane, condition).scalar().truth());
                after = both(&after, &ends, |a, b| a || b);
                going = both(&going, &ends, |a, b| a && !b);
            }
        }
        Ok(after)
    }

    fn atomic(
        &mut self,
        lane: usize,
        pointer: Handle<Expression>,
        fun: &AtomicFunction,
        value: Handle<Expression>,
    ) -> Value {
        use naga::{BinaryOperator as B, MathFunction as M};
        let given = self.value(lane, value).scalar();
        let old = self.pointee(lane, pointer).scalar();
        let operator = |op| super::scalar::binary(op, old, given);
        let mut yields = Value::Scalar(old);
        let new = match fun {
            AtomicFunction::Add => operator(B::Add),
            AtomicFunction::Subtract => operator(B::Subtract),
            AtomicFunction::And => operator(B::And),
            AtomicFunction::ExclusiveOr => operator(B::ExclusiveOr),
            AtomicFunction::InclusiveOr => operator(B::InclusiveOr),
            AtomicFunction::Min => super::scalar::math(M::Min, &[old, given]),
            AtomicFunction::Max => super::scalar::math(M::Max, &[old, given]),
            AtomicFunction::Exchange { compare: None } => given,
            AtomicFunction::Exchange { compare: Some(compare) } => {
                let same = self.value(lane, *compare).scalar().bits() == old.bits();
                yields = Value::vector([old, Scalar::Bool(same)]);
                if same { given } else { old }
            }
        };
        *self.place_mut(lane, pointer) = Value::Scalar(new);
        yields
    }

    /// Sets an expression for each active lane.
    pub fn set(&mut self, mask: &Mask, at: Handle<Expression>, value: impl Fn(&Self, usize) -> Value) {
        for lane in lanes_of(mask) {
            let value = value(self, lane);
            self.frame().values[lane][at.index()] = Some(value);
        }
    }

    fn mask_of(&self, mask: &Mask, holds: impl Fn(&Self, usize) -> bool) -> Mask {
        (0..mask.len()).map(|lane| mask[lane] && holds(self, lane)).collect()
    }

    /// What an expression yields to a lane where it is emitted.
    fn evaluate(&self, lane: usize, handle: Handle<Expression>) -> Value {
        let function = self.frames.last().expect("a function runs").function;
        let value = |handle: &Handle<Expression>| self.value(lane, *handle);
        match &function.expressions[handle] {
            Expression::Load { .. } => self.load(lane, handle),
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                self.together(lane, handle)
            }
            Expression::Access { .. } | Expression::AccessIndex { .. } => self.access(lane, handle),
            Expression::ArrayLength(pointer) => {
                let length = self.pointee(lane, *pointer).parts().len();
                Value::Scalar(Scalar::u32(length as u32))
            }
            Expression::Compose { ty, components } => {
                eval::compose(&self.module.types[*ty].inner, components.iter().map(value).collect())
            }
            Expression::Splat { size, value: scalar } => {
                let scalar = value(scalar).scalar();
                Value::vector((0..*size as usize).map(|_| scalar))
            }
            Expression::Swizzle { size, vector, pattern } => {
                let scalars = value(vector).scalars();
                Value::vector(pattern[..*size as usize].iter().map(|at| scalars[*at as usize]))
            }
            Expression::Unary { op, expr } => eval::each(&[&value(expr)], &|x| super::scalar::unary(*op, x[0])),
            Expression::Binary { op, left, right } => eval::operator(*op, &value(left), &value(right)),
            Expression::Select { condition, accept, reject } => {
                let (accept, reject) = (value(accept), value(reject));
                match value(condition) {
                    Value::Scalar(condition) => {
                        if condition.truth() {
                            accept
                        } else {
                            reject
                        }
                    }
                    vector => eval::each(&[&vector, &accept, &reject], &|x| {
                        if x[0].truth() { x[1] } else { x[2] }
                    }),
                }
            }
            Expression::Relational { fun, argument } => eval::relation(*fun, &value(argument)),
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let args: Vec<Value> =
                    [Some(arg), arg1.as_ref(), arg2.as_ref(), arg3.as_ref()].into_iter().flatten().map(value).collect();
                eval::function(*fun, &args.iter().collect::<Vec<_>>())
            }
            Expression::As { expr, kind, convert: width } => eval::each(&[&value(expr)], &|x| {
                let to = naga::Scalar { kind: *kind, width: width.unwrap_or(x[0].ty().width) };
                if width.is_some() { convert(x[0], to) } else { Scalar::of_bits(to, x[0].bits()) }
            }),
            _ => self.value(lane, handle),
        }
    }
}

pub fn lanes_of(mask: &Mask) -> impl Iterator<Item = usize> {
    mask.iter().enumerate().filter(|(_, active)| **active).map(|(lane, _)| lane)
}

fn both(a: &Mask, b: &Mask, op: impl Fn(bool, bool) -> bool) -> Mask {
    a.iter().zip(b).map(|(a, b)| op(*a, *b)).collect()
}
