//! The instance and its one adapter: a simulated machine.

use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;

use wgpu::custom::{
    AdapterInterface, DispatchAdapter, DispatchDevice, DispatchQueue, DispatchSurface, EnumerateAdapterFuture,
    InstanceInterface, RequestAdapterFuture, RequestDeviceFuture,
};
use wgpu::{Features, Limits};

use crate::device::{Device, Shared};
use crate::queue::Queue;
use crate::refuse;
use crate::session::Session;

/// Bytes of the largest buffer: the simulator addresses a binding with 32 bits.
const LARGEST_BUFFER: u64 = (1 << 32) - 4;

/// wgpu's instance.
#[derive(Debug)]
pub struct Instance {
    session: Arc<Session>,
}

impl Instance {
    pub fn new(session: Arc<Session>) -> Self {
        Self { session }
    }

    fn adapter(&self) -> DispatchAdapter {
        DispatchAdapter::custom(Adapter { session: self.session.clone() })
    }
}

#[expect(unsafe_code, reason = "wgpu's interface has this function unsafe; nothing here is")]
impl InstanceInterface for Instance {
    fn new(_: wgpu::InstanceDescriptor) -> Self {
        unreachable!("a simulator's instance is made by `Simulator::instance`")
    }

    unsafe fn create_surface(&self, _: wgpu::SurfaceTargetUnsafe) -> Result<DispatchSurface, wgpu::CreateSurfaceError> {
        refuse::call("Instance::create_surface", "the simulator has no surfaces: it runs compute shaders")
    }

    fn request_adapter(&self, _: &wgpu::RequestAdapterOptions<'_, '_>) -> Pin<Box<dyn RequestAdapterFuture>> {
        Box::pin(ready(Ok(self.adapter())))
    }

    fn poll_all_devices(&self, _: bool) -> bool {
        self.session.run_callbacks();
        true
    }

    fn wgsl_language_features(&self) -> wgpu::WgslLanguageFeatures {
        wgpu::WgslLanguageFeatures::empty()
    }

    fn enumerate_adapters(&self, _: wgpu::Backends) -> Pin<Box<dyn EnumerateAdapterFuture>> {
        Box::pin(ready(vec![self.adapter()]))
    }
}

/// wgpu's adapter.
#[derive(Debug)]
pub struct Adapter {
    session: Arc<Session>,
}

impl AdapterInterface for Adapter {
    fn request_device(&self, desc: &wgpu::DeviceDescriptor<'_>) -> Pin<Box<dyn RequestDeviceFuture>> {
        Box::pin(ready(self.device(desc)))
    }

    fn is_surface_supported(&self, _: &DispatchSurface) -> bool {
        false
    }

    fn features(&self) -> Features {
        features()
    }

    fn limits(&self) -> Limits {
        limits(&self.session)
    }

    fn downlevel_capabilities(&self) -> wgpu::DownlevelCapabilities {
        wgpu::DownlevelCapabilities::default()
    }

    fn get_info(&self) -> wgpu::AdapterInfo {
        info(&self.session)
    }

    fn get_texture_format_features(&self, format: wgpu::TextureFormat) -> wgpu::TextureFormatFeatures {
        format.guaranteed_format_features(features())
    }

    fn get_presentation_timestamp(&self) -> wgpu::PresentationTimestamp {
        wgpu::PresentationTimestamp::INVALID_TIMESTAMP
    }

    fn cooperative_matrix_properties(&self) -> Vec<wgpu::wgt::CooperativeMatrixProperties> {
        Vec::new()
    }
}

impl Adapter {
    fn device(
        &self,
        desc: &wgpu::DeviceDescriptor<'_>,
    ) -> Result<(DispatchDevice, DispatchQueue), wgpu::RequestDeviceError> {
        let missing = desc.required_features - features();
        if !missing.is_empty() {
            return Err(wgpu::RequestDeviceError::from_message(format!(
                "the simulator does not have the feature(s) {missing:?}"
            )));
        }
        let mut wrong = Vec::new();
        let mut fail = |name: &'static str, wanted: u64, allowed: u64| {
            wrong.push(format!("{name}: {wanted} asked for, {allowed} there"));
        };
        desc.required_limits.check_limits_with_fail_fn(&limits(&self.session), false, &mut fail);
        if !wrong.is_empty() {
            return Err(wgpu::RequestDeviceError::from_message(format!(
                "limits beyond the simulated machine's: {}",
                wrong.join("; ")
            )));
        }
        let shared = Arc::new(Shared::new(self.session.clone(), desc.required_features, desc.required_limits.clone()));
        Ok((DispatchDevice::custom(Device::new(shared.clone())), DispatchQueue::custom(Queue::new(shared))))
    }
}

/// What the simulator has beyond core WebGPU.
fn features() -> Features {
    Features::SHADER_F16
        | Features::SUBGROUP
        | Features::SUBGROUP_BARRIER
        | Features::SHADER_INT64
        | Features::SHADER_I16
        | Features::SHADER_FLOAT32_ATOMIC
        | Features::SHADER_INT64_ATOMIC_MIN_MAX
        | Features::SHADER_INT64_ATOMIC_ALL_OPS
        | Features::TIMESTAMP_QUERY
        | Features::TIMESTAMP_QUERY_INSIDE_ENCODERS
        | Features::TIMESTAMP_QUERY_INSIDE_PASSES
        | Features::MAPPABLE_PRIMARY_BUFFERS
        | Features::IMMEDIATES
        | Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES
        | Features::TEXTURE_FORMAT_16BIT_NORM
        | Features::BGRA8UNORM_STORAGE
        | Features::FLOAT32_FILTERABLE
        | Features::CLEAR_TEXTURE
}

/// WebGPU's limits, with buffers as large as the simulator can address and workgroups as large as GPUs have them.
fn limits(session: &Session) -> Limits {
    let shared = session.machine.residency.shared_bytes_per_workgroup.unwrap_or(0);
    Limits {
        max_buffer_size: LARGEST_BUFFER,
        max_storage_buffer_binding_size: LARGEST_BUFFER,
        max_storage_buffers_per_shader_stage: 32,
        max_compute_workgroup_storage_size: shared.max(32 << 10),
        max_compute_invocations_per_workgroup: 1024,
        max_compute_workgroup_size_x: 1024,
        max_compute_workgroup_size_y: 1024,
        max_immediate_size: 256,
        max_texture_dimension_1d: 16384,
        max_texture_dimension_2d: 16384,
        max_texture_dimension_3d: 2048,
        max_texture_array_layers: 2048,
        max_storage_textures_per_shader_stage: 32,
        min_storage_buffer_offset_alignment: 32,
        min_uniform_buffer_offset_alignment: 32,
        ..Limits::default()
    }
}

pub fn info(session: &Session) -> wgpu::AdapterInfo {
    let machine = &session.machine;
    let width = machine.subgroup_width();
    wgpu::AdapterInfo {
        name: format!("{} (simulated)", machine.device),
        driver: "lockstep".to_owned(),
        driver_info: format!("the simulator's model `{}`: {}", machine.name, machine.architecture),
        subgroup_min_size: width,
        subgroup_max_size: width,
        ..wgpu::AdapterInfo::new(wgpu::DeviceType::Cpu, wgpu::Backend::Noop)
    }
}
