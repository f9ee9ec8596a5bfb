//! Two kernels of one's own, on the same buffers.

use serde::{Deserialize, Serialize};

use super::job::Place;
use super::outputs::{Outputs, written};
use super::prepare::Prepared;
use super::real::{Ready, ready, sample};
use super::report::{KernelReport, KernelTime};
use super::simulated::{Bindings, simulate_for_buffers};
use crate::device::{Device, Timing};
use crate::harness::Refused;
use crate::measure::{self, Clock, Plan, Sampled, Summary, choose_clock};
use crate::sim::machine::Machine;
use crate::units::Seconds;

/// What both did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairReport {
    /// The first kernel; timed only where the outputs agree.
    pub a: KernelReport,
    /// The second kernel.
    pub b: KernelReport,
    /// What the two wrote.
    pub outputs: Outputs,
}

/// Runs both on `machine`, and compares what they wrote.
pub(super) fn simulate_pair([a, b]: &[Prepared; 2], machine: &Machine) -> Result<PairReport, Refused> {
    let (report_a, held_a) = simulate_for_buffers(a, machine.clone())?;
    let (report_b, held_b) = simulate_for_buffers(b, machine.clone())?;
    let mut outputs = Outputs::default();
    for (place, bytes, scalar) in written(a, b) {
        let of = |held: &'_ Bindings| -> Vec<u8> {
            let held = held.get(&(place.group, place.binding));
            let held = held.map_or(&[][..], Vec::as_slice);
            held[..held.len().min(bytes as usize)].to_vec()
        };
        outputs.add(place, scalar, &of(&held_a), &of(&held_b));
    }
    Ok(PairReport { a: report_a, b: report_b, outputs })
}

/// Runs each once, compares what they wrote, and, where that agrees, times them in turn (A B B A).
pub(super) fn measure_pair(
    [a, b]: &[Prepared; 2],
    device: &mut dyn Device,
    enter: &mut dyn FnMut(),
) -> Result<PairReport, Refused> {
    let ready_a = ready(a, device, enter)?;
    let ready_b = ready(b, device, enter)?;
    let places: Vec<_> = written(a, b);
    let mut report_a = KernelReport::of(a, device.facts());
    let mut report_b = KernelReport::of(b, device.facts());
    let first_a = ready_a.run(device, enter)?;
    let held_a = read_all(&ready_a, device, &places)?;
    let first_b = ready_b.run(device, enter)?;
    let held_b = read_all(&ready_b, device, &places)?;
    let mut outputs = Outputs::default();
    for ((place, _, scalar), (a, b)) in places.iter().zip(held_a.iter().zip(&held_b)) {
        outputs.add(*place, *scalar, a, b);
    }
    if outputs.agree {
        let again = |ready: &Ready, held: &[Vec<u8>], device: &mut dyn Device, enter: &mut dyn FnMut()| {
            ready.repeat(device, 1, enter)?;
            Ok::<bool, Refused>(read_all(ready, device, &places)? == held)
        };
        // Both hold their own first result now.
        let repeatable = again(&ready_a, &held_a, device, enter)? && again(&ready_b, &held_b, device, enter)?;
        let [time_a, time_b] = if repeatable {
            batches([&ready_a, &ready_b], device, enter)?
        } else {
            sample([&ready_a, &ready_b], [first_a, first_b], device, enter)?
        };
        (report_a.time, report_b.time) = (Some(time_a), Some(time_b));
    }
    Ok(PairReport { a: report_a, b: report_b, outputs })
}

/// Batches of many dispatches each, in turn: for kernels that find their own result and leave it as it is.
fn batches(kernels: [&Ready; 2], device: &mut dyn Device, enter: &mut dyn FnMut()) -> Result<[KernelTime; 2], Refused> {
    let plan = Plan::for_device(device.facts());
    let sampled = measure::sample(2, &plan, |which, repeats| kernels[which].repeat(device, repeats, enter))?;
    let timings: Vec<Timing> = sampled.iter().flat_map(|one| one.batches.clone()).collect();
    let (clock, _) = choose_clock(&timings);
    let one = |sampled: &Sampled| {
        let by = |clock: Clock| {
            let each = sampled.batches.iter();
            let seconds = each.map(|timing| Seconds(clock.read(*timing).0 / f64::from(sampled.repeats)));
            Summary::of(&seconds.collect::<Vec<_>>())
        };
        Some(KernelTime {
            wall: by(Clock::Wall)?,
            gpu: by(clock).filter(|_| clock == Clock::GpuTimestamps),
            checks: "on".to_owned(),
        })
    };
    match sampled.as_slice() {
        [a, b] => one(a).zip(one(b)).map(|(a, b)| [a, b]),
        _ => None,
    }
    .ok_or_else(|| Refused::unserved("nothing was timed"))
}

fn read_all(
    ready: &Ready,
    device: &mut dyn Device,
    places: &[(Place, u64, Option<crate::kernel::Scalar>)],
) -> Result<Vec<Vec<u8>>, Refused> {
    let read = |(place, bytes, _): &(Place, u64, _)| ready.read(device, *place, *bytes);
    places.iter().map(read).collect()
}
