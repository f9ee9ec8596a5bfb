//! Devices as labs know them: kinds, limits, capabilities.

use serde::{Deserialize, Serialize};

use crate::kernel::Needs;

/// The interface through which a device is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    Vulkan,
    Metal,
    Dx12,
    Gl,
    WebGpu,
    Sim,
}

/// What sort of hardware a device is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceType {
    /// A GPU with memory of its own.
    Discrete,
    /// A GPU that shares the system's memory.
    Integrated,
    /// A GPU handed to a virtual machine.
    Virtual,
    /// A driver that runs kernels on the CPU.
    Cpu,
    /// The simulator.
    Simulated,
    /// The driver does not say.
    #[default]
    Other,
}

/// A capability beyond core WebGPU that a kernel may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    Subgroup,
    F16,
    CooperativeMatrix8x8F32,
    CooperativeMatrix8x8F16,
    CooperativeMatrix16x16F16,
    Int64,
    Float32Atomic,
    Timestamps,
    UnifiedMemory,
}

impl Feature {
    /// The words in which a person reads it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Subgroup => "subgroup operations",
            Self::F16 => "16-bit floats (shader-f16)",
            Self::CooperativeMatrix8x8F32 => "cooperative matrices (8x8, f32)",
            Self::CooperativeMatrix8x8F16 => "cooperative matrices (8x8, f16 with f32 sums)",
            Self::CooperativeMatrix16x16F16 => "cooperative matrices (16x16, f16 with f32 sums)",
            Self::Int64 => "64-bit integers",
            Self::Float32Atomic => "f32 atomics",
            Self::Timestamps => "timestamp queries",
            Self::UnifiedMemory => "memory that the host and kernels share (mappable primary buffers)",
        }
    }
}

/// The limits that decide whether a lab's problem fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of the largest buffer.
    pub max_buffer_size: u64,
    /// Bytes of the largest storage binding.
    pub max_storage_binding: u64,
    /// Bytes of workgroup memory in one workgroup.
    pub max_workgroup_memory: u32,
    /// Invocations in one workgroup.
    pub max_invocations: u32,
    /// Invocations along each dimension of a workgroup.
    pub max_workgroup_size: [u32; 3],
    /// Workgroups along each dimension of a dispatch.
    pub max_workgroups: u32,
}

/// What a device says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// The adapter's name, as the driver spells it.
    pub name: String,
    /// The interface.
    pub backend: Backend,
    /// The sort of hardware.
    #[serde(rename = "type")]
    pub kind: DeviceType,
    /// Of the simulator, the sort of the hardware that it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<DeviceType>,
    /// The driver's name and version.
    pub driver: String,
    /// PCI vendor, or 0.
    pub vendor: u32,
    /// PCI device, or 0.
    pub device: u32,
    /// PCI bus address, or empty.
    pub pci_bus_id: String,
    /// Fewest invocations of a subgroup.
    pub subgroup_min: u32,
    /// Most invocations of a subgroup.
    pub subgroup_max: u32,
    /// Of its buffers, workgroups and dispatches.
    pub limits: Limits,
    /// Capabilities beyond core WebGPU.
    pub features: Vec<Feature>,
    /// Seconds of one tick of the device's timestamps, once it is open; `None` where it has none.
    pub timestamp_period_s: Option<f64>,
}

impl Facts {
    /// The sort of hardware, or of that which is simulated.
    pub fn kind_on_silicon(&self) -> DeviceType {
        self.stands_for.unwrap_or(self.kind)
    }

    /// Whether the device has `feature`.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Why a kernel that needs `feature` does not run here.
    pub fn without(&self, feature: Feature) -> String {
        match (self.backend, feature) {
            // wgpu 30 has no name for the browser's feature, and cannot ask for it.
            (Backend::WebGpu, Feature::Subgroup) => {
                "a browser's subgroup operations cannot be reached from here".to_owned()
            }
            _ => format!("the device has no {}", feature.name()),
        }
    }

    /// The first capability that `needs` asks for and the device lacks.
    pub fn lacks(&self, needs: Needs) -> Option<Feature> {
        use Feature::{CooperativeMatrix8x8F16, CooperativeMatrix8x8F32, CooperativeMatrix16x16F16};
        let matrices = [CooperativeMatrix8x8F32, CooperativeMatrix8x8F16, CooperativeMatrix16x16F16];
        // What a simulated machine does not offer is refused by the kind of matrix, at its line.
        let matrix = self.backend == Backend::Sim || matrices.iter().any(|feature| self.has(*feature));
        [
            (needs.cooperative_matrix && !matrix, CooperativeMatrix16x16F16),
            (needs.subgroup && !self.has(Feature::Subgroup), Feature::Subgroup),
            (needs.f16 && !self.has(Feature::F16), Feature::F16),
            (needs.int64 && !self.has(Feature::Int64), Feature::Int64),
            (needs.float32_atomic && !self.has(Feature::Float32Atomic), Feature::Float32Atomic),
        ]
        .into_iter()
        .find_map(|(lacking, feature)| lacking.then_some(feature))
    }
}

#[cfg(test)]
impl Facts {
    /// A device of that kind of which nothing else is known.
    pub fn of_kind(kind: DeviceType) -> Self {
        Self {
            name: String::new(),
            backend: Backend::Vulkan,
            kind,
            driver: String::new(),
            vendor: 0,
            device: 0,
            pci_bus_id: String::new(),
            subgroup_min: 8,
            subgroup_max: 8,
            limits: Limits {
                max_buffer_size: 0,
                max_storage_binding: 0,
                max_workgroup_memory: 0,
                max_invocations: 0,
                max_workgroup_size: [0; 3],
                max_workgroups: 0,
            },
            timestamp_period_s: None,
            stands_for: None,
            features: Vec::new(),
        }
    }
}
