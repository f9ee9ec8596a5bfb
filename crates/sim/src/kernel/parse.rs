//! Source text to a validated module.

use std::collections::BTreeMap;

use naga::back::pipeline_constants::{PipelineConstantError, process_overrides};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};

use super::caught::caught;
use super::error::compile_error;
use super::overrides::resolve_lengths;
use super::{Kernel, KernelError, directive, nesting, on_deep_stack, reflect, scope};

/// Values for a kernel's `override` declarations, by name (or by `@id`, in decimal).
pub type Overrides = BTreeMap<String, f64>;

/// Every feature of compute WGSL that a kernel may use. [`Kernel::needs`] is checked against the device later, so that the
/// error names the feature and not naga's flag.
pub fn capabilities() -> Capabilities {
    Capabilities::IMMEDIATES
        | Capabilities::SUBGROUP
        | Capabilities::SUBGROUP_BARRIER
        | Capabilities::SHADER_FLOAT16
        | Capabilities::SHADER_FLOAT16_IN_FLOAT32
        | Capabilities::SHADER_FLOAT32_ATOMIC
        | Capabilities::SHADER_INT64
        | Capabilities::SHADER_INT64_ATOMIC_MIN_MAX
        | Capabilities::SHADER_INT64_ATOMIC_ALL_OPS
        | Capabilities::SHADER_INT16
        | Capabilities::COOPERATIVE_MATRIX
        | Capabilities::STORAGE_TEXTURE_16BIT_NORM_FORMATS
        | Capabilities::TEXTURE_AND_SAMPLER_BINDING_ARRAY
}

impl Kernel {
    /// Parses and validates `source`, and reflects its compute entry point `entry`, or the only one
    /// where `entry` is `None`. `path` is what messages call the source.
    ///
    /// # Errors
    /// [`KernelError`], with a message for the user.
    pub fn parse(path: &str, source: &str, entry: Option<&str>, overrides: &Overrides) -> Result<Self, KernelError> {
        nesting::check(path, source)?;
        on_deep_stack(|| caught(path, || Self::parse_shallow(path, source, entry, overrides)))
    }

    /// The same, on whatever stack there is.
    fn parse_shallow(
        path: &str,
        source: &str,
        entry: Option<&str>,
        overrides: &Overrides,
    ) -> Result<Self, KernelError> {
        let source = &directive::without_known(source);
        let mut module = naga::front::wgsl::parse_str(source).map_err(|error| {
            compile_error(error.emit_to_string_with_path(source, path), source, error.location(source))
        })?;
        scope::check(path, source, &module)?;
        let info = match validate(path, source, &module) {
            Err(_) if has_other_stages(&module) => {
                // Features that only another stage needs do not matter.
                module.entry_points.retain(|entry| entry.stage == ShaderStage::Compute);
                naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
                validate(path, source, &module)?
            }
            validated => validated?,
        };
        scope::check_bitcasts(path, source, &module, &info)?;
        let entry = find_entry(path, &module, entry)?;
        let (module, info) = resolve(path, source, &module, &info, &entry, overrides)?;
        reflect::kernel(path, source, entry, overrides.clone(), module, info)
    }
}

fn has_other_stages(module: &Module) -> bool {
    let stages = || module.entry_points.iter().map(|entry| entry.stage);
    stages().any(|stage| stage != ShaderStage::Compute) && stages().any(|stage| stage == ShaderStage::Compute)
}

fn validate(path: &str, source: &str, module: &Module) -> Result<ModuleInfo, KernelError> {
    Validator::new(ValidationFlags::all(), capabilities())
        .subgroup_stages(naga::valid::ShaderStages::COMPUTE)
        .subgroup_operations(naga::valid::SubgroupOperationSet::all())
        .validate(module)
        .map_err(|error| compile_error(error.emit_to_string_with_path(source, path), source, error.location(source)))
}

fn find_entry(path: &str, module: &Module, wanted: Option<&str>) -> Result<String, KernelError> {
    let computes: Vec<&str> = module
        .entry_points
        .iter()
        .filter(|entry| entry.stage == ShaderStage::Compute)
        .map(|entry| entry.name.as_str())
        .collect();
    match (wanted, computes.as_slice()) {
        (Some(name), all) if all.contains(&name) => Ok(name.to_owned()),
        (None, [only]) => Ok((*only).to_owned()),
        (None, all) if all.contains(&"main") => Ok("main".to_owned()),
        (_, all) => Err(KernelError::Entry {
            path: path.to_owned(),
            wanted: wanted.map_or("that can be chosen without a name".to_owned(), |name| format!("`{name}`")),
            found: all.iter().map(|name| (*name).to_owned()).collect(),
        }),
    }
}

fn resolve(
    path: &str,
    source: &str,
    module: &Module,
    info: &ModuleInfo,
    entry: &str,
    overrides: &Overrides,
) -> Result<(Module, ModuleInfo), KernelError> {
    let constants = overrides.iter().map(|(k, v)| (k.clone(), *v)).collect();
    let wrong = |message: String| KernelError::Override { path: path.to_owned(), message };
    let stage = Some((ShaderStage::Compute, entry));
    let (module, info) = process_overrides(module, info, stage, &constants).map_err(|error| match error {
        PipelineConstantError::ValidationError(error) => {
            compile_error(error.emit_to_string_with_path(source, path), source, error.location(source))
        }
        other => wrong(other.to_string()),
    })?;
    let mut module = module.into_owned();
    resolve_lengths(&mut module).map_err(wrong)?;
    Ok((module, info.into_owned()))
}
