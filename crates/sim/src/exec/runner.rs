//! One thread's state, which its workgroups use one after the other, and how it runs one.

use super::budget::{Budget, Endless};
use super::context::Context;
use super::counts::Counts;
use super::first::FirstRequests;
use super::garbage::UndefinedWords;
use super::interpret::{interpret, interpret_following};
use super::lanes::Features;
use super::lanes::subgroup::{Stop, Subgroup};
use super::sanitizer::Sanitizer;
use super::together::together;
use crate::code::Mem;
use crate::count::Tally;
use crate::fault::Faults;
use crate::machine::MAX_WIDTH;
use naga::BuiltIn;
use std::collections::VecDeque;

/// The state of one thread.
#[derive(Debug)]
pub struct Runner<'a> {
    pub context: &'a Context<'a>,
    /// Lanes of a plane.
    pub width: usize,
    pub features: Features,
    pub counts: Counts<'a>,
    pub sanitizer: Sanitizer<'a>,
    /// The first request of each access, where they are asked for.
    pub first: FirstRequests,
    /// Passes through loops that are left.
    pub budget: Budget,
    /// Workgroup memory, in words.
    pub shared: Vec<u32>,
    /// What of it means nothing.
    pub garbage_words: UndefinedWords,
    /// Byte addresses of the current request, by lane.
    pub addresses: [u32; MAX_WIDTH],
    pub subgroups: Vec<Subgroup>,
}

impl<'a> Runner<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let program = context.program;
        let sites = program.sites.len();
        Self {
            context,
            width: program.lanes as usize,
            features: Features::detect(),
            counts: Counts::new(program, context.target, context.caches.as_ref(), context.strata),
            sanitizer: Sanitizer::new(context),
            first: match context.options.first_requests {
                true => FirstRequests::new(sites),
                false => FirstRequests::default(),
            },
            budget: Budget::new(context.options.step_budget, context.options.races),
            shared: vec![0; program.workgroup_bytes.div_ceil(4) as usize],
            garbage_words: UndefinedWords::default(),
            addresses: [0; MAX_WIDTH],
            subgroups: subgroups(context),
        }
    }

    /// The counts of each stratum, the findings, and the first requests.
    pub fn finish(self) -> (Vec<Tally>, Faults, FirstRequests) {
        (self.counts.finish(), self.sanitizer.faults, self.first)
    }

    pub fn begin(&mut self, workgroup: u64) {
        self.budget.begin();
        self.sanitizer.begin(workgroup);
        self.counts.begin(workgroup);
        self.shared.fill(0);
        self.garbage_words.clear();
        let id = self.context.id(workgroup);
        self.first.begin(workgroup, id, self.context.workgroups);
        for sg in &mut self.subgroups {
            sg.restart();
            fill(self.context, sg, id);
        }
    }

    /// Whether its workgroup has come to its end.
    pub fn is_done(&self) -> bool {
        self.subgroups.iter().all(|sg| sg.stop == Some(Stop::Done))
    }

    /// The bytes of a memory.
    pub fn limit(&self, mem: Mem) -> u32 {
        match mem {
            Mem::Buffer(buffer) => self.context.buffers[buffer as usize].bytes,
            Mem::Workgroup => self.context.program.workgroup_bytes,
            Mem::Immediate => self.context.immediates.len() as u32 * 4,
        }
    }
}

/// The subgroups of a workgroup, their constants filled in.
fn subgroups(context: &Context<'_>) -> Vec<Subgroup> {
    let program = context.program;
    let (width, invocations) = (program.lanes, program.invocations());
    let (lanes, depth) = (width as usize, program.depth as usize);
    let one = |number: u32| {
        let launched = width.min(invocations - number * width);
        let index = number * program.subgroups_abreast() as u32;
        let mut sg = Subgroup::new(program.file as usize, lanes, index, launched, depth);
        for (plane, &value) in sg.file.chunks_mut(lanes).zip(&program.constants) {
            plane.fill(value);
        }
        for (plane, value) in context.preloaded() {
            sg.file[plane as usize..][..lanes].fill(value);
        }
        prepare(context, &mut sg);
        sg
    };
    match context.order.is_of_lanes() {
        true => (0..invocations).map(|lane| one(lane / width).of_lane(lane % width)).collect(),
        false => (0..invocations.div_ceil(width)).map(one).collect(),
    }
}

/// Fills in what is the same in every workgroup, and notes the form of every input.
fn prepare(context: &Context<'_>, sg: &mut Subgroup) {
    let program = context.program;
    let (index, width) = (sg.index, program.lanes);
    let [x, y, _] = program.workgroup_size;
    let subgroups = program.invocations().div_ceil(program.width);
    for &(builtin, reg) in &program.inputs {
        let planes = if is_vector(builtin) { 3 } else { 1 };
        for lane in 0..width {
            let at = index * program.width + lane;
            let local = [at % x, at / x % y, at / x / y];
            let values = match builtin {
                BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId => local,
                BuiltIn::NumWorkGroups => context.workgroups,
                BuiltIn::WorkGroupSize => program.workgroup_size,
                BuiltIn::LocalInvocationIndex => [at, 0, 0],
                BuiltIn::NumSubgroups => [subgroups, 0, 0],
                BuiltIn::SubgroupId => [index, 0, 0],
                BuiltIn::SubgroupSize => [program.width, 0, 0],
                BuiltIn::WorkGroupId => [0; 3],
                _ => [lane, 0, 0],
            };
            for (plane, &value) in values.iter().enumerate().take(planes) {
                sg.file[reg as usize + plane * width as usize + lane as usize] = value;
            }
        }
        for plane in 0..planes as u32 {
            sg.forms.observe(&sg.file, reg + plane * width);
        }
    }
}

/// Fills in what differs from workgroup to workgroup; the forms stay as they are.
fn fill(context: &Context<'_>, sg: &mut Subgroup, id: [u32; 3]) {
    let program = context.program;
    let width = program.lanes as usize;
    let last = std::mem::replace(&mut sg.workgroup, id);
    for &(builtin, reg) in &program.inputs {
        let steps: [u32; 3] = match builtin {
            BuiltIn::WorkGroupId => std::array::from_fn(|axis| id[axis].wrapping_sub(last[axis])),
            BuiltIn::GlobalInvocationId => std::array::from_fn(|axis| {
                let groups = id[axis].wrapping_sub(last[axis]);
                groups.wrapping_mul(program.workgroup_size[axis])
            }),
            _ => continue,
        };
        for (plane, step) in steps.into_iter().enumerate() {
            for value in &mut sg.file[reg as usize + plane * width..][..width] {
                *value = value.wrapping_add(step);
            }
        }
    }
}

fn is_vector(builtin: BuiltIn) -> bool {
    matches!(
        builtin,
        BuiltIn::LocalInvocationId
            | BuiltIn::GlobalInvocationId
            | BuiltIn::WorkGroupId
            | BuiltIn::NumWorkGroups
            | BuiltIn::WorkGroupSize
    )
}

/// Runs one workgroup to its end, or until a budget is spent: then returns `false`.
pub fn run(runner: &mut Runner<'_>, workgroup: u64) -> bool {
    run_by(runner, workgroup, one)
}

/// Runs a subgroup to its next barrier.
fn one(runner: &mut Runner<'_>, sg: &mut Subgroup) -> Stop {
    if !runner.context.shuffles && !runner.has_garbage(sg) {
        let stop = interpret(runner.features, runner, sg);
        if stop != Stop::Follow {
            return stop;
        }
    }
    interpret_following(runner, sg)
}

/// Puts `order` into another one.
pub fn shuffle(order: &mut [usize], random: &mut fastrand::Rng) {
    // By numbers of 64 bits on every system, so that the order is the same in WebAssembly.
    for at in 1..order.len() {
        order.swap(at, random.u64(..=at as u64) as usize);
    }
}

/// Turns for which subgroups rest at the beginning and after each barrier, so that one comes when another is halfway.
#[derive(Debug)]
pub struct Stagger {
    /// Each rests for fewer; 0 where none does.
    most: u64,
    left: Vec<u64>,
}

impl Stagger {
    pub fn new(most: u64) -> Self {
        Self { most, left: Vec::new() }
    }

    /// Whether a subgroup rests in this turn.
    fn rest(&mut self, index: usize, sg: &Subgroup, random: &mut fastrand::Rng) -> bool {
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

/// A turn of a workgroup that has begun: its subgroups run to the next barrier, or until their budget is spent. Those whose budget was spent
/// go on first: the others wait for them at a barrier.
pub fn turn(runner: &mut Runner<'_>, random: &mut fastrand::Rng, rests: &mut Stagger) {
    let mut subgroups = std::mem::take(&mut runner.subgroups);
    let behind = subgroups.iter().any(Subgroup::is_under_way);
    let goes = |sg: &Subgroup| if behind { sg.is_under_way() } else { sg.stop != Some(Stop::Done) };
    let mut order: Vec<usize> = (0..subgroups.len()).filter(|at| goes(&subgroups[*at])).collect();
    shuffle(&mut order, random);
    for index in order {
        let sg = &mut subgroups[index];
        sg.stop = Some(match rests.rest(index, sg, random) {
            true => Stop::Budget { line: 0 },
            false => one(runner, sg),
        });
        runner.budget.begin();
        runner.counts.stop();
    }
    together(runner, &mut subgroups);
    if !subgroups.iter().any(Subgroup::is_under_way) {
        runner.sanitizer.meet(&subgroups);
        runner.counts.meet();
        runner.first.meet();
    }
    runner.subgroups = subgroups;
}

/// Subgroups on their way to the next barrier, one after the other; who waits for another's word goes on after the others.
struct Phase<'o> {
    order: &'o [usize],
    backwards: bool,
    at: usize,
    again: VecDeque<usize>,
    /// How many have waited since so many writes were made.
    in_vain: usize,
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

    /// A subgroup waits, after so many writes. Whether it may go on later: not where all that are left wait already.
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

/// Runs one workgroup; `subgroup` runs one of its subgroups to the next barrier. Who waits for
/// another's word lets the others go on: all of a workgroup are under way together.
#[inline(always)]
pub fn run_by<'a>(
    runner: &mut Runner<'a>,
    workgroup: u64,
    mut subgroup: impl FnMut(&mut Runner<'a>, &mut Subgroup) -> Stop,
) -> bool {
    runner.begin(workgroup);
    let options = runner.context.options;
    if runner.budget.before > options.launch_budget {
        runner.sanitizer.out_of_launch();
        return false;
    }
    let mut subgroups = std::mem::take(&mut runner.subgroups);
    let mut order: Vec<usize> = (0..subgroups.len()).collect();
    let seed = options.seed ^ workgroup.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut finished = true;
    while finished && subgroups.iter().any(|sg| sg.stop != Some(Stop::Done)) {
        if !runner.context.order.is_of_lanes() {
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
            runner.counts.stop();
            if let Stop::Budget { line } = stop {
                let endless = runner.budget.endless.take().unwrap_or(Endless::Unknown);
                if endless == Endless::Waits && phase.waits(index, runner.budget.writes_made()) {
                    continue;
                }
                runner.sanitizer.out_of_steps(line, endless);
                finished = false;
                break;
            }
        }
        together(runner, &mut subgroups);
        if finished && !subgroups.iter().any(Subgroup::is_under_way) {
            runner.sanitizer.meet(&subgroups);
            runner.counts.meet();
            runner.first.meet();
        }
    }
    runner.subgroups = subgroups;
    finished
}
