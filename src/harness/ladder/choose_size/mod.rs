//! The size of a run for which none was asked: the largest of the lab's that the device can afford, found by a run of each kernel, and
//! remembered.

mod affordable;

use affordable::{Allowed, Choice, Demand, Step, Taken, afford, growth};

use super::context::RunContext;
use super::prepare::kept::Kept;
use super::prepare::runnable::{Pipelines, Runnable};
use super::prepare::size;
use super::prepare::variant_under_test::{Parts, VariantUnderTest};
use super::progress::Progress;
use super::sweep;
use super::time::measured_roofs::BEYOND_CACHE;
use crate::device::{AnyDevice, Device, DeviceError, DeviceType, Facts};
use crate::harness::protocol::{Activity, Event, Job, ProblemName, Request, RunError, SizeChoice, Stage};
use crate::lab::{Lab, Metric, Part};
use crate::units::Seconds;

/// The share of a run's time that is meant for kernels which are long beside a batch, and for their data: the rest is the same at each size.
const SHARE: f64 = 1.0 / 3.0;

/// How many times its time a run on a CPU device may take before its size is given up: what else the machine does changes times several-fold,
/// and with them the size would.
const CPU_PATIENCE: f64 = 5.0;

/// Whether this run chooses its size by what it costs. What is graded, and the simulator, have sizes of their own.
pub fn is_open(request: &Request, facts: &Facts) -> bool {
    let unknown = request.size.is_none() && request.known.size.is_none();
    unknown && matches!(request.job, Job::Ladder { .. }) && facts.kind != DeviceType::Simulated
}

/// The size that is asked for, that earlier processes of the run chose, or that the device has by default; the largest to choose from, where
/// the device is tried later.
pub fn first(lab: &Lab, request: &Request, facts: &Facts, parts: &Parts) -> u32 {
    let known = request.size.or(request.known.size.as_ref().map(|known| known.size));
    let open = || is_open(request, facts).then(|| size::ladder(lab, facts, parts).last().copied()).flatten();
    known.or_else(open).unwrap_or_else(|| size::default_size(lab, request, facts, parts))
}

/// Chooses the size of `context`, whose `parts` are right at the small sizes.
///
/// # Errors
/// [`RunError`] where the device was lost.
pub async fn choose(
    context: &mut RunContext<'_>,
    device: &mut AnyDevice,
    parts: &mut Parts,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    let sizes = size::ladder(context.lab, &context.facts, parts);
    if sizes.is_empty() {
        return Ok(());
    }
    let (facts, lab) = (&context.facts, context.lab.name);
    let circumstances = format!("{lab}\n{} {:?}\n{}\n{sizes:?}", facts.name, facts.backend, facts.driver);
    let kept = Kept::new(context.host, ".lockstep/sizes", &circumstances);
    let choice = match kept.as_ref().and_then(|kept| remembered(kept, &sizes)) {
        Some(known) => known,
        None => {
            let found = try_sizes(context, device, parts, &sizes, progress).await?;
            kept.into_iter().for_each(|kept| remember(&kept, &found, context.request));
            found
        }
    };
    progress.emit(Event::Sized(choice.clone()));
    context.size = choice.size;
    context.size_choice = Some(choice);
    Ok(())
}

/// What an earlier run chose of `sizes`.
fn remembered(kept: &Kept<'_>, sizes: &[u32]) -> Option<SizeChoice> {
    let known: SizeChoice = serde_json::from_str(&kept.recall([])?).ok()?;
    let because = format!("{} (found in an earlier run)", known.because);
    sizes.contains(&known.size).then_some(SizeChoice { because, ..known })
}

/// Keeps what a run of all variants has chosen.
fn remember(kept: &Kept<'_>, found: &SizeChoice, request: &Request) {
    let whole = matches!(&request.job, Job::Ladder { variants, .. } if variants.is_empty());
    if let Some(text) = serde_json::to_string(found).ok().filter(|_| whole && !request.quick) {
        kept.keep([], &text);
    }
}

/// Tries the smallest of `sizes`, and larger ones while they can be afforded.
async fn try_sizes(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    parts: &mut Parts,
    sizes: &[u32],
    progress: &mut Progress<'_>,
) -> Result<SizeChoice, RunError> {
    let steps: Vec<Step> = sizes.iter().map(|size| step(context, parts, *size)).collect();
    let allowed = allowed(context);
    let mut tried = 0;
    loop {
        let taken = run_once(context, device, parts, sizes[tried], progress).await?;
        let Choice { step, because } = afford(&steps, tried, &taken, &allowed);
        if step <= tried || step + 1 == steps.len() {
            return Ok(SizeChoice { size: sizes[step], because });
        }
        tried = step;
    }
}

fn allowed(context: &RunContext<'_>) -> Allowed {
    let limit = context.sessions.plan.limit.0;
    match context.facts.kind {
        DeviceType::Cpu => Allowed { seconds: Seconds(CPU_PATIENCE * limit), cached: None, device: "a CPU device" },
        _ => {
            let cache = context.roofs.last_level_cache;
            Allowed {
                seconds: Seconds(SHARE * limit),
                cached: cache.map(|cache| BEYOND_CACHE * cache),
                device: "a GPU",
            }
        }
    }
}

fn step(context: &RunContext<'_>, parts: &Parts, size: u32) -> Step {
    let demand = |part: &Part| {
        let problem = (part.problem)(size);
        Demand {
            work: problem.work,
            bytes: problem.working_set() as f64,
            from_memory: context.lab.metric_of(part) == Metric::Byte,
        }
    };
    Step { size, parts: parts.iter().map(|(part, _)| demand(part)).collect() }
}

/// What each part takes where every kernel runs once at `size`.
async fn run_once(
    context: &RunContext<'_>,
    device: &mut AnyDevice,
    parts: &mut Parts,
    size: u32,
    progress: &mut Progress<'_>,
) -> Result<Vec<Taken>, RunError> {
    let mut all = Vec::new();
    for (part, subjects) in parts {
        let problem = (part.problem)(size);
        let points = sweep::points(context, part).0.into_iter();
        let swept = points.filter_map(|point| Some(growth(&problem.work, &(part.sweep?.problem)(size, point).work)));
        let runs = 1.0 + swept.sum::<f64>();
        let begun = context.host.now();
        let instance = context.instance(device, problem, progress).await?;
        let data = Seconds((context.host.now() - begun).as_secs_f64());
        let mut kernels = Seconds(0.0);
        for subject in subjects.iter_mut().filter(|subject| subject.runs()) {
            let allowed = device.facts().limits.max_workgroups;
            // What does not run here is reported where the size is verified.
            let Ok(mut work) = Runnable::of(subject, &instance, Pipelines::Timed, allowed) else { continue };
            progress.enter(subject.variant.name, &Stage::Time(ProblemName::Size(size)));
            kernels.0 += runs * fastest(device, &mut work, subject, progress).await?.0;
        }
        progress.doing(Activity::Prepare, "choosing a size");
        instance.clear(device);
        all.push(Taken { kernels, data });
    }
    Ok(all)
}

/// The shorter of two runs: the first one may wait for what is done but once.
async fn fastest(
    device: &mut AnyDevice,
    work: &mut Runnable,
    subject: &VariantUnderTest,
    progress: &mut Progress<'_>,
) -> Result<Seconds, RunError> {
    let mut fastest: Option<Seconds> = None;
    for _ in 0..2 {
        match work.run(device, 1).await {
            Ok(timing) => fastest = Some(Seconds(fastest.map_or(timing.wall.0, |before| before.0.min(timing.wall.0)))),
            Err(error @ DeviceError::Lost(_)) => {
                progress.emit(Event::Lost(subject.variant.name.to_owned(), error.to_string()));
                return Err(RunError::unserved(error));
            }
            Err(_) => break,
        }
    }
    Ok(fastest.unwrap_or(Seconds(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Rooted;

    #[test]
    fn what_a_run_of_all_variants_chose_is_the_choice_of_later_runs_on_that_device_alone() {
        let folder = std::env::temp_dir().join(format!("lockstep-sizes-{}", std::process::id()));
        let host = Rooted::at(&folder);
        let kept = |device| Kept::new(&host, ".lockstep/sizes", device).expect("a program");
        let here = kept("a GPU");
        let found = SizeChoice { size: 2048, because: "its kernels take 2 s".to_owned() };
        let whole = Request::new(Job::ladder("tiling"));
        let some = Job::Ladder { lab: "tiling".to_owned(), variants: vec!["naive".to_owned()] };
        remember(&here, &found, &Request::new(some));
        remember(&here, &found, &Request { quick: true, ..whole.clone() });
        assert_eq!(remembered(&here, &[1024, 2048]), None);
        remember(&here, &found, &whole);
        let again = remembered(&here, &[1024, 2048]).expect("it is remembered");
        assert_eq!((again.size, again.because.as_str()), (2048, "its kernels take 2 s (found in an earlier run)"));
        // A lab that no longer has the size, and another device, choose anew.
        assert_eq!(remembered(&here, &[1024]), None);
        assert_eq!(remembered(&kept("another GPU"), &[1024, 2048]), None);
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
