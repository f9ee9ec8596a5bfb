//! Shader modules and compute pipelines.

use std::future::ready;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use lockstep_sim::Compiled;
use lockstep_sim::kernel::{Kernel, on_deep_stack, without_known};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use wgpu::custom::{
    ComputePipelineInterface, DispatchBindGroupLayout, ShaderCompilationInfoFuture, ShaderModuleInterface,
};
use wgpu::{CompilationInfo, CompilationMessage, CompilationMessageType, ShaderSource};

use crate::binding::{BindGroupLayout, PipelineLayout};
use crate::device::Shared;

/// A shader module; clones share it.
#[derive(Debug, Clone)]
pub struct ShaderModule {
    pub label: Arc<str>,
    pub source: Arc<str>,
    error: Option<Arc<str>>,
}

impl ShaderModule {
    /// Reads a module; what is wrong is kept with it and returned.
    pub fn new(desc: &wgpu::ShaderModuleDescriptor<'_>) -> (Self, Option<String>) {
        let label = crate::label_of(desc.label, "a shader without a label");
        let (source, error) = match &desc.source {
            ShaderSource::Wgsl(source) => (Arc::from(source.as_ref()), on_deep_stack(|| error_of(&label, source))),
            _ => {
                let why = "the simulator reads WGSL; other languages are not read";
                (Arc::from(""), Some(format!("{label}: {why}")))
            }
        };
        let module = Self { label, source, error: error.as_deref().map(Arc::from) };
        (module, error)
    }
}

/// What is wrong with a module, whatever stages it has.
fn error_of(label: &str, source: &str) -> Option<String> {
    let source = &without_known(source);
    let module = match naga::front::wgsl::parse_str(source) {
        Ok(module) => module,
        Err(error) => return Some(error.emit_to_string_with_path(source, label)),
    };
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let error = validator.validate(&module).err()?;
    Some(error.emit_to_string_with_path(source, label))
}

impl ShaderModuleInterface for ShaderModule {
    fn get_compilation_info(&self) -> Pin<Box<dyn ShaderCompilationInfoFuture>> {
        let messages = self.error.iter().map(|error| CompilationMessage {
            message: error.to_string(),
            message_type: CompilationMessageType::Error,
            location: None,
        });
        Box::pin(ready(CompilationInfo { messages: messages.collect() }))
    }
}

/// A compute pipeline; clones share it.
#[derive(Debug, Clone)]
pub struct Compute {
    pub inner: Option<Arc<Pipeline>>,
    device: Arc<Shared>,
}

/// A kernel that was lowered for the machine.
#[derive(Debug)]
pub struct Pipeline {
    pub label: Arc<str>,
    pub kernel: Kernel,
    pub layout: PipelineLayout,
    program: OnceLock<Result<Compiled, String>>,
}

impl Compute {
    /// Compiles; what is wrong is raised on the device, and the pipeline cannot be dispatched.
    pub fn new(desc: &wgpu::ComputePipelineDescriptor<'_>, device: Arc<Shared>) -> Self {
        let inner = match pipeline(desc) {
            Ok(pipeline) => match pipeline.program(&device) {
                Ok(_) => Some(Arc::new(pipeline)),
                Err(error) => {
                    device.invalid(format!("Device::create_compute_pipeline: {error}"));
                    None
                }
            },
            Err(error) => {
                device.invalid(format!("Device::create_compute_pipeline: {error}"));
                None
            }
        };
        Self { inner, device }
    }
}

fn pipeline(desc: &wgpu::ComputePipelineDescriptor<'_>) -> Result<Pipeline, String> {
    let module: &ShaderModule = desc.module.as_custom().expect("the shader module is one of the simulator's instance");
    let overrides = desc.compilation_options.constants.iter();
    let overrides = overrides.map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let kernel = Kernel::parse(&module.label, &module.source, desc.entry_point, &overrides)
        .map_err(|error| error.to_string())?;
    let layout = match desc.layout {
        Some(layout) => layout
            .as_custom::<PipelineLayout>()
            .cloned()
            .expect("the pipeline layout is one of the simulator's instance"),
        None => PipelineLayout::of_kernel(&kernel),
    };
    let label = crate::label_of(desc.label, &kernel.entry);
    match layout.mismatch(&kernel) {
        Some(mismatch) => Err(format!("the pipeline `{label}`: {mismatch}")),
        None => Ok(Pipeline { label, kernel, layout, program: OnceLock::new() }),
    }
}

impl Pipeline {
    /// The kernel, lowered.
    pub fn program(&self, device: &Shared) -> Result<&Compiled, String> {
        let lower = || {
            let kernel = &self.kernel;
            let target = device.session.machine.target();
            on_deep_stack(|| Compiled::new(kernel, &target)).map_err(|error| format!("{}: {error}", kernel.path))
        };
        self.program.get_or_init(lower).as_ref().map_err(Clone::clone)
    }
}

impl ComputePipelineInterface for Compute {
    fn get_bind_group_layout(&self, index: u32) -> DispatchBindGroupLayout {
        let groups = self.inner.as_ref().map(|pipeline| &pipeline.layout.groups);
        let layout = groups.and_then(|groups| groups.get(index as usize)?.clone());
        let layout = layout.unwrap_or_else(|| {
            self.device.invalid(format!("ComputePipeline::get_bind_group_layout: the pipeline has no group {index}"));
            BindGroupLayout::new(&[])
        });
        DispatchBindGroupLayout::custom(layout)
    }
}
