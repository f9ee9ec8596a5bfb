//! A user's kernel on a real device: run once for its result, then timed.

use std::fs;
use std::time::Instant;

use super::prepare::Prepared;
use super::report::{SavedReport, UserReport, UserTime};
use super::request::{Beyond, Place, Refused, UserRequest};
use crate::bench::DeviceReport;
use crate::device::{BufferId, Device, DeviceError, Facts, Launch, Timing};
use crate::measure::Summary;
use crate::units::Seconds;

/// Samples of a short kernel.
const MOST_SAMPLES: usize = 20;
/// Samples of a kernel that takes longer than the budget allows for more.
const FEWEST_SAMPLES: usize = 3;
/// Seconds for all samples.
const BUDGET_S: f64 = 0.5;

/// Runs `prepared` on `device` with all runtime checks on; `enter` is called before each run.
pub(super) fn measure(
    prepared: &Prepared,
    request: &UserRequest,
    device: &mut dyn Device,
    enter: &mut dyn FnMut(),
) -> Result<UserReport, Refused> {
    serves(prepared, request, device)?;
    // The compiler of the driver is under the clock too: a kernel may keep it busy for ever.
    enter();
    let pipeline = device
        .compile(&prepared.kernel, true)
        .map_err(|error| match error {
            DeviceError::Limit { .. } => Refused::unserved(error),
            _ => Refused::wrong(format!("{}: {error}", prepared.kernel.path)),
        })?;
    let mut buffers = Vec::new();
    for bound in prepared.bound.iter().filter(|bound| bound.used) {
        let initial = bound
            .fill
            .make(bound.place, request.seed, bound.bytes as usize);
        let initial = initial.map_err(Refused::unserved)?;
        let label = format!("{} {}", bound.place, bound.name);
        let id = device
            .allocate(&label, bound.bytes)
            .map_err(Refused::unserved)?;
        device.bind_exactly(id, bound.bytes);
        buffers.push((bound.place, id, initial));
    }
    let launch = Launch {
        pipeline,
        buffers: buffers
            .iter()
            .map(|(place, id, _)| ((place.group, place.binding), *id))
            .collect(),
        workgroups: prepared.workgroups,
    };
    let first = run(device, &buffers, &launch, enter)?;
    let saved = save(prepared, request, |place, bytes| {
        match buffers.iter().find(|(at, ..)| *at == place) {
            Some((_, id, _)) => device.read(*id, bytes).map_err(Refused::wrong),
            None => Ok(Vec::new()),
        }
    })?;
    let time = sample(device, &buffers, &launch, first, enter)?;
    Ok(UserReport {
        saved,
        time: Some(time),
        ..UserReport::of(prepared, request, device.facts())
    })
}

fn serves(prepared: &Prepared, request: &UserRequest, device: &dyn Device) -> Result<(), Refused> {
    prepared.fits(device.facts())?;
    if prepared.has_immediates() {
        return Err(Refused::unserved(format!(
            "{}: immediates are given on the simulator only: add --device sim",
            prepared.kernel.path
        )));
    }
    if request.beyond != Beyond::Clamp {
        return Err(Refused::unserved(
            "--out-of-bounds zero: a device does as its driver does; add --device sim",
        ));
    }
    Ok(())
}

type Held = (Place, BufferId, Vec<u8>);

/// One dispatch, on buffers as they were given.
fn run(
    device: &mut dyn Device,
    buffers: &[Held],
    launch: &Launch,
    enter: &mut dyn FnMut(),
) -> Result<Timing, Refused> {
    enter();
    for (_, id, initial) in buffers {
        device.write(*id, initial).map_err(Refused::unserved)?;
    }
    device
        .run(std::slice::from_ref(launch), 1)
        .map_err(|error| match error {
            DeviceError::Lost(_) => Refused::wrong(format!("the kernel ended the device: {error}")),
            _ => Refused::unserved(error),
        })
}

/// The first run warms up, unless it was so long that it needs no company.
fn sample(
    device: &mut dyn Device,
    buffers: &[Held],
    launch: &Launch,
    first: Timing,
    enter: &mut dyn FnMut(),
) -> Result<UserTime, Refused> {
    let start = Instant::now();
    let mut timings = Vec::new();
    if first.wall.0 > BUDGET_S {
        timings.push(first);
    }
    while timings.len() < MOST_SAMPLES {
        let spent = start.elapsed().as_secs_f64() > BUDGET_S || first.wall.0 > BUDGET_S;
        if spent && (timings.len() >= FEWEST_SAMPLES || first.wall.0 > BUDGET_S) {
            break;
        }
        timings.push(run(device, buffers, launch, enter)?);
    }
    let wall: Vec<Seconds> = timings.iter().map(|timing| timing.wall).collect();
    let gpu: Option<Vec<Seconds>> = timings.iter().map(|timing| timing.gpu).collect();
    Ok(UserTime {
        wall: Summary::of(&wall).ok_or_else(|| Refused::unserved("nothing was timed"))?,
        gpu: gpu.as_deref().and_then(Summary::of),
        checks: "on".to_owned(),
    })
}

/// Writes the files that were asked for; `read` gives so many bytes of the buffer at a place.
pub(super) fn save(
    prepared: &Prepared,
    request: &UserRequest,
    mut read: impl FnMut(Place, u64) -> Result<Vec<u8>, Refused>,
) -> Result<Vec<SavedReport>, Refused> {
    let mut saved = Vec::new();
    for bound in &prepared.bound {
        let paths: Vec<_> = request
            .saves
            .iter()
            .filter(|(place, _)| *place == bound.place)
            .collect();
        if paths.is_empty() {
            continue;
        }
        let bytes = if bound.used {
            read(bound.place, bound.given)?
        } else {
            let made = bound
                .fill
                .make(bound.place, request.seed, bound.given as usize);
            made.map_err(Refused::unserved)?
        };
        for (place, path) in paths {
            fs::write(path, &bytes).map_err(|error| {
                Refused::unserved(format!("--save {place}={}: {error}", path.display()))
            })?;
            saved.push(SavedReport {
                group: place.group,
                binding: place.binding,
                file: path.display().to_string(),
                bytes: bytes.len() as u64,
            });
        }
    }
    Ok(saved)
}

impl UserReport {
    /// What is known before the run.
    pub(super) fn of(prepared: &Prepared, request: &UserRequest, device: &Facts) -> Self {
        Self {
            schema: "lockstep/exec/1".to_owned(),
            file: prepared.kernel.path.clone(),
            entry: prepared.kernel.entry.clone(),
            workgroup_size: prepared.kernel.workgroup_size,
            workgroups: prepared.workgroups,
            problem: prepared.problem.clone(),
            seed: request.seed,
            device: DeviceReport::from(device),
            saved: Vec::new(),
            time: None,
            counters: None,
            findings: Vec::new(),
            estimate: None,
            lines: Vec::new(),
            hottest: Vec::new(),
            source: prepared.kernel.source.clone(),
            first_requests: Vec::new(),
            roofs: None,
            notes: prepared.notes.clone(),
        }
    }
}
