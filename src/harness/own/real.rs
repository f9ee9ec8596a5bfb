//! A kernel of one's own on a real device: run once for its result, then timed.

use std::fs;
use std::time::Instant;

use super::job::{Beyond, Place};
use super::prepare::Prepared;
use super::report::{KernelReport, KernelTime, SavedReport};
use crate::device::{BufferId, Device, DeviceError, Facts, Launch, Timing};
use crate::files::Shown;
use crate::harness::{DeviceReport, Refused, SourceReport};
use crate::measure::Summary;
use crate::units::Seconds;

/// Samples of a short kernel.
const MOST_SAMPLES: usize = 20;
/// Samples of a kernel that takes longer than the budget allows for more.
const FEWEST_SAMPLES: usize = 3;
/// Seconds for all samples.
const BUDGET_S: f64 = 0.5;

/// A kernel on a device: compiled, with its buffers.
pub(super) struct Ready {
    launch: Launch,
    buffers: Vec<Held>,
}

/// Compiles `prepared` with all runtime checks on and makes its buffers.
pub(super) fn ready(prepared: &Prepared, device: &mut dyn Device, enter: &mut dyn FnMut()) -> Result<Ready, Refused> {
    serves(prepared, device)?;
    // The compiler of the driver is under the clock too: a kernel may keep it busy for ever.
    enter();
    let pipeline = device.compile(&prepared.kernel, true).map_err(|error| match error {
        DeviceError::Limit { .. } => Refused::unserved(error),
        _ => Refused::wrong(format!("{}: {error}", prepared.kernel.path)),
    })?;
    let mut buffers = Vec::new();
    for bound in prepared.bound.iter().filter(|bound| bound.used) {
        let initial = bound.fill.make(bound.place, prepared.seed, bound.bytes as usize);
        let initial = initial.map_err(Refused::unserved)?;
        let label = format!("{} {}", bound.place, bound.name);
        let id = device.allocate(&label, bound.bytes).map_err(Refused::unserved)?;
        device.bind_exactly(id, bound.bytes);
        buffers.push((bound.place, id, initial));
    }
    let launch = Launch {
        pipeline,
        buffers: buffers.iter().map(|(place, id, _)| ((place.group, place.binding), *id)).collect(),
        workgroups: prepared.workgroups,
    };
    Ok(Ready { launch, buffers })
}

impl Ready {
    /// One dispatch, on buffers as they were given.
    pub(super) fn run(&self, device: &mut dyn Device, enter: &mut dyn FnMut()) -> Result<Timing, Refused> {
        run(device, &self.buffers, &self.launch, enter)
    }

    /// Dispatches so many times over, each finding what the one before it left.
    pub(super) fn repeat(
        &self,
        device: &mut dyn Device,
        repeats: u32,
        enter: &mut dyn FnMut(),
    ) -> Result<Timing, Refused> {
        enter();
        device.run(std::slice::from_ref(&self.launch), repeats).map_err(ended)
    }

    /// So many bytes of the buffer at `place`; none where the kernel has no buffer there.
    pub(super) fn read(&self, device: &mut dyn Device, place: Place, bytes: u64) -> Result<Vec<u8>, Refused> {
        match self.buffers.iter().find(|(at, ..)| *at == place) {
            Some((_, id, _)) => device.read(*id, bytes).map_err(Refused::wrong),
            None => Ok(Vec::new()),
        }
    }
}

/// Runs `prepared` on `device` with all runtime checks on; `enter` is called before each run.
pub(super) fn measure(
    prepared: &Prepared,
    device: &mut dyn Device,
    enter: &mut dyn FnMut(),
) -> Result<KernelReport, Refused> {
    let ready = ready(prepared, device, enter)?;
    let first = ready.run(device, enter)?;
    let saved = save(prepared, |place, bytes| ready.read(device, place, bytes))?;
    let [time] = sample([&ready], [first], device, enter)?;
    Ok(KernelReport { saved, time: Some(time), ..KernelReport::of(prepared, device.facts()) })
}

fn serves(prepared: &Prepared, device: &dyn Device) -> Result<(), Refused> {
    prepared.fits(device.facts())?;
    if prepared.has_immediates() {
        return Err(Refused::unserved(format!(
            "{}: immediates are given on the simulator only: add --device sim",
            prepared.kernel.path
        )));
    }
    if prepared.own.beyond != Beyond::Clamp {
        return Err(Refused::unserved("--out-of-bounds zero: a device does as its driver does; add --device sim"));
    }
    Ok(())
}

type Held = (Place, BufferId, Vec<u8>);

/// One dispatch, on buffers as they were given.
fn run(device: &mut dyn Device, buffers: &[Held], launch: &Launch, enter: &mut dyn FnMut()) -> Result<Timing, Refused> {
    enter();
    for (_, id, initial) in buffers {
        device.write(*id, initial).map_err(Refused::unserved)?;
    }
    device.run(std::slice::from_ref(launch), 1).map_err(ended)
}

fn ended(error: DeviceError) -> Refused {
    match error {
        DeviceError::Lost(_) => Refused::wrong(format!("the kernel ended the device: {error}")),
        _ => Refused::unserved(error),
    }
}

/// Samples of each kernel, in turn, forwards and backwards. The first run of each warms up, unless one was so long that
/// it needs no company.
pub(super) fn sample<const N: usize>(
    kernels: [&Ready; N],
    first: [Timing; N],
    device: &mut dyn Device,
    enter: &mut dyn FnMut(),
) -> Result<[KernelTime; N], Refused> {
    let start = Instant::now();
    let long = first.iter().map(|timing| timing.wall.0).sum::<f64>() > BUDGET_S * N as f64;
    let mut timings: [Vec<Timing>; N] = first.map(|timing| if long { vec![timing] } else { Vec::new() });
    while !long && timings[0].len() < MOST_SAMPLES {
        let taken = timings[0].len();
        if start.elapsed().as_secs_f64() > BUDGET_S * N as f64 && taken >= FEWEST_SAMPLES {
            break;
        }
        for step in 0..N {
            let which = if taken.is_multiple_of(2) { step } else { N - 1 - step };
            timings[which].push(kernels[which].run(device, enter)?);
        }
    }
    let mut times = Vec::new();
    for timings in &timings {
        let wall: Vec<Seconds> = timings.iter().map(|timing| timing.wall).collect();
        let gpu: Option<Vec<Seconds>> = timings.iter().map(|timing| timing.gpu).collect();
        times.push(KernelTime {
            wall: Summary::of(&wall).ok_or_else(|| Refused::unserved("nothing was timed"))?,
            gpu: gpu.as_deref().and_then(Summary::of),
            checks: "on".to_owned(),
        });
    }
    times.try_into().map_err(|_| Refused::unserved("nothing was timed"))
}

/// Writes the files that were asked for; `read` gives so many bytes of the buffer at a place.
pub(super) fn save(
    prepared: &Prepared,
    mut read: impl FnMut(Place, u64) -> Result<Vec<u8>, Refused>,
) -> Result<Vec<SavedReport>, Refused> {
    let mut saved = Vec::new();
    for bound in &prepared.bound {
        let paths: Vec<_> = prepared.own.saves.iter().filter(|(place, _)| *place == bound.place).collect();
        if paths.is_empty() {
            continue;
        }
        let bytes = if bound.used {
            read(bound.place, bound.given)?
        } else {
            let made = bound.fill.make(bound.place, prepared.seed, bound.given as usize);
            made.map_err(Refused::unserved)?
        };
        for (place, path) in paths {
            fs::write(path, &bytes)
                .map_err(|error| Refused::unserved(format!("--save {place}={}: {error}", path.shown())))?;
            saved.push(SavedReport {
                group: place.group,
                binding: place.binding,
                file: path.shown(),
                bytes: bytes.len() as u64,
            });
        }
    }
    Ok(saved)
}

impl KernelReport {
    /// What is known before the run.
    pub(super) fn of(prepared: &Prepared, device: &Facts) -> Self {
        Self {
            schema: "lockstep/exec/1".to_owned(),
            file: prepared.kernel.path.clone(),
            entry: prepared.kernel.entry.clone(),
            workgroup_size: prepared.kernel.workgroup_size,
            workgroups: prepared.workgroups,
            problem: prepared.problem.clone(),
            seed: prepared.seed,
            device: DeviceReport::from(device),
            policy: None,
            saved: Vec::new(),
            time: None,
            counters: None,
            findings: Vec::new(),
            estimate: None,
            lines: Vec::new(),
            hottest: Vec::new(),
            source: SourceReport {
                path: prepared.kernel.path.clone(),
                text: prepared.kernel.source.clone(),
                ..SourceReport::default()
            },
            roofs: None,
            notes: prepared.notes.clone(),
        }
    }
}
