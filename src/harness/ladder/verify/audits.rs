//! The audits of a run's variants, begun in their order, on threads of their own beside the device's work. A variant runs on the device once
//! its audit has ended: what never ends, or writes where it should not, is found on the simulator first, whatever else goes on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::audit::{Audit, PartBench};
use super::own_pool::{join_all, own_pool, share, threads};
use super::side_by_side::at_once;
use crate::device::{DeviceType, Facts, SimulatedCounts};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::progress::Progress;
use crate::harness::protocol::{Activity, CheckReport, Event, RunError, Settled, Spent, Stage};
use crate::host::Host;
use crate::lab::Part;
use crate::units::Seconds;

/// What an audit found of a variant.
struct Audited {
    variant: &'static str,
    check: CheckReport,
    counted: Option<SimulatedCounts>,
    settled: Option<Settled>,
}

/// Variants that are to be audited, in order.
pub struct Queue {
    /// How.
    pub audit: Audit,
    /// What is left.
    pub variants: VecDeque<(&'static Part, VariantUnderTest)>,
    /// Whether they go on here: one thing at a time.
    pub here: bool,
}

/// Audits a variant, on `bench` where it is of the same part.
async fn audited(
    audit: &Audit,
    (part, mut subject): (&'static Part, VariantUnderTest),
    bench: &mut Option<Box<PartBench>>,
    progress: &mut Progress<'_>,
) -> Result<Audited, RunError> {
    let kept = bench.take().filter(|bench| bench.is_of(part));
    let bench = bench.insert(kept.unwrap_or_else(|| Box::new(PartBench::new(part))));
    audit.run(bench, &mut subject, progress).await?;
    let VariantUnderTest { variant, check, counted, settled, .. } = subject;
    Ok(Audited { variant: variant.name, check, counted, settled })
}

/// What a thread tells.
enum Message {
    /// A variant is audited in this stage from now on.
    Entered(String, Stage),
    Audited(Box<Result<Audited, RunError>>),
    /// Nothing is left to begin with; how long the thread worked.
    Ended(Seconds),
}

/// Where audits go on.
enum Place {
    /// On threads of their own.
    Beside(Receiver<Message>, Vec<JoinHandle<()>>),
    /// Here, each when it is asked for: where there are no such threads.
    Here(Box<Queue>, Option<Box<PartBench>>),
    /// Nowhere: the threads have ended.
    Ended,
}

/// The audits of a run.
pub struct Audits {
    place: Place,
    host: &'static dyn Host,
    /// Variants whose audits have not been asked for.
    due: BTreeSet<&'static str>,
    /// Variants whose audits go on beside, as far as is known, in the order in which they began, each with its stage.
    running: Vec<(String, Stage)>,
    /// What was found of variants before it was asked for.
    found: BTreeMap<&'static str, Audited>,
    /// How long the run waited for the threads.
    waited: Seconds,
    /// How long the thread that ended last worked.
    worked: Seconds,
}

/// Whether audits do not disturb a timing: of a discrete GPU with a clock of its own. What runs on the CPU shares its cores, and an
/// integrated GPU its memory and its power, with the simulator.
pub fn leave_times_alone(facts: &Facts) -> bool {
    facts.kind == DeviceType::Discrete && facts.timestamp_period_s.is_some()
}

impl Audits {
    /// The audits of `queue`, each done when it is asked for as long as none goes on beside.
    pub fn new(queue: Option<Box<Queue>>, host: &'static dyn Host) -> Self {
        let due = queue.iter().flat_map(|queue| &queue.variants).map(|(_, subject)| subject.variant.name).collect();
        let place = queue.map_or(Place::Ended, |queue| Place::Here(queue, None));
        Self {
            place,
            host,
            due,
            running: Vec::new(),
            found: BTreeMap::new(),
            waited: Seconds(0.0),
            worked: Seconds(0.0),
        }
    }

    /// From now on they go on beside the run's other work, where they may and the system gives threads.
    pub fn go_beside(&mut self, progress: &mut Progress<'_>) {
        self.place = match std::mem::replace(&mut self.place, Place::Ended) {
            Place::Here(queue, None) if !queue.here && !queue.variants.is_empty() => on_threads(queue, self.host),
            other => return self.place = other,
        };
        if matches!(self.place, Place::Beside(..)) {
            progress.emit(Event::Beside(true));
        }
    }

    /// Waits for the audit of `subject`, if it has one, and settles the variant where it is wrong.
    ///
    /// # Errors
    /// [`RunError`] where the simulator cannot hold a problem.
    pub async fn finish(
        &mut self,
        subject: &mut VariantUnderTest,
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        let name = subject.variant.name;
        if !self.due.remove(name) {
            return Ok(());
        }
        let audited = loop {
            if let Some(audited) = self.found.remove(name) {
                break audited;
            }
            let Some(next) = self.next(progress).await else { return Ok(()) };
            let next = next?;
            self.found.insert(next.variant, next);
        };
        // What the driver refuses is settled already.
        if subject.live() {
            (subject.check, subject.counted) = (audited.check, audited.counted);
            audited.settled.into_iter().for_each(|end| subject.settle(end, progress));
        }
        Ok(())
    }

    /// Waits until nothing is audited any more: from here on kernels may be timed.
    ///
    /// # Errors
    /// [`RunError`] where the simulator cannot hold a problem.
    pub async fn end(&mut self, progress: &mut Progress<'_>) -> Result<(), RunError> {
        if matches!(self.place, Place::Beside(..)) {
            while let Some(next) = self.next(progress).await {
                next?;
            }
            progress.emit(Event::Beside(false));
        }
        Ok(())
    }

    /// How long audits took while the run did something else.
    pub fn beside(&self) -> Spent {
        let seconds = self.worked.0 - self.waited.0;
        if seconds > 0.0 { Spent::from([(Activity::Audit, seconds)]) } else { Spent::new() }
    }

    /// The next that is found, waited for or done now; `None` where there is none.
    async fn next(&mut self, progress: &mut Progress<'_>) -> Option<Result<Audited, RunError>> {
        let (reported, threads) = match &mut self.place {
            Place::Here(queue, bench) => {
                let next = queue.variants.pop_front()?;
                return Some(audited(&queue.audit, next, bench, progress).await);
            }
            Place::Beside(reported, threads) => (reported, threads),
            Place::Ended => return None,
        };
        progress.doing(Activity::Audit, "waiting for the audit on the simulator");
        let begun = self.host.now();
        let next = loop {
            // The supervisor's clock is for the one that has run longest: where an audit does not end, those after it do.
            if let Some((variant, stage)) = self.running.first() {
                progress.goes_on(variant, stage);
            }
            match reported.recv() {
                Ok(Message::Entered(variant, stage)) => {
                    progress.enter(&variant, &stage);
                    match self.running.iter_mut().find(|(running, _)| *running == variant) {
                        Some((_, known)) => *known = stage,
                        None => self.running.push((variant, stage)),
                    }
                }
                Ok(Message::Audited(next)) => {
                    let name = next.as_ref().as_ref().map(|audited| audited.variant).ok();
                    self.running.retain(|(running, _)| Some(running.as_str()) != name);
                    break Some(*next);
                }
                Ok(Message::Ended(worked)) => self.worked.0 = self.worked.0.max(worked.0),
                Err(_) => {
                    // Where one panicked, the supervisor goes on one thing at a time.
                    join_all(threads);
                    self.place = Place::Ended;
                    break None;
                }
            }
        };
        self.waited.0 += (self.host.now() - begun).as_secs_f64();
        next
    }
}

/// What the threads share.
struct Shared {
    audit: Audit,
    left: Mutex<VecDeque<(&'static Part, VariantUnderTest)>>,
}

fn on_threads(queue: Box<Queue>, host: &'static dyn Host) -> Place {
    let Queue { audit, variants, here } = *queue;
    let most = threads().min(variants.len());
    let shared = Arc::new(Shared { audit, left: Mutex::new(variants) });
    let (tell, reported) = mpsc::channel();
    let begin = |_: usize| {
        let (shared, tell) = (Arc::clone(&shared), tell.clone());
        let pool = own_pool(share(most)).ok()?;
        let work = move || pool.install(|| audit_all(&shared, &tell, host));
        std::thread::Builder::new().spawn(work).ok()
    };
    let threads: Vec<JoinHandle<()>> = (0..most).filter_map(begin).collect();
    match Arc::try_unwrap(shared) {
        // No thread could be started: nobody else has it.
        Ok(Shared { audit, left }) if threads.is_empty() => {
            let variants = left.into_inner().unwrap_or_else(PoisonError::into_inner);
            Place::Here(Box::new(Queue { audit, variants, here }), None)
        }
        _ => Place::Beside(reported, threads),
    }
}

/// Audits what is left, until one fails or nobody listens.
fn audit_all(shared: &Shared, tell: &Sender<Message>, host: &dyn Host) {
    let begun = host.now();
    let mut relay = |event| {
        if let Event::Enter { variant, stage, .. } = event {
            drop(tell.send(Message::Entered(variant, stage)));
        }
    };
    let mut progress = Progress::new(&mut relay, host);
    let mut bench = None;
    let next = || shared.left.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some(variant) = next() {
        let done = at_once(audited(&shared.audit, variant, &mut bench, &mut progress));
        let failed = done.is_err();
        if tell.send(Message::Audited(Box::new(done))).is_err() || failed {
            return;
        }
    }
    drop(tell.send(Message::Ended(Seconds((host.now() - begun).as_secs_f64()))));
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use pollster::block_on;

    use super::*;
    use crate::device::{Device, Simulated};
    use crate::harness::ladder::prepare::variant_under_test::subjects;
    use crate::harness::protocol::{Job, Request, Status};
    use crate::host::Native;
    use crate::kernel::{Kernel, Overrides};
    use crate::labs;
    use crate::sim::machine::Machine;

    fn default_machine() -> Machine {
        Machine::builtin("").expect("there is a default").clone()
    }

    /// The first products of matrices, one of them without its barriers.
    fn variants() -> Vec<(&'static Part, VariantUnderTest)> {
        let simulator = Simulated::new(default_machine());
        let request = Request::new(Job::ladder("tiling"));
        let (parts, _) = subjects(&labs::tiling::LAB, &request, simulator.facts(), &Native).expect("they are there");
        let (part, subjects) = parts.into_iter().next().expect("a part");
        let mut variants: Vec<_> = subjects.into_iter().take(4).map(|subject| (part, subject)).collect();
        let kernel = &mut variants[2].1.kernels[0];
        let racy = kernel.source.replace("workgroupBarrier();", "");
        assert_ne!(racy, kernel.source);
        *kernel = Kernel::parse("racy.wgsl", &racy, None, &Overrides::new()).expect("it compiles");
        variants
    }

    /// Audits of all of them, here or beside; those that are asked for, last first, and whether a thread was told of.
    fn audited(here: bool) -> (Vec<VariantUnderTest>, bool) {
        let audit = Audit {
            machine: default_machine(),
            seed: 1,
            sizes: vec![17, 33],
            row: None,
            counted_size: None,
            kept_by: None,
        };
        let queue = Queue { audit, variants: variants().into(), here };
        let mut subjects: Vec<VariantUnderTest> = variants().into_iter().map(|(_, subject)| subject).collect();
        let mut events = Vec::new();
        let mut emit = |event| events.push(event);
        let mut progress = Progress::new(&mut emit, &Native);
        let mut audits = Audits::new(Some(Box::new(queue)), &Native);
        audits.go_beside(&mut progress);
        for subject in subjects.iter_mut().rev() {
            block_on(audits.finish(subject, &mut progress)).expect("audited");
        }
        block_on(audits.end(&mut progress)).expect("ended");
        let reported: Vec<bool> =
            events.iter().filter_map(|event| if let Event::Beside(on) = event { Some(*on) } else { None }).collect();
        assert!(reported.is_empty() || reported == [true, false], "{reported:?}");
        (subjects, !reported.is_empty())
    }

    #[test]
    fn audits_beside_the_device_say_what_audits_here_say_in_whichever_order_they_are_asked_for() {
        let ((here, alone), (beside, by_thread)) = (audited(true), audited(false));
        assert!(!alone && by_thread);
        for (at, (here, beside)) in here.iter().zip(&beside).enumerate() {
            assert_eq!(here.check, beside.check);
            assert_eq!(here.live(), at != 2, "{:?}", here.settled);
            let reason = |subject: &VariantUnderTest| subject.settled.clone().map(|end| (end.status, end.reason));
            assert_eq!(reason(here), reason(beside));
            assert_eq!(here.check.audited.is_some(), here.live());
        }
        let race = beside[2].settled.as_ref().expect("it is wrong");
        assert!(race.status == Status::Wrong && race.reason.contains("(race, found while auditing"), "{}", race.reason);
    }

    #[test]
    fn an_audit_that_panics_ends_the_process_as_the_kernel_that_was_audited() {
        let (tell, reported) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            drop(tell.send(Message::Entered("naive".to_owned(), Stage::Audit("a product".to_owned()))));
            std::panic::resume_unwind(Box::new("the simulator's own words"));
        });
        let (_, mut naive) = variants().swap_remove(0);
        let mut audits = Audits::new(None, &Native);
        audits.place = Place::Beside(reported, vec![thread]);
        audits.due.insert("naive");
        let mut events = Vec::new();
        let mut emit = |event| events.push(event);
        let mut progress = Progress::new(&mut emit, &Native);
        let asked = catch_unwind(AssertUnwindSafe(|| block_on(audits.finish(&mut naive, &mut progress))));
        assert_eq!(asked.expect_err("it panicked").downcast_ref(), Some(&"the simulator's own words"));
        let [.., Event::Enter { variant, .. }] = &events[..] else { panic!("{events:?}") };
        assert_eq!(variant, "naive");
    }
}
