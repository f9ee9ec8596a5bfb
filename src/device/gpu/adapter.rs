//! From an adapter to an open device.

use wgpu::{Adapter, CooperativeScalarType, Features};

use super::fault::Faults;
use super::native;
use super::perform::Roads;
use super::pipeline::Pipelines;
use super::resources::Resources;
use super::timestamps::{Timestamps, timestamp_step};
use super::{DeviceError, Facts, Gpu};
use crate::device::{Backend, DeviceType, Feature, Limits};
use crate::host::Host;

/// Every adapter that wgpu finds through Vulkan, Metal or DX12.
pub async fn enumerate() -> Vec<Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        // The validation layers would be loaded in debug builds, and would be timed too.
        flags: wgpu::InstanceFlags::empty(),
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    instance.enumerate_adapters(wgpu::Backends::PRIMARY).await
}

/// What an adapter is called that does not say: a browser may hide it.
const UNNAMED: &str = "a GPU that does not tell its name";

/// What `adapter` says of itself.
pub fn facts(adapter: &Adapter) -> Facts {
    let info = adapter.get_info();
    let driver = format!("{} {}", info.driver, info.driver_info);
    Facts {
        name: if info.name.is_empty() { UNNAMED.to_owned() } else { info.name },
        backend: match info.backend {
            wgpu::Backend::Metal => Backend::Metal,
            wgpu::Backend::Dx12 => Backend::Dx12,
            wgpu::Backend::Gl => Backend::Gl,
            wgpu::Backend::BrowserWebGpu => Backend::WebGpu,
            _ => Backend::Vulkan,
        },
        kind: match info.device_type {
            wgpu::DeviceType::DiscreteGpu => DeviceType::Discrete,
            wgpu::DeviceType::IntegratedGpu => DeviceType::Integrated,
            wgpu::DeviceType::VirtualGpu => DeviceType::Virtual,
            wgpu::DeviceType::Cpu => DeviceType::Cpu,
            wgpu::DeviceType::Other => DeviceType::Other,
        },
        driver: driver.trim().to_owned(),
        vendor: info.vendor,
        device: info.device,
        pci_bus_id: info.device_pci_bus_id,
        subgroup_min: info.subgroup_min_size,
        subgroup_max: info.subgroup_max_size,
        limits: limits(&adapter.limits()),
        features: features(adapter),
        timestamp_period_s: None,
        stands_for: None,
    }
}

fn limits(limits: &wgpu::Limits) -> Limits {
    Limits {
        max_buffer_size: limits.max_buffer_size,
        max_storage_binding: limits.max_storage_buffer_binding_size,
        max_workgroup_memory: limits.max_compute_workgroup_storage_size,
        max_invocations: limits.max_compute_invocations_per_workgroup,
        max_workgroup_size: [
            limits.max_compute_workgroup_size_x,
            limits.max_compute_workgroup_size_y,
            limits.max_compute_workgroup_size_z,
        ],
        max_workgroups: limits.max_compute_workgroups_per_dimension,
    }
}

fn features(adapter: &Adapter) -> Vec<Feature> {
    let has = adapter.features();
    // Elsewhere such a buffer lies in the host's memory, and a kernel reads it over the link.
    let unified = matches!(adapter.get_info().device_type, wgpu::DeviceType::IntegratedGpu | wgpu::DeviceType::Cpu);
    let matrices = if has.contains(Features::EXPERIMENTAL_COOPERATIVE_MATRIX) {
        adapter.cooperative_matrix_properties()
    } else {
        Vec::new()
    };
    let matrix = |size: u32, ab: CooperativeScalarType| {
        matrices.iter().any(|p| {
            [p.m_size, p.n_size, p.k_size] == [size; 3] && p.ab_type == ab && p.cr_type == CooperativeScalarType::F32
        })
    };
    [
        (has.contains(Features::SUBGROUP), Feature::Subgroup),
        (has.contains(Features::SHADER_F16), Feature::F16),
        (matrix(8, CooperativeScalarType::F32), Feature::CooperativeMatrix8x8F32),
        (matrix(8, CooperativeScalarType::F16), Feature::CooperativeMatrix8x8F16),
        (matrix(16, CooperativeScalarType::F16), Feature::CooperativeMatrix16x16F16),
        (has.contains(Features::SHADER_INT64), Feature::Int64),
        (has.contains(Features::SHADER_FLOAT32_ATOMIC), Feature::Float32Atomic),
        (has.contains(Features::TIMESTAMP_QUERY), Feature::Timestamps),
        (has.contains(Features::MAPPABLE_PRIMARY_BUFFERS) && unified, Feature::UnifiedMemory),
    ]
    .into_iter()
    .filter_map(|(there, feature)| there.then_some(feature))
    .collect()
}

/// The features that a lab's kernel or its timing can use.
const WANTED: Features = Features::SUBGROUP
    .union(Features::SUBGROUP_BARRIER)
    .union(Features::SHADER_F16)
    .union(Features::SHADER_INT64)
    .union(Features::SHADER_FLOAT32_ATOMIC)
    .union(Features::IMMEDIATES)
    .union(Features::TIMESTAMP_QUERY)
    .union(Features::MAPPABLE_PRIMARY_BUFFERS)
    .union(Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES)
    .union(Features::TEXTURE_FORMAT_16BIT_NORM)
    .union(Features::FLOAT32_FILTERABLE)
    .union(Features::EXPERIMENTAL_COOPERATIVE_MATRIX);

impl Gpu {
    /// Opens `adapter` with all of its limits and every feature that a lab can use; `host` has the clock.
    ///
    /// # Errors
    /// [`DeviceError::Open`] with the driver's reason.
    pub async fn open(adapter: Adapter, host: &'static dyn Host) -> Result<Self, DeviceError> {
        let mut facts = facts(&adapter);
        let queried = native::queried(&adapter, &facts);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("lockstep"),
            required_features: adapter.features() & WANTED,
            required_limits: adapter.limits(),
            experimental_features: experimental(),
            memory_hints: wgpu::MemoryHints::Performance,
            trace: wgpu::Trace::Off,
        };
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|error| DeviceError::Open { name: facts.name.clone(), message: error.to_string() })?;
        let faults = Faults::listen(&device);
        let timestamps = facts.has(Feature::Timestamps).then(|| Timestamps::new(&device, &queue));
        facts.timestamp_period_s = timestamps.as_ref().map(Timestamps::period);
        let mut gpu = Self {
            facts,
            queried,
            device,
            queue,
            faults,
            resources: Resources::default(),
            pipelines: Pipelines::default(),
            timestamps,
            roads: Roads::default(),
            host,
        };
        if gpu.facts.backend == Backend::WebGpu {
            // A browser rounds what the device wrote.
            gpu.facts.timestamp_period_s = timestamp_step(&gpu).await?.or(gpu.facts.timestamp_period_s);
        }
        Ok(gpu)
    }
}

#[allow(unsafe_code)]
fn experimental() -> wgpu::ExperimentalFeatures {
    // SAFETY: wgpu asks for an acknowledgement that experimental features may have bugs. The only one
    // that is requested is the cooperative matrix, whose kernels are the ladder's own and are verified
    // in a child process.
    unsafe { wgpu::ExperimentalFeatures::enabled() }
}
