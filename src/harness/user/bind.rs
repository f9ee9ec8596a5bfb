//! Binds buffers to variables; what is missing is answered with the flags to add.

use super::{npy, set, suggested_grid, texture};
use crate::Shown;
use crate::harness::protocol::{BindingPoint, Fill, RunError, UserKernel};
use crate::host::Host;
use crate::kernel::{AccessMode, Binding, Kernel, Scalar, Space};
use crate::sim::texture::Resources;

/// A buffer and where it is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundBuffer {
    /// Where.
    pub place: BindingPoint,
    /// The variable's name, or empty where the kernel does not use it.
    pub name: String,
    /// What it holds at first.
    pub fill: Fill,
    /// Bytes that are bound: WebGPU binds multiples of 4.
    pub bytes: u64,
    /// Bytes that were given, and that are saved.
    pub given: u64,
    /// Values that are set in it, by where they begin.
    pub patches: Vec<(u64, Vec<u8>)>,
    /// Whether the kernel uses it.
    pub used: bool,
}

/// Binds the buffers that are given to the kernel's variables; with notes on those that it does not use.
pub(super) fn bind(
    kernel: &Kernel,
    user: &UserKernel,
    host: &dyn Host,
) -> Result<(Vec<BoundBuffer>, Resources, Vec<String>), RunError> {
    let mut bound: Vec<BoundBuffer> = Vec::new();
    let mut notes = Vec::new();
    for (place, fill) in &user.buffers {
        if bound.iter().any(|bound| bound.place == *place) {
            return Err(RunError::unserved(format!("--buffer {place}={fill}: {place} is bound twice")));
        }
        let one = one(kernel, *place, fill, host)?;
        if !one.used {
            notes.push(format!(
                "{} does not use @group({}) @binding({}), so --buffer {place} stays as it is",
                kernel.path, place.group, place.binding
            ));
        }
        notes.extend(other_type(kernel, *place, fill));
        bound.push(one);
    }
    notes.extend(set::apply(kernel, &user.sets, &mut bound)?);
    let missing: Vec<&Binding> =
        kernel.bindings.iter().filter(|binding| !bound.iter().any(|bound| bound.place == place_of(binding))).collect();
    let textures = texture::missing(kernel, user);
    if !missing.is_empty() || !textures.is_empty() {
        return Err(RunError::unserved(flags_to_add(kernel, user, &missing, textures)));
    }
    let (texels, resources) = texture::bind(kernel, user, host)?;
    bound.extend(texels);
    for (place, path) in &user.saves {
        if !bound.iter().any(|bound| bound.place == *place) {
            return Err(RunError::unserved(format!(
                "--save {place}={}: nothing is bound there; add --buffer {place}=...",
                path.shown()
            )));
        }
    }
    Ok((bound, resources, notes))
}

/// That values are of another type than the variable, whose bits they become.
fn other_type(kernel: &Kernel, place: BindingPoint, fill: &Fill) -> Option<String> {
    let (Fill::Values { scalar, .. } | Fill::Random { scalar, .. }) = fill else {
        return None;
    };
    let binding = kernel.bindings.iter().find(|binding| place_of(binding) == place)?;
    let is = binding.scalar.filter(|is| is != scalar)?;
    if [is, *scalar].iter().all(|scalar| matches!(scalar, Scalar::U32 | Scalar::I32)) {
        return None;
    }
    let (name, is, given) = (&binding.name, is.name(), scalar.name());
    Some(format!("--buffer {place}={fill}: `{name}` is of {is}, and gets the bits of these {given} as they are"))
}

fn one(kernel: &Kernel, place: BindingPoint, fill: &Fill, host: &dyn Host) -> Result<BoundBuffer, RunError> {
    let failed = |reason: String| RunError::unserved(format!("--buffer {place}={fill}: {reason}"));
    let given = fill.bytes(host).map_err(failed)?;
    if let Fill::File(path) = fill
        && npy::is_named(path)
    {
        npy::fits(kernel, place, &npy::read(path, host).map_err(failed)?).map_err(failed)?;
    }
    let bytes = given.checked_next_multiple_of(4).unwrap_or(u64::MAX);
    let binding = kernel.bindings.iter().find(|binding| place_of(binding) == place);
    if let Some(binding) = binding
        && bytes < binding.min_bytes
    {
        return Err(failed(format!(
            "{given} bytes are too few: `{}` ({}, line {}) needs at least {}",
            binding.name, kernel.path, binding.line, binding.min_bytes
        )));
    }
    Ok(BoundBuffer {
        place,
        name: binding.map(|binding| binding.name.clone()).unwrap_or_default(),
        fill: fill.clone(),
        bytes,
        given,
        patches: Vec::new(),
        used: binding.is_some(),
    })
}

fn place_of(binding: &Binding) -> BindingPoint {
    BindingPoint { group: binding.group, binding: binding.binding }
}

/// Elements that are suggested where the length is free: a square of the side that is suggested for integers.
const ELEMENTS: u64 = 4096;

/// What is not bound, and the flags that would bind it.
fn flags_to_add(kernel: &Kernel, user: &UserKernel, missing: &[&Binding], textures: Vec<(String, String)>) -> String {
    let are = |count: usize| if count == 1 { "is" } else { "are" };
    let buffers = match (missing.len(), kernel.bindings.len()) {
        (1, 1) => "its buffer is not bound".to_owned(),
        (missing, all) if missing == all => format!("none of its {all} buffers is bound"),
        (missing, all) => format!("{missing} of its {all} buffers {} not bound", are(missing)),
    };
    let (count, verb) = (textures.len(), are(textures.len()));
    let what = match (missing.is_empty(), count) {
        (false, 0) => buffers,
        (true, _) => format!("{count} of its textures and samplers {verb} not bound"),
        (false, _) => format!("{buffers}, nor {verb} {count} of its textures and samplers"),
    };
    let any_length = missing.iter().any(|binding| runtime_stride(kernel, binding).is_some());
    let free = any_length && user.workgroups.is_none();
    let grid = suggested_grid::flag(kernel, ELEMENTS).filter(|_| free);
    let one = if free && grid.is_none() { "\nWithout --dispatch X[,Y[,Z]], one workgroup runs." } else { "" };
    let buffers = missing.iter().map(|binding| flag(kernel, binding));
    let flags: Vec<(String, String)> = buffers.chain(textures).chain(grid).collect();
    let width = flags.iter().map(|(flag, _)| flag.len()).max().unwrap_or(0);
    let lines: Vec<String> = flags.iter().map(|(flag, what)| format!("  {flag:width$}  {what}")).collect();
    let fills = match missing.is_empty() {
        true => "",
        false => {
            "\nA buffer is zero:BYTES, TYPE:VALUE,VALUE,.., rand:TYPE:COUNT, unwritten:BYTES or a FILE (.npy too)."
        }
    };
    format!("{}: {what}. Add, with sizes and contents of your choice:\n{}{fills}{one}", kernel.path, lines.join("\n"))
}

/// The flag that would bind it, and what it is.
fn flag(kernel: &Kernel, binding: &Binding) -> (String, String) {
    let place = place_of(binding);
    let array = runtime_stride(kernel, binding);
    let writable = binding.access == AccessMode::ReadWrite;
    let elements = array.map_or(1, |_| ELEMENTS);
    let bytes = binding.min_bytes + array.map_or(0, |stride| stride * (elements - 1));
    let fill = match binding.scalar {
        Some(scalar) if !writable && binding.space == Space::Storage => {
            // Integers often are indices, or how often a loop turns.
            let below = if matches!(scalar, Scalar::U32 | Scalar::I32) { ":64" } else { "" };
            format!("rand:{}:{}{below}", scalar.name(), bytes / scalar.bytes() as u64)
        }
        _ => format!("zero:{bytes}"),
    };
    let kind = match (binding.space, writable) {
        (Space::Uniform, _) => "uniform",
        (Space::Storage, true) => "storage, read_write",
        (Space::Storage, false) => "storage, read",
    };
    let size = match array {
        Some(_) => format!("at least {} bytes", binding.min_bytes),
        None => format!("{} bytes", binding.min_bytes),
    };
    let members = if writable { Vec::new() } else { set::suggested(kernel, place) };
    let flag = match (members.is_empty(), array) {
        (true, _) => format!("--buffer {place}={fill}"),
        (false, None) => members.join(" "),
        (false, Some(_)) => format!("--buffer {place}={fill} {}", members.join(" ")),
    };
    (flag, format!("`{}`, line {}: {kind}, {size}", binding.name, binding.line))
}

/// Bytes of an element where the variable ends in an array of any length.
fn runtime_stride(kernel: &Kernel, binding: &Binding) -> Option<u64> {
    let module = &kernel.module;
    let (_, variable) = module.global_variables.iter().find(|(_, variable)| {
        variable.binding.as_ref().is_some_and(|at| (at.group, at.binding) == (binding.group, binding.binding))
    })?;
    let mut inner = &module.types[variable.ty].inner;
    if let naga::TypeInner::Struct { members, .. } = inner {
        inner = &module.types[members.last()?.ty].inner;
    }
    match inner {
        naga::TypeInner::Array { size: naga::ArraySize::Dynamic, stride, .. } => Some(u64::from(*stride)),
        _ => None,
    }
}
