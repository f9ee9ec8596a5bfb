//! The run of a kernel of one's own, or of two, on whichever device.

use super::job::OwnKernel;
use super::pair::{PairReport, measure_pair, simulate_pair};
use super::prepare::Prepared;
use super::real::measure;
use super::report::KernelReport;
use super::simulated::simulate;
use crate::Shown;
use crate::device::AnyDevice;
use crate::harness::event::{Event, Refused};
use crate::harness::job::Request;
use crate::host::Host;

/// Runs `kernel` once on the simulator, or runs and times it on a device.
pub async fn run(
    request: &Request,
    kernel: &OwnKernel,
    device: &mut AnyDevice,
    host: &dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<KernelReport, Refused> {
    let mut enter = entering(kernel, emit);
    let prepared = Prepared::new(request, kernel, host)?;
    match device {
        AnyDevice::Simulated(simulator) => {
            enter();
            simulate(&prepared, simulator)
        }
        AnyDevice::Gpu(gpu) => measure(&prepared, gpu.as_mut(), &mut enter).await,
    }
}

/// Runs both kernels on the same buffers and compares what they wrote; on a device, times them in turn.
pub async fn run_pair(
    request: &Request,
    kernels: &[OwnKernel; 2],
    device: &mut AnyDevice,
    host: &dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<PairReport, Refused> {
    let mut enter = entering(&kernels[0], emit);
    let [a, b] = kernels;
    let prepared = [Prepared::new(request, a, host)?, Prepared::new(request, b, host)?];
    match device {
        AnyDevice::Simulated(simulator) => {
            enter();
            simulate_pair(&prepared, simulator)
        }
        AnyDevice::Gpu(gpu) => measure_pair(&prepared, gpu.as_mut(), &mut enter).await,
    }
}

/// Says that `kernel` is compiled or run from now on.
fn entering(kernel: &OwnKernel, emit: &mut dyn FnMut(Event)) -> impl FnMut() {
    let variant = kernel.file.shown();
    move || {
        emit(Event::Enter { variant: variant.clone(), stage: String::new(), done: 0, of: 1 });
    }
}
