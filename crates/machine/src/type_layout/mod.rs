//! The layout of WGSL types in registers and in memory.

mod fragment;

pub use fragment::{Fragment, Role};
use naga::{
    ArraySize, CooperativeRole, CooperativeSize, Handle, Module, Scalar, ScalarKind, StructMember, Type, TypeInner,
};

/// A concrete scalar type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "WGSL's names")]
pub enum Kind {
    Bool,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    F32,
}

impl Kind {
    /// The kind of a naga scalar, or its name where the simulator has none for it.
    pub fn of(scalar: Scalar) -> Result<Self, String> {
        Ok(match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => Self::Bool,
            (ScalarKind::Sint, 2) => Self::I16,
            (ScalarKind::Uint, 2) => Self::U16,
            (ScalarKind::Sint, 4) => Self::I32,
            (ScalarKind::Uint, 4) => Self::U32,
            (ScalarKind::Sint, 8) | (ScalarKind::AbstractInt, _) => Self::I64,
            (ScalarKind::Uint, 8) => Self::U64,
            (ScalarKind::Float, 2) => Self::F16,
            (ScalarKind::Float, 4) => Self::F32,
            (ScalarKind::Float, 8) => return Err("the type f64".into()),
            other => return Err(format!("the scalar type {other:?}")),
        })
    }

    /// Register planes of 32 bits that a value takes.
    pub fn planes(self) -> u32 {
        if self.is_wide() { 2 } else { 1 }
    }

    /// Bytes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::I16 | Self::U16 | Self::F16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 => 8,
        }
    }

    /// What WGSL calls it.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Whether a value has 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::I64 | Self::U64)
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32)
    }

    /// Whether it is a signed integer type.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::I16 | Self::I32 | Self::I64)
    }
}

/// What the layout of values depends on.
#[derive(Debug, Clone, Copy)]
pub struct Types<'m> {
    /// Where types are defined.
    pub module: &'m Module,
    /// Lanes of a subgroup, which hold a fragment together.
    pub width: u32,
}

/// Planes or scalars of a value beyond which it need not be measured exactly: no register file holds it.
const LARGEST_VALUE: u32 = 1 << 22;

/// The shape of a value or of what a pointer points to.
#[derive(Debug, Clone, Copy)]
pub enum Shape<'m> {
    /// One number or `bool`.
    Scalar(Kind),
    /// `size` components.
    #[expect(missing_docs, reason = "said above")]
    Vector { size: u32, kind: Kind },
    /// `columns` vectors of `rows` components.
    #[expect(missing_docs, reason = "said above")]
    Matrix { columns: u32, rows: u32, kind: Kind },
    /// `len` elements, `stride` bytes from one to the next. `len` is `None` for an array sized at run time.
    #[expect(missing_docs, reason = "said above")]
    Array { base: Handle<Type>, len: Option<u32>, stride: u32 },
    /// Members of any types.
    Struct(&'m [StructMember]),
    /// A matrix that the lanes of a subgroup hold together.
    Fragment(Fragment),
}

/// One element of a composite.
#[derive(Debug, Clone, Copy)]
pub struct Element<'m> {
    /// The shape of the element.
    pub shape: Shape<'m>,
    /// Bytes from the start of the composite.
    pub bytes: u32,
    /// Register planes from the start of the composite.
    pub planes: u32,
    /// Scalars from the start of the composite.
    pub scalars: u32,
}

impl<'m> Shape<'m> {
    /// The shape of a type that lives in a type arena.
    pub fn of(module: &'m Module, ty: Handle<Type>) -> Result<Self, String> {
        Self::of_inner(&module.types[ty].inner)
    }

    /// The shape of a type, or what the simulator cannot hold.
    pub fn of_inner(inner: &'m TypeInner) -> Result<Self, String> {
        Ok(match *inner {
            TypeInner::Struct { ref members, .. } => Self::Struct(members),
            ref plain => Self::of_plain(plain)?,
        })
    }

    /// The shape of a type that is not a struct, of any lifetime.
    pub fn of_plain(inner: &TypeInner) -> Result<Self, String> {
        Ok(match *inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Self::Scalar(Kind::of(scalar)?),
            TypeInner::Vector { size, scalar } => Self::Vector { size: size as u32, kind: Kind::of(scalar)? },
            TypeInner::Matrix { columns, rows, scalar } => {
                Self::Matrix { columns: columns as u32, rows: rows as u32, kind: Kind::of(scalar)? }
            }
            TypeInner::Array { base, size, stride } => Self::Array {
                base,
                len: match size {
                    ArraySize::Constant(n) => Some(n.get()),
                    ArraySize::Dynamic => None,
                    ArraySize::Pending(_) => {
                        return Err("an array whose size is an unresolved override".into());
                    }
                },
                stride,
            },
            TypeInner::Image { .. } | TypeInner::Sampler { .. } => {
                return Err("textures and samplers".into());
            }
            TypeInner::AccelerationStructure { .. } | TypeInner::RayQuery { .. } => {
                return Err("ray queries".into());
            }
            TypeInner::CooperativeMatrix { columns, rows, scalar, role } => fragment(columns, rows, scalar, role)?,
            TypeInner::BindingArray { .. } => return Err("binding arrays".into()),
            ref other => return Err(format!("the type {other:?}")),
        })
    }

    /// Bytes from one column of a matrix to the next.
    fn column_stride(rows: u32, kind: Kind) -> u32 {
        kind.bytes() * if rows == 2 { 2 } else { 4 }
    }

    /// How many elements an index can select; `None` for run-time arrays and scalars.
    pub fn element_count(&self) -> Option<u32> {
        match *self {
            Self::Scalar(_) | Self::Fragment(_) => None,
            Self::Vector { size, .. } => Some(size),
            Self::Matrix { columns, .. } => Some(columns),
            Self::Array { len, .. } => len,
            Self::Struct(members) => Some(members.len() as u32),
        }
    }

    /// Element `index`, with where it lies. For arrays, vectors and matrices element 1 gives the strides.
    pub fn element(&self, types: Types<'m>, index: u32) -> Result<Element<'m>, String> {
        Ok(match *self {
            Self::Scalar(_) => return Err("an index into a scalar".into()),
            Self::Fragment(_) => return Err("an index into a cooperative matrix".into()),
            Self::Vector { kind, .. } => Element {
                shape: Self::Scalar(kind),
                bytes: index * kind.bytes(),
                planes: index * kind.planes(),
                scalars: index,
            },
            Self::Matrix { rows, kind, .. } => Element {
                shape: Self::Vector { size: rows, kind },
                bytes: index * Self::column_stride(rows, kind),
                planes: index * rows * kind.planes(),
                scalars: index * rows,
            },
            Self::Array { base, stride, .. } => {
                let shape = Self::of(types.module, base)?;
                Element {
                    shape,
                    bytes: index.wrapping_mul(stride),
                    planes: index.saturating_mul(shape.planes(types)?),
                    scalars: index.saturating_mul(shape.scalars(types)?),
                }
            }
            Self::Struct(members) => {
                let member = &members[index as usize];
                let (mut planes, mut scalars) = (0, 0);
                for before in &members[..index as usize] {
                    let shape = Self::of(types.module, before.ty)?;
                    planes = shape.planes(types)?.saturating_add(planes);
                    scalars = shape.scalars(types)?.saturating_add(scalars);
                }
                Element { shape: Self::of(types.module, member.ty)?, bytes: member.offset, planes, scalars }
            }
        })
    }

    /// Register planes of 32 bits that a value takes.
    pub fn planes(&self, types: Types<'m>) -> Result<u32, String> {
        self.measure(types, Kind::planes)
    }

    /// Scalars in a value.
    pub fn scalars(&self, types: Types<'m>) -> Result<u32, String> {
        self.measure(types, |_| 1)
    }

    fn measure(&self, types: Types<'m>, each: fn(Kind) -> u32) -> Result<u32, String> {
        Ok(match *self {
            Self::Scalar(kind) => each(kind),
            Self::Fragment(fragment) => fragment.planes(types.width),
            Self::Vector { size, kind } => size * each(kind),
            Self::Matrix { columns, rows, kind } => columns * rows * each(kind),
            Self::Array { base, len, .. } => {
                let one = Self::of(types.module, base)?.measure(types, each)?;
                one.saturating_mul(len.unwrap_or(0))
            }
            Self::Struct(members) => {
                let mut sum = 0u32;
                for member in members {
                    sum = sum.saturating_add(Self::of(types.module, member.ty)?.measure(types, each)?);
                    // Structs of structs double at each level: what is too large anyway need not be exact.
                    if sum > LARGEST_VALUE {
                        return Ok(u32::MAX);
                    }
                }
                sum
            }
        })
    }

    /// The kinds of the scalars in a value, in order.
    pub fn kinds(&self, types: Types<'m>) -> Result<Vec<Kind>, String> {
        let mut kinds = Vec::new();
        self.visit(types, 0, &mut |_, kind, size| {
            kinds.extend(std::iter::repeat_n(kind, size as usize));
        })?;
        Ok(kinds)
    }

    /// Calls `each(byte offset, kind, components)` for each scalar and vector in a value: one memory access each.
    pub fn visit(&self, types: Types<'m>, offset: u32, each: &mut impl FnMut(u32, Kind, u32)) -> Result<(), String> {
        match *self {
            Self::Scalar(kind) => each(offset, kind, 1),
            Self::Fragment(fragment) => each(offset, fragment.kind, fragment.planes(types.width)),
            Self::Vector { size, kind } => each(offset, kind, size),
            Self::Matrix { columns, .. } => self.visit_elements(types, offset, columns, each)?,
            Self::Array { len, .. } => self.visit_elements(types, offset, len.unwrap_or(0), each)?,
            Self::Struct(members) => self.visit_elements(types, offset, members.len() as u32, each)?,
        }
        Ok(())
    }

    fn visit_elements(
        &self,
        types: Types<'m>,
        offset: u32,
        len: u32,
        each: &mut impl FnMut(u32, Kind, u32),
    ) -> Result<(), String> {
        for index in 0..len {
            let element = self.element(types, index)?;
            element.shape.visit(types, offset.wrapping_add(element.bytes), each)?;
        }
        Ok(())
    }
}

/// The shape of a cooperative matrix, if the simulator has it.
fn fragment<'m>(
    columns: CooperativeSize,
    rows: CooperativeSize,
    scalar: Scalar,
    role: CooperativeRole,
) -> Result<Shape<'m>, String> {
    let role = match role {
        CooperativeRole::A => Role::A,
        CooperativeRole::B => Role::B,
        CooperativeRole::C => Role::C,
    };
    match (Kind::of(scalar), columns as u8, rows as u8) {
        (Ok(kind @ (Kind::F16 | Kind::F32)), side, rows) if side == rows => {
            Ok(Shape::Fragment(Fragment { side, kind, role }))
        }
        (Ok(Kind::F16 | Kind::F32), columns, rows) => Err(format!("cooperative matrices of {rows} x {columns}")),
        (kind, ..) => Err(format!("cooperative matrices of {}", kind.map_or_else(|name| name, Kind::name))),
    }
}
