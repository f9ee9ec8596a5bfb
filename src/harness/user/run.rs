//! The run of a kernel of one's own, or of two, on whichever device.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::on_device::measure;
use super::on_simulator::simulate;
use super::pair::{measure_pair, simulate_pair};
use super::prepare::{Prepared, compile, source};
use crate::Shown;
use crate::device::{self, AnyDevice};
use crate::harness::protocol::{Event, KernelReport, PairReport, Refused, Request, Stage, UserKernel};
use crate::host::Host;

/// Runs `kernel` once on the simulator, or runs and times it on a device. The kernel is read before the device is opened.
pub async fn run(
    request: &Request,
    kernel: &UserKernel,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<KernelReport, Refused> {
    let prepared = Prepared::new(request, kernel, host)?;
    let mut device = open(request, host).await?;
    dispatch(&prepared, &mut device, &mut entering(kernel, emit)).await
}

/// Runs `kernels` one after the other on one device. A kernel is compiled once, however often it is dispatched.
pub async fn run_chain(
    request: &Request,
    kernels: &[UserKernel],
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<Vec<KernelReport>, Refused> {
    let mut compiled = BTreeMap::new();
    for own in kernels {
        if let Entry::Vacant(place) = compiled.entry((&own.file, &own.entry, &own.overrides)) {
            place.insert(compile(own, &source(own, host)?)?);
        }
    }
    let mut device = open(request, host).await?;
    let mut reports = Vec::new();
    for own in kernels {
        let kernel = compiled[&(&own.file, &own.entry, &own.overrides)].clone();
        let prepared = Prepared::of(kernel, request, own, host)?;
        reports.push(dispatch(&prepared, &mut device, &mut entering(own, emit)).await?);
    }
    Ok(reports)
}

/// Runs both kernels on the same buffers and compares what they wrote; on a device, times them in turn.
pub async fn run_pair(
    request: &Request,
    kernels: &[UserKernel; 2],
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<PairReport, Refused> {
    let [a, b] = kernels;
    let mut prepared = [Prepared::new(request, a, host)?, Prepared::new(request, b, host)?];
    let mut enter = entering(a, emit);
    match &mut open(request, host).await? {
        AnyDevice::Simulated(simulator) => {
            enter(Stage::Simulate);
            simulate_pair(&mut prepared, simulator)
        }
        AnyDevice::Gpu(gpu) => measure_pair(&prepared, gpu.as_mut(), &mut enter).await,
    }
}

async fn open(request: &Request, host: &'static dyn Host) -> Result<AnyDevice, Refused> {
    device::open(&request.device, host).await.map_err(Refused::unserved)
}

async fn dispatch(
    prepared: &Prepared<'_>,
    device: &mut AnyDevice,
    enter: &mut dyn FnMut(Stage),
) -> Result<KernelReport, Refused> {
    match device {
        AnyDevice::Simulated(simulator) => {
            enter(Stage::Simulate);
            simulate(prepared, simulator)
        }
        AnyDevice::Gpu(gpu) => measure(prepared, gpu.as_mut(), enter).await,
    }
}

/// Says in which stage `kernel` is from now on.
fn entering(kernel: &UserKernel, emit: &mut dyn FnMut(Event)) -> impl FnMut(Stage) {
    let variant = kernel.file.shown();
    move |stage| {
        emit(Event::Enter { variant: variant.clone(), stage, done: 0, of: 1 });
    }
}
