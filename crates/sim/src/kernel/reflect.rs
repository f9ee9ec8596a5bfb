//! Reflection of a validated module: bindings, workgroup, constants, needs.

use std::collections::BTreeMap;

use naga::valid::{GlobalUse, ModuleInfo};
use naga::{AddressSpace, Expression, Literal, Module, ScalarKind, StorageAccess, TypeInner};
use serde::{Deserialize, Serialize};

use super::{Kernel, KernelError, Overrides};
use crate::texture::ResourceType;

/// Where a bound buffer lives.
#[allow(missing_docs, reason = "WGSL's words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Space {
    Uniform,
    Storage,
}

/// What a kernel may do with a bound buffer.
#[allow(missing_docs, reason = "WGSL's words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccessMode {
    Read,
    ReadWrite,
}

/// The scalar that a buffer is made of.
#[allow(missing_docs, reason = "WGSL's words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scalar {
    F32,
    F16,
    U32,
    I32,
}

impl Scalar {
    /// naga's scalar, where values of it can be given.
    pub fn of(scalar: naga::Scalar) -> Option<Self> {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 4) => Some(Self::F32),
            (ScalarKind::Float, 2) => Some(Self::F16),
            (ScalarKind::Uint, 4) => Some(Self::U32),
            (ScalarKind::Sint, 4) => Some(Self::I32),
            _ => None,
        }
    }

    /// WGSL's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::U32 => "u32",
            Self::I32 => "i32",
        }
    }

    /// Bytes of one value.
    pub fn bytes(self) -> usize {
        if self == Self::F16 { 2 } else { 4 }
    }
}

/// One buffer that a kernel uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name in the source.
    pub name: String,
    /// Uniform or storage.
    pub space: Space,
    /// What the declaration allows.
    pub access: AccessMode,
    /// The scalar that the whole type is made of, or `None` where it mixes several.
    pub scalar: Option<Scalar>,
    /// Bytes below which the buffer cannot be bound.
    pub min_bytes: u64,
    /// Line of the declaration, from 1.
    pub line: u32,
}

/// One texture or sampler that a kernel uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceBinding {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name in the source.
    pub name: String,
    /// Texture or sampler, and of which type.
    pub ty: ResourceType,
    /// Line of the declaration, from 1.
    pub line: u32,
}

/// What a kernel needs of a device beyond core WebGPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needs {
    /// Subgroup built-ins.
    pub subgroup: bool,
    /// 16-bit floats.
    pub f16: bool,
    /// Cooperative matrices.
    pub cooperative_matrix: bool,
    /// Of these, sums in f16.
    #[serde(default)]
    pub matrix_sums_f16: bool,
    /// 64-bit integers.
    pub int64: bool,
    /// Atomic operations on f32.
    pub float32_atomic: bool,
}

pub(super) fn kernel(
    path: &str,
    source: &str,
    entry: String,
    overrides: Overrides,
    module: Module,
    info: ModuleInfo,
) -> Result<Kernel, KernelError> {
    let index = module
        .entry_points
        .iter()
        .position(|point| point.name == entry)
        .expect("the entry point was found before overrides were resolved");
    let usage = info.get_entry_point(index);
    let (mut bindings, mut resources) = (Vec::new(), Vec::new());
    let mut workgroup_bytes = 0;
    for (handle, variable) in module.global_variables.iter() {
        if usage[handle] == GlobalUse::empty() {
            continue;
        }
        let bytes = module.types[variable.ty].inner.size(module.to_ctx());
        if variable.space == AddressSpace::WorkGroup {
            workgroup_bytes += bytes.next_multiple_of(16);
        }
        if variable.binding.is_some() {
            let span = module.global_variables.get_span(handle);
            let line = span.location(source).line_number;
            match variable.space {
                AddressSpace::Handle => resources.push(resource(path, &module, variable, line)?),
                _ => bindings.push(binding(path, &module, variable, bytes, line)?),
            }
        }
    }
    bindings.sort_by_key(|binding| (binding.group, binding.binding));
    resources.sort_by_key(|resource| (resource.group, resource.binding));
    Ok(Kernel {
        path: path.to_owned(),
        source: source.to_owned(),
        workgroup_size: module.entry_points[index].workgroup_size,
        workgroup_bytes,
        bindings,
        resources,
        constants: constants(&module),
        needs: needs(&module),
        entry,
        overrides,
        module,
        info,
    })
}

fn binding(
    path: &str,
    module: &Module,
    variable: &naga::GlobalVariable,
    bytes: u32,
    line: u32,
) -> Result<Binding, KernelError> {
    let name = variable.name.clone().unwrap_or_default();
    let (space, access) = match variable.space {
        AddressSpace::Uniform => (Space::Uniform, AccessMode::Read),
        AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
            (Space::Storage, AccessMode::ReadWrite)
        }
        AddressSpace::Storage { .. } => (Space::Storage, AccessMode::Read),
        _ => {
            return Err(KernelError::Unsupported {
                path: path.to_owned(),
                message: format!(
                    "line {line}: `{name}` is in the address space {:?}; a kernel here binds buffers, textures and samplers",
                    variable.space
                ),
            });
        }
    };
    let place = variable.binding.as_ref().expect("asked by the caller");
    let mut scalars = Vec::new();
    leaf_scalars(module, variable.ty, &mut scalars);
    scalars.dedup();
    Ok(Binding {
        group: place.group,
        binding: place.binding,
        name,
        space,
        access,
        scalar: match scalars.as_slice() {
            [only] => *only,
            _ => None,
        },
        min_bytes: u64::from(bytes),
        line,
    })
}

fn resource(
    path: &str,
    module: &Module,
    variable: &naga::GlobalVariable,
    line: u32,
) -> Result<ResourceBinding, KernelError> {
    let name = variable.name.clone().unwrap_or_default();
    let ty = ResourceType::of(&module.types[variable.ty].inner).map_err(|what| KernelError::Unsupported {
        path: path.to_owned(),
        message: format!(
            "line {line}: `{name}` is {what}; a kernel here binds buffers, samplers, and textures of one to three \
             dimensions or in layers"
        ),
    })?;
    let place = variable.binding.as_ref().expect("asked by the caller");
    Ok(ResourceBinding { group: place.group, binding: place.binding, name, ty, line })
}

/// Every scalar type in `ty`, in order; `None` for one that no lab's buffer holds.
fn leaf_scalars(module: &Module, ty: naga::Handle<naga::Type>, found: &mut Vec<Option<Scalar>>) {
    match &module.types[ty].inner {
        TypeInner::Scalar(scalar)
        | TypeInner::Atomic(scalar)
        | TypeInner::Vector { scalar, .. }
        | TypeInner::Matrix { scalar, .. } => found.push(Scalar::of(*scalar)),
        TypeInner::Array { base, .. } => leaf_scalars(module, *base, found),
        TypeInner::Struct { members, .. } => {
            for member in members {
                leaf_scalars(module, member.ty, found);
            }
        }
        _ => found.push(None),
    }
}

fn constants(module: &Module) -> BTreeMap<String, u32> {
    module
        .constants
        .iter()
        .filter_map(|(_, constant)| {
            let name = constant.name.clone()?;
            match module.global_expressions[constant.init] {
                Expression::Literal(Literal::U32(value)) => Some((name, value)),
                Expression::Literal(Literal::I32(value)) => Some((name, value.try_into().ok()?)),
                Expression::Literal(Literal::AbstractInt(value)) => Some((name, value.try_into().ok()?)),
                _ => None,
            }
        })
        .collect()
}

fn needs(module: &Module) -> Needs {
    let mut needs = Needs::default();
    for (_, ty) in module.types.iter() {
        let scalar = match &ty.inner {
            TypeInner::CooperativeMatrix { scalar, role, .. } => {
                needs.cooperative_matrix = true;
                needs.matrix_sums_f16 |= *role == naga::CooperativeRole::C && scalar.width == 2;
                *scalar
            }
            TypeInner::Atomic(scalar) => {
                needs.float32_atomic |= scalar.kind == ScalarKind::Float;
                *scalar
            }
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } | TypeInner::Matrix { scalar, .. } => *scalar,
            _ => continue,
        };
        needs.f16 |= scalar.kind == ScalarKind::Float && scalar.width == 2;
        needs.int64 |= scalar.kind != ScalarKind::Float && scalar.width == 8;
    }
    needs.subgroup = uses_subgroups(module);
    needs
}

fn uses_subgroups(module: &Module) -> bool {
    let functions = module.functions.iter().map(|(_, function)| function);
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    functions.chain(entries).any(|function| {
        function.arguments.iter().any(|argument| {
            matches!(
                argument.binding,
                Some(naga::Binding::BuiltIn(
                    naga::BuiltIn::SubgroupSize
                        | naga::BuiltIn::SubgroupInvocationId
                        | naga::BuiltIn::SubgroupId
                        | naga::BuiltIn::NumSubgroups
                ))
            )
        }) || function.expressions.iter().any(|(_, expression)| {
            matches!(expression, Expression::SubgroupBallotResult | Expression::SubgroupOperationResult { .. })
        })
    })
}

/// Whether the entry point asks how many workgroups were launched.
pub fn uses_launch_size(kernel: &Kernel) -> bool {
    use naga::{Binding, BuiltIn, TypeInner};
    let asks = |binding: Option<&Binding>| matches!(binding, Some(Binding::BuiltIn(BuiltIn::NumWorkGroups)));
    let entry = kernel.module.entry_points.iter().find(|entry| entry.name == kernel.entry);
    let mut arguments = entry.into_iter().flat_map(|entry| &entry.function.arguments);
    arguments.any(|argument| match &kernel.module.types[argument.ty].inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| asks(member.binding.as_ref())),
        _ => asks(argument.binding.as_ref()),
    })
}
