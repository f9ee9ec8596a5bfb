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
use super::own_pool::{join_all, own_pool, share};
use super::variant::{Verification, verify};
use crate::device::{AnyDevice, Device};
use crate::harness::ladder::prepare::device_problem::DeviceProblem;
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::ladder::progress::Progress;
use crate::harness::protocol::{Event, RunError, Stage};
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

/// Variants that are being verified, or that are to be verified one after the other.
pub struct SideBySide {
    how: How,
    queue: Queue,
    threads: Vec<JoinHandle<()>>,
    /// What the threads tell; `None` where there are none.
    reported: Option<Receiver<(usize, VariantUnderTest)>>,
    /// What was verified before it was asked for.
    verified: BTreeMap<usize, VariantUnderTest>,
}

impl SideBySide {
    /// Begins with the live ones of `subjects` on copies of `instance`, where `device` is the simulator and there are several `threads`; on
    /// the simulator in other orders of workgroups too, where they are to be `reordered`.
    pub fn begin<'a>(
        (threads, host): (usize, &'static dyn Host),
        device: &mut AnyDevice,
        subjects: impl Iterator<Item = &'a VariantUnderTest>,
        instance: &DeviceProblem,
        (stage, reordered): (&Stage, bool),
        progress: &mut Progress<'_>,
    ) -> Self {
        let how = How { stage: stage.clone(), reordered, host };
        let mut begun =
            Self { how, queue: Queue::default(), threads: Vec::new(), reported: None, verified: BTreeMap::new() };
        let Some(simulator) = device.simulated() else { return begun };
        let live = subjects.enumerate().filter(|(_, subject)| subject.live());
        let queue: VecDeque<_> = live.map(|(at, subject)| (at, subject.again(subject.check.clone()))).collect();
        let copies = (COPIES / instance.problem.working_set().max(1)).max(1);
        let threads = threads.min(queue.len()).min(copies as usize);
        if threads < 2 {
            return begun;
        }
        begun.queue = Arc::new(Mutex::new(queue));
        let (tell, reported) = mpsc::channel();
        for _ in 0..threads {
            let (simulator, copy) = (simulator.copy(), instance.on_a_copy());
            let (queue, how, tell) = (Arc::clone(&begun.queue), begun.how.clone(), tell.clone());
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

    /// Waits for the verification of `subject`, which was at place `at`, or verifies it now; settles it where it is wrong.
    ///
    /// # Errors
    /// [`RunError`] where the device was lost.
    pub async fn finish(
        &mut self,
        device: &mut AnyDevice,
        (at, subject): (usize, &mut VariantUnderTest),
        instance: &mut DeviceProblem,
        progress: &mut Progress<'_>,
    ) -> Result<(), RunError> {
        let Some(reported) = &self.reported else {
            return verified(device, subject, instance, &self.how, progress).await;
        };
        progress.enter(subject.variant.name, &self.how.stage);
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
        Ok(())
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

/// Verifies `subject`, on the simulator in other orders too where that was asked for.
async fn verified(
    device: &mut AnyDevice,
    subject: &mut VariantUnderTest,
    instance: &mut DeviceProblem,
    how: &How,
    progress: &mut Progress<'_>,
) -> Result<(), RunError> {
    verify(device, subject, instance, Verification::checked(&how.stage), progress).await?;
    if let Some(simulator) = device.simulated().filter(|_| how.reordered && subject.live())
        && let Some(end) = other_orders(simulator, subject, instance, &how.stage).await
    {
        subject.settle(end, progress);
    }
    Ok(())
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
        at_once(verified(device, &mut subject, instance, how, &mut progress)).expect("the simulator is not lost");
        if tell.send((at, subject)).is_err() {
            return;
        }
    }
}
