//! Looks for what is wrong while workgroups run: [`races`] and barriers, and uses of [`undefined`] values.
//! The [`faults`] of a launch are its findings.

mod faults;
mod limits;
mod participation;
mod races;
mod tiles;
mod undefined;

pub use faults::Faults;
pub use limits::Endless;
pub use participation::lane_list;
pub use races::{AtomicResult, Change, LaunchShadow};
pub use tiles::TileFault;
pub use undefined::{Origin, Why};

use super::observer::{Barrier, Observer, Workgroup};
use crate::exec::context::Context;
use crate::exec::subgroup::Subgroup;
use races::{Atomics, Deferred, Record, Shadow};
use undefined::Undefined;

/// The numbers from here on are of invocations that share a tile.
const TILE: u32 = 2048;

/// The shadows of memory and the findings of one runner.
#[derive(Debug)]
pub struct Sanitizer<'a> {
    context: &'a Context<'a>,
    pub faults: Faults,
    /// Where races are not looked for: the clock at the start of the workgroup that last wrote each granule of workgroup memory.
    written: Vec<u32>,
    /// Where races are looked for: the record of each granule of workgroup memory.
    shared_records: Vec<Record>,
    /// Granules of workgroup memory that this workgroup has not written yet, where there are records.
    unwritten_granules: usize,
    deferred: Deferred,
    buffer_shadows: Vec<Shadow>,
    /// Races between workgroups, where they run in order.
    pub launch_shadows: Vec<LaunchShadow>,
    atomics: Atomics,
    /// Grows with every barrier and workgroup.
    clock: u32,
    storage_epoch: u32,
    workgroup_epoch: u32,
    /// The last of these in which workgroup memory was written.
    written_epoch: u32,
    texture_epoch: u32,
    /// The clock at this workgroup's last barrier, of any kind.
    barrier_epoch: u32,
    /// The last `workgroupUniformLoad`: its site, the epoch of the barrier before it, and the address and number of the first
    /// invocation.
    uniform: Option<(u32, u32, u32, u32)>,
    /// The clock at the start of this workgroup.
    start_epoch: u32,
    workgroup: u64,
    /// Not all invocations reached a barrier of this workgroup: the consequences are not reported.
    diverged: bool,
    undefined: Undefined<'a>,
    /// Marks an invocation's number where it is one of a subgroup that share a tile: nobody knows which of them touches a place. 0 where
    /// the kernel has no tiles.
    tile: u32,
}

impl<'a> Sanitizer<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let shared_granules = context.granules(context.program.workgroup_bytes);
        let granules_if = |wanted: bool| if wanted { shared_granules } else { 0 };
        Self {
            context,
            faults: Faults::default(),
            written: vec![0; granules_if(context.options.uninitialized && !context.options.races)],
            shared_records: vec![Record::NONE; granules_if(context.options.races)],
            unwritten_granules: 0,
            deferred: Deferred::default(),
            buffer_shadows: buffer_shadows(context),
            launch_shadows: Vec::new(),
            atomics: Atomics::new(context.program),
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
            undefined: Undefined::default(),
            tile: if context.program.first_fragment_line == 0 { 0 } else { TILE },
        }
    }

    /// Advances the clock. After 2^32 barriers the shadows are emptied and it starts again.
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

    /// Names an invocation of this workgroup.
    fn describe(&self, subgroup: usize, lane: usize) -> String {
        self.describe_in(self.workgroup, self.invocation(subgroup, lane))
    }

    /// Names an invocation, by its workgroup and its place there.
    fn describe_in(&self, workgroup: u64, invocation: u32) -> String {
        if invocation & self.tile != 0 {
            return self.describe_subgroup_in(workgroup, invocation & !self.tile);
        }
        let [x, y, z] = self.context.id(workgroup);
        format!("workgroup ({x}, {y}, {z}), local invocation {invocation}")
    }
}

impl Observer for Sanitizer<'_> {
    fn begin(&mut self, workgroup: &Workgroup) {
        self.workgroup = workgroup.number;
        self.faults.enter(workgroup.number);
        self.diverged = false;
        self.uniform = None;
        self.undefined.clear();
        self.tick();
        (self.start_epoch, self.barrier_epoch) = (self.clock, self.clock);
        (self.storage_epoch, self.workgroup_epoch, self.texture_epoch) = (self.clock, self.clock, self.clock);
        self.deferred.clear();
        self.unwritten_granules = self.shared_records.len();
        self.atomics.begin();
        for shadow in &mut self.buffer_shadows {
            shadow.clear();
        }
    }

    #[inline]
    fn barrier(&mut self, sg: &Subgroup, barrier: &Barrier) {
        if sg.mask != sg.full {
            self.partial_barrier(sg, barrier);
        }
    }

    fn meet(&mut self, subgroups: &[Subgroup]) {
        self.check_barriers(subgroups);
    }
}

/// The shadows of the buffers that need one.
fn buffer_shadows(context: &Context<'_>) -> Vec<Shadow> {
    let buffers = context.buffers.iter().zip(&context.program.buffers);
    let shadows = buffers.map(|(memory, buffer)| {
        let tracked = buffer.writable && (context.options.races || memory.output);
        Shadow::new(if tracked { context.granules(memory.bytes) } else { 0 })
    });
    shadows.collect()
}
