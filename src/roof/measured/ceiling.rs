//! What tuning micro-kernels yields.

use thiserror::Error;

use crate::device::DeviceError;
use crate::kernel::KernelError;

/// The fastest that a verified micro-kernel was seen to run on a device.
#[derive(Clone, Debug, PartialEq)]
pub struct Ceiling {
    /// FLOP/s (a multiply-add is two), or bytes a second (a copied byte is two: one read, one written).
    pub rate: f64,
    /// The fastest shape, by the name under which it can be measured again.
    pub shape: String,
    /// The fastest shape, among how many, and by which clock.
    pub detail: String,
}

/// Why a device has no measured roof.
#[derive(Debug, Error)]
pub enum CeilingError {
    /// The device failed or refused a micro-kernel.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A micro-kernel is not WGSL: a fault of this program.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// Every micro-kernel computed something else than it should have.
    #[error("no micro-kernel computed what it should on this device, so there is no measured roof; the last: {0}")]
    Wrong(String),
    /// The device cannot hold the working set.
    #[error("the device cannot hold two buffers of {0} bytes each, so its memory was not measured")]
    TooSmall(u64),
}
