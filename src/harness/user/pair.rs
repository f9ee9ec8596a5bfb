//! Two kernels of one's own, on the same buffers.

use std::collections::BTreeSet;

use super::contents::{Contents, Held};
use super::on_device::{DeviceKernel, ready, sample};
use super::on_simulator::simulate_for_buffers;
use super::outputs::{Compared, written};
use super::prepare::BoundKernel;
use super::tolerance::Allowed;
use crate::device::{Device, Simulated, Timing};
use crate::harness::protocol::{
    BindingPoint, KernelReport, KernelTime, OutputType, Outputs, PairReport, RunError, Stage,
};
use crate::measure::{self, Clock, Plan, Samples, choose_clock};
use crate::sim::FindingKind;

/// Further orders in which the simulator runs what does not agree with another kernel or device.
pub const ORDERS: u64 = 3;

/// Runs both on `machine`, and compares what they wrote.
pub(super) fn simulate_pair(pair: &mut [BoundKernel<'_>; 2], simulator: &Simulated) -> Result<PairReport, RunError> {
    let (mut report_a, held_a) = simulate_for_buffers(&pair[0], simulator)?;
    let (report_b, held_b) = simulate_for_buffers(&pair[1], simulator)?;
    let is_sampled = [&report_a, &report_b].iter().any(|report| report.is_sampled());
    let held = [&held_a, &held_b];
    let mut outputs = compared(pair, held, is_sampled, &BTreeSet::new())?;
    if is_sampled {
        let words = outputs.words;
        report_a.notes.push(format!(
            "only what the samples of both kernels wrote was compared, {words} values; no atomics, which add up all workgroups"
        ));
    } else if !outputs.agree {
        let mut unordered = BTreeSet::new();
        for (which, report) in [&report_a, &report_b].into_iter().enumerate() {
            unordered.extend(by_order(&mut pair[which], report, held[which], simulator)?);
        }
        if !unordered.is_empty() {
            outputs = compared(pair, held, is_sampled, &unordered)?;
            let names: Vec<String> = unordered.iter().map(|place| place.declared()).collect();
            report_a.notes.push(format!(
                "not compared: {}: what is there depends on the order in which invocations run",
                names.join(", ")
            ));
        }
    }
    Ok(PairReport { a: report_a, b: report_b, outputs })
}

/// What both wrote, but for the buffers at `unordered`.
fn compared(
    [a, b]: &[BoundKernel<'_>; 2],
    [held_a, held_b]: [&Held; 2],
    is_sampled: bool,
    unordered: &BTreeSet<BindingPoint>,
) -> Result<Outputs, RunError> {
    let mut outputs = Outputs::default();
    for (place, bytes, form) in written(a, b) {
        if unordered.contains(&place) || is_sampled && (a.has_atomics(place) || b.has_atomics(place)) {
            continue;
        }
        let mut both = Both::new([held_a, held_b], place, bytes);
        let mut left_out = 0;
        if is_sampled && let (Some(old_a), Some(old_b)) = (a.contents_at(place)?, b.contents_at(place)?) {
            left_out = both.leave_out_unchanged([&old_a, &old_b], form.step());
        }
        outputs.add_of(
            &Compared { name: &place.declared(), pieces: &both.pieces },
            &form,
            &both.a,
            &both.b,
            Allowed::default(),
        );
        outputs.words -= left_out;
    }
    Ok(outputs)
}

/// What both runs hold of a buffer: all of it, or one after the other the pieces that both may have changed.
struct Both {
    a: Vec<u8>,
    b: Vec<u8>,
    /// Where each piece begins here, and where in the buffer.
    pieces: Vec<(usize, usize)>,
}

impl Both {
    /// Of the first `bytes` bytes of a buffer.
    fn new([a, b]: [&Held; 2], place: BindingPoint, bytes: u64) -> Self {
        let mut both = Self { a: Vec::new(), b: Vec::new(), pieces: Vec::new() };
        let (a, b) = (a.pieces(place), b.pieces(place));
        for (first, a) in &a {
            let Some(b) = b.get(first) else { continue };
            let len = a.len().min(b.len()).min((bytes as usize).saturating_sub(*first));
            both.pieces.push((both.a.len(), *first));
            both.a.extend(&a[..len]);
            both.b.extend(&b[..len]);
        }
        both
    }

    /// Copies A's values over B's where a sampled kernel left them unchanged; returns how many. A value has `size` bytes.
    fn leave_out_unchanged(&mut self, before: [&Contents; 2], size: usize) -> u64 {
        let mut left_out = 0;
        for (at, (begin, first)) in self.pieces.iter().enumerate() {
            let end = self.pieces.get(at + 1).map_or(self.a.len(), |(next, _)| *next);
            let [old_a, old_b] = before.map(|contents| contents.bytes(*first..first + end - begin));
            let old = old_a.chunks(size).zip(old_b.chunks(size));
            let new = self.a[*begin..end].chunks(size).zip(self.b[*begin..end].chunks_mut(size));
            for ((a, b), (old_a, old_b)) in new.zip(old) {
                if a == old_a || b == old_b {
                    b.copy_from_slice(a);
                    left_out += 1;
                }
            }
        }
        left_out
    }
}

/// Where the kernel stores something else when the simulator takes another order; nothing where no atomic operation of it
/// yields what the order decides.
fn by_order(
    prepared: &mut BoundKernel<'_>,
    report: &KernelReport,
    first: &Held,
    simulator: &Simulated,
) -> Result<BTreeSet<BindingPoint>, RunError> {
    let mut places = BTreeSet::new();
    if report.findings.iter().any(|found| found.kind == FindingKind::OrderDependentAtomic) {
        for order in 1..=ORDERS {
            prepared.user.order = Some(prepared.seed.wrapping_add(order));
            let (_, again) = simulate_for_buffers(prepared, simulator)?;
            for (place, bytes, form) in written(prepared, prepared) {
                let mut outputs = Outputs::default();
                let Both { a, b, .. } = Both::new([first, &again], place, bytes);
                outputs.add(&place.declared(), &form, &a, &b, Allowed::default());
                if !outputs.agree {
                    places.insert(place);
                }
            }
        }
        prepared.user.order = None;
    }
    Ok(places)
}

/// Runs each once, compares what they wrote, and, where that agrees, times them in turn (A B B A).
pub(super) async fn measure_pair(
    [a, b]: &[BoundKernel<'_>; 2],
    device: &mut impl Device,
    enter: &mut dyn FnMut(Stage),
) -> Result<PairReport, RunError> {
    let ready_a = ready(a, device, enter).await?;
    let ready_b = ready(b, device, enter).await?;
    let places: Vec<_> = written(a, b);
    let mut report_a = KernelReport::of(a, device.facts());
    let mut report_b = KernelReport::of(b, device.facts());
    let first_a = ready_a.run(device, enter).await?;
    let held_a = read_all(&ready_a, device, &places).await?;
    let first_b = ready_b.run(device, enter).await?;
    let held_b = read_all(&ready_b, device, &places).await?;
    let mut outputs = Outputs::default();
    for ((place, _, form), (a, b)) in places.iter().zip(held_a.iter().zip(&held_b)) {
        outputs.add(&place.declared(), form, a, b, Allowed::default());
    }
    if outputs.agree {
        // Both hold their own first result now.
        let mut repeatable = true;
        for (ready, held) in [(&ready_a, held_a), (&ready_b, held_b)] {
            if repeatable {
                ready.repeat(device, 1, enter).await?;
                repeatable = read_all(ready, device, &places).await? == held;
            }
        }
        let [time_a, time_b] = if repeatable {
            batches([&ready_a, &ready_b], device, enter).await?
        } else {
            sample([&ready_a, &ready_b], [first_a, first_b], device, enter, a.host).await?
        };
        (report_a.time, report_b.time) = (Some(time_a), Some(time_b));
    }
    Ok(PairReport { a: report_a, b: report_b, outputs })
}

/// Batches of many dispatches each, in turn: for kernels that find their own result and leave it as it is.
async fn batches(
    kernels: [&DeviceKernel; 2],
    device: &mut impl Device,
    enter: &mut dyn FnMut(Stage),
) -> Result<[KernelTime; 2], RunError> {
    let plan = Plan::for_device(device.facts());
    let time = async |which: usize, repeats| kernels[which].repeat(device, repeats, enter).await;
    let sampled = measure::sample(2, &[], &plan, time).await?;
    let timings: Vec<Timing> = sampled.iter().flat_map(|one| one.batches.clone()).collect();
    let (clock, _) = choose_clock(&timings);
    let one = |sampled: &Samples| {
        Some(KernelTime {
            wall: sampled.summary(Clock::Wall)?,
            gpu: sampled.summary(clock).filter(|_| clock == Clock::GpuTimestamps),
            checks: "on".to_owned(),
        })
    };
    match sampled.as_slice() {
        [a, b] => one(a).zip(one(b)).map(|(a, b)| [a, b]),
        _ => None,
    }
    .ok_or_else(|| RunError::unserved("nothing was timed"))
}

async fn read_all(
    ready: &DeviceKernel,
    device: &mut impl Device,
    places: &[(BindingPoint, u64, OutputType)],
) -> Result<Vec<Vec<u8>>, RunError> {
    let mut held = Vec::new();
    for (place, bytes, _) in places {
        held.push(ready.read(device, *place, *bytes).await?);
    }
    Ok(held)
}
