//! Variables, and what leads to them.

use super::exec::Lanes;
use super::value::{Root, Scalar, Value, zero};
use naga::{AddressSpace, Expression, Function, Handle, Literal, Module};

/// What all functions see.
pub struct Memory<'m> {
    module: &'m Module,
    /// The values of storage and uniform buffers, by variable.
    pub storage: Vec<Option<Value>>,
    workgroup: Vec<Option<Value>>,
    /// The private variables of each lane.
    private: Vec<Vec<Option<Value>>>,
}

/// A function that runs, for all lanes that called it.
pub struct Frame<'m> {
    pub function: &'m Function,
    /// By lane, as all that follow.
    pub arguments: Vec<Vec<Value>>,
    /// What the expressions yielded where they were emitted.
    pub values: Vec<Vec<Option<Value>>>,
    pub locals: Vec<Vec<Value>>,
    pub returned: Vec<Option<Value>>,
}

impl<'m> Memory<'m> {
    pub fn new(module: &'m Module, storage: Vec<Option<Value>>, lanes: usize) -> Self {
        let variables = |space: AddressSpace| {
            let variables = module.global_variables.iter();
            let value = |(_, variable): (_, &naga::GlobalVariable)| {
                (variable.space == space).then(|| match variable.init {
                    Some(init) => constant(module, init),
                    None => zero(module, variable.ty, 0),
                })
            };
            variables.map(value).collect::<Vec<_>>()
        };
        let workgroup = variables(AddressSpace::WorkGroup);
        let private = vec![variables(AddressSpace::Private); lanes];
        Self { module, storage, workgroup, private }
    }

    fn variables(&self, lane: usize, at: Handle<naga::GlobalVariable>) -> &[Option<Value>] {
        match self.module.global_variables[at].space {
            AddressSpace::Private => &self.private[lane],
            AddressSpace::WorkGroup => &self.workgroup,
            _ => &self.storage,
        }
    }

    fn variables_mut(&mut self, lane: usize, at: Handle<naga::GlobalVariable>) -> &mut [Option<Value>] {
        match self.module.global_variables[at].space {
            AddressSpace::Private => &mut self.private[lane],
            AddressSpace::WorkGroup => &mut self.workgroup,
            _ => &mut self.storage,
        }
    }
}

impl Lanes<'_> {
    /// What an expression yields: as it was when it was emitted, or, where none is emitted, now.
    pub fn value(&self, lane: usize, handle: Handle<Expression>) -> Value {
        let frame = self.frames.last().expect("a function runs");
        if let Some(value) = &frame.values[lane][handle.index()] {
            return value.clone();
        }
        match &frame.function.expressions[handle] {
            Expression::FunctionArgument(at) => frame.arguments[lane][*at as usize].clone(),
            Expression::GlobalVariable(at) => Value::Pointer(Root::Global(*at), Vec::new()),
            Expression::LocalVariable(at) => Value::Pointer(Root::Local(self.frames.len() - 1, *at), Vec::new()),
            constant => fixed(self.module, &frame.function.expressions, constant),
        }
    }

    fn pointer(&self, lane: usize, pointer: Handle<Expression>) -> (Root, Vec<usize>) {
        let Value::Pointer(root, path) = self.value(lane, pointer) else { panic!("not a pointer") };
        (root, path)
    }

    fn variable(&self, lane: usize, root: Root) -> &Value {
        match root {
            Root::Global(at) => self.memory.variables(lane, at)[at.index()].as_ref().expect("it is bound"),
            Root::Local(frame, at) => &self.frames[frame].locals[lane][at.index()],
        }
    }

    fn variable_mut(&mut self, lane: usize, root: Root) -> &mut Value {
        match root {
            Root::Global(at) => self.memory.variables_mut(lane, at)[at.index()].as_mut().expect("it is bound"),
            Root::Local(frame, at) => &mut self.frames[frame].locals[lane][at.index()],
        }
    }

    /// Where a pointer leads.
    pub fn pointee(&self, lane: usize, pointer: Handle<Expression>) -> &Value {
        let (root, path) = self.pointer(lane, pointer);
        self.variable(lane, root).at(&path)
    }

    pub fn place_mut(&mut self, lane: usize, pointer: Handle<Expression>) -> &mut Value {
        let (root, path) = self.pointer(lane, pointer);
        self.variable_mut(lane, root).at_mut(&path)
    }

    /// The array into which a pointer leads, and the element.
    pub fn around(&self, lane: usize, pointer: Handle<Expression>) -> (&Value, usize) {
        let (root, path) = self.pointer(lane, pointer);
        let (element, path) = path.split_last().expect("it leads to an element");
        (self.variable(lane, root).at(path), *element)
    }

    pub fn around_mut(&mut self, lane: usize, pointer: Handle<Expression>) -> &mut Value {
        let (root, path) = self.pointer(lane, pointer);
        self.variable_mut(lane, root).at_mut(&path[..path.len() - 1])
    }

    pub fn load(&self, lane: usize, load: Handle<Expression>) -> Value {
        match self.frames.last().expect("a function runs").function.expressions[load] {
            Expression::Load { pointer } => self.pointee(lane, pointer).clone(),
            ref other => panic!("{other:?} loads nothing"),
        }
    }

    /// An element, of a value or behind a pointer.
    pub fn access(&self, lane: usize, access: Handle<Expression>) -> Value {
        let (base, at) = match self.frames.last().expect("a function runs").function.expressions[access] {
            Expression::Access { base, index } => (base, self.value(lane, index).scalar().integer() as usize),
            Expression::AccessIndex { base, index } => (base, index as usize),
            ref other => panic!("{other:?} selects nothing"),
        };
        match self.value(lane, base) {
            Value::Pointer(root, mut path) => {
                path.push(at);
                Value::Pointer(root, path)
            }
            value => value.parts()[at].clone(),
        }
    }
}

fn constant(module: &Module, handle: Handle<Expression>) -> Value {
    fixed(module, &module.global_expressions, &module.global_expressions[handle])
}

/// A constant expression.
fn fixed(module: &Module, all: &naga::Arena<Expression>, expression: &Expression) -> Value {
    let scalar = |ty, value: i128| Value::Scalar(Scalar::int(ty, value));
    match expression {
        Expression::Literal(literal) => match *literal {
            Literal::Bool(value) => Value::Scalar(Scalar::Bool(value)),
            Literal::F32(value) => Value::Scalar(Scalar::Float(4, value)),
            Literal::F16(value) => Value::Scalar(Scalar::Float(2, value.to_f32())),
            Literal::U32(value) => scalar(naga::Scalar::U32, value.into()),
            Literal::I32(value) => scalar(naga::Scalar::I32, value.into()),
            Literal::U64(value) => scalar(naga::Scalar::U64, value.into()),
            Literal::I64(value) => scalar(naga::Scalar::I64, value.into()),
            other => panic!("{other:?} has no place in a compute shader"),
        },
        Expression::Constant(at) => constant(module, module.constants[*at].init),
        Expression::ZeroValue(ty) => zero(module, *ty, 0),
        Expression::Compose { ty, components } => {
            let parts = components.iter().map(|part| fixed(module, all, &all[*part]));
            super::eval::compose(&module.types[*ty].inner, parts.collect())
        }
        Expression::Splat { size, value } => {
            let scalar = fixed(module, all, &all[*value]).scalar();
            Value::vector((0..*size as usize).map(|_| scalar))
        }
        other => panic!("{other:?} was used before it was emitted"),
    }
}
