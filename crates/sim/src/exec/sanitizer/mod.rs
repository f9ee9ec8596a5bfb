//! Looks for what is wrong while a runner's workgroups run: what is known of their accesses and barriers, and the findings.

mod accesses;
mod barrier;
mod deferred;
mod lanes;
mod order;
mod unread;
mod vector;

use crate::code::Mem;
use crate::exec::budget::Endless;
use crate::exec::context::Context;
use crate::fault::{Faults, LaunchShadow, Record, Shadow, Turns};
use crate::finding::{FindingKind, Severity};
use deferred::Deferred;
use naga::FastHashMap;
use order::AlikeTurns;
pub use unread::Unread;

/// The shadows of memory and the findings of one runner.
#[derive(Debug)]
pub struct Sanitizer<'a> {
    context: &'a Context<'a>,
    pub faults: Faults,
    /// The workgroup, by the clock at its start, in which each unit of workgroup memory was written, where no records tell.
    written: Vec<u32>,
    /// Of workgroup memory, which is small: each unit's record at once, where races are looked for.
    shared_records: Vec<Record>,
    /// Units of it that this workgroup has not written yet, where records tell.
    unwritten_units: usize,
    deferred: Deferred,
    buffer_shadows: Vec<Shadow>,
    /// Conflicts between workgroups, where they run in order.
    pub launch_shadows: Vec<LaunchShadow>,
    /// Who was last at each address of an atomic in a buffer, where some value of atomics is used.
    buffer_turns: FastHashMap<(Mem, u32), Turns>,
    /// The same of workgroup memory, apart: every workgroup begins without them, and must not look through a launch's others for it.
    shared_turns: FastHashMap<u32, Turns>,
    alike_turns: AlikeTurns,
    /// Grows with every barrier and workgroup.
    clock: u32,
    storage_epoch: u32,
    workgroup_epoch: u32,
    /// The last of these in which workgroup memory was written.
    written_epoch: u32,
    texture_epoch: u32,
    /// The clock at this workgroup's last barrier, of any kind.
    barrier_epoch: u32,
    /// The last `workgroupUniformLoad`: its site, the barrier before it, and the first invocation's address and number.
    uniform: Option<(u32, u32, u32, u32)>,
    /// The clock at the start of this workgroup.
    start_epoch: u32,
    workgroup: u64,
    /// A barrier of this workgroup was not reached by all: what follows from it is not reported.
    diverged: bool,
    /// Reads of what was never written, by the load that is under way.
    unread: Vec<Unread>,
    /// Variables of workgroup memory in which this workgroup has counted from the zero that WGSL promises.
    from_zero: Vec<&'a str>,
}

impl<'a> Sanitizer<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let shared_units = context.units(context.program.workgroup_bytes);
        let units_if = |wanted: bool| if wanted { shared_units } else { 0 };
        Self {
            context,
            faults: Faults::default(),
            written: vec![0; units_if(context.options.uninitialized && !context.options.races)],
            shared_records: vec![Record::NONE; units_if(context.options.races)],
            unwritten_units: 0,
            deferred: Deferred::default(),
            buffer_shadows: buffer_shadows(context),
            launch_shadows: Vec::new(),
            buffer_turns: FastHashMap::default(),
            shared_turns: FastHashMap::default(),
            alike_turns: AlikeTurns::default(),
            clock: 0,
            storage_epoch: 0,
            workgroup_epoch: 0,
            written_epoch: 0,
            texture_epoch: 0,
            barrier_epoch: 0,
            uniform: None,
            start_epoch: 0,
            workgroup: 0,
            diverged: false,
            unread: Vec::new(),
            from_zero: Vec::new(),
        }
    }

    pub fn begin(&mut self, workgroup: u64) {
        self.workgroup = workgroup;
        self.faults.enter(workgroup);
        self.diverged = false;
        self.uniform = None;
        self.from_zero.clear();
        self.tick();
        (self.start_epoch, self.barrier_epoch) = (self.clock, self.clock);
        (self.storage_epoch, self.workgroup_epoch, self.texture_epoch) = (self.clock, self.clock, self.clock);
        self.deferred.clear();
        self.unwritten_units = self.shared_records.len();
        self.shared_turns.clear();
        self.alike_turns.clear();
        for shadow in &mut self.buffer_shadows {
            shadow.clear();
        }
    }

    /// Advances the clock. After four thousand million barriers the shadows are emptied and it starts again.
    pub fn tick(&mut self) -> u32 {
        self.clock = self.clock.wrapping_add(1);
        if self.clock == 0 {
            self.clock = 1;
            self.shared_records.fill(Record::NONE);
            self.written.fill(0);
            self.deferred.clear();
        }
        self.clock
    }

    /// The number of an invocation in its workgroup.
    fn invocation(&self, subgroup: usize, lane: usize) -> u32 {
        subgroup as u32 * self.context.program.width + lane as u32
    }

    /// An invocation of this workgroup in words.
    fn describe(&self, subgroup: usize, lane: usize) -> String {
        self.describe_in(self.workgroup, self.invocation(subgroup, lane))
    }

    /// An invocation in words, by workgroup and place in it.
    fn describe_in(&self, workgroup: u64, invocation: u32) -> String {
        let [x, y, z] = self.context.id(workgroup);
        format!("workgroup ({x}, {y}, {z}), local invocation {invocation}")
    }

    /// A lane's index `at` is not below the length; `used` is 0 where nothing comes of it.
    pub fn out_of_bounds(
        &mut self,
        (subgroup, lane): (usize, usize),
        (at, len): (u32, u32),
        (site, used): (u32, u32),
        (severity, end): (Severity, &str),
    ) {
        let site = &self.context.program.sites[site as usize];
        let (kind, lines, name) = (FindingKind::OutOfBounds, (site.line, used), &site.name);
        if self.faults.again(kind, lines, name) {
            return;
        }
        let invocation = self.describe(subgroup, lane);
        self.faults.add(kind, severity, lines, name, || {
            let index = match site.signed {
                true => i64::from(at as i32),
                false => i64::from(at),
            };
            format!("index {index} is out of bounds of `{name}`, which has {len} elements{end} ({invocation})")
        });
    }

    /// The loop on this line was not at its end when the workgroup's budget was spent, or has none.
    pub fn out_of_steps(&mut self, line: u32, endless: Endless) {
        let (budget, workgroup) = (self.context.options.step_budget, self.workgroup);
        self.faults.add(FindingKind::StepLimit, Severity::Error, (line, 0), "", || match endless {
            Endless::Unknown => format!(
                "the loop on line {line} did not end within {budget} steps of workgroup {workgroup}, and the run stopped there: steps are \
                 passes through loops, long ones and accesses to memory weighing more; where it is only large, allow more (`--steps`)"
            ),
            Endless::Repeats => format!(
                "the loop on line {line} does not end: in workgroup {workgroup} its passes repeat, and change nothing any more"
            ),
            Endless::Waits => format!(
                "the loop on line {line} does not end: in workgroup {workgroup} it waits for a value that no other invocation stores any \
                 more; those that ran before have stored theirs, and that later ones run meanwhile nothing promises"
            ),
        });
    }

    /// The workgroups before this one have spent the launch's budget.
    pub fn out_of_launch(&mut self) {
        let budget = self.context.options.launch_budget;
        self.faults.add(FindingKind::StepLimit, Severity::Error, (0, 0), "", || {
            format!(
                "the launch is far too much work: its workgroups made more than {budget} passes through loops together"
            )
        });
    }

    /// Workgroups that take turns have taken too many.
    pub fn out_of_turns(&mut self) {
        self.faults.add(FindingKind::StepLimit, Severity::Error, (0, 0), "", || {
            "workgroups that take turns do not come to their end: they wait for each other, or it is far too much work".to_owned()
        });
    }
}

/// Shadows of the buffers that need one.
fn buffer_shadows(context: &Context<'_>) -> Vec<Shadow> {
    let buffers = context.buffers.iter().zip(&context.program.buffers);
    let shadows = buffers.map(|(memory, buffer)| {
        let tracked = buffer.writable && (context.options.races || memory.output);
        Shadow::new(if tracked { context.units(memory.bytes) } else { 0 })
    });
    shadows.collect()
}
