//! Random expressions. All of them stand in parentheses or are calls, so that they go anywhere.

use super::generate::{Generator, Scalar, Type};

impl Generator {
    pub(super) fn expression(&mut self, ty: Type, depth: u32) -> String {
        if depth == 0 || self.random.u8(0..6) == 0 {
            return self.leaf(ty);
        }
        if ty.width > 1 && self.random.u8(0..3) == 0 {
            return self.vector(ty, depth - 1);
        }
        if ty.width == 1 && ty.scalar != Scalar::Bool && self.random.u8(0..6) == 0 {
            let wide = Type {
                width: self.random.u8(2..5),
                ..ty
            };
            let component = self.random.choice(["x", "y"]).unwrap_or("x");
            return format!("{}.{component}", self.expression(wide, depth - 1));
        }
        if self.random.u8(0..8) == 0
            && let Some(call) = self.call(ty, depth - 1)
        {
            return call;
        }
        match ty.scalar {
            Scalar::Bool => self.condition(ty, depth - 1),
            Scalar::F32 => self.float(ty, depth - 1),
            Scalar::I32 | Scalar::U32 => self.integer(ty, depth - 1),
        }
    }

    pub(super) fn leaf(&mut self, ty: Type) -> String {
        let fitting: Vec<_> = self
            .variables
            .iter()
            .filter(|variable| variable.ty == ty)
            .map(|variable| &variable.name)
            .collect();
        if let Some(name) = self.random.choice(fitting)
            && self.random.u8(0..4) > 0
        {
            return name.clone();
        }
        if ty.width > 1 {
            return format!("{}({})", ty.name(), self.leaf(ty.component()));
        }
        // Literals take part with `zero`, so that no overflow is found while the shader is compiled.
        match ty.scalar {
            Scalar::Bool => "(zero == 0u)".to_owned(),
            Scalar::U32 if self.random.bool() => {
                format!("input[({} + zero) % 1024u]", self.random.u32(0..4096))
            }
            Scalar::U32 => format!("({}u ^ zero)", self.random.u32(..)),
            Scalar::I32 => format!("({}i ^ i32(zero))", self.random.i32(-1000..1000)),
            Scalar::F32 => format!("({}.0 + f32(zero))", self.random.i32(-50..50)),
        }
    }

    pub(super) fn vector(&mut self, ty: Type, depth: u32) -> String {
        let width = ty.width;
        if self.random.bool() {
            let parts: Vec<_> = (0..width)
                .map(|_| self.expression(ty.component(), depth.min(1)))
                .collect();
            return format!("{}({})", ty.name(), parts.join(", "));
        }
        let from = Type {
            width: self.random.u8(2..5),
            ..ty
        };
        let letters = &["x", "y", "z", "w"][..from.width as usize];
        let swizzle: String = (0..width)
            .map(|_| *self.random.choice(letters.iter()).unwrap_or(&"x"))
            .collect();
        format!("{}.{swizzle}", self.expression(from, depth))
    }

    pub(super) fn call(&mut self, ty: Type, depth: u32) -> Option<String> {
        // `scratch` is main's: functions call none.
        self.variables
            .iter()
            .find(|variable| variable.name == "scratch")?;
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|i| self.functions[*i].result == ty)
            .collect();
        let function = self.random.choice(fitting)?;
        let parameters = self.functions[function].parameters.clone();
        let arguments: Vec<_> = parameters
            .iter()
            .map(|ty| self.expression(*ty, depth.min(1)))
            .collect();
        Some(format!(
            "{}({}, &scratch)",
            self.functions[function].name,
            arguments.join(", ")
        ))
    }

    pub(super) fn condition(&mut self, ty: Type, depth: u32) -> String {
        let scalar = self.random.choice(Type::NUMBERS).unwrap_or(Scalar::U32);
        let operand = Type {
            scalar,
            width: ty.width,
        };
        match self.random.u8(0..7) {
            0 if ty.width == 1 => format!(
                "({} && {})",
                self.expression(ty, depth),
                self.expression(ty, depth)
            ),
            1 if ty.width == 1 => format!(
                "({} || {})",
                self.expression(ty, depth),
                self.expression(ty, depth)
            ),
            2 => format!("(!{})", self.expression(ty, depth)),
            3 if ty.width == 1 => {
                let wide = Type {
                    width: self.random.u8(2..5),
                    ..ty
                };
                let fold = self.random.choice(["any", "all"]).unwrap_or("any");
                format!("{fold}({})", self.expression(wide, depth))
            }
            _ => {
                let operator = self
                    .random
                    .choice(["<", "<=", ">", ">=", "==", "!="])
                    .unwrap_or("<");
                format!(
                    "({} {operator} {})",
                    self.expression(operand, depth),
                    self.expression(operand, depth)
                )
            }
        }
    }

    pub(super) fn integer(&mut self, ty: Type, depth: u32) -> String {
        let unsigned = ty.of(Scalar::U32);
        match self.random.u8(0..14) {
            0..=5 => {
                let operator = self
                    .random
                    .choice(["+", "-", "*", "/", "%", "&", "|", "^"])
                    .unwrap_or("+");
                format!(
                    "({} {operator} {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            6 => {
                let operator = self.random.choice(["<<", ">>"]).unwrap_or("<<");
                let by = format!(
                    "({} & {}(31u))",
                    self.expression(unsigned, depth),
                    unsigned.name()
                );
                format!("({} {operator} {by})", self.expression(ty, depth))
            }
            7 => {
                let function = [
                    "countOneBits",
                    "reverseBits",
                    "firstLeadingBit",
                    "firstTrailingBit",
                    "abs",
                    "countLeadingZeros",
                ];
                let function = self.random.choice(function).unwrap_or("abs");
                format!("{function}({})", self.expression(ty, depth))
            }
            8 => {
                let function = self.random.choice(["min", "max"]).unwrap_or("min");
                format!(
                    "{function}({}, {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            9 => self.select(ty, depth),
            10 => {
                let (offset, count) =
                    (self.expression(Type::U32, 1), self.expression(Type::U32, 1));
                format!(
                    "extractBits({}, {offset} % 40u, {count} % 40u)",
                    self.expression(ty, depth)
                )
            }
            11 => {
                let other = if ty.scalar == Scalar::U32 {
                    Scalar::I32
                } else {
                    Scalar::U32
                };
                format!(
                    "bitcast<{}>({})",
                    ty.name(),
                    self.expression(ty.of(other), depth)
                )
            }
            12 => format!(
                "{}({})",
                ty.name(),
                self.expression(ty.of(Scalar::F32), depth)
            ),
            _ if ty.width == 1 && ty.scalar == Scalar::U32 => {
                format!(
                    "dot4U8Packed({}, {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            _ if ty.scalar == Scalar::I32 => format!("(-{})", self.expression(ty, depth)),
            _ => format!("(~{})", self.expression(ty, depth)),
        }
    }

    pub(super) fn float(&mut self, ty: Type, depth: u32) -> String {
        let small = if ty.width == 1 {
            "small".to_owned()
        } else {
            format!("small{}", ty.width)
        };
        match self.random.u8(0..8) {
            0..=2 => {
                let operator = self.random.choice(["+", "-", "*"]).unwrap_or("+");
                format!(
                    "{small}({} {operator} {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            3 => {
                let function = self
                    .random
                    .choice(["abs", "floor", "ceil", "sign", "round"])
                    .unwrap_or("abs");
                format!("{function}({})", self.expression(ty, depth))
            }
            4 => {
                let function = self.random.choice(["min", "max"]).unwrap_or("min");
                format!(
                    "{function}({}, {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            5 => self.select(ty, depth),
            6 => {
                let from = self
                    .random
                    .choice([Scalar::I32, Scalar::U32])
                    .unwrap_or(Scalar::I32);
                let integer = self.expression(ty.of(from), depth);
                let (from, limit) = (
                    ty.of(from).name(),
                    if from == Scalar::U32 {
                        "4095u"
                    } else {
                        "4095i"
                    },
                );
                format!("{}({integer} & {from}({limit}))", ty.name())
            }
            _ if ty.width == 1 => {
                let wide = Type {
                    width: self.random.u8(2..4),
                    ..ty
                };
                // At most 3 products of 2^12: still whole numbers below 2^24 when halved first.
                let half = |operand: String| format!("trunc({operand} / {}(2.0))", wide.name());
                let (a, b) = (self.expression(wide, depth), self.expression(wide, depth));
                format!("small(dot({}, {}))", half(a), half(b))
            }
            _ => format!("(-{})", self.expression(ty, depth)),
        }
    }

    pub(super) fn select(&mut self, ty: Type, depth: u32) -> String {
        let condition = self.expression(ty.of(Scalar::Bool), depth);
        format!(
            "select({}, {}, {condition})",
            self.expression(ty, depth),
            self.expression(ty, depth)
        )
    }
}
