//! What can go wrong with a device.

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
        /// WebGPU's name of the limit.
        limit: &'static str,
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

fn listed(found: &[String]) -> String {
    if found.is_empty() { "is none".to_owned() } else { format!("are:\n  {}", found.join("\n  ")) }
}
