//! Synchronises collective operations where each lane runs by itself: a lane stops before one until all of its subgroup have reached it.

use super::state::Runner;
use crate::exec::subgroup::{Stop, Subgroup};
use crate::ir::{Op, Reg};

/// Executes the operations that lanes have stopped at. Where the live lanes of a subgroup have stopped at different ones, only running
/// them as a subgroup can tell which take part, and their workgroup ends here.
pub fn synchronize(runner: &mut Runner<'_>, lanes: &mut [Subgroup]) {
    if !runner.context.order.is_by_lane() {
        return;
    }
    let scratch = lanes.len();
    for subgroup in lanes.chunks_mut(runner.width) {
        let mut live: Vec<_> = subgroup.iter_mut().filter(|sg| sg.stop != Some(Stop::Done)).collect();
        let waits = |sg: &Subgroup| sg.stop == Some(Stop::Collective);
        if live.iter().any(|sg| sg.is_under_way()) || !live.iter().any(|sg| waits(sg)) {
            continue;
        }
        if !live.iter().all(|sg| waits(sg) && sg.pc == live[0].pc) {
            return lanes.iter_mut().for_each(|sg| sg.stop = Some(Stop::Done));
        }
        execute(runner, &mut live, scratch);
    }
}

/// Executes the instruction that these lanes have stopped at.
fn execute(runner: &mut Runner<'_>, lanes: &mut [&mut Subgroup], scratch: usize) {
    let op = runner.context.program.ops[lanes[0].pc];
    match planes(op) {
        Some(planes) => collective(runner, lanes, op, planes, scratch),
        None => {
            let now = runner.observers.sanitizer.tick();
            lanes.iter_mut().for_each(|sg| sg.epoch = now);
        }
    }
    for sg in lanes {
        sg.pc += 1;
        sg.stop = None;
    }
}

/// The planes that a collective operation writes.
fn planes(op: Op) -> Option<(Reg, u32)> {
    match op {
        Op::Ballot { dst, .. } => Some((dst, 4)),
        Op::Vote { dst, .. } | Op::SubgroupShuffle { dst, .. } => Some((dst, 1)),
        Op::SubgroupReduce { dst, kind, .. } => Some((dst, kind.planes())),
        Op::Common { dst, .. } => Some((dst, 1)),
        Op::LoadTile { tile, dst } => Some((dst, tile.planes)),
        Op::MultiplyTiles { dst, planes, .. } => Some((dst, planes)),
        Op::StoreTile { src, .. } => Some((src, 0)),
        _ => None,
    }
}

/// Executes a collective operation on a subgroup that is assembled from its lanes, at a place of its own for the observers.
fn collective(runner: &mut Runner<'_>, lanes: &mut [&mut Subgroup], op: Op, (dst, planes): (Reg, u32), scratch: usize) {
    let (width, words) = (runner.width, lanes[0].file.len());
    let mut all = Subgroup::new(words, width, lanes[0].index, 0, 0).at(scratch);
    all.forms.forget(0, (words / width) as u32);
    for sg in lanes.iter() {
        all.mask |= sg.mask;
        let lane = sg.mask.trailing_zeros() as usize;
        for at in (lane..words).step_by(width) {
            all.file[at] = sg.file[at];
        }
    }
    (all.live, all.full, all.epoch) = (all.mask, all.mask, lanes[0].epoch);
    runner.collective(&mut all, op);
    runner.observers.sanitizer.forget(&all);
    for sg in lanes {
        let lane = sg.mask.trailing_zeros();
        for plane in (0..planes).map(|plane| dst + plane * width as Reg) {
            sg.fill(plane, all.file[(plane + lane) as usize], width);
        }
        // Undefined values are found where the subgroup runs as one.
        runner.observers.sanitizer.define(sg, dst, planes);
    }
}
