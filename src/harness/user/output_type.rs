//! The type of an output, by which its bytes are compared.

use crate::harness::protocol::{BindingPoint, Layout, OutputType};
use crate::kernel::{Kernel, Scalar};
use crate::sim::texture::{ResourceType, TextureClass};
use naga::{ArraySize, Module, TypeInner};

/// What stands at a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByteKind {
    /// A part of such a scalar.
    Scalar(Scalar),
    /// Padding between members.
    Padding,
    /// What is not known.
    Unknown,
}

impl OutputType {
    /// What the kernel's variable at `place` holds.
    pub(super) fn of(kernel: &Kernel, place: BindingPoint) -> Self {
        let at = (place.group, place.binding);
        if let Some(resource) = kernel.resources.iter().find(|resource| (resource.group, resource.binding) == at) {
            return match resource.ty {
                ResourceType::Texture(ty) => match ty.class {
                    TextureClass::Storage { format, .. } => Self::Texels(format.name().to_owned()),
                    _ => Self::Words,
                },
                ResourceType::Sampler { .. } => Self::Words,
            };
        }
        let scalar = kernel.bindings.iter().find(|binding| (binding.group, binding.binding) == at);
        if let Some(scalar) = scalar.and_then(|binding| binding.scalar) {
            return Self::Of(scalar);
        }
        let module = &kernel.module;
        let mut variables = module.global_variables.iter().map(|(_, variable)| variable);
        let variable = variables.find(|one| one.binding.is_some_and(|bound| (bound.group, bound.binding) == at));
        variable.map_or(Self::Words, |variable| Self::Members(Layout::of(module, &module.types[variable.ty].inner)))
    }

    /// Bytes that are compared with each other.
    pub(super) fn step(&self) -> usize {
        match self {
            Self::Of(scalar) => scalar.bytes(),
            _ => 4,
        }
    }
}

impl Layout {
    fn of(module: &Module, inner: &TypeInner) -> Self {
        let scalars = |scalar, count| Scalar::of(scalar).map_or(Self::Other, |scalar| Self::Scalars(scalar, count));
        match *inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => scalars(scalar, 1),
            TypeInner::Vector { size, scalar } => scalars(scalar, size as u32),
            TypeInner::Matrix { columns: _, rows, scalar } => {
                let stride = naga::proc::Alignment::from(rows) * u32::from(scalar.width);
                Self::Elements(stride, Box::new(scalars(scalar, rows as u32)))
            }
            TypeInner::Array { base, stride, size: ArraySize::Constant(_) | ArraySize::Dynamic } => {
                Self::Elements(stride, Box::new(Self::of(module, &module.types[base].inner)))
            }
            TypeInner::Struct { ref members, .. } => {
                let part =
                    |member: &naga::StructMember| (member.offset, Self::of(module, &module.types[member.ty].inner));
                Self::Parts(members.iter().map(part).collect())
            }
            _ => Self::Other,
        }
    }

    /// What stands `byte` bytes after its begin.
    pub(super) fn at(&self, byte: usize) -> ByteKind {
        match self {
            Self::Scalars(scalar, count) if byte < scalar.bytes() * *count as usize => ByteKind::Scalar(*scalar),
            Self::Scalars(..) => ByteKind::Padding,
            Self::Elements(stride, each) => each.at(byte % (*stride).max(1) as usize),
            Self::Parts(parts) => match parts.iter().rev().find(|(begin, _)| *begin as usize <= byte) {
                Some((begin, part)) => part.at(byte - *begin as usize),
                None => ByteKind::Padding,
            },
            Self::Other => ByteKind::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Overrides;

    #[test]
    fn members_are_found_by_their_bytes() {
        let source = "
            struct One { count: u32, place: vec3<f32>, m: mat3x3<f32> }
            struct All { head: i32, ones: array<One> }
            @group(0) @binding(0) var<storage, read_write> all: All;
            @group(0) @binding(1) var image: texture_storage_2d<rgba16float, write>;
            @group(0) @binding(2) var<storage, read_write> plain: array<vec2<f32>>;
            @compute @workgroup_size(1) fn main() {
                all.head = i32(plain[0].x);
                textureStore(image, vec2(0), vec4(0.0));
            }";
        let kernel = Kernel::parse("k.wgsl", source, None, &Overrides::new()).unwrap();
        let form = |binding| OutputType::of(&kernel, BindingPoint { group: 0, binding });
        assert_eq!(form(1), OutputType::Texels("rgba16float".to_owned()));
        assert_eq!(form(2), OutputType::Of(Scalar::F32));
        let OutputType::Members(layout) = form(0) else { panic!("{:?}", form(0)) };
        let found = [0, 4, 16, 20, 32, 40, 44, 48, 60, 76, 96, 112].map(|byte| layout.at(byte));
        let (float, gap) = (ByteKind::Scalar(Scalar::F32), ByteKind::Padding);
        let (signed, unsigned) = (ByteKind::Scalar(Scalar::I32), ByteKind::Scalar(Scalar::U32));
        assert_eq!(found, [signed, gap, unsigned, gap, float, float, gap, float, gap, gap, unsigned, float]);
    }
}
