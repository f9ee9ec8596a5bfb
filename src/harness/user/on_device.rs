//! A kernel of one's own on a real device: run once for its result, then timed.

use std::rc::Rc;

use super::bind::BoundBuffer;
use super::contents::{Bindings, Held};
use super::npy;
use super::prepare::BoundKernel;
use crate::Shown;
use crate::device::{BufferId, Device, DeviceError, Facts, Launch, RuntimeChecks, Timing};
use crate::harness::protocol::{
    BindingPoint, DeviceReport, KeptReport, KernelReport, KernelTime, OutOfBoundsPolicy, OutputType, RunError,
    SavedReport, SourceReport, Stage,
};
use crate::host::Host;
use crate::kernel::ResourceBinding;
use crate::measure::Summary;
use crate::sim::texture::{ResourceType, TextureClass};
use crate::units::Seconds;

/// Samples of a short kernel.
const MOST_SAMPLES: usize = 20;
/// Samples of a kernel that takes longer than the budget allows for more.
const FEWEST_SAMPLES: usize = 3;
/// Seconds for all samples.
const BUDGET_S: f64 = 0.5;

/// A kernel on a device: compiled, with its buffers.
pub(super) struct DeviceKernel {
    launch: Launch,
    buffers: Vec<Saved>,
}

/// Compiles `prepared` with all runtime checks on and makes its buffers.
pub(super) async fn ready(
    prepared: &BoundKernel<'_>,
    device: &mut impl Device,
    enter: &mut dyn FnMut(Stage),
) -> Result<DeviceKernel, RunError> {
    ready_beside(prepared, &mut Vec::new(), device, enter).await
}

/// As [`ready`], with the buffers of kernels that bind the same; those that none of them has are made.
pub(super) async fn ready_beside(
    prepared: &BoundKernel<'_>,
    shared: &mut Vec<Saved>,
    device: &mut impl Device,
    enter: &mut dyn FnMut(Stage),
) -> Result<DeviceKernel, RunError> {
    serves(prepared, device)?;
    // The compiler of the driver is under the clock too: a kernel may keep it busy for ever.
    enter(Stage::Compile);
    let pipeline = device.compile(&prepared.kernel, RuntimeChecks::All).await.map_err(|error| match error {
        DeviceError::Limit { .. } => RunError::unserved(error),
        _ => RunError::wrong(format!("{}: {error}", prepared.kernel.path)),
    })?;
    let mut buffers = Vec::new();
    for bound in prepared.bound.iter().filter(|bound| bound.used) {
        if !shared.iter().any(|(place, ..)| *place == bound.place) {
            let initial = Rc::from(prepared.initial(bound, bound.bytes)?);
            shared.push((bound.place, made(prepared, bound, device)?, initial));
        }
        buffers.extend(shared.iter().find(|(place, ..)| *place == bound.place).cloned());
    }
    let mut bindings: Vec<_> = buffers.iter().map(|(place, id, _)| ((place.group, place.binding), *id)).collect();
    for (place, sampler) in &prepared.resources.samplers {
        let label = format!("{}.{}", place.0, place.1);
        bindings.push((*place, device.sampler(&label, sampler).map_err(RunError::unserved)?));
    }
    let launch = Launch { pipeline, clears: Vec::new(), buffers: bindings, workgroups: prepared.workgroups };
    Ok(DeviceKernel { launch, buffers })
}

/// A buffer for `bound`, or a texture of the shape that was given.
fn made(prepared: &BoundKernel<'_>, bound: &BoundBuffer, device: &mut impl Device) -> Result<BufferId, RunError> {
    let place = (bound.place.group, bound.place.binding);
    let label = format!("{} {}", bound.place, bound.name);
    let declared = prepared.kernel.resources.iter().find(|resource| (resource.group, resource.binding) == place);
    if let (Some(shape), Some(ResourceType::Texture(ty))) =
        (prepared.resources.textures.get(&place), declared.map(|resource| resource.ty))
    {
        let texture = device.texture(&label, *shape, ty);
        return texture.map_err(|error| RunError::unserved(format!("{}: `{label}`: {error}", prepared.kernel.path)));
    }
    let id = device.allocate(&label, bound.bytes).map_err(RunError::unserved)?;
    device.bind_exactly(id, bound.bytes);
    Ok(id)
}

impl DeviceKernel {
    /// One dispatch, on buffers as they were given.
    pub(super) async fn run(&self, device: &mut impl Device, enter: &mut dyn FnMut(Stage)) -> Result<Timing, RunError> {
        enter(Stage::Run);
        for (_, id, initial) in &self.buffers {
            device.write(*id, initial).await.map_err(RunError::unserved)?;
        }
        device.run(std::slice::from_ref(&self.launch), 1).await.map_err(ended)
    }

    /// Dispatches so many times over, each finding what the one before it left.
    pub(super) async fn repeat(
        &self,
        device: &mut impl Device,
        repeats: u32,
        enter: &mut dyn FnMut(Stage),
    ) -> Result<Timing, RunError> {
        enter(Stage::Run);
        device.run(std::slice::from_ref(&self.launch), repeats).await.map_err(ended)
    }

    /// Has the buffers at `places` cleared before each dispatch, where all of them begin as zeros; else `false`.
    pub(super) fn clear_first(&mut self, places: &[BindingPoint]) -> bool {
        let written: Vec<&Saved> = self.buffers.iter().filter(|(place, ..)| places.contains(place)).collect();
        let all = written.iter().all(|(.., initial)| initial.iter().all(|byte| *byte == 0));
        if all {
            self.launch.clears = written.iter().map(|(_, id, _)| *id).collect();
        }
        all
    }

    /// So many bytes of the buffer at `place`; none where the kernel has no buffer there.
    pub(super) async fn read(
        &self,
        device: &mut impl Device,
        place: BindingPoint,
        bytes: u64,
    ) -> Result<Vec<u8>, RunError> {
        match self.buffers.iter().find(|(at, ..)| *at == place) {
            Some((_, id, _)) => device.read(*id, bytes).await.map_err(RunError::wrong),
            None => Ok(Vec::new()),
        }
    }
}

/// Runs `prepared` on `device` with all runtime checks on, and times it; `enter` is called before each run. With what its buffers held after
/// the first run, as far as that is wanted.
pub(super) async fn measure(
    prepared: &BoundKernel<'_>,
    device: &mut impl Device,
    enter: &mut dyn FnMut(Stage),
) -> Result<(KernelReport, Held), RunError> {
    let ready = ready(prepared, device, enter).await?;
    let first = ready.run(device, enter).await?;
    let mut held = Bindings::new();
    for bound in prepared.bound.iter().filter(|bound| bound.used && prepared.is_wanted(bound)) {
        let bytes = ready.read(device, bound.place, bound.given).await?;
        held.insert((bound.place.group, bound.place.binding), bytes);
    }
    let (saved, kept) = (save(prepared, &held)?, keep(prepared, &held)?);
    let [time] = sample([&ready], [first], device, enter, prepared.host).await?;
    for (_, buffer, _) in &ready.buffers {
        device.free(*buffer);
    }
    let mut report = KernelReport { saved, kept, time: Some(time), ..KernelReport::of(prepared, device.facts()) };
    if prepared.user.sample.is_some() {
        report.notes.push("--sample is for the simulator: on a device, all workgroups ran".to_owned());
    }
    Ok((report, held.into()))
}

fn serves(prepared: &BoundKernel<'_>, device: &impl Device) -> Result<(), RunError> {
    prepared.fits(device.facts())?;
    if prepared.has_immediates() {
        return Err(RunError::unserved(format!(
            "{}: immediates are given on the simulator only: add --device sim",
            prepared.kernel.path
        )));
    }
    let is_depth = |resource: &&ResourceBinding| matches!(resource.ty, ResourceType::Texture(ty) if ty.class == TextureClass::Depth);
    if let Some(resource) = prepared.kernel.resources.iter().find(is_depth) {
        return Err(RunError::unserved(format!(
            "{}: `{}` (line {}) is a depth texture, which no host may fill on a device: take --device sim",
            prepared.kernel.path, resource.name, resource.line
        )));
    }
    if prepared.user.out_of_bounds != OutOfBoundsPolicy::Clamp {
        return Err(RunError::unserved("--out-of-bounds zero: a device does as its driver does; add --device sim"));
    }
    Ok(())
}

/// A buffer on the device: where it is bound, and what it holds at first.
pub(super) type Saved = (BindingPoint, BufferId, Rc<[u8]>);

fn ended(error: DeviceError) -> RunError {
    match error {
        DeviceError::Lost(_) => RunError::wrong(format!("the kernel ended the device: {error}")),
        _ => RunError::unserved(error),
    }
}

/// Samples of each kernel, in turn, forwards and backwards. The first run of each warms up, unless one was so long that
/// it needs no company.
pub(super) async fn sample<const N: usize>(
    kernels: [&DeviceKernel; N],
    first: [Timing; N],
    device: &mut impl Device,
    enter: &mut dyn FnMut(Stage),
    host: &dyn Host,
) -> Result<[KernelTime; N], RunError> {
    let start = host.now();
    let long = first.iter().map(|timing| timing.wall.0).sum::<f64>() > BUDGET_S * N as f64;
    let mut timings: [Vec<Timing>; N] = first.map(|timing| if long { vec![timing] } else { Vec::new() });
    while !long && timings[0].len() < MOST_SAMPLES {
        let taken = timings[0].len();
        if (host.now() - start).as_secs_f64() > BUDGET_S * N as f64 && taken >= FEWEST_SAMPLES {
            break;
        }
        for step in 0..N {
            let which = if taken.is_multiple_of(2) { step } else { N - 1 - step };
            timings[which].push(kernels[which].run(device, enter).await?);
        }
    }
    let mut times = Vec::new();
    for timings in &timings {
        let wall: Vec<Seconds> = timings.iter().map(|timing| timing.wall).collect();
        let gpu: Option<Vec<Seconds>> = timings.iter().map(|timing| timing.gpu).collect();
        times.push(KernelTime {
            wall: Summary::of(&wall).ok_or_else(|| RunError::unserved("nothing was timed"))?,
            gpu: gpu.as_deref().and_then(Summary::of),
            checks: "on".to_owned(),
        });
    }
    times.try_into().map_err(|_| RunError::unserved("nothing was timed"))
}

/// Writes what may have been written to the folder that was asked for.
pub(super) fn keep(prepared: &BoundKernel<'_>, held: &Bindings) -> Result<Vec<KeptReport>, RunError> {
    let Some(folder) = &prepared.user.keep else {
        return Ok(Vec::new());
    };
    let mut kept = Vec::new();
    for bound in prepared.bound.iter().filter(|bound| prepared.writes(bound)) {
        let place = bound.place;
        if let Some(bytes) = held.get(&(place.group, place.binding)) {
            let file = folder.join(format!("{place}.bin"));
            let left = &bytes[..bytes.len().min(bound.given as usize)];
            let written = prepared.host.write(&file, left);
            written.map_err(|error| RunError::unserved(format!("{}: {error}", file.shown())))?;
            kept.push(KeptReport {
                place,
                name: place.declared(),
                form: OutputType::of(&prepared.kernel, place),
                file,
            });
        }
    }
    Ok(kept)
}

/// What `bound` holds after the run, where `held` is what the kernel's buffers hold.
pub(super) fn left(prepared: &BoundKernel<'_>, bound: &BoundBuffer, held: &Bindings) -> Result<Vec<u8>, RunError> {
    match held.get(&(bound.place.group, bound.place.binding)) {
        Some(bytes) if bound.used => Ok(bytes[..bytes.len().min(bound.given as usize)].to_vec()),
        _ => prepared.initial(bound, bound.given),
    }
}

/// Writes the files that were asked for; `held` is what the kernel's buffers hold.
pub(super) fn save(prepared: &BoundKernel<'_>, held: &Bindings) -> Result<Vec<SavedReport>, RunError> {
    let mut saved = Vec::new();
    for bound in &prepared.bound {
        for (place, path) in prepared.saved(bound) {
            let left = left(prepared, bound, held)?;
            let contents = match npy::is_named(path) {
                true => npy::written(&prepared.kernel, *place, &left)
                    .map_err(|why| RunError::unserved(format!("--save {place}={}: {why}", path.shown())))?,
                false => left,
            };
            let write = prepared.host.write(path, &contents);
            write.map_err(|error| RunError::unserved(format!("--save {place}={}: {error}", path.shown())))?;
            saved.push(SavedReport {
                group: place.group,
                binding: place.binding,
                file: path.shown(),
                bytes: contents.len() as u64,
            });
        }
    }
    Ok(saved)
}

impl KernelReport {
    /// What is known before the run.
    pub(super) fn of(prepared: &BoundKernel<'_>, device: &Facts) -> Self {
        Self {
            schema: Self::RUN.to_owned(),
            file: prepared.kernel.path.clone(),
            entry: prepared.kernel.entry.clone(),
            workgroup_size: prepared.kernel.workgroup_size,
            workgroups: prepared.workgroups,
            problem: prepared.problem.clone(),
            seed: prepared.seed,
            device: DeviceReport::from(device),
            policy: None,
            saved: Vec::new(),
            kept: Vec::new(),
            expected: Vec::new(),
            against: None,
            time: None,
            counters: None,
            findings: Vec::new(),
            estimate: None,
            cause: None,
            lines: Vec::new(),
            hottest: Vec::new(),
            source: SourceReport {
                path: prepared.kernel.path.clone(),
                text: prepared.kernel.source.clone(),
                ..SourceReport::default()
            },
            trace: None,
            compiled: None,
            roofs: None,
            notes: prepared.notes.clone(),
        }
    }
}
