//! The types that programs use.

/// The types of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    Bool,
    I32,
    U32,
    F32,
    F16,
    I64,
    U64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// A vector of so many components; 1 for a scalar.
    Vector(Scalar, u8),
    /// Columns and rows.
    Matrix(Scalar, u8, u8),
    Array(Box<Type>, u32),
    /// By number.
    Struct(usize),
}

impl Scalar {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::I64 => "i64",
            Self::U64 => "u64",
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F16)
    }

    pub fn is_wide(self) -> bool {
        matches!(self, Self::I64 | Self::U64)
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Self::I32 | Self::I64)
    }

    /// A literal of a small whole number.
    pub fn literal(self, value: u32) -> String {
        match self {
            Self::Bool => value.is_multiple_of(2).to_string(),
            Self::I32 => format!("{value}i"),
            Self::U32 => format!("{value}u"),
            Self::F32 => format!("{value}.0f"),
            Self::F16 => format!("{value}.0h"),
            Self::I64 => format!("{value}li"),
            Self::U64 => format!("{value}lu"),
        }
    }
}

impl Type {
    pub const U32: Self = Self::Vector(Scalar::U32, 1);
    pub const BOOL: Self = Self::Vector(Scalar::Bool, 1);

    pub fn name(&self) -> String {
        match self {
            Self::Vector(scalar, 1) => scalar.name().to_owned(),
            Self::Vector(scalar, width) => format!("vec{width}<{}>", scalar.name()),
            Self::Matrix(scalar, columns, rows) => {
                format!("mat{columns}x{rows}<{}>", scalar.name())
            }
            Self::Array(element, length) => format!("array<{}, {length}>", element.name()),
            Self::Struct(number) => format!("S{number}"),
        }
    }
}
