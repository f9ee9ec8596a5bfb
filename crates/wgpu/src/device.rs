//! The device: makes objects, takes errors.

use std::fmt;
use std::future::ready;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use wgpu::custom::{
    BoxDeviceLostCallback, DeviceInterface, DispatchBindGroup, DispatchBindGroupLayout, DispatchBlas, DispatchBuffer,
    DispatchCommandEncoder, DispatchComputePipeline, DispatchExternalTexture, DispatchPipelineCache,
    DispatchPipelineLayout, DispatchQuerySet, DispatchRenderBundleEncoder, DispatchRenderPipeline, DispatchSampler,
    DispatchShaderModule, DispatchTexture, DispatchTlas, PopErrorScopeFuture,
};
use wgpu::{Error, ErrorFilter, Features, Limits, UncapturedErrorHandler};

use crate::adapter::info;
use crate::binding::{BindGroup, BindGroupLayout, PipelineLayout};
use crate::buffer::Buffer;
use crate::encoder::Encoder;
use crate::pipeline::{Compute, ShaderModule};
use crate::query::QuerySet;
use crate::refuse::{self, Absent};
use crate::session::{Callback, Session, locked};
use crate::texture::{Sampler, Texture};

/// What a device, its queue and its objects share.
pub struct Shared {
    pub session: Arc<Session>,
    features: Features,
    pub limits: Limits,
    errors: Mutex<Errors>,
    lost: Mutex<Option<BoxDeviceLostCallback>>,
}

#[derive(Default)]
struct Errors {
    scopes: Vec<(ErrorFilter, Option<Error>)>,
    handler: Option<Arc<dyn UncapturedErrorHandler>>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a device of {:?}", self.session.machine.name)
    }
}

impl Shared {
    pub fn new(session: Arc<Session>, features: Features, limits: Limits) -> Self {
        Self { session, features, limits, errors: Mutex::default(), lost: Mutex::default() }
    }

    /// Calls back at the next submit or poll.
    pub fn later(&self, callback: Callback) {
        self.session.later(callback);
    }

    /// Raises a validation error.
    pub fn invalid(&self, description: String) {
        self.raise(Error::Validation { source: description.clone().into(), description });
    }

    /// Raises an error: the innermost scope that takes such errors gets it, else the handler.
    ///
    /// # Panics
    /// Where there is neither, as wgpu does.
    fn raise(&self, error: Error) {
        let filter = match error {
            Error::OutOfMemory { .. } => ErrorFilter::OutOfMemory,
            Error::Validation { .. } => ErrorFilter::Validation,
            Error::Internal { .. } => ErrorFilter::Internal,
        };
        let mut errors = locked(&self.errors);
        let scope = errors.scopes.iter_mut().rev().find(|(takes, _)| *takes == filter);
        if let Some((_, first)) = scope {
            first.get_or_insert(error);
            return;
        }
        let handler = errors.handler.clone();
        drop(errors);
        match handler {
            Some(handler) => handler(error),
            None => panic!("wgpu error: {error}"),
        }
    }
}

/// wgpu's device.
#[derive(Debug)]
pub struct Device {
    shared: Arc<Shared>,
}

impl Device {
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    fn absent(&self, call: &str, why: &str) -> Absent {
        self.shared.invalid(format!("Device::{call}: {why}"));
        Absent
    }
}

const NO_RENDERING: &str = "the simulator runs compute shaders; it does not render";
const NO_RAYS: &str = "the simulator has no acceleration structures";
const NO_EXTERNAL: &str = "the simulator has no external textures";

#[expect(unsafe_code, reason = "wgpu's interface has some functions unsafe; nothing here is")]
impl DeviceInterface for Device {
    fn features(&self) -> Features {
        self.shared.features
    }

    fn limits(&self) -> Limits {
        self.shared.limits.clone()
    }

    fn adapter_info(&self) -> wgpu::AdapterInfo {
        info(&self.shared.session)
    }

    fn create_shader_module(
        &self,
        desc: wgpu::ShaderModuleDescriptor<'_>,
        _: wgpu::ShaderRuntimeChecks,
    ) -> DispatchShaderModule {
        let (module, error) = ShaderModule::new(&desc);
        if let Some(error) = error {
            self.shared.invalid(format!("Device::create_shader_module: {error}"));
        }
        DispatchShaderModule::custom(module)
    }

    unsafe fn create_shader_module_passthrough(
        &self,
        _: &wgpu::ShaderModuleDescriptorPassthrough<'_>,
    ) -> DispatchShaderModule {
        refuse::call("Device::create_shader_module_passthrough", "the simulator reads WGSL")
    }

    fn create_bind_group_layout(&self, desc: &wgpu::BindGroupLayoutDescriptor<'_>) -> DispatchBindGroupLayout {
        DispatchBindGroupLayout::custom(BindGroupLayout::new(desc.entries))
    }

    fn create_bind_group(&self, desc: &wgpu::BindGroupDescriptor<'_>) -> DispatchBindGroup {
        let group = BindGroup::new(desc).unwrap_or_else(|why| {
            self.shared.invalid(format!("Device::create_bind_group: {why}"));
            BindGroup::empty()
        });
        DispatchBindGroup::custom(group)
    }

    fn create_pipeline_layout(&self, desc: &wgpu::PipelineLayoutDescriptor<'_>) -> DispatchPipelineLayout {
        DispatchPipelineLayout::custom(PipelineLayout::new(desc))
    }

    fn create_render_pipeline(&self, _: &wgpu::RenderPipelineDescriptor<'_>) -> DispatchRenderPipeline {
        refuse::call("Device::create_render_pipeline", NO_RENDERING)
    }

    fn create_mesh_pipeline(&self, _: &wgpu::MeshPipelineDescriptor<'_>) -> DispatchRenderPipeline {
        refuse::call("Device::create_mesh_pipeline", NO_RENDERING)
    }

    fn create_compute_pipeline(&self, desc: &wgpu::ComputePipelineDescriptor<'_>) -> DispatchComputePipeline {
        DispatchComputePipeline::custom(Compute::new(desc, self.shared.clone()))
    }

    unsafe fn create_pipeline_cache(&self, _: &wgpu::PipelineCacheDescriptor<'_>) -> DispatchPipelineCache {
        DispatchPipelineCache::custom(Absent)
    }

    fn create_buffer(&self, desc: &wgpu::BufferDescriptor<'_>) -> DispatchBuffer {
        let most = self.shared.limits.max_buffer_size;
        if desc.size > most {
            self.shared.invalid(format!(
                "Device::create_buffer: `{}` has {} bytes; the device allows {most}",
                desc.label.unwrap_or("a buffer without a label"),
                desc.size
            ));
            let desc = wgpu::BufferDescriptor { size: 0, ..desc.clone() };
            return DispatchBuffer::custom(Buffer::new(&desc, self.shared.clone()));
        }
        DispatchBuffer::custom(Buffer::new(desc, self.shared.clone()))
    }

    fn create_texture(&self, desc: &wgpu::TextureDescriptor<'_>) -> DispatchTexture {
        match Texture::new(desc, &self.shared) {
            Ok(texture) => DispatchTexture::custom(texture),
            Err(why) => DispatchTexture::custom(self.absent("create_texture", &why)),
        }
    }

    fn create_external_texture(
        &self,
        _: &wgpu::ExternalTextureDescriptor<'_>,
        _: &[&wgpu::TextureView],
    ) -> DispatchExternalTexture {
        DispatchExternalTexture::custom(self.absent("create_external_texture", NO_EXTERNAL))
    }

    fn create_blas(
        &self,
        _: &wgpu::CreateBlasDescriptor<'_>,
        _: wgpu::BlasGeometrySizeDescriptors,
    ) -> (Option<u64>, DispatchBlas) {
        (None, DispatchBlas::custom(self.absent("create_blas", NO_RAYS)))
    }

    fn create_tlas(&self, _: &wgpu::CreateTlasDescriptor<'_>) -> DispatchTlas {
        refuse::call("Device::create_tlas", NO_RAYS)
    }

    fn create_sampler(&self, desc: &wgpu::SamplerDescriptor<'_>) -> DispatchSampler {
        match Sampler::new(desc) {
            Ok(sampler) => DispatchSampler::custom(sampler),
            Err(why) => DispatchSampler::custom(self.absent("create_sampler", &why)),
        }
    }

    fn create_query_set(&self, desc: &wgpu::QuerySetDescriptor<'_>) -> DispatchQuerySet {
        if !matches!(desc.ty, wgpu::QueryType::Timestamp) {
            self.shared
                .invalid(format!("Device::create_query_set: the simulator answers timestamps only, not {:?}", desc.ty));
        }
        DispatchQuerySet::custom(QuerySet::new(desc.count))
    }

    fn create_command_encoder(&self, desc: &wgpu::CommandEncoderDescriptor<'_>) -> DispatchCommandEncoder {
        DispatchCommandEncoder::custom(Encoder::new(desc, self.shared.clone()))
    }

    fn create_render_bundle_encoder(&self, _: &wgpu::RenderBundleEncoderDescriptor<'_>) -> DispatchRenderBundleEncoder {
        refuse::call("Device::create_render_bundle_encoder", NO_RENDERING)
    }

    fn set_device_lost_callback(&self, callback: BoxDeviceLostCallback) {
        *locked(&self.shared.lost) = Some(callback);
    }

    fn on_uncaptured_error(&self, handler: Arc<dyn UncapturedErrorHandler>) {
        locked(&self.shared.errors).handler = Some(handler);
    }

    fn push_error_scope(&self, filter: ErrorFilter) -> u32 {
        let scopes = &mut locked(&self.shared.errors).scopes;
        scopes.push((filter, None));
        scopes.len() as u32 - 1
    }

    fn pop_error_scope(&self, index: u32) -> Pin<Box<dyn PopErrorScopeFuture>> {
        let scopes = &mut locked(&self.shared.errors).scopes;
        let popped = scopes.drain((index as usize).min(scopes.len())..).next();
        Box::pin(ready(popped.and_then(|(_, error)| error)))
    }

    unsafe fn start_graphics_debugger_capture(&self) {}

    unsafe fn stop_graphics_debugger_capture(&self) {}

    fn poll(&self, poll: wgpu::wgt::PollType<u64>) -> Result<wgpu::PollStatus, wgpu::PollError> {
        self.shared.session.run_callbacks();
        Ok(match poll {
            wgpu::wgt::PollType::Wait { .. } => wgpu::PollStatus::WaitSucceeded,
            wgpu::wgt::PollType::Poll => wgpu::PollStatus::QueueEmpty,
        })
    }

    fn get_internal_counters(&self) -> wgpu::InternalCounters {
        wgpu::InternalCounters::default()
    }

    fn generate_allocator_report(&self) -> Option<wgpu::AllocatorReport> {
        None
    }

    fn destroy(&self) {
        if let Some(callback) = locked(&self.shared.lost).take() {
            let destroyed = || callback(wgpu::DeviceLostReason::Destroyed, "it was destroyed".to_owned());
            self.shared.later(Box::new(destroyed));
        }
    }
}
