//! What can go wrong with a device.

use std::fmt;

use thiserror::Error;

/// Why a device could not be had or did not do what it was asked.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum DeviceError {
    /// No adapter answers to the selector.
    #[error("no device matches `{selector}`; there {}", listed(.found))]
    NoMatch {
        /// What was asked for.
        selector: String,
        /// The devices that there are, a line each.
        found: Vec<String>,
    },
    /// The simulator has no such machine.
    #[error("{0}")]
    NoMachine(String),
    /// There is no adapter at all.
    #[error(
        "there is no Vulkan, Metal or DX12 device on this machine; install a driver \
         (on Debian or Ubuntu without a GPU: `apt-get install mesa-vulkan-drivers`)"
    )]
    NoAdapter,
    /// The adapter would not open.
    #[error("{name} would not open: {message}")]
    Open {
        /// The adapter.
        name: String,
        /// The driver's reason.
        message: String,
    },
    /// Something is larger than the device allows.
    #[error("{what} needs {needed}, but {limit} of {device} is {allowed}")]
    Limit {
        /// What does not fit.
        what: String,
        /// How much it needs, with its unit.
        needed: String,
        /// Which limit.
        limit: LimitName,
        device: String,
        /// The limit's value, with its unit.
        allowed: String,
    },
    /// The driver refused the kernel or the launch.
    #[error("the device refused it: {0}")]
    Refused(String),
    /// The device has no memory left.
    #[error("the device is out of memory: {0}; try a smaller --size")]
    OutOfMemory(String),
    /// The device was lost: a crash or a reset of the driver.
    #[error("the device was lost: {0}")]
    Lost(String),
}

/// A limit of a device; shown by the name that WebGPU has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitName {
    /// Invocations of a workgroup.
    Invocations,
    /// Bytes of workgroup memory.
    WorkgroupMemory,
    /// Workgroups along one dimension of a dispatch.
    Workgroups,
    /// Bytes of a storage buffer as it is bound.
    StorageBinding,
    /// Bytes of a buffer.
    BufferSize,
    /// Values of u32: no limit of WebGPU, but of its kernels.
    CountedInU32,
}

impl fmt::Display for LimitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invocations => "maxComputeInvocationsPerWorkgroup",
            Self::WorkgroupMemory => "maxComputeWorkgroupStorageSize",
            Self::Workgroups => "maxComputeWorkgroupsPerDimension",
            Self::StorageBinding => "maxStorageBufferBindingSize",
            Self::BufferSize => "maxBufferSize",
            Self::CountedInU32 => "u32, the type that kernels count in,",
        })
    }
}

fn listed(found: &[String]) -> String {
    if found.is_empty() { "is none".to_owned() } else { format!("are:\n  {}", found.join("\n  ")) }
}
