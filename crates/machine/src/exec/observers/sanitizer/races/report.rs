//! Reports a race: two accesses that nothing orders.

use super::accesses::granules;
use super::within_workgroup::Stamp;
use crate::exec::lanes::{Lanes, Mask, Request, Touch};
use crate::exec::observers::sanitizer::Sanitizer;
use crate::finding::{FindingKind, RacingAccesses};
use crate::ir::{Program, Site};

impl Sanitizer<'_> {
    /// Two accesses that nothing orders.
    #[inline]
    pub(super) fn race(&mut self, earlier: (Stamp, bool), now: (Stamp, Touch), workgroup: u64, granule: usize) {
        let parted = earlier.0 < Stamp::start_of(self.barrier_epoch);
        if self.faults.reports_race((earlier.0.site(), now.0.site(), parted)) {
            self.report_race(parted, earlier, now, workgroup, granule);
        }
    }

    /// Notes a store in which two lanes write one place.
    #[cold]
    pub(super) fn note_overwrites(&mut self, request: &Request<'_>, mask: Mask, earlier: Stamp, granule: usize) {
        let program = self.context.program;
        let lane = earlier.invocation().wrapping_sub(self.invocation(request.subgroup, 0)) as usize;
        let stores = earlier.site() == request.access.site && Lanes(mask).any(|other| other == lane);
        if stores && granules(request, lane, program.granule).contains(&granule) {
            let site = &program.sites[earlier.site() as usize % program.sites.len()];
            self.faults.overwrites(site.line, &site.name);
        }
    }

    #[cold]
    fn report_race(
        &mut self,
        parted: bool,
        (earlier, wrote): (Stamp, bool),
        (now, touch): (Stamp, Touch),
        workgroup: u64,
        granule: usize,
    ) {
        let program = self.context.program;
        let (a, b) = (
            &program.sites[earlier.site() as usize % program.sites.len()],
            &program.sites[now.site() as usize % program.sites.len()],
        );
        let lines = (a.line.max(b.line), a.line.min(b.line));
        let kind = if parted { FindingKind::WrongBarrier } else { FindingKind::Race };
        let plain = !parted && !earlier.is_atomic() && !now.is_atomic();
        if self.faults.again(kind, lines, &b.name) {
            return;
        }
        let verb = |write: bool, atomic: bool| match (write, atomic) {
            (true, false) => "writes",
            (false, false) => "reads",
            (true, true) => "atomically writes",
            (false, true) => "atomically reads",
        };
        let (first, second) =
            (self.describe_in(workgroup, earlier.invocation()), self.describe_in(self.workgroup, now.invocation()));
        // An earlier store that did not write this, and one that does not now, write another component of its vector.
        let beside = (!wrote && a.vector_bytes > 0, touch == Touch::WriteBeside);
        let does = (
            verb(wrote || beside.0, earlier.is_atomic() && workgroup == self.workgroup),
            verb(touch.is_write() || beside.1, now.is_atomic()),
        );
        let vector = match beside {
            (false, false) => "",
            _ => "; a write to one component of a vector may write all of it",
        };
        let accesses = match wrote && touch.is_write() && !touch.is_atomic() {
            true => RacingAccesses::WriteWrite,
            false => RacingAccesses::ReadWrite,
        };
        let byte = self.in_variable(b.shared, granule as u32 * program.granule);
        let missing = match kind {
            FindingKind::WrongBarrier => &other_barrier(program, b),
            _ if workgroup == self.workgroup => &no_barrier(barrier_of(program, b), wrote, touch),
            _ => "nothing orders two workgroups of one dispatch",
        };
        let seen = format!(
            "data race on `{}` at byte {byte}: {first} {} it on line {}, {second} {} it on line {}, and ",
            b.name, does.0, a.line, does.1, b.line
        );
        self.faults.add_race((kind, accesses), lines, &b.name, format!("{seen}{missing}{vector}"));
        let (read, write) = if wrote { (b.line, a.line) } else { (a.line, b.line) };
        if plain && wrote != touch.is_write() && read <= write {
            self.faults.may_lose_updates((lines, &b.name), write, || seen + LOST);
        }
    }
}

/// What is wrong where invocations read a place and then write it, each the same one.
const LOST: &str = "several invocations do both to one place: each writes back what it made of the value that it read, and what another \
                    wrote meanwhile is lost. No barrier mends that: make it one atomic operation, such as `atomicAdd` or `atomicMax`, or \
                    let one invocation alone update each place";

/// That `barrier` is missing between an access, which `wrote` or did not, and a later one. Two writes are more often an index that
/// gives both the same place.
fn no_barrier(barrier: &str, wrote: bool, later: Touch) -> String {
    let missing = format!("a `{barrier}` is missing between the two");
    match (wrote, later.is_write() && !later.is_atomic()) {
        (true, true) => format!(
            "no barrier orders them, so either value may stay: if each is to have a place of its own, the index is wrong, else {missing}"
        ),
        (false, true) => format!("no barrier orders them: {missing}, and here the write comes too late for the read"),
        _ => format!("no barrier orders them: {missing}"),
    }
}

/// What a barrier that orders other memory leaves to be done.
pub(super) fn other_barrier(program: &Program, site: &Site) -> String {
    let barrier = barrier_of(program, site);
    let ordered = match barrier {
        "workgroupBarrier()" => "workgroup memory, which needs",
        "textureBarrier()" => "textures, which need",
        _ => "storage memory, which needs",
    };
    format!("the barrier between them does not order {ordered} `{barrier}`")
}

/// The barrier that orders the memory of a site.
fn barrier_of(program: &Program, site: &Site) -> &'static str {
    let mut textures = program.buffers.iter().filter(|buffer| buffer.texture.is_some());
    match textures.any(|texture| texture.name == site.name) {
        _ if site.shared => "workgroupBarrier()",
        true => "textureBarrier()",
        false => "storageBarrier()",
    }
}
