//! What an expression yields, from what its operands yielded.

use super::scalar::{binary, convert, math, unary};
use super::value::{Scalar, Value};
use naga::{BinaryOperator as B, MathFunction as M, RelationalFunction, TypeInner};

/// Applies a function to each component; a scalar meets all components of a vector.
pub fn each(args: &[&Value], f: &dyn Fn(&[Scalar]) -> Scalar) -> Value {
    let parts = args.iter().find_map(|arg| match arg {
        Value::Composite(parts) => Some(parts.len()),
        _ => None,
    });
    let Some(parts) = parts else {
        let scalars: Vec<Scalar> = args.iter().map(|arg| arg.scalar()).collect();
        return Value::Scalar(f(&scalars));
    };
    let part = |at: usize| {
        let part = |arg: &&'_ Value| match arg {
            Value::Composite(parts) => parts[at].clone(),
            scalar => (*scalar).clone(),
        };
        let args: Vec<Value> = args.iter().map(part).collect();
        each(&args.iter().collect::<Vec<_>>(), f)
    };
    Value::Composite((0..parts).map(part).collect())
}

fn is_matrix(value: &Value) -> bool {
    matches!(value, Value::Composite(parts) if matches!(parts[0], Value::Composite(_)))
}

pub fn operator(op: B, a: &Value, b: &Value) -> Value {
    let is_vector = |value: &Value| matches!(value, Value::Composite(_));
    match (op, is_matrix(a), is_matrix(b)) {
        (B::Multiply, true, true) => {
            Value::Composite(b.parts().iter().map(|column| matrix_by_vector(a, column)).collect())
        }
        (B::Multiply, true, false) if is_vector(b) => matrix_by_vector(a, b),
        (B::Multiply, false, true) if is_vector(a) => Value::vector(b.parts().iter().map(|column| dot(a, column))),
        _ => each(&[a, b], &|x| binary(op, x[0], x[1])),
    }
}

fn matrix_by_vector(matrix: &Value, vector: &Value) -> Value {
    let transposed = transpose(matrix);
    Value::vector(transposed.parts().iter().map(|row| dot(row, vector)))
}

fn transpose(matrix: &Value) -> Value {
    let rows = matrix.parts()[0].parts().len();
    let row = |at: usize| Value::vector(matrix.parts().iter().map(|column| column.parts()[at].scalar()));
    Value::Composite((0..rows).map(row).collect())
}

/// Products, summed from the first to the last.
fn dot(a: &Value, b: &Value) -> Scalar {
    let (a, b) = (a.scalars(), b.scalars());
    let products = a.iter().zip(&b).map(|(a, b)| binary(B::Multiply, *a, *b));
    products.reduce(|sum, product| binary(B::Add, sum, product)).expect("a vector has components")
}

fn length(x: &Value) -> Scalar {
    match x {
        Value::Scalar(x) => math(M::Abs, &[*x]),
        _ => math(M::Sqrt, &[dot(x, x)]),
    }
}

pub fn function(fun: M, args: &[&Value]) -> Value {
    let x = args[0];
    match fun {
        M::Dot => Value::Scalar(dot(x, args[1])),
        M::Length => Value::Scalar(length(x)),
        M::Distance => Value::Scalar(length(&operator(B::Subtract, x, args[1]))),
        M::Normalize => operator(B::Divide, x, &Value::Scalar(length(x))),
        M::Transpose => transpose(x),
        M::Determinant => Value::Scalar(determinant(x)),
        M::Cross => {
            let (a, b) = (x.scalars(), args[1].scalars());
            let difference = |(i, j): (usize, usize)| {
                let (left, right) = (binary(B::Multiply, a[i], b[j]), binary(B::Multiply, a[j], b[i]));
                binary(B::Subtract, left, right)
            };
            Value::vector([(1, 2), (2, 0), (0, 1)].map(difference))
        }
        M::Reflect => {
            let dot = dot(args[1], x);
            let twice = Value::Scalar(binary(B::Add, dot, dot));
            operator(B::Subtract, x, &operator(B::Multiply, &twice, args[1]))
        }
        M::FaceForward => {
            let front = binary(B::Less, dot(args[1], args[2]), Scalar::Float(4, 0.0)).truth();
            if front { x.clone() } else { each(&[x], &|x| unary(naga::UnaryOperator::Negate, x[0])) }
        }
        M::Modf => {
            let whole = each(&[x], &|x| math(M::Trunc, x));
            Value::Composite(vec![operator(B::Subtract, x, &whole), whole])
        }
        M::Pack2x16float => {
            let halves = x.scalars();
            let half = |at: usize| convert(halves[at], naga::Scalar::F16).bits() as u32;
            Value::Scalar(Scalar::u32(half(0) | half(1) << 16))
        }
        M::Unpack2x16float => {
            let bits = x.scalar().bits();
            let half = |bits: u64| convert(Scalar::of_bits(naga::Scalar::F16, bits), naga::Scalar::F32);
            Value::vector([half(bits & 0xffff), half(bits >> 16)])
        }
        M::Unpack4xU8 => Value::vector((x.scalar().bits() as u32).to_le_bytes().map(|byte| Scalar::u32(byte.into()))),
        M::Pack4xU8 => {
            let bytes: Vec<u32> = x.scalars().iter().map(|x| x.bits() as u32 & 0xff).collect();
            Value::Scalar(Scalar::u32(bytes.iter().rev().fold(0, |word, byte| word << 8 | byte)))
        }
        _ => each(args, &|args| math(fun, args)),
    }
}

/// By cofactors of the first column.
fn determinant(matrix: &Value) -> Scalar {
    let columns: Vec<Vec<Scalar>> = matrix.parts().iter().map(Value::scalars).collect();
    let [first, rest @ ..] = &columns[..] else { panic!("a matrix has columns") };
    if rest.is_empty() {
        return first[0];
    }
    let term = |row: usize| {
        let others = |column: &Vec<Scalar>| {
            let kept = column.iter().enumerate().filter(|(at, _)| *at != row);
            Value::vector(kept.map(|(_, scalar)| *scalar))
        };
        let minor = Value::Composite(rest.iter().map(others).collect());
        binary(B::Multiply, first[row], determinant(&minor))
    };
    (1..first.len()).fold(term(0), |sum, row| binary(if row % 2 == 0 { B::Add } else { B::Subtract }, sum, term(row)))
}

pub fn relation(fun: RelationalFunction, x: &Value) -> Value {
    let scalars = x.scalars();
    Value::Scalar(Scalar::Bool(match fun {
        RelationalFunction::All => scalars.iter().all(|x| x.truth()),
        RelationalFunction::Any => scalars.iter().any(|x| x.truth()),
        _ => panic!("WGSL has no {fun:?}"),
    }))
}

/// A constructor: a vector may be made of vectors, a matrix of columns.
pub fn compose(ty: &TypeInner, parts: Vec<Value>) -> Value {
    let scalars = || parts.iter().flat_map(Value::scalars);
    match ty {
        TypeInner::Vector { .. } => Value::vector(scalars()),
        TypeInner::Matrix { rows, .. } => {
            let scalars: Vec<Scalar> = scalars().collect();
            let columns = scalars.chunks(*rows as usize);
            Value::Composite(columns.map(|column| Value::vector(column.iter().copied())).collect())
        }
        _ => Value::Composite(parts),
    }
}
