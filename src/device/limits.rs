//! Whether a kernel fits a device.

use super::{DeviceError, Facts, LimitName};
use crate::kernel::Kernel;
use crate::units::Bytes;

/// That `kernel`'s workgroup fits the device.
///
/// # Errors
/// [`DeviceError::Limit`], which names the limit.
pub fn within_limits(kernel: &Kernel, facts: &Facts) -> Result<(), DeviceError> {
    let limits = facts.limits;
    let exceeded = |what: String, needed: String, limit, allowed: String| {
        Err(DeviceError::Limit { what, needed, limit, device: facts.name.clone(), allowed })
    };
    let [x, y, z] = kernel.workgroup_size;
    let [max_x, max_y, max_z] = limits.max_workgroup_size;
    if kernel.invocations() > limits.max_invocations || x > max_x || y > max_y || z > max_z {
        return exceeded(
            format!("@workgroup_size({x}, {y}, {z}) of {}", kernel.path),
            format!("{} invocations", kernel.invocations()),
            LimitName::Invocations,
            format!("{} (at most {max_x} x {max_y} x {max_z})", limits.max_invocations),
        );
    }
    if kernel.workgroup_bytes > limits.max_workgroup_memory {
        return exceeded(
            format!("the workgroup memory of {}", kernel.path),
            Bytes(f64::from(kernel.workgroup_bytes)).to_string(),
            LimitName::WorkgroupMemory,
            Bytes(f64::from(limits.max_workgroup_memory)).to_string(),
        );
    }
    Ok(())
}

/// That a buffer of `bytes` bytes can be made and bound.
///
/// # Errors
/// [`DeviceError::Limit`], which names the limit.
pub fn buffer_fits(label: &str, bytes: u64, facts: &Facts) -> Result<(), DeviceError> {
    let limits = facts.limits;
    for (limit, allowed) in
        [(LimitName::StorageBinding, limits.max_storage_binding), (LimitName::BufferSize, limits.max_buffer_size)]
    {
        if bytes > allowed {
            return Err(DeviceError::Limit {
                what: format!("the buffer `{label}`"),
                needed: Bytes(bytes as f64).to_string(),
                limit,
                device: facts.name.clone(),
                allowed: Bytes(allowed as f64).to_string(),
            });
        }
    }
    Ok(())
}
