//! The run of a kernel of one's own, or of two, on whichever device.

use super::contents::Held;
use super::on_device::measure;
use super::on_simulator::simulate;
use super::pair::{measure_pair, simulate_pair};
use super::prepare::BoundKernel;
use crate::Shown;
use crate::device::{self, AnyDevice, Device};
use crate::harness::protocol::{Event, KernelReport, PairReport, Request, RunError, Stage, UserKernel};
use crate::host::Host;

/// Runs `kernel` once on the simulator, or runs and times it on a device. The kernel is read before the device is opened.
pub async fn run(
    request: &Request,
    kernel: &UserKernel,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<KernelReport, RunError> {
    let prepared = BoundKernel::new(request, kernel, host)?;
    let mut device = open(request, host).await?;
    let prepared = prepared.fitted(request, device.facts())?;
    dispatch(&prepared, &mut device, &mut entering(kernel, emit)).await.map(|(report, _)| report)
}

/// Runs both kernels on the same buffers and compares what they wrote; on a device, times them in turn.
pub async fn run_pair(
    request: &Request,
    kernels: &[UserKernel; 2],
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<PairReport, RunError> {
    let [a, b] = kernels;
    let mut prepared = [BoundKernel::new(request, a, host)?, BoundKernel::new(request, b, host)?];
    let mut enter = entering(a, emit);
    match &mut open(request, host).await? {
        AnyDevice::Simulated(simulator) => {
            enter(Stage::Simulate);
            simulate_pair(&mut prepared, simulator)
        }
        AnyDevice::Gpu(gpu) => measure_pair(&prepared, gpu.as_mut(), &mut enter).await,
    }
}

pub(super) async fn open(request: &Request, host: &'static dyn Host) -> Result<AnyDevice, RunError> {
    device::open(&request.device, host).await.map_err(RunError::unserved)
}

/// Runs `prepared` once; what it did, and what its buffers hold then.
pub(super) async fn dispatch(
    prepared: &BoundKernel<'_>,
    device: &mut AnyDevice,
    enter: &mut dyn FnMut(Stage),
) -> Result<(KernelReport, Held), RunError> {
    match device {
        AnyDevice::Simulated(simulator) => {
            enter(Stage::Simulate);
            simulate(prepared, simulator)
        }
        AnyDevice::Gpu(gpu) => measure(prepared, gpu.as_mut(), enter).await,
    }
}

/// Says in which stage `kernel` is from now on.
pub(super) fn entering(kernel: &UserKernel, emit: &mut dyn FnMut(Event)) -> impl FnMut(Stage) {
    let variant = kernel.file.shown();
    move |stage| {
        emit(Event::Enter { variant: variant.clone(), stage, done: 0, of: 1 });
    }
}
