//! Expressions. All of them stand in parentheses or are calls, so that they go anywhere.

use super::types::{Scalar, Type};
use super::{Generator, Program};

impl Generator {
    pub(super) fn expression(&mut self, ty: &Type, depth: u32) -> String {
        if depth == 0 || self.once_in(6) {
            return self.leaf(ty);
        }
        if self.once_in(7)
            && let Some(call) = self.call(ty, depth - 1)
        {
            return call;
        }
        if self.once_in(4)
            && let Some(place) = self.reference(ty, false)
        {
            return place;
        }
        match ty {
            Type::Vector(scalar, width) => self.vector(*scalar, *width, depth - 1),
            Type::Matrix(scalar, columns, rows) => self.matrix(*scalar, *columns, *rows, depth - 1),
            _ => self.composed(ty, depth - 1),
        }
    }

    /// A constructor with a value for each part.
    fn composed(&mut self, ty: &Type, depth: u32) -> String {
        let parts = match ty {
            Type::Array(element, length) => vec![(**element).clone(); *length as usize],
            Type::Struct(number) => self.structs[*number].clone(),
            Type::Matrix(scalar, columns, rows) => {
                vec![Type::Vector(*scalar, *rows); *columns as usize]
            }
            Type::Vector(scalar, width) => vec![Type::Vector(*scalar, 1); *width as usize],
        };
        let parts: Vec<String> = parts.iter().map(|part| self.expression(part, depth.min(1))).collect();
        format!("{}({})", ty.name(), parts.join(", "))
    }

    /// Something of this type in a variable: a member, an element, a column, a component.
    pub(super) fn reference(&mut self, wanted: &Type, mutable: bool) -> Option<String> {
        for _ in 0..6 {
            let fitting = self.variables.iter().filter(|variable| variable.mutable || !mutable);
            let variables: Vec<_> = fitting.cloned().collect();
            let variable = self.random.choice(variables)?;
            if let Some(place) = self.descend(variable.name, variable.ty, wanted) {
                return Some(place);
            }
        }
        None
    }

    fn descend(&mut self, mut name: String, mut ty: Type, wanted: &Type) -> Option<String> {
        while ty != *wanted {
            (name, ty) = match ty {
                Type::Struct(number) => {
                    let members = &self.structs[number];
                    let at = self.random.usize(0..members.len());
                    (format!("{name}.m{at}"), members[at].clone())
                }
                Type::Array(element, length) => {
                    let index = self.index(length);
                    (format!("{name}[{index}]"), *element)
                }
                Type::Matrix(scalar, columns, rows) => {
                    let column = self.random.u8(0..columns);
                    (format!("{name}[{column}]"), Type::Vector(scalar, rows))
                }
                Type::Vector(scalar, width) if width > 1 => {
                    let part = if self.once_in(4) {
                        format!("[{}]", self.index(width.into()))
                    } else {
                        format!(".{}", self.letter(width))
                    };
                    (name + &part, Type::Vector(scalar, 1))
                }
                Type::Vector(..) => return None,
            };
        }
        Some(name)
    }

    /// An index in bounds.
    fn index(&mut self, length: u32) -> String {
        if self.random.bool() {
            return self.random.u32(0..length).to_string();
        }
        format!("{} % {length}u", self.word())
    }

    pub(super) fn letter(&mut self, width: u8) -> &'static str {
        self.choose(["x", "y", "z", "w"].into_iter().take(width.into()))
    }

    /// A word that is at hand.
    fn word(&mut self) -> String {
        let words = self.variables.iter().filter(|variable| variable.ty == Type::U32);
        let words: Vec<String> = words.map(|variable| variable.name.clone()).collect();
        let input = format!("input[({} + zero) % {}u]", self.random.u32(0..4096), Program::INPUT_WORDS);
        self.random.choice(words).filter(|_| self.random.bool()).unwrap_or(input)
    }

    /// A variable, or a value that is not known when the shader is compiled, so that no overflow is found there.
    pub(super) fn leaf(&mut self, ty: &Type) -> String {
        if !self.once_in(4)
            && let Some(place) = self.reference(ty, false)
        {
            return place;
        }
        let Type::Vector(scalar, width) = ty else {
            return if self.once_in(4) { format!("{}()", ty.name()) } else { self.composed(ty, 0) };
        };
        if *width > 1 {
            return format!("{}({})", ty.name(), self.leaf(&Type::Vector(*scalar, 1)));
        }
        let (small, word) = (self.random.u32(0..12), self.word());
        let literal = scalar.literal(small);
        match scalar {
            Scalar::Bool => format!("(zero == {small}u)"),
            Scalar::U32 => self.choose([word, format!("({literal} ^ zero)")]),
            Scalar::I32 => self.choose([format!("i32({word})"), format!("({literal} - i32(zero))")]),
            Scalar::I64 => format!("({} * {literal})", self.widened(*scalar, Scalar::U32, 1, &word)),
            Scalar::U64 => format!("(u64({word}) << {}u)", small * 3),
            Scalar::F32 if !self.dialect.exact && self.once_in(8) => {
                format!("bitcast<f32>({word})")
            }
            Scalar::F32 if !self.dialect.exact => {
                self.choose([format!("({literal} + f32(zero))"), format!("(f32(i32({word} & 511u) - 256i) / 16.0f)")])
            }
            Scalar::F32 => format!("f32(i32({word} & 127u) - 64i)"),
            Scalar::F16 => format!("f16(i32({word} & 15u) - 8i)"),
        }
    }

    fn call(&mut self, ty: &Type, depth: u32) -> Option<String> {
        let fitting = (0..self.functions.len()).filter(|i| self.functions[*i].result == *ty);
        let function = self.random.choice(fitting.collect::<Vec<_>>())?;
        let (name, target) = (self.functions[function].name.clone(), self.functions[function].target.clone());
        let fitting = self.variables.iter().filter(|variable| variable.addressable && variable.ty == target);
        let names: Vec<String> = fitting.map(|variable| variable.name.clone()).collect();
        let there = match self.random.choice(names) {
            Some(name) => name,
            None => {
                let name = self.name("there");
                self.line(&format!("var {name}: {};", target.name()));
                name
            }
        };
        let parameters = self.functions[function].parameters.clone();
        let arguments: String = parameters.iter().map(|ty| self.expression(ty, depth.min(1)) + ", ").collect();
        Some(format!("{name}({arguments}&{there})"))
    }

    /// A matrix of small entries, where floats must be exact.
    fn matrix(&mut self, scalar: Scalar, columns: u8, rows: u8, depth: u32) -> String {
        let ty = Type::Matrix(scalar, columns, rows);
        if self.dialect.exact || self.once_in(3) {
            return self.composed_small(&ty, depth);
        }
        match self.random.u8(0..5) {
            0 => format!("({} + {})", self.expression(&ty, depth), self.expression(&ty, depth)),
            1 => format!("({} - {})", self.expression(&ty, depth), self.expression(&ty, depth)),
            2 => {
                let factor = self.expression(&Type::Vector(scalar, 1), depth);
                format!("({} * {factor})", self.expression(&ty, depth))
            }
            3 => format!("transpose({})", self.expression(&Type::Matrix(scalar, rows, columns), depth)),
            _ => {
                let inner = self.random.u8(2..5);
                let left = self.expression(&Type::Matrix(scalar, inner, rows), depth);
                let right = self.expression(&Type::Matrix(scalar, columns, inner), depth);
                format!("({left} * {right})")
            }
        }
    }

    fn composed_small(&mut self, ty: &Type, depth: u32) -> String {
        let Type::Matrix(scalar, columns, rows) = *ty else {
            return self.composed(ty, depth);
        };
        let column = Type::Vector(scalar, rows);
        let small = |generator: &mut Self| {
            let value = generator.expression(&column, depth.min(1));
            if generator.dialect.exact { format!("tiny_{}_{rows}({value})", scalar.name()) } else { value }
        };
        let parts: Vec<String> = (0..columns).map(|_| small(self)).collect();
        format!("{}({})", ty.name(), parts.join(", "))
    }

    fn vector(&mut self, scalar: Scalar, width: u8, depth: u32) -> String {
        let ty = Type::Vector(scalar, width);
        if width > 1 && self.once_in(3) {
            return self.wide(scalar, width, depth);
        }
        if width == 1 && scalar != Scalar::Bool && self.once_in(5) {
            let wide = self.random.u8(2..5);
            let vector = self.expression(&Type::Vector(scalar, wide), depth);
            let index = if self.once_in(4) {
                format!("[{}]", self.index(wide.into()))
            } else {
                format!(".{}", self.letter(wide))
            };
            return vector + &index;
        }
        match scalar {
            Scalar::Bool => self.condition(width, depth),
            Scalar::F32 | Scalar::F16 => self.float(scalar, width, depth),
            _ if self.once_in(6) => self.converted(scalar, width, depth),
            _ => self.integer(&ty, scalar, width, depth),
        }
    }

    fn wide(&mut self, scalar: Scalar, width: u8, depth: u32) -> String {
        let ty = Type::Vector(scalar, width);
        match self.random.u8(0..4) {
            0 => self.composed(&ty, depth),
            1 if scalar.is_float() => {
                let other = self.random.u8(2..5);
                let from = Type::Vector(scalar, other);
                let small = |generator: &mut Self, value: String| match generator.dialect.exact {
                    true => format!("tiny_{}_{other}({value})", scalar.name()),
                    false => value,
                };
                let product = if self.random.bool() {
                    let matrix = self.expression(&Type::Matrix(scalar, other, width), depth);
                    let vector = self.expression(&from, depth);
                    format!("({matrix} * {})", small(self, vector))
                } else {
                    let vector = self.expression(&from, depth);
                    let vector = small(self, vector);
                    format!("({vector} * {})", self.expression(&Type::Matrix(scalar, width, other), depth))
                };
                self.kept_small(&ty, product)
            }
            2 if width > 2 => {
                let (two, rest) = (Type::Vector(scalar, 2), Type::Vector(scalar, width - 2));
                format!("{}({}, {})", ty.name(), self.expression(&two, depth), self.expression(&rest, depth))
            }
            _ => {
                let from = self.random.u8(2..5);
                let swizzle: String = (0..width).map(|_| self.letter(from)).collect();
                format!("{}.{swizzle}", self.expression(&Type::Vector(scalar, from), depth))
            }
        }
    }
}
