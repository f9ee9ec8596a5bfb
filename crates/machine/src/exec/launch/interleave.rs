//! Interleaved workgroups: they run in time slices, and some are held up.
//!
//! In order, a workgroup finds everything that earlier ones have published. On a device it need not: one that has begun may
//! be stalled while others wait for its result.

use super::portion::{Portion, launch_shadows};
use super::sample::Sample;
use crate::exec::context::Context;
use crate::exec::interpreter::{self, Budget, Runner, Stagger};
use crate::exec::observers::sanitizer::LaunchShadow;
use fastrand::Rng;

/// Workgroups that have begun and not ended.
const RESIDENT: usize = 64;

/// Iterations of a subgroup's time slice, if no atomic ends it.
const SLICE: u64 = 16;

/// The most atomics in a slice.
const ATOMICS: u64 = 4;

/// Subgroups rest for fewer than 2^n time slices, with n below this.
const LONGEST_REST: u64 = 6;

/// One workgroup of so many is held up.
const LATE: u64 = 4;

/// Time slices that a workgroup skips while it is held up; the others look for its data in vain.
const MISSED: u32 = 500;

/// The most time slices and iterations, in all.
const WHOLE: u64 = 1 << 23;

/// One way of interleaving workgroups.
#[derive(Clone, Copy)]
pub(super) struct Round {
    /// Decides, with the seed, which workgroup comes first and for how long.
    pub number: u64,
    /// The most time slices and iterations; workgroups that wait longer are abandoned.
    pub most: u64,
}

impl Round {
    pub const FIRST: Self = Self { number: 0, most: WHOLE };

    fn seed(self, of: u64) -> u64 {
        of ^ (self.number << 32)
    }

    /// The stagger of its subgroups: none in the first round, and longer in some than in others.
    fn rests(self) -> Stagger {
        Stagger::new(if self.number > 0 { 1 << (self.number % LONGEST_REST) } else { 0 })
    }

    /// The most atomics in a slice: in all but the first round, every published value is seen by someone before the next is
    /// published.
    fn atomics(self) -> u64 {
        if self.number > 0 { 1 } else { ATOMICS }
    }
}

/// Atomics of a crowded workgroup before it pauses: it has published its own result and little more.
const WORDS: [u64; 4] = [2, 2, 2, 3];

/// One of so many crowded workgroups pauses after a single atomic: it has taken its work and published nothing.
const SILENT: u64 = 64;

/// The most time slices until then.
const FIRST: u32 = 256;

/// Crowded workgroups that resume before the others, which then follow in the order in which they began.
const AHEAD: usize = 8;

/// Time slices that a crowded workgroup takes at a stretch; one that waits for another lets others go on.
const STRETCH: u32 = 1 << 14;

/// A workgroup that has begun.
struct Resident<'a> {
    runner: Runner<'a>,
    /// Time slices until it is held up.
    until: u32,
    /// Time slices that it will miss then.
    misses: u32,
    rests: Stagger,
    random: Rng,
}

impl<'a> Resident<'a> {
    fn begin(mut runner: Runner<'a>, (workgroup, stratum): (u64, usize), random: &mut Rng, round: Round) -> Self {
        runner.observers.enter_stratum(stratum);
        runner.begin(workgroup);
        let late = random.u64(..LATE) == 0;
        // Often near its start, when it has taken its work and published nothing.
        let most = if random.bool() { 4 } else { 32 };
        Self {
            runner,
            until: random.u64(0..most) as u32,
            misses: if late { MISSED } else { 0 },
            rests: round.rests(),
            random: Rng::with_seed(round.seed(workgroup)),
        }
    }

    /// Runs one time slice. Returns its iterations, plus one for the slice itself.
    fn turn(&mut self) -> u64 {
        if self.until == 0 && self.misses > 0 {
            self.misses -= 1;
            return 1;
        }
        self.until = self.until.saturating_sub(1);
        let before = self.runner.budget.before;
        interpreter::run_time_slice(&mut self.runner, &mut self.random, &mut self.rests);
        self.runner.budget.before - before + 1
    }

    /// The same, with the shadow memory of all workgroups.
    fn turn_among(&mut self, shadows: &mut Vec<LaunchShadow>) -> u64 {
        std::mem::swap(&mut self.runner.observers.sanitizer.launch_shadows, shadows);
        let took = self.turn();
        std::mem::swap(&mut self.runner.observers.sanitizer.launch_shadows, shadows);
        took
    }

    /// Runs at most so many time slices, until it has ended or `enough` holds. Returns their cost.
    fn turns(&mut self, most: u32, enough: impl Fn(&Runner<'a>) -> bool) -> u64 {
        let mut spent = 0;
        for _ in 0..most {
            if self.runner.is_done() || enough(&self.runner) {
                break;
            }
            spent += self.turn();
        }
        spent
    }

    fn end(mut self) -> Runner<'a> {
        self.runner.observers.end();
        self.runner
    }
}

/// Runs a sample with [`RESIDENT`] workgroups at a time. Too many time slices are a finding.
pub(super) fn interleaved<'a>(context: &'a Context<'_>, sample: &Sample, round: Round) -> Portion {
    let mut random = Rng::with_seed(round.seed(context.options.seed));
    let mut shadows = if context.options.races { launch_shadows(context) } else { Vec::new() };
    let mut idle: Vec<Runner<'a>> = Vec::new();
    let mut begun: Vec<Resident<'a>> = Vec::new();
    let (mut next, mut spent) = (0, 0);
    while spent <= round.most && (next < sample.len || !begun.is_empty()) {
        while begun.len() < RESIDENT && next < sample.len {
            let runner = idle.pop().unwrap_or_else(|| sliced(context, round, next));
            begun.push(Resident::begin(runner, sample.get(next), &mut random, round));
            next += 1;
        }
        let mut order: Vec<usize> = (0..begun.len()).collect();
        interpreter::shuffle(&mut order, &mut random);
        spent += order.into_iter().map(|at| begun[at].turn_among(&mut shadows)).sum::<u64>();
        let (ended, on): (Vec<_>, Vec<_>) = begun.into_iter().partition(|one| one.runner.is_done());
        idle.extend(ended.into_iter().map(Resident::end));
        begun = on;
    }
    if let Some(one) = begun.first_mut() {
        one.runner.observers.sanitizer.out_of_time_slices();
    }
    Portion::of_all(idle.into_iter().chain(begun.into_iter().map(|one| one.runner)), context, None)
}

/// Runs a sample of which all workgroups begin before one ends; the last one resumes first.
///
/// On a large device thousands are resident, and one that looks back finds few before it that know more than their own part.
pub(super) fn crowded<'a>(context: &'a Context<'_>, sample: &Sample) -> Portion {
    let mut random = Rng::with_seed(context.options.seed);
    let mut begun: Vec<Resident<'a>> = Vec::new();
    let mut spent = 0;
    for at in 0..sample.len {
        let runner = Runner { budget: Budget::slice(SLICE, 1, at), ..Runner::new(context) };
        let mut one = Resident { misses: 0, ..Resident::begin(runner, sample.get(at), &mut random, Round::FIRST) };
        let silent = random.u64(..SILENT) == 0;
        let words = if silent { 1 } else { WORDS[random.u64(..WORDS.len() as u64) as usize] };
        spent += one.turns(FIRST, |runner| runner.budget.atomics_made >= words);
        begun.push(one);
    }
    let mut ahead: Vec<usize> = (0..begun.len()).collect();
    interpreter::shuffle(&mut ahead, &mut random);
    let last = begun.len().checked_sub(1);
    for at in last.into_iter().chain(ahead.into_iter().take(AHEAD)) {
        spent += begun[at].turns(STRETCH, |_| false);
    }
    while spent <= WHOLE && begun.iter().any(|one| !one.runner.is_done()) {
        for one in &mut begun {
            spent += one.turns(STRETCH, |_| false);
        }
    }
    if let Some(one) = begun.iter_mut().find(|one| !one.runner.is_done()) {
        one.runner.observers.sanitizer.out_of_time_slices();
    }
    Portion::of_all(begun.into_iter().map(Resident::end), context, None)
}

/// A runner whose subgroups stop after a slice.
fn sliced<'a>(context: &'a Context<'_>, round: Round, seed: u64) -> Runner<'a> {
    Runner { budget: Budget::slice(SLICE, round.atomics(), round.seed(seed)), ..Runner::new(context) }
}
