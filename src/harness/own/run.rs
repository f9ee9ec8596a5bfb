//! The run of a kernel of one's own, or of two, on whichever device.

use super::job::OwnKernel;
use super::pair::{PairReport, measure_pair, simulate_pair};
use super::prepare::Prepared;
use super::real::measure;
use super::report::KernelReport;
use super::simulated::simulate;
use crate::device::{self, Device, Selector};
use crate::files::Shown;
use crate::harness::event::{Event, Refused};
use crate::harness::job::Request;
use crate::sim::machine::Machine;

/// What the kernels run on.
enum Target {
    Machine(Box<Machine>),
    Device(Box<dyn Device>),
}

/// Runs `kernel` once on the simulator, or runs and times it on a device.
pub fn run(request: &Request, kernel: &OwnKernel, emit: &mut dyn FnMut(Event)) -> Result<KernelReport, Refused> {
    let mut enter = entering(kernel, emit);
    let named = named(&request.device)?;
    let prepared = Prepared::new(request, kernel)?;
    match target(named, &request.device)? {
        Target::Machine(machine) => {
            enter();
            simulate(&prepared, *machine)
        }
        Target::Device(mut device) => measure(&prepared, device.as_mut(), &mut enter),
    }
}

/// Runs both kernels on the same buffers and compares what they wrote; on a device, times them in turn.
pub fn run_pair(
    request: &Request,
    kernels: &[OwnKernel; 2],
    emit: &mut dyn FnMut(Event),
) -> Result<PairReport, Refused> {
    let mut enter = entering(&kernels[0], emit);
    let named = named(&request.device)?;
    let [a, b] = kernels;
    let prepared = [Prepared::new(request, a)?, Prepared::new(request, b)?];
    match target(named, &request.device)? {
        Target::Machine(machine) => {
            enter();
            simulate_pair(&prepared, &machine)
        }
        Target::Device(mut device) => measure_pair(&prepared, device.as_mut(), &mut enter),
    }
}

/// Says that `kernel` is compiled or run from now on.
fn entering(kernel: &OwnKernel, emit: &mut dyn FnMut(Event)) -> impl FnMut() {
    let variant = kernel.file.shown();
    move || {
        emit(Event::Enter { variant: variant.clone(), stage: String::new(), done: 0, of: 1 });
    }
}

/// The machine that is asked for by name: a wrong name is told before anything is read.
fn named(selector: &Selector) -> Result<Option<Machine>, Refused> {
    let Selector::Simulated(name) = selector else {
        return Ok(None);
    };
    device::machine(name).map(Some).map_err(Refused::unserved)
}

fn target(named: Option<Machine>, selector: &Selector) -> Result<Target, Refused> {
    if let Some(machine) = named {
        return Ok(Target::Machine(Box::new(machine)));
    }
    let device = device::open(selector).map_err(Refused::unserved)?;
    Ok(match device.machine().cloned() {
        // There is no adapter.
        Some(machine) => Target::Machine(Box::new(machine)),
        None => Target::Device(device),
    })
}
