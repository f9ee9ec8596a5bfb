//! Types, buffers, and the functions that keep floats exact.

use super::types::{Scalar, Type};
use super::{Generator, Program};

impl Generator {
    /// The bytes of the members of each struct but the last one, at most.
    const ROOM: [u32; 2] = [256, Program::CELL_BYTES / 2];

    /// No type takes more bytes.
    fn most_bytes(&self, ty: &Type) -> u32 {
        match ty {
            Type::Vector(scalar, 1 | 2) if !scalar.is_wide() => 8,
            Type::Vector(..) => 32,
            Type::Matrix(_, columns, _) => 16 * u32::from(*columns),
            Type::Array(element, length) => length * self.most_bytes(element).next_multiple_of(16),
            Type::Struct(number) => Self::ROOM[*number] + 32,
        }
    }

    pub(super) fn declarations(&mut self) {
        for number in 0..2 {
            let mut members: Vec<Type> = Vec::new();
            let (mut room, count) = (Self::ROOM[number], self.random.usize(1..5));
            while members.len() < count {
                let member = self.storable(2);
                match room.checked_sub(self.most_bytes(&member)) {
                    Some(rest) => room = rest,
                    None => break,
                }
                members.push(member);
            }
            members.push(Type::U32);
            let list = members.iter().enumerate().map(|(at, ty)| format!("m{at}: {}", ty.name()));
            let list = list.collect::<Vec<_>>().join(", ");
            self.global(&format!("struct S{number} {{ {list} }}"));
            self.structs.push(members);
        }
        let bindings = [
            ("read", format!("input: array<u32, {}>", Program::INPUT_WORDS)),
            ("read_write", "output: array<u32>".to_owned()),
            ("read_write", format!("totals: array<atomic<u32>, {}>", Program::TOTALS)),
            ("read_write", "cells: array<S1>".to_owned()),
            ("read_write", "slots: array<atomic<i32>>".to_owned()),
        ];
        for (at, (access, variable)) in bindings.into_iter().enumerate() {
            self.global(&format!("@group(0) @binding({at}) var<storage, {access}> {variable};"));
        }
        if self.dialect.matrices {
            self.tile_buffers();
        }
        self.global("var<private> zero: u32;\nvar<private> own: array<u32, 8>;\nvar<private> kept: S0;");
        self.global("var<workgroup> sums: array<atomic<i32>, 4>;");
        if self.dialect.exact {
            self.small_functions();
        }
    }

    /// Functions that keep floats small and whole.
    fn small_functions(&mut self) {
        for (scalar, limit, columns_limit) in [(Scalar::F32, 4096, 64), (Scalar::F16, 16, 16)] {
            if scalar == Scalar::F16 && !self.dialect.f16 {
                continue;
            }
            for width in 1..=4 {
                let (ty, suffix) = (Type::Vector(scalar, width).name(), scalar.name());
                for (name, limit) in [("small", limit), ("tiny", columns_limit)] {
                    let limit = scalar.literal(limit);
                    self.global(&format!(
                        "fn {name}_{suffix}_{width}(x: {ty}) -> {ty} \
                         {{ return clamp(trunc(x), {ty}(-{limit}), {ty}({limit})); }}"
                    ));
                }
            }
        }
    }

    /// A number, as a scalar or a vector.
    pub(super) fn number(&mut self) -> Type {
        let scalar = self.scalar();
        let width = if self.once_in(3) { self.random.u8(2..5) } else { 1 };
        Type::Vector(scalar, width)
    }

    pub(super) fn scalar(&mut self) -> Scalar {
        let mut all = vec![Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F32];
        if self.dialect.f16 {
            all.push(Scalar::F16);
        }
        if self.dialect.i64 {
            all.extend([Scalar::I64, Scalar::U64]);
        }
        self.choose(all)
    }

    fn float_scalar(&mut self) -> Scalar {
        if self.dialect.f16 && self.once_in(3) { Scalar::F16 } else { Scalar::F32 }
    }

    /// A type that a buffer may hold, nested at most so deep.
    pub(super) fn storable(&mut self, depth: u32) -> Type {
        match self.random.u8(0..10) {
            0 | 1 => {
                let scalar = self.float_scalar();
                Type::Matrix(scalar, self.random.u8(2..5), self.random.u8(2..5))
            }
            2 | 3 if depth > 0 => Type::Array(Box::new(self.storable(depth - 1)), self.random.u32(1..4)),
            4 | 5 if depth > 0 && !self.structs.is_empty() => Type::Struct(self.random.usize(0..self.structs.len())),
            _ => self.number(),
        }
    }
}
