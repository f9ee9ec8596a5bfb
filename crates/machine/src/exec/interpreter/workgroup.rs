//! Runs a workgroup: its subgroups, from barrier to barrier.

use super::collective_sync::synchronize;
use super::state::Runner;
use super::step::{interpret, interpret_following};
use crate::exec::observers::Observer;
use crate::exec::observers::sanitizer::Endless;
use crate::exec::subgroup::{Stop, Subgroup};
use std::collections::VecDeque;

/// Runs one workgroup to its end. Returns `false` where a budget is spent first.
pub fn run(runner: &mut Runner<'_>, workgroup: u64) -> bool {
    run_by(runner, workgroup, run_subgroup)
}

/// Runs a subgroup to its next barrier.
fn run_subgroup(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Stop {
    if !runner.context.shuffles && !runner.observers.sanitizer.has_undefined(sg) {
        let stop = interpret(runner.features, runner, sg);
        if stop != Stop::Follow {
            return stop;
        }
    }
    interpret_following(runner, sg)
}

/// Shuffles `order`.
pub fn shuffle(order: &mut [usize], random: &mut fastrand::Rng) {
    // With 64-bit numbers on every system, so that the order is the same in WebAssembly.
    for at in 1..order.len() {
        order.swap(at, random.u64(..=at as u64) as usize);
    }
}

/// Staggers subgroups: each rests for some time slices at the beginning and after each barrier, so that one arrives when another is
/// halfway.
#[derive(Debug)]
pub struct Stagger {
    /// Each rests for fewer time slices than this; 0 where none rests.
    most: u64,
    left: Vec<u64>,
}

impl Stagger {
    pub fn new(most: u64) -> Self {
        Self { most, left: Vec::new() }
    }

    /// Whether a subgroup rests in this time slice.
    fn rests(&mut self, index: usize, sg: &Subgroup, random: &mut fastrand::Rng) -> bool {
        if self.most == 0 {
            return false;
        }
        if self.left.len() <= index {
            self.left.resize(index + 1, 0);
        }
        let left = &mut self.left[index];
        match sg.stop {
            Some(Stop::Budget { .. }) => *left = left.saturating_sub(1),
            _ => *left = random.u64(..self.most),
        }
        *left > 0
    }
}

/// Runs a workgroup that has begun for a time slice: its subgroups run to the next barrier, or until their budget is spent. Those
/// whose budget was spent resume first: the others wait for them at a barrier.
pub fn run_time_slice(runner: &mut Runner<'_>, random: &mut fastrand::Rng, stagger: &mut Stagger) {
    let mut subgroups = std::mem::take(&mut runner.subgroups);
    let behind = subgroups.iter().any(Subgroup::is_under_way);
    let goes = |sg: &Subgroup| if behind { sg.is_under_way() } else { sg.stop != Some(Stop::Done) };
    let mut order: Vec<usize> = (0..subgroups.len()).filter(|at| goes(&subgroups[*at])).collect();
    shuffle(&mut order, random);
    for index in order {
        let sg = &mut subgroups[index];
        sg.stop = Some(match stagger.rests(index, sg, random) {
            true => Stop::Budget { line: 0 },
            false => run_subgroup(runner, sg),
        });
        runner.budget.begin();
        runner.observers.stop();
    }
    synchronize(runner, &mut subgroups);
    if !subgroups.iter().any(Subgroup::is_under_way) {
        runner.observers.meet(&subgroups);
    }
    runner.subgroups = subgroups;
}

/// The subgroups of a phase between two barriers, one after the other. One that waits for another resumes after the others.
struct Phase<'o> {
    order: &'o [usize],
    backwards: bool,
    at: usize,
    again: VecDeque<usize>,
    /// How many have waited since the last write.
    in_vain: usize,
    /// Writes made by then.
    writes: u64,
}

impl<'o> Phase<'o> {
    fn new(order: &'o [usize], backwards: bool) -> Self {
        Self { order, backwards, at: 0, again: VecDeque::new(), in_vain: 0, writes: 0 }
    }

    fn next(&mut self) -> Option<usize> {
        if self.at == self.order.len() {
            return self.again.pop_front();
        }
        self.at += 1;
        Some(self.order[if self.backwards { self.order.len() - self.at } else { self.at - 1 }])
    }

    /// A subgroup waits, after so many writes. Returns whether it may resume later: not where all others wait already.
    fn waits(&mut self, index: usize, writes: u64) -> bool {
        if writes != self.writes {
            (self.writes, self.in_vain) = (writes, 0);
        }
        let others = self.order.len() - self.at + self.again.len();
        self.in_vain += 1;
        self.again.push_back(index);
        self.in_vain <= others
    }
}

/// Runs one workgroup; `subgroup` runs one of its subgroups to the next barrier. One that waits for another lets the others go on,
/// as on a GPU, where all of a workgroup are resident together.
#[inline(always)]
pub fn run_by<'a>(
    runner: &mut Runner<'a>,
    workgroup: u64,
    mut subgroup: impl FnMut(&mut Runner<'a>, &mut Subgroup) -> Stop,
) -> bool {
    runner.begin(workgroup);
    let options = runner.context.options;
    if runner.budget.before > options.launch_budget {
        runner.observers.sanitizer.out_of_launch();
        return false;
    }
    let mut subgroups = std::mem::take(&mut runner.subgroups);
    let mut order: Vec<usize> = (0..subgroups.len()).collect();
    let seed = options.seed ^ workgroup.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut finished = true;
    while finished && subgroups.iter().any(|sg| sg.stop != Some(Stop::Done)) {
        if !runner.context.order.is_by_lane() {
            shuffle(&mut order, &mut random);
        }
        let behind = subgroups.iter().any(Subgroup::is_under_way);
        let mut phase = Phase::new(&order, runner.context.order.is_backwards());
        while let Some(index) = phase.next() {
            let sg = &mut subgroups[index];
            if sg.stop == Some(Stop::Done) || behind && !sg.is_under_way() {
                continue;
            }
            let stop = subgroup(runner, sg);
            sg.stop = Some(stop);
            runner.observers.stop();
            if let Stop::Budget { line } = stop {
                let endless = runner.budget.endless.take().unwrap_or(Endless::Unknown);
                if endless == Endless::Waits && phase.waits(index, runner.budget.writes_made()) {
                    continue;
                }
                runner.observers.sanitizer.out_of_steps(line, endless);
                finished = false;
                break;
            }
        }
        synchronize(runner, &mut subgroups);
        if finished && !subgroups.iter().any(Subgroup::is_under_way) {
            runner.observers.meet(&subgroups);
        }
    }
    runner.subgroups = subgroups;
    finished
}
