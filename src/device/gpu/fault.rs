//! wgpu reports errors to whoever listens, and panics where nobody does: this listens.

use std::sync::{Arc, Mutex, PoisonError};

use super::DeviceError;

/// The first error that a device raised and that has not been reported yet.
#[derive(Default)]
pub struct Faults(Mutex<Option<DeviceError>>);

impl Faults {
    /// Takes over `device`'s error handlers.
    pub fn listen(device: &wgpu::Device) -> Arc<Self> {
        let faults = Arc::new(Self::default());
        let uncaptured = Arc::clone(&faults);
        device.on_uncaptured_error(Arc::new(move |error| uncaptured.record(translate(error))));
        let lost = Arc::clone(&faults);
        device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                lost.record(DeviceError::Lost(message));
            }
        });
        faults
    }

    /// The error recorded since the last call, if any.
    pub fn check(&self) -> Result<(), DeviceError> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.take().map_or(Ok(()), Err)
    }

    fn record(&self, error: DeviceError) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(error);
    }
}

/// What `work` makes, or the first error that it raises on `device` on this thread, whose errors no other thread sees.
///
/// # Errors
/// [`DeviceError`] as `work`, or where the device has refused something.
#[cfg(not(target_family = "wasm"))]
pub fn scoped<T>(device: &wgpu::Device, work: impl FnOnce() -> Result<T, DeviceError>) -> Result<T, DeviceError> {
    use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
    let scopes = [OutOfMemory, Internal, Validation].map(|filter| device.push_error_scope(filter));
    let done = work();
    let raised = scopes.into_iter().rev().filter_map(|scope| pollster::block_on(scope.pop()));
    raised.last().map_or(done, |error| Err(translate(error)))
}

fn translate(error: wgpu::Error) -> DeviceError {
    match error {
        wgpu::Error::OutOfMemory { source } => DeviceError::OutOfMemory(source.to_string()),
        wgpu::Error::Validation { description, .. } => DeviceError::Refused(description),
        wgpu::Error::Internal { description, .. } => DeviceError::Refused(description),
    }
}
