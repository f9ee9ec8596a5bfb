//! Kernels compiled by the driver.

use wgpu::{ShaderRuntimeChecks, ShaderSource};

use super::fault::Faults;
use super::{DeviceError, Facts, PipelineId};
use crate::device::RuntimeChecks;
#[cfg(not(target_family = "wasm"))]
use crate::device::in_order::in_order;
use crate::device::limits::within_limits;
use crate::kernel::Kernel;

/// All pipelines made on one device.
#[derive(Default)]
pub struct Pipelines(Vec<wgpu::ComputePipeline>);

impl Pipelines {
    pub fn get(&self, id: PipelineId) -> &wgpu::ComputePipeline {
        &self.0[id.0]
    }

    pub fn compile(
        &mut self,
        device: &wgpu::Device,
        facts: &Facts,
        faults: &Faults,
        kernel: &Kernel,
        checks: RuntimeChecks,
    ) -> Result<PipelineId, DeviceError> {
        within_limits(kernel, facts)?;
        let pipeline = compiled(device, kernel, checks, &|| faults.check())?;
        Ok(self.add(pipeline))
    }

    fn add(&mut self, pipeline: wgpu::ComputePipeline) -> PipelineId {
        self.0.push(pipeline);
        PipelineId(self.0.len() - 1)
    }

    /// Compiles all of `kernels` on as many threads as there are cores; `awaited` is told the index of each before it is waited for.
    #[cfg(not(target_family = "wasm"))]
    pub fn compile_all(
        &mut self,
        device: &wgpu::Device,
        facts: &Facts,
        kernels: &[(&Kernel, RuntimeChecks)],
        awaited: &mut dyn FnMut(usize),
    ) -> Vec<Result<PipelineId, DeviceError>> {
        let compile = |(kernel, checks): &(&Kernel, RuntimeChecks)| {
            within_limits(kernel, facts)?;
            super::fault::scoped(device, || compiled(device, kernel, *checks, &|| Ok(())))
        };
        let pipelines = in_order(kernels, compile, awaited);
        pipelines.into_iter().map(|pipeline| pipeline.map(|pipeline| self.add(pipeline))).collect()
    }
}

/// `kernel`'s pipeline; `fault` tells what a step has raised.
fn compiled(
    device: &wgpu::Device,
    kernel: &Kernel,
    checks: RuntimeChecks,
    fault: &dyn Fn() -> Result<(), DeviceError>,
) -> Result<wgpu::ComputePipeline, DeviceError> {
    let module = shader_module(device, kernel, checks == RuntimeChecks::All);
    fault()?;
    let constants: Vec<(&str, f64)> = kernel.overrides.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(&kernel.path),
        layout: None,
        module: &module,
        entry_point: Some(&kernel.entry),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &constants,
            zero_initialize_workgroup_memory: checks != RuntimeChecks::None,
        },
        cache: None,
    });
    fault()?;
    Ok(pipeline)
}

#[allow(unsafe_code)]
fn shader_module(device: &wgpu::Device, kernel: &Kernel, checks: bool) -> wgpu::ShaderModule {
    let descriptor = wgpu::ShaderModuleDescriptor {
        label: Some(&kernel.path),
        source: ShaderSource::Wgsl(kernel.source.as_str().into()),
    };
    let runtime_checks = if checks { ShaderRuntimeChecks::checked() } else { ShaderRuntimeChecks::unchecked() };
    // SAFETY: an unchecked kernel may read or write past its buffers. It runs only after the same source
    // gave the right answer with the checks on, at several sizes, in a child process that owns nothing else.
    unsafe { device.create_shader_module_trusted(descriptor, runtime_checks) }
}
