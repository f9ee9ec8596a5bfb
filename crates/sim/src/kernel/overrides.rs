//! The `override` declarations of a source.

use std::num::NonZeroU32;

use naga::proc::IndexableLength;
use naga::{ArraySize, Module, Type, TypeInner};

use super::{directive, nesting, on_deep_stack};

/// One `override` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverrideDeclaration {
    /// The name in the source.
    pub name: String,
    /// The key under which it is given a value: its `@id` in decimal, or else its name.
    pub key: String,
    /// Its type.
    pub scalar: Option<naga::Scalar>,
    /// Whether it has a value of its own.
    pub has_default: bool,
}

/// The `override` declarations of `source`, in order; none where it does not parse.
pub fn override_declarations(source: &str) -> Vec<OverrideDeclaration> {
    if nesting::check("", source).is_err() {
        return Vec::new();
    }
    on_deep_stack(|| naga::front::wgsl::parse_str(&directive::without_known(source)))
        .map(|module| declared(&module))
        .unwrap_or_default()
}

fn declared(module: &Module) -> Vec<OverrideDeclaration> {
    module
        .overrides
        .iter()
        .map(|(_, declaration)| {
            let name = declaration.name.clone().unwrap_or_default();
            OverrideDeclaration {
                key: declaration.id.map_or(name.clone(), |id| id.to_string()),
                scalar: module.types[declaration.ty].inner.scalar(),
                has_default: declaration.init.is_some(),
                name,
            }
        })
        .collect()
}

/// Gives every array whose length is an `override` expression that length; `module`'s overrides are resolved.
///
/// # Errors
/// What is wrong with a length.
pub(super) fn resolve_lengths(module: &mut Module) -> Result<(), String> {
    let pending: Vec<_> = module
        .types
        .iter()
        .filter_map(|(handle, ty)| match ty.inner {
            TypeInner::Array { base, size: size @ ArraySize::Pending(_), stride } => Some((handle, base, size, stride)),
            _ => None,
        })
        .collect();
    for (handle, base, size, stride) in pending {
        let length = match size.resolve(module.to_ctx()) {
            Ok(IndexableLength::Known(length)) => NonZeroU32::new(length),
            Ok(IndexableLength::Dynamic) => None,
            Err(error) => return Err(error.to_string()),
        };
        let size = ArraySize::Constant(length.ok_or("an array's length is 0")?);
        // The arena holds each type once: the name tells this one from an array declared with the same length.
        let name = Some(format!("array of override length, type {}", handle.index()));
        let inner = TypeInner::Array { base, size, stride };
        module.types.replace(handle, Type { name, inner });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::kernel::{Kernel, Overrides};

    const SOURCE: &str = "override n = 7; var<workgroup> a: array<u32, n>; var<workgroup> b: array<u32, n + 1>;
var<workgroup> c: array<u32, 8>; @group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main() { o[0] = a[n - 1] + b[n] + c[0]; }";

    fn parse(n: f64) -> Result<Kernel, String> {
        let overrides = Overrides::from([("n".to_owned(), n)]);
        Kernel::parse("a.wgsl", SOURCE, None, &overrides).map_err(|error| error.to_string())
    }

    #[test]
    fn an_array_has_the_length_that_its_override_was_given() {
        assert_eq!(parse(8.0).unwrap().workgroup_bytes, 32 + 48 + 32);
        assert_eq!(parse(1000.0).unwrap().workgroup_bytes, 4000 + 4016 + 32);
    }

    #[test]
    fn an_array_of_no_elements_is_refused() {
        for n in [0.0, -1.0] {
            let error = parse(n).err().unwrap_or_default();
            assert!(error.contains("does not have a positive size"), "{error}");
        }
    }
}
