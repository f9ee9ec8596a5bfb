//! The `--dispatch` that is suggested with the buffers to bind.

use naga::{Binding, BuiltIn, Expression, Handle, SwizzleComponent, TypeInner};

use crate::kernel::Kernel;

/// The flag that starts one invocation for each of `elements`, and what it is. `None` where one workgroup is enough, or the
/// kernel does not show how its invocations are laid out.
pub(super) fn flag(kernel: &Kernel, elements: u64) -> Option<(String, String)> {
    let [x, y, z] = global_axes(kernel);
    let axes = if z { 3 } else { 1 + usize::from(y) };
    if !(x || y || z) {
        return None;
    }
    // A line of elements, a square or a cube of them.
    let side = (1..=elements).find(|side| side.pow(axes as u32) >= elements).unwrap_or(1);
    let used = &kernel.workgroup_size[..axes];
    let counts: Vec<u64> = used.iter().map(|size| side.div_ceil(u64::from(*size))).collect();
    if counts.iter().all(|count| *count == 1) {
        return None;
    }
    let dispatch = counts.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let size = used.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let extent = vec![side.to_string(); axes].join(" x ");
    let what = format!("`@workgroup_size({size})`: one invocation for each of {extent}");
    Some((format!("--dispatch {dispatch}"), what))
}

/// Along which axes the entry point reads `global_invocation_id`.
fn global_axes(kernel: &Kernel) -> [bool; 3] {
    let mut read = [false; 3];
    let module = &kernel.module;
    let Some(entry) = module.entry_points.iter().find(|entry| entry.name == kernel.entry) else {
        return read;
    };
    let function = &entry.function;
    let is_global = |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId));
    let global = |handle: Handle<Expression>| match function.expressions[handle] {
        Expression::FunctionArgument(at) => is_global(&function.arguments[at as usize].binding),
        Expression::AccessIndex { base, index } => match function.expressions[base] {
            Expression::FunctionArgument(at) => match &module.types[function.arguments[at as usize].ty].inner {
                TypeInner::Struct { members, .. } => is_global(&members[index as usize].binding),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    };
    for (_, expression) in function.expressions.iter() {
        match *expression {
            Expression::AccessIndex { base, index } if global(base) => read[index as usize] = true,
            Expression::Swizzle { size, vector, pattern } if global(vector) => {
                for component in &pattern[..size as usize] {
                    match component {
                        SwizzleComponent::X => read[0] = true,
                        SwizzleComponent::Y => read[1] = true,
                        SwizzleComponent::Z => read[2] = true,
                        SwizzleComponent::W => {}
                    }
                }
            }
            _ => {}
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Overrides;

    fn flagged(size: &str, arguments: &str, body: &str) -> Option<String> {
        let source = format!(
            "struct In {{ @builtin(local_invocation_index) i: u32, @builtin(global_invocation_id) id: vec3<u32> }}
             @group(0) @binding(0) var<storage, read_write> to: array<u32>;
             @compute @workgroup_size({size}) fn main({arguments}) {{ to[{body}] = 1u; }}"
        );
        let kernel = Kernel::parse("k.wgsl", &source, None, &Overrides::new()).expect("it is WGSL");
        flag(&kernel, 4096).map(|(flag, _)| flag)
    }

    #[test]
    fn an_invocation_for_each_element_along_the_axes_that_are_read() {
        let global = "@builtin(global_invocation_id) id: vec3<u32>";
        let reported = |text: &str| Some(format!("--dispatch {text}"));
        assert_eq!(flagged("64", global, "id.x"), reported("64"));
        assert_eq!(flagged("60", global, "id.x"), reported("69"));
        assert_eq!(flagged("16, 16", global, "id.y * 64 + id.x"), reported("4,4"));
        assert_eq!(flagged("32, 2", global, "dot(id.xy, vec2u(1, 64))"), reported("2,32"));
        assert_eq!(flagged("4, 4, 4", global, "id.x + 16 * id.y + 256 * id.z"), reported("4,4,4"));
        assert_eq!(flagged("64", "in: In", "in.id.x"), reported("64"));
        assert_eq!(flagged("64, 1", "@builtin(workgroup_id) id: vec3<u32>", "id.x"), None);
        assert_eq!(flagged("64, 64", "in: In", "in.id.y * 64 + in.id.x"), None);
    }
}
