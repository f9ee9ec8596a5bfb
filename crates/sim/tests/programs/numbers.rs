//! Conditions and numbers, by operators and built-in functions.

use super::Generator;
use super::types::{Scalar, Type};

impl Generator {
    pub(super) fn condition(&mut self, width: u8, depth: u32) -> String {
        let ty = Type::Vector(Scalar::Bool, width);
        match self.random.u8(0..7) {
            0 if width == 1 => {
                let operator = self.choose(["&&", "||"]);
                format!("({} {operator} {})", self.expression(&ty, depth), self.expression(&ty, depth))
            }
            1 => {
                let operator = self.choose(["&", "|"]);
                format!("({} {operator} {})", self.expression(&ty, depth), self.expression(&ty, depth))
            }
            2 => format!("(!{})", self.expression(&ty, depth)),
            3 if width == 1 => {
                let wide = Type::Vector(Scalar::Bool, self.random.u8(2..5));
                format!("{}({})", self.choose(["any", "all"]), self.expression(&wide, depth))
            }
            _ => {
                let operand = Type::Vector(self.scalar(), width);
                let operator = self.choose(["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {operator} {})", self.expression(&operand, depth), self.expression(&operand, depth))
            }
        }
    }

    /// A number of another type, as this one.
    pub(super) fn converted(&mut self, scalar: Scalar, width: u8, depth: u32) -> String {
        let name = Type::Vector(scalar, width).name();
        let from = if self.once_in(4) { Scalar::Bool } else { self.scalar() };
        let value = self.expression(&Type::Vector(from, width), depth);
        let twin = match scalar {
            Scalar::I32 => Scalar::U32,
            Scalar::U32 => Scalar::I32,
            Scalar::I64 => Scalar::U64,
            _ => Scalar::I64,
        };
        if self.once_in(3) {
            let value = self.expression(&Type::Vector(twin, width), depth);
            return format!("bitcast<{name}>({value})");
        }
        self.widened(scalar, from, width, &value)
    }

    /// A number of another type that may be wider. naga's SPIR-V sign-extends where the result is signed; its constants,
    /// HLSL and MSL do where the operand is. For devices, a number becomes wide first and takes the other sign then.
    pub(super) fn widened(&self, to: Scalar, from: Scalar, width: u8, value: &str) -> String {
        let name = |scalar| Type::Vector(scalar, width).name();
        match (to, from) {
            (Scalar::I64, Scalar::U32) if self.dialect.exact => format!("{}({}({value}))", name(to), name(Scalar::U64)),
            (Scalar::U64, Scalar::I32) if self.dialect.exact => format!("{}({}({value}))", name(to), name(Scalar::I64)),
            _ => format!("{}({value})", name(to)),
        }
    }

    /// The right operand of an operator: sometimes a literal, which an instruction may be made of.
    fn operand(&mut self, ty: &Type, scalar: Scalar, depth: u32) -> String {
        match *ty {
            Type::Vector(_, width) if self.once_in(5) => {
                let literal = scalar.literal(1 << self.random.u32(0..4));
                if width == 1 { literal } else { format!("{}({literal})", ty.name()) }
            }
            _ => self.expression(ty, depth),
        }
    }

    pub(super) fn integer(&mut self, ty: &Type, scalar: Scalar, width: u8, depth: u32) -> String {
        let unsigned = Type::Vector(Scalar::U32, width);
        match self.random.u8(0..14) {
            0..=5 => {
                let operator = self.choose(["+", "+", "-", "*", "*", "/", "%", "&", "|", "^"]);
                format!("({} {operator} {})", self.expression(ty, depth), self.operand(ty, scalar, depth))
            }
            6 => {
                let bits = if scalar.is_wide() { 63 } else { 31 };
                let by = format!("({} & {}({bits}u))", self.expression(&unsigned, depth), unsigned.name());
                format!("({} {} {by})", self.expression(ty, depth), self.choose(["<<", ">>"]))
            }
            7 => {
                let mut functions = vec!["abs", "countOneBits", "reverseBits", "firstLeadingBit", "firstTrailingBit"];
                functions.extend(["countLeadingZeros", "countTrailingZeros"]);
                if scalar.is_wide() {
                    functions = vec!["abs"];
                }
                if scalar.is_signed() {
                    functions.push("sign");
                }
                format!("{}({})", self.choose(functions), self.expression(ty, depth))
            }
            8 => {
                let function = self.choose(["min", "max"]);
                format!("{function}({}, {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            9 => self.select(ty, width, depth),
            10 if !scalar.is_wide() => {
                let (offset, count) = (self.expression(&Type::U32, 1), self.expression(&Type::U32, 1));
                let field = format!("{offset} % 40u, {count} % 40u");
                match self.random.bool() {
                    true => format!("extractBits({}, {field})", self.expression(ty, depth)),
                    false => {
                        format!("insertBits({}, {}, {field})", self.expression(ty, depth), self.expression(ty, depth))
                    }
                }
            }
            11 if width == 1 && !scalar.is_wide() => {
                let words = (self.expression(&Type::U32, depth), self.expression(&Type::U32, depth));
                let packed = if scalar.is_signed() { "dot4I8Packed" } else { "dot4U8Packed" };
                format!("{packed}({}, {})", words.0, words.1)
            }
            12 if width == 1 => {
                let wide = Type::Vector(scalar, self.random.u8(2..5));
                format!("dot({}, {})", self.expression(&wide, depth), self.expression(&wide, depth))
            }
            13 if width == 1 && scalar == Scalar::U32 && !self.dialect.exact => {
                format!("pack2x16float({})", self.expression(&Type::Vector(Scalar::F32, 2), depth))
            }
            _ if scalar.is_signed() => format!("(-{})", self.expression(ty, depth)),
            _ => format!("(~{})", self.expression(ty, depth)),
        }
    }

    /// Brings a float back to the numbers that all arithmetic leaves exact, where it must be.
    pub(super) fn kept_small(&mut self, ty: &Type, value: String) -> String {
        match ty {
            Type::Vector(scalar, width) if scalar.is_float() && self.dialect.exact => {
                format!("small_{}_{width}({value})", scalar.name())
            }
            _ => value,
        }
    }

    pub(super) fn float(&mut self, scalar: Scalar, width: u8, depth: u32) -> String {
        let ty = Type::Vector(scalar, width);
        match self.random.u8(0..12) {
            0..=4 => {
                let operator = self.choose(["+", "+", "-", "*", "*"]);
                let value =
                    format!("({} {operator} {})", self.expression(&ty, depth), self.operand(&ty, scalar, depth));
                self.kept_small(&ty, value)
            }
            5 => {
                let function = self.choose(["abs", "floor", "ceil", "sign", "round", "trunc"]);
                format!("{function}({})", self.expression(&ty, depth))
            }
            6 => {
                let function = self.choose(["min", "max"]);
                format!("{function}({}, {})", self.expression(&ty, depth), self.expression(&ty, depth))
            }
            7 => self.select(&ty, width, depth),
            8 if self.dialect.exact => {
                let from = Type::Vector(Scalar::I32, width);
                let limit = if scalar == Scalar::F16 { 15 } else { 4095 };
                format!("{}({} & {}({limit}i))", ty.name(), self.expression(&from, depth), from.name())
            }
            8 => {
                let from = Type::Vector(self.scalar(), width);
                format!("{}({})", ty.name(), self.expression(&from, depth))
            }
            9 | 10 if !self.dialect.exact => self.inexact(&ty, scalar, width, depth),
            9 if width == 1 => {
                let wide = Type::Vector(scalar, self.random.u8(2..5));
                // Sums of products that stay below 2^24, or 2^11.
                let by = if scalar == Scalar::F16 { 1 } else { 2 };
                let part = |value: String| format!("trunc({value} / {}({}))", wide.name(), scalar.literal(by));
                let (a, b) = (self.expression(&wide, depth), self.expression(&wide, depth));
                self.kept_small(&ty, format!("dot({}, {})", part(a), part(b)))
            }
            _ => format!("(-{})", self.expression(&ty, depth)),
        }
    }

    /// What devices may round as they like.
    fn inexact(&mut self, ty: &Type, scalar: Scalar, width: u8, depth: u32) -> String {
        let arguments = |generator: &mut Self, count: usize| {
            let all: Vec<String> = (0..count).map(|_| generator.expression(ty, depth)).collect();
            all.join(", ")
        };
        match self.random.u8(0..8) {
            0 => format!(
                "({} {} {})",
                self.expression(ty, depth),
                self.choose(["/", "%"]),
                self.operand(ty, scalar, depth)
            ),
            1 => format!("{}({})", self.choose(["fma", "mix", "clamp", "smoothstep"]), arguments(self, 3)),
            2 => {
                format!("{}({})", self.choose(["sqrt", "fract", "exp", "sin", "saturate", "log2"]), arguments(self, 1))
            }
            3 => format!("{}({})", self.choose(["step", "pow", "atan2"]), arguments(self, 2)),
            4 if width == 3 => format!("cross({})", arguments(self, 2)),
            4 if width == 1 => {
                let size = self.random.u8(2..5);
                format!("determinant({})", self.expression(&Type::Matrix(scalar, size, size), depth))
            }
            5 if width == 1 => {
                let wide = Type::Vector(scalar, self.random.u8(2..5));
                let (function, count) = self.choose([("dot", 2), ("distance", 2), ("length", 1)]);
                let all: Vec<String> = (0..count).map(|_| self.expression(&wide, depth)).collect();
                format!("{function}({})", all.join(", "))
            }
            5 | 6 if width > 1 => {
                let (function, count) = self.choose([("normalize", 1), ("reflect", 2), ("faceForward", 3)]);
                format!("{function}({})", arguments(self, count))
            }
            6 => format!("modf({}).{}", arguments(self, 1), self.choose(["fract", "whole"])),
            7 if width == 2 && scalar == Scalar::F32 => {
                format!("unpack2x16float({})", self.expression(&Type::U32, depth))
            }
            _ => format!("({} + {})", self.expression(ty, depth), self.expression(ty, depth)),
        }
    }

    fn select(&mut self, ty: &Type, width: u8, depth: u32) -> String {
        let width = if self.random.bool() { width } else { 1 };
        let condition = self.expression(&Type::Vector(Scalar::Bool, width), depth);
        format!("select({}, {}, {condition})", self.expression(ty, depth), self.expression(ty, depth))
    }
}
