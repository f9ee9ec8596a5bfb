//! WGSL in, a checked and reflected [`Kernel`] out. Errors have file, line and caret.

mod caught;
mod comment;
mod constant;
mod directive;
mod error;
mod lacking;
mod naga_messages;
mod nesting;
mod overrides;
mod parse;
mod private;
mod reflect;
mod scope;

pub use comment::without_comments;
pub use directive::without_known;
pub use error::{CompileError, KernelError};
pub use nesting::on_deep_stack;
pub use overrides::{OverrideDeclaration, override_declarations};
pub use parse::{Overrides, capabilities};
pub use reflect::{AccessMode, Binding, Needs, ResourceBinding, Scalar, Space, uses_launch_size};

use std::collections::BTreeMap;

/// A compute entry point that naga has parsed and validated, with its reflection.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Where the source came from, as messages name it.
    pub path: String,
    /// The WGSL text; directives that naga need not know are blanks.
    pub source: String,
    /// naga's module, its overrides resolved.
    pub module: naga::Module,
    /// naga's analysis of `module`.
    pub info: naga::valid::ModuleInfo,
    /// The entry point's name.
    pub entry: String,
    /// The overrides' values as given; a name that is not here keeps its default.
    pub overrides: Overrides,
    /// Invocations in a workgroup along x, y and z.
    pub workgroup_size: [u32; 3],
    /// Bytes of `var<workgroup>` memory that the entry point uses.
    pub workgroup_bytes: u32,
    /// The buffers that the entry point uses, by group and binding.
    pub bindings: Vec<Binding>,
    /// The textures and samplers that the entry point uses, by group and binding.
    pub resources: Vec<ResourceBinding>,
    /// The module's named integer constants that are not negative.
    pub constants: BTreeMap<String, u32>,
    /// What the kernel needs of a device beyond core WebGPU.
    pub needs: Needs,
}

impl Kernel {
    /// Invocations in one workgroup.
    pub fn invocations(&self) -> u32 {
        self.workgroup_size.iter().product()
    }
}
