//! Values of variables' members, by name: `--set params.size=64`.

use naga::{Handle, Type, TypeInner, VectorSize};

use super::bind::BoundBuffer;
use super::buffer_argument::scalar_bytes;
use crate::harness::protocol::{BindingPoint, Fill, RunError};
use crate::kernel::{Kernel, Scalar, on_deep_stack};

/// Members that are suggested.
const MOST_SUGGESTED: usize = 16;

/// Member of a variable: its type, and where it begins in bytes.
#[derive(Clone, Copy)]
enum Member {
    Of(Handle<Type>),
    /// A row of a matrix, or a vector.
    Vector(VectorSize, naga::Scalar),
    Scalar(naga::Scalar),
}

/// Sets what was asked for in what is bound; a variable of known size to which nothing is bound gets zeros first. Returns notes on
/// what nothing reads.
pub(super) fn apply(
    kernel: &Kernel,
    sets: &[(String, String)],
    bound: &mut Vec<BoundBuffer>,
) -> Result<Vec<String>, RunError> {
    let mut notes = Vec::new();
    for (path, value) in sets {
        let failed = |why: String| RunError::unserved(format!("--set {path}={value}: {why}"));
        let unused = unused_variable(kernel, path);
        let module = unused.as_ref().unwrap_or(&kernel.module);
        let (place, patches) = patches(module, &kernel.path, path, value).map_err(failed)?;
        if !is_used(&kernel.module, path) {
            notes.push(format!("{} does not use `{path}`, so --set {path}={value} changes nothing", kernel.path));
        }
        if unused.is_some() {
            continue;
        }
        if !bound.iter().any(|bound| bound.place == place) {
            let at = (place.group, place.binding);
            let binding = kernel.bindings.iter().find(|binding| (binding.group, binding.binding) == at);
            let Some(binding) = binding else { continue };
            bound.push(BoundBuffer {
                place,
                name: binding.name.clone(),
                fill: Fill::Zero(binding.min_bytes),
                bytes: binding.min_bytes.next_multiple_of(4),
                given: binding.min_bytes,
                patches: Vec::new(),
                used: true,
            });
        }
        let into = bound.iter_mut().find(|bound| bound.place == place);
        let into = into.ok_or_else(|| failed("nothing is bound there".to_owned()))?;
        if patches.iter().any(|(offset, bytes)| offset + bytes.len() as u64 > into.bytes) {
            return Err(failed(format!("it ends beyond the {} bytes that are bound to `{}`", into.bytes, into.name)));
        }
        into.patches.extend(patches);
    }
    Ok(notes)
}

/// The source's module, where it declares the variable that `path` names and only other entry points use it.
fn unused_variable(kernel: &Kernel, path: &str) -> Option<naga::Module> {
    let name = path.split(['.', '[']).next();
    let has = |module: &naga::Module| module.global_variables.iter().any(|(_, one)| one.name.as_deref() == name);
    let parse = || naga::front::wgsl::parse_str(&kernel.source);
    let declares = || on_deep_stack(parse).ok().filter(has);
    if has(&kernel.module) { None } else { declares() }
}

/// Whether some function uses the member of a variable that `path` names, or all of the variable.
fn is_used(module: &naga::Module, path: &str) -> bool {
    let mut names = path.split(['.', '[']);
    let (variable, member) = (names.next(), names.next());
    let Some((of, global)) = module.global_variables.iter().find(|(_, global)| global.name.as_deref() == variable)
    else {
        return false;
    };
    let member = match &module.types[global.ty].inner {
        TypeInner::Struct { members, .. } => members.iter().position(|one| one.name.as_deref() == member),
        _ => None,
    };
    let points =
        |ty: Handle<Type>| matches!(module.types[ty].inner, TypeInner::Pointer { base, .. } if base == global.ty);
    let functions = module.functions.iter().map(|(_, function)| function);
    let mut functions = functions.chain(module.entry_points.iter().map(|entry| &entry.function));
    // Who takes a pointer to all of it may use any member.
    let takes = |function: &naga::Function| function.arguments.iter().any(|argument| points(argument.ty));
    functions.any(|function| takes(function) || uses(function, of, member))
}

/// Whether a function uses a member of a variable, by itself or with all others; any, where none is named.
fn uses(function: &naga::Function, of: Handle<naga::GlobalVariable>, member: Option<usize>) -> bool {
    let expressions = &function.expressions;
    // Each mention in the source is an expression of its own.
    let is_variable = |one: &naga::Expression| matches!(one, naga::Expression::GlobalVariable(is) if *is == of);
    let reaches = |one: &naga::Expression| match (one, member) {
        (naga::Expression::AccessIndex { base, index }, Some(member)) => {
            *index as usize == member && is_variable(&expressions[*base])
        }
        (naga::Expression::Load { pointer }, Some(_)) => is_variable(&expressions[*pointer]),
        (one, None) => is_variable(one),
        _ => false,
    };
    expressions.iter().any(|(_, one)| reaches(one))
}

type Patches = Vec<(u64, Vec<u8>)>;

/// Where a member is bound, and its bytes.
fn patches(module: &naga::Module, file: &str, path: &str, value: &str) -> Result<(BindingPoint, Patches), String> {
    let spaced = path.replace('[', ".").replace(']', "");
    let mut names = spaced.split('.');
    let first = names.next().unwrap_or_default();
    let variable = module.global_variables.iter().map(|(_, variable)| variable);
    let bindable =
        variable.filter(|variable| variable.binding.is_some() && variable.space != naga::AddressSpace::Handle);
    let all: Vec<_> = bindable.collect();
    let variable = all.iter().find(|variable| variable.name.as_deref() == Some(first)).ok_or_else(|| {
        let known: Vec<&str> = all.iter().filter_map(|variable| variable.name.as_deref()).collect();
        format!("{file} binds no variable `{first}`; it has: {}", known.join(", "))
    })?;
    let (mut part, mut offset) = (Member::Of(variable.ty), 0);
    for name in names {
        let (inner, distance) = step(module, part, name)?;
        (part, offset) = (inner, offset + distance);
    }
    let binding = variable.binding.as_ref().ok_or("it is not bound")?;
    let values: Vec<&str> = value.split(',').map(str::trim).collect();
    Ok((BindingPoint { group: binding.group, binding: binding.binding }, bytes_of(module, part, offset, &values)?))
}

fn inner(module: &naga::Module, part: Member) -> TypeInner {
    match part {
        Member::Of(ty) => match module.types[ty].inner {
            TypeInner::Atomic(scalar) => TypeInner::Scalar(scalar),
            ref inner => inner.clone(),
        },
        Member::Vector(size, scalar) => TypeInner::Vector { size, scalar },
        Member::Scalar(scalar) => TypeInner::Scalar(scalar),
    }
}

/// The member or element `name` of a part, and its distance in bytes.
fn step(module: &naga::Module, part: Member, name: &str) -> Result<(Member, u64), String> {
    let index = |count: Option<u64>| match (name.parse::<u64>(), count) {
        (Ok(index), count) if index < count.unwrap_or(u32::MAX.into()) => Ok(index),
        (_, Some(count)) => Err(format!("`{name}` is not an element: there are 0 to {}", count.saturating_sub(1))),
        (_, None) => Err(format!("`{name}` is not an element: what stands before it is an array; write which, [0]")),
    };
    match inner(module, part) {
        TypeInner::Struct { members, .. } => {
            let member = members.iter().find(|member| member.name.as_deref() == Some(name)).ok_or_else(|| {
                let known: Vec<&str> = members.iter().filter_map(|member| member.name.as_deref()).collect();
                format!("there is no member `{name}`; there are: {}", known.join(", "))
            })?;
            Ok((Member::Of(member.ty), u64::from(member.offset)))
        }
        TypeInner::Vector { size, scalar } => {
            let letter = ["xyzw", "rgba"].iter().find_map(|letters| letters.find(name)).filter(|_| name.len() == 1);
            let at = letter.map_or_else(|| index(Some(size as u64)), |at| Ok(at as u64))?;
            if at >= size as u64 {
                return Err(format!("`{name}` is not a component of a vector of {}", size as u8));
            }
            Ok((Member::Scalar(scalar), at * u64::from(scalar.width)))
        }
        TypeInner::Matrix { columns, rows, scalar } => {
            let stride = u64::from(naga::proc::Alignment::from(rows) * u32::from(scalar.width));
            Ok((Member::Vector(rows, scalar), index(Some(columns as u64))? * stride))
        }
        TypeInner::Array { base, size, stride } => {
            let count = match size {
                naga::ArraySize::Constant(count) => Some(u64::from(count.get())),
                _ => None,
            };
            Ok((Member::Of(base), index(count)? * u64::from(stride)))
        }
        _ => Err(format!("`{name}`: what stands before it is a number, and has no members")),
    }
}

/// The values' bytes; a vector takes as many values as it has components.
fn bytes_of(module: &naga::Module, part: Member, offset: u64, values: &[&str]) -> Result<Patches, String> {
    let (count, scalar) = match inner(module, part) {
        TypeInner::Scalar(scalar) => (1, scalar),
        TypeInner::Vector { size, scalar } => (size as usize, scalar),
        TypeInner::Struct { members, .. } => {
            let known: Vec<&str> = members.iter().filter_map(|member| member.name.as_deref()).collect();
            return Err(format!("it has members; set one of them: {}", known.join(", ")));
        }
        _ => return Err("it has elements; set one of them, [0]".to_owned()),
    };
    if values.len() != count {
        return Err(format!("it takes {count} value(s), and {} are given", values.len()));
    }
    let scalar = Scalar::of(scalar).ok_or("its type is none of f32, f16, u32 and i32")?;
    let one = |(at, value): (usize, &&str)| {
        scalar_bytes(scalar, value).map(|bytes| (offset + (at * scalar.bytes()) as u64, bytes))
    };
    values.iter().enumerate().map(one).collect()
}

/// The flags that would set the members of the variable at `place`, with values that make loops turn; none where it has
/// no names or too many.
pub(super) fn suggested(kernel: &Kernel, place: BindingPoint) -> Vec<String> {
    let module = &kernel.module;
    let variable = module.global_variables.iter().map(|(_, variable)| variable).find(|variable| {
        variable.binding.as_ref().is_some_and(|at| (at.group, at.binding) == (place.group, place.binding))
    });
    let Some((variable, name)) = variable.and_then(|variable| Some((variable, variable.name.as_deref()?))) else {
        return Vec::new();
    };
    let mut flags = Vec::new();
    leaves(module, Member::Of(variable.ty), name.to_owned(), &mut flags);
    if flags.len() <= MOST_SUGGESTED { flags } else { Vec::new() }
}

/// One flag for each number and vector in `part`; matrices and arrays are left as zeros.
fn leaves(module: &naga::Module, part: Member, path: String, flags: &mut Vec<String>) {
    let one = |scalar| match Scalar::of(scalar) {
        Some(Scalar::U32 | Scalar::I32) => "64",
        _ => "1.0",
    };
    match inner(module, part) {
        TypeInner::Struct { members, .. } => {
            for member in members {
                let name = member.name.as_deref().unwrap_or_default();
                leaves(module, Member::Of(member.ty), format!("{path}.{name}"), flags);
            }
        }
        TypeInner::Scalar(scalar) if Scalar::of(scalar).is_some() => {
            flags.push(format!("--set {path}={}", one(scalar)));
        }
        TypeInner::Vector { size, scalar } if Scalar::of(scalar).is_some() => {
            flags.push(format!("--set {path}={}", vec![one(scalar); size as usize].join(",")));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Overrides;

    const SOURCE: &str = "
        struct Inner { scale: f32, origin: vec3<f32>, m: mat2x2<f32> }
        struct Params { size: u32, shift: i32, inner: Inner, list: array<vec4<u32>, 3> }
        @group(0) @binding(2) var<uniform> params: Params;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main() { out[0] = params.size; }";

    fn set(path: &str, value: &str) -> Result<Patches, String> {
        let kernel = Kernel::parse("k.wgsl", SOURCE, None, &Overrides::new()).unwrap();
        patches(&kernel.module, "k.wgsl", path, value).map(|(_, patches)| patches)
    }

    #[test]
    fn members_lie_where_the_layout_has_them() {
        assert_eq!(set("params.size", "64").unwrap(), [(0, vec![64, 0, 0, 0])]);
        assert_eq!(set("params.shift", "-1").unwrap(), [(4, vec![255; 4])]);
        assert_eq!(set("params.inner.scale", "1.5").unwrap()[0].0, 16);
        let origin: Vec<u64> = set("params.inner.origin", "1,2,3").unwrap().iter().map(|(at, _)| *at).collect();
        assert_eq!(origin, [32, 36, 40]);
        assert_eq!(set("params.inner.origin.y", "2").unwrap()[0].0, 36);
        assert_eq!(set("params.inner.m[1].x", "2").unwrap()[0].0, 56);
        assert_eq!(set("params.list[2].w", "7").unwrap()[0].0, 64 + 32 + 12);
        assert_eq!(set("out[3]", "7").unwrap()[0].0, 12);
    }

    #[test]
    fn a_member_that_nothing_reads_is_told_and_what_is_read_is_not() {
        let reported = |body: &str, path: &str| {
            let source = SOURCE.replace("out[0] = params.size;", body);
            let kernel = Kernel::parse("k.wgsl", &source, None, &Overrides::new()).unwrap();
            apply(&kernel, &[(path.to_owned(), "3".to_owned())], &mut Vec::new()).unwrap().concat()
        };
        assert_eq!(reported("out[0] = params.size;", "params.size"), "");
        assert_eq!(
            reported("out[0] = params.size;", "params.shift"),
            "k.wgsl does not use `params.shift`, so --set params.shift=3 changes nothing"
        );
        assert_eq!(
            reported("out[0] = params.size + u32(params.shift);", "params.shift"),
            "",
            "the second of two mentions"
        );
        assert_eq!(reported("let all = params; out[0] = all.size;", "params.shift"), "", "all of it is loaded");
        assert!(
            reported("out[0] = 1u;", "params.size").contains("does not use `params.size`"),
            "the variable is unused"
        );
        let other = "out[0] = 1u; } @compute @workgroup_size(1) fn other() { out[0] = params.size;";
        assert!(reported(other, "params.size").contains("does not use `params.size`"), "another entry point uses it");
        assert_eq!(reported("let p = &params.inner; out[0] = u32((*p).scale);", "params.inner.origin.y"), "");
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_is() {
        for (path, value, reported) in [
            ("parms.size", "1", "it has: params, out"),
            ("params.sise", "1", "there are: size, shift, inner, list"),
            ("params.inner", "1", "set one of them: scale, origin, m"),
            ("params.list[3]", "1", "there are 0 to 2"),
            ("params.size.x", "1", "has no members"),
            ("params.inner.origin", "1,2", "takes 3 value(s)"),
            ("params.size", "-1", "is not a valid u32"),
            ("params.inner.origin.w", "1", "not a component"),
            ("out.x", "1", "write which, [0]"),
        ] {
            let error = set(path, value).unwrap_err();
            assert!(error.contains(reported), "{path}={value}: {error}");
        }
    }
}
