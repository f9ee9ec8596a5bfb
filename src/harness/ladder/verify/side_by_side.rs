//! Variants that are verified side by side on the simulator, each thread on a copy of it. What is found is what one after the other would
//! find, and comes in their order.

use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread::JoinHandle;

use rayon::ThreadPool;

use super::interleaving::other_orders;
use super::own_pool::{join_all, own_pool, share, threads};
use super::variant::{Verification, verify};
use crate::device::{AnyDevice, Device};
use crate::harness::ladder::prepare::device_problem::DeviceProblem;
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::progress::Progress;
use crate::harness::protocol::{Event, Stage};
use crate::host::Host;

/// Bytes that the copies of a problem may take together.
const COPIES: u64 = 1 << 29;

/// How each variant is verified.
#[derive(Clone)]
struct How {
    /// What messages call it.
    stage: Stage,
    /// In other orders of workgroups as well.
    reordered: bool,
    host: &'static dyn Host,
}

/// What is left to verify, each with its place among all.
type Queue = Arc<Mutex<VecDeque<(usize, VariantUnderTest)>>>;

/// Variants that are being verified; none, where they are to be verified one after the other.
#[derive(Default)]
pub struct SideBySide {
    queue: Queue,
    threads: Vec<JoinHandle<()>>,
    reported: Option<Receiver<(usize, VariantUnderTest)>>,
    /// What was verified before it was asked for.
    verified: BTreeMap<usize, VariantUnderTest>,
}

impl SideBySide {
    /// Begins with the live ones of `subjects` on copies of `instance`, where `device` is the simulator and there are threads; on other
    /// orders of workgroups too, where they are to be `reordered`.
    pub fn begin<'a>(
        (one_at_a_time, host): (bool, &'static dyn Host),
        device: &mut AnyDevice,
        subjects: impl Iterator<Item = &'a VariantUnderTest>,
        instance: &DeviceProblem,
        (stage, reordered): (&Stage, bool),
        progress: &mut Progress<'_>,
    ) -> Self {
        let Some(simulator) = device.simulated().filter(|_| !one_at_a_time) else {
            return Self::default();
        };
        let how = How { stage: stage.clone(), reordered, host };
        let live = subjects.enumerate().filter(|(_, subject)| subject.live());
        let queue: VecDeque<_> = live.map(|(at, subject)| (at, subject.again(subject.check.clone()))).collect();
        let copies = (COPIES / instance.problem.working_set().max(1)).max(1);
        let threads = threads().min(queue.len()).min(copies as usize);
        let mut begun = Self::default();
        if threads < 2 {
            return begun;
        }
        begun.queue = Arc::new(Mutex::new(queue));
        let (tell, reported) = mpsc::channel();
        for _ in 0..threads {
            let (simulator, copy) = (simulator.copy(), instance.on_a_copy());
            let (queue, how, tell) = (Arc::clone(&begun.queue), how.clone(), tell.clone());
            let work = move || {
                let mut simulator = simulator;
                let mut instance = copy(&mut simulator);
                verify_all(&mut AnyDevice::from(simulator), &mut instance, &how, &queue, &tell);
            };
            let begin = |pool: ThreadPool| std::thread::Builder::new().spawn(move || pool.install(work));
            begun.threads.extend(own_pool(share(threads)).and_then(begin));
        }
        if !begun.threads.is_empty() {
            begun.reported = Some(reported);
            progress.emit(Event::Beside(true));
        }
        begun
    }

    /// Waits for the verification of `subject`, which was at place `at`, and settles it where it is wrong; false where it is to be
    /// verified now.
    pub fn finish(
        &mut self,
        at: usize,
        subject: &mut VariantUnderTest,
        stage: &Stage,
        progress: &mut Progress<'_>,
    ) -> bool {
        let Some(reported) = &self.reported else { return false };
        progress.enter(subject.variant.name, stage);
        let verified = loop {
            if let Some(verified) = self.verified.remove(&at) {
                break verified;
            }
            match reported.recv() {
                Ok((at, verified)) => drop(self.verified.insert(at, verified)),
                // Where one panicked, the supervisor goes on one at a time.
                Err(_) => {
                    join_all(&mut self.threads);
                    unreachable!("each is verified, unless its thread has panicked")
                }
            }
        };
        let VariantUnderTest { check, counted, steps, settled, .. } = verified;
        (subject.check, subject.counted, subject.steps) = (check, counted, steps);
        settled.into_iter().for_each(|end| subject.settle(end, progress));
        true
    }

    /// All that were asked for are verified.
    pub fn end(self, progress: &mut Progress<'_>) {
        if self.reported.is_some() {
            progress.emit(Event::Beside(false));
        }
    }
}

impl Drop for SideBySide {
    /// What nobody waits for any more is not begun.
    fn drop(&mut self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// What comes of `work` on the simulator, which waits for nothing.
pub fn at_once<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("the simulator is waited for"),
    }
}

/// Verifies what is next in `queue`, until nothing is left or nobody listens.
fn verify_all(
    device: &mut AnyDevice,
    instance: &mut DeviceProblem,
    how: &How,
    queue: &Queue,
    tell: &Sender<(usize, VariantUnderTest)>,
) {
    let mut silent = |_| {};
    let mut progress = Progress::new(&mut silent, how.host);
    let first = instance.runs;
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some((at, mut subject)) = next() {
        // What outputs begin with does not depend on which thread takes which.
        instance.runs = first + at as u32;
        at_once(async {
            let checked = Verification::checked(&how.stage);
            verify(device, &mut subject, instance, checked, &mut progress).await.expect("the simulator is not lost");
            if how.reordered
                && subject.live()
                && let Some(simulator) = device.simulated()
                && let Some(end) = other_orders(simulator, &mut subject, instance, &how.stage).await
            {
                subject.settle(end, &mut progress);
            }
        });
        if tell.send((at, subject)).is_err() {
            return;
        }
    }
}
