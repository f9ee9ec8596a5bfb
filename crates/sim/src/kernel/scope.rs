//! Features that no kernel here can use: reported by name and line, where naga would name a flag of its own.

use naga::valid::ModuleInfo;
use naga::{Expression, Module, TypeInner};

use super::{KernelError, without_comments};

/// Checks that the module has no unsupported type.
///
/// # Errors
/// [`KernelError::Unsupported`] with the name and the line.
pub fn check(path: &str, source: &str, module: &Module) -> Result<(), KernelError> {
    let out = |inner: &TypeInner| match *inner {
        TypeInner::RayQuery { .. } | TypeInner::AccelerationStructure { .. } => {
            Some(("ray queries", &["ray_query", "acceleration_structure"][..], "a kernel here has no scene"))
        }
        _ => (inner.scalar() == Some(naga::Scalar::F64)).then_some((
            "f64",
            &["f64"][..],
            "neither WGSL nor WebGPU has this type: use f32",
        )),
    };
    let found = module.types.iter().find_map(|(_, ty)| out(&ty.inner));
    let Some((what, words, why)) = found else {
        return Ok(());
    };
    let line = line_of(source, words).map_or(String::new(), |line| format!("line {line}: "));
    Err(KernelError::Unsupported { path: path.to_owned(), message: format!("{line}{what} cannot be run here: {why}") })
}

/// Checks that no `bitcast` is between 16 and 32 bits: naga takes its type for one of as many bits as the value has.
///
/// # Errors
/// [`KernelError::Unsupported`] with the line, and what to write in its place.
pub fn check_bitcasts(path: &str, source: &str, module: &Module, info: &ModuleInfo) -> Result<(), KernelError> {
    let entries = module.entry_points.iter().enumerate().map(|(at, entry)| (&entry.function, info.get_entry_point(at)));
    let functions = module.functions.iter().map(|(handle, function)| (function, &info[handle]));
    for (function, types) in entries.chain(functions) {
        for (handle, expression) in function.expressions.iter() {
            let Expression::As { expr, convert: None, .. } = *expression else { continue };
            let at = function.expressions.get_span(handle).location(source);
            let Some(to) = source.get(at.offset as usize..).and_then(bitcast_to) else { continue };
            let from = types[expr].ty.inner_with(&module.types).scalar();
            let instead = match (to.contains("16") || to.ends_with('h'), from.is_some_and(|from| from.width == 2)) {
                (true, false) => "unpack2x16float(word)` gives both values of a word, as f32",
                (false, true) => "pack2x16float(vec2<f32>(values))` gives the word of two values",
                _ => continue,
            };
            let line = at.line_number;
            let message = format!(
                "line {line}: `bitcast<{to}>` between 16 and 32 bits is valid WGSL, but naga, which compiles kernels here, takes \
                 it for another one: `{instead}"
            );
            return Err(KernelError::Unsupported { path: path.to_owned(), message });
        }
    }
    Ok(())
}

/// The type of the `bitcast` with which this code begins.
fn bitcast_to(code: &str) -> Option<&str> {
    let (to, _) = code.strip_prefix("bitcast")?.trim_start().strip_prefix('<')?.split_once('(')?;
    Some(to.trim_end().strip_suffix('>')?.trim())
}

/// The first line, from 1, whose code has one of these words in it.
fn line_of(source: &str, words: &[&str]) -> Option<usize> {
    let has = |code: &str| {
        let mut found = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        found.any(|word| words.contains(&word))
    };
    without_comments(source).lines().position(has).map(|line| line + 1)
}

#[cfg(test)]
mod tests {
    use crate::kernel::{Kernel, Overrides};

    fn refusal(source: &str) -> String {
        let parsed = Kernel::parse("k.wgsl", source, None, &Overrides::new());
        parsed.map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn what_is_out_is_named_with_its_line() {
        let main = "@compute @workgroup_size(1) fn main() {";
        for (source, name, line) in [
            (format!("{main}\n var x: f64 = 1.0lf;\n}}"), "f64", 2),
            (format!("@group(0) @binding(0) var<storage> a: array<vec2<f64>>;\n{main} _ = a[0].x; }}"), "f64", 1),
            (format!("enable wgpu_ray_query;\n{main}\n// ray_query\n var q: ray_query;\n}}"), "ray queries", 4),
        ] {
            let text = refusal(&source);
            assert!(text.contains(name), "{text}\n{source}");
            assert!(text.contains(&format!("line {line}:")), "{text}\n{source}");
        }
    }

    #[test]
    fn a_bitcast_between_16_and_32_bits_is_refused_with_what_to_write_instead() {
        let kernel = |statement: &str| {
            refusal(&format!(
                "enable f16;\n@group(0) @binding(0) var<storage, read_write> x: array<u32>;\n\
                 @compute @workgroup_size(1)\nfn main() {{\n    {statement}\n}}"
            ))
        };
        for (statement, instead) in [
            ("let v = vec2<f32>(bitcast<vec2<f16>>(x[0])); x[1] = u32(v.x);", "`unpack2x16float(word)`"),
            ("let v = vec2<f32>(bitcast <vec2h> (x[0])); x[1] = u32(v.x);", "`unpack2x16float(word)`"),
            ("let v = vec2<f16>(1h, 2h); let w = bitcast<u32>(v); x[1] = u32(w.x);", "`pack2x16float("),
        ] {
            let text = kernel(statement);
            assert!(text.contains("line 5: `bitcast<") && text.contains(instead), "{text}\n{statement}");
        }
        for statement in [
            "x[1] = bitcast<u32>(bitcast<f32>(x[0]) + 1.0);",
            "let v = bitcast<vec2<f16>>(vec2<f16>(1h, 2h)); x[1] = u32(v.x);",
            "x[1] = pack2x16float(unpack2x16float(x[0]));",
        ] {
            assert_eq!(kernel(statement), "", "{statement}");
        }
    }
}
