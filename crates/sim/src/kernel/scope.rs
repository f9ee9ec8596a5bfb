//! Features that no kernel here can use: reported by name and line, where naga would name a flag of its own.

use naga::{Module, TypeInner};

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
}
