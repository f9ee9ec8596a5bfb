//! The `override` declarations of a source.

use naga::Module;

use super::{nesting, on_deep_stack};

/// One `override` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverrideDeclaration {
    /// Its name.
    pub name: String,
    /// The key under which it is given a value: its `@id` in decimal, or else its name.
    pub key: String,
    /// Whether it is a `bool`.
    pub bool: bool,
    /// Whether it has a value of its own.
    pub has_default: bool,
}

/// The `override` declarations of `source`, in order; none where it does not parse.
pub fn override_declarations(source: &str) -> Vec<OverrideDeclaration> {
    if nesting::check("", source).is_err() {
        return Vec::new();
    }
    on_deep_stack(|| naga::front::wgsl::parse_str(source))
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
                bool: module.types[declaration.ty].inner
                    == naga::TypeInner::Scalar(naga::Scalar::BOOL),
                has_default: declaration.init.is_some(),
                name,
            }
        })
        .collect()
}
