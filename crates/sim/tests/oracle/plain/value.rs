//! Values as a tree of scalars, and how they lie in a buffer.

use naga::proc::Alignment;
use naga::{ArraySize, GlobalVariable, Handle, LocalVariable, Module, ScalarKind, Type, TypeInner};

/// A scalar with its type. An integer is what it stands for; an `f16` is held as `f32`.
#[derive(Debug, Clone, Copy)]
pub enum Scalar {
    Bool(bool),
    Int(naga::Scalar, i128),
    Float(u8, f32),
}

/// What an expression yields.
#[derive(Debug, Clone)]
pub enum Value {
    Scalar(Scalar),
    /// A vector, a matrix by columns, an array or a struct.
    Composite(Vec<Value>),
    Pointer(Root, Vec<usize>),
}

/// The variable that a pointer leads into; a local one by its frame.
#[derive(Debug, Clone, Copy)]
pub enum Root {
    Global(Handle<GlobalVariable>),
    Local(usize, Handle<LocalVariable>),
}

impl Scalar {
    pub fn u32(value: u32) -> Self {
        Self::Int(naga::Scalar::U32, i128::from(value))
    }

    /// An integer brought to its width.
    pub fn int(ty: naga::Scalar, value: i128) -> Self {
        let unused = 128 - 8 * u32::from(ty.width);
        let top = value << unused;
        let signed = ty.kind == ScalarKind::Sint;
        Self::Int(ty, if signed { top >> unused } else { (top as u128 >> unused) as i128 })
    }

    /// A float rounded to its width; a NaN is the one NaN.
    pub fn float(width: u8, value: f32) -> Self {
        let value = if width == 2 { half::f16::from_f32(value).to_f32() } else { value };
        Self::Float(width, if value.is_nan() { f32::from_bits(0x7fc0_0000) } else { value })
    }

    pub fn zero(ty: naga::Scalar) -> Self {
        Self::of_bits(ty, 0)
    }

    pub fn ty(self) -> naga::Scalar {
        match self {
            Self::Bool(_) => naga::Scalar::BOOL,
            Self::Int(ty, _) => ty,
            Self::Float(width, _) => naga::Scalar { kind: ScalarKind::Float, width },
        }
    }

    pub fn of_bits(ty: naga::Scalar, bits: u64) -> Self {
        match ty.kind {
            ScalarKind::Bool => Self::Bool(bits != 0),
            ScalarKind::Float if ty.width == 2 => Self::float(2, half::f16::from_bits(bits as u16).to_f32()),
            ScalarKind::Float => Self::Float(4, f32::from_bits(bits as u32)),
            _ => Self::int(ty, i128::from(bits)),
        }
    }

    pub fn bits(self) -> u64 {
        match self {
            Self::Bool(value) => u64::from(value),
            Self::Int(_, value) => value as u64,
            Self::Float(2, value) => u64::from(half::f16::from_f32(value).to_bits()),
            Self::Float(_, value) => u64::from(value.to_bits()),
        }
    }

    pub fn truth(self) -> bool {
        match self {
            Self::Bool(value) => value,
            Self::Int(_, value) => value != 0,
            Self::Float(_, value) => value != 0.0,
        }
    }

    pub fn integer(self) -> i128 {
        match self {
            Self::Int(_, value) => value,
            other => panic!("{other:?} is not an integer"),
        }
    }
}

impl Value {
    pub fn scalar(&self) -> Scalar {
        match self {
            Self::Scalar(scalar) => *scalar,
            other => panic!("{other:?} is not a scalar"),
        }
    }

    pub fn parts(&self) -> &[Value] {
        match self {
            Self::Composite(parts) => parts,
            other => panic!("{other:?} has no parts"),
        }
    }

    /// The scalars of a scalar, a vector or a matrix.
    pub fn scalars(&self) -> Vec<Scalar> {
        match self {
            Self::Scalar(scalar) => vec![*scalar],
            Self::Composite(parts) => parts.iter().flat_map(Value::scalars).collect(),
            Self::Pointer(..) => panic!("a pointer has no scalars"),
        }
    }

    pub fn vector(scalars: impl IntoIterator<Item = Scalar>) -> Self {
        Self::Composite(scalars.into_iter().map(Value::Scalar).collect())
    }

    pub fn at(&self, path: &[usize]) -> &Value {
        path.iter().fold(self, |value, at| &value.parts()[*at])
    }

    pub fn at_mut(&mut self, path: &[usize]) -> &mut Value {
        path.iter().fold(self, |value, at| match value {
            Self::Composite(parts) => &mut parts[*at],
            other => panic!("{other:?} has no parts"),
        })
    }
}

/// The zero of a type; an array of no fixed length fills `bytes`.
pub fn zero(module: &Module, ty: Handle<Type>, bytes: usize) -> Value {
    let scalars = |scalar, count| Value::vector((0..count).map(|_| Scalar::zero(scalar)));
    match &module.types[ty].inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Value::Scalar(Scalar::zero(*scalar)),
        TypeInner::Vector { size, scalar } => scalars(*scalar, *size as usize),
        TypeInner::Matrix { columns, rows, scalar } => {
            Value::Composite(vec![scalars(*scalar, *rows as usize); *columns as usize])
        }
        TypeInner::CooperativeMatrix { columns, rows, scalar, .. } => {
            Value::Composite(vec![scalars(*scalar, *columns as usize); *rows as usize])
        }
        TypeInner::Array { base, size, stride } => {
            let length = match size {
                ArraySize::Constant(length) => length.get() as usize,
                _ => bytes / *stride as usize,
            };
            Value::Composite(vec![zero(module, *base, 0); length])
        }
        TypeInner::Struct { members, .. } => {
            let member = |m: &naga::StructMember| zero(module, m.ty, bytes.saturating_sub(m.offset as usize));
            Value::Composite(members.iter().map(member).collect())
        }
        other => panic!("no value of {other:?}"),
    }
}

/// Calls `each` for every scalar of a value with its offset in bytes.
pub fn lay_out(
    module: &Module,
    ty: Handle<Type>,
    offset: usize,
    value: &mut Value,
    each: &mut dyn FnMut(&mut Scalar, usize),
) {
    match (&module.types[ty].inner, value) {
        (_, Value::Scalar(scalar)) => each(scalar, offset),
        (TypeInner::Vector { scalar, .. }, Value::Composite(parts)) => {
            row(parts, offset, scalar.width, each);
        }
        (TypeInner::Matrix { rows, scalar, .. }, Value::Composite(columns)) => {
            let stride = (Alignment::from(*rows) * u32::from(scalar.width)) as usize;
            for (at, column) in columns.iter_mut().enumerate() {
                if let Value::Composite(parts) = column {
                    row(parts, offset + at * stride, scalar.width, each);
                }
            }
        }
        (TypeInner::Array { base, stride, .. }, Value::Composite(parts)) => {
            for (at, part) in parts.iter_mut().enumerate() {
                lay_out(module, *base, offset + at * *stride as usize, part, each);
            }
        }
        (TypeInner::Struct { members, .. }, Value::Composite(parts)) => {
            for (member, part) in members.iter().zip(parts) {
                lay_out(module, member.ty, offset + member.offset as usize, part, each);
            }
        }
        (other, _) => panic!("{other:?} does not lie in memory"),
    }
}

fn row(parts: &mut [Value], offset: usize, width: u8, each: &mut dyn FnMut(&mut Scalar, usize)) {
    for (at, part) in parts.iter_mut().enumerate() {
        if let Value::Scalar(scalar) = part {
            each(scalar, offset + at * usize::from(width));
        }
    }
}
