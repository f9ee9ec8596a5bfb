//! Operations across lanes where each lane runs by itself: it stops before them until its subgroup has come there.

use super::garbage::Spot;
use super::lanes::subgroup::{Stop, Subgroup};
use super::runner::Runner;
use crate::code::{Op, Reg};

/// Executes the operations at which lanes stand. Where not all lanes of a subgroup that have not returned stand at the same one,
/// which of them take part is the subgroup's to say, and their workgroup ends here.
pub fn together(runner: &mut Runner<'_>, lanes: &mut [Subgroup]) {
    if !runner.context.order.is_of_lanes() {
        return;
    }
    for subgroup in lanes.chunks_mut(runner.width) {
        let mut live: Vec<_> = subgroup.iter_mut().filter(|sg| sg.stop != Some(Stop::Done)).collect();
        let waits = |sg: &Subgroup| sg.stop == Some(Stop::Together);
        if live.iter().any(|sg| sg.is_under_way()) || !live.iter().any(|sg| waits(sg)) {
            continue;
        }
        if !live.iter().all(|sg| waits(sg) && sg.pc == live[0].pc) {
            return lanes.iter_mut().for_each(|sg| sg.stop = Some(Stop::Done));
        }
        execute(runner, &mut live);
    }
}

/// Executes the instruction at which these lanes stand.
fn execute(runner: &mut Runner<'_>, lanes: &mut [&mut Subgroup]) {
    let op = runner.context.program.ops[lanes[0].pc];
    match planes(op) {
        Some(planes) => collective(runner, lanes, op, planes),
        None => {
            let now = runner.sanitizer.tick();
            lanes.iter_mut().for_each(|sg| sg.epoch = now);
        }
    }
    for sg in lanes {
        sg.pc += 1;
        sg.stop = None;
    }
}

/// The planes that an operation across lanes writes.
fn planes(op: Op) -> Option<(Reg, u32)> {
    match op {
        Op::Ballot { dst, .. } => Some((dst, 4)),
        Op::Vote { dst, .. } | Op::SubgroupShuffle { dst, .. } => Some((dst, 1)),
        Op::SubgroupReduce { dst, kind, .. } => Some((dst, kind.planes())),
        _ => None,
    }
}

fn collective(runner: &mut Runner<'_>, lanes: &mut [&mut Subgroup], op: Op, (dst, planes): (Reg, u32)) {
    let (width, words) = (runner.width, lanes[0].file.len());
    let mut all = Subgroup::new(words, width, lanes[0].index, 0, 0);
    all.forms.forget(0, (words / width) as u32);
    for sg in lanes.iter() {
        all.mask |= sg.mask;
        let lane = sg.mask.trailing_zeros() as usize;
        for at in (lane..words).step_by(width) {
            all.file[at] = sg.file[at];
        }
    }
    (all.live, all.full) = (all.mask, all.mask);
    runner.collective(&mut all, op);
    for sg in lanes {
        let lane = sg.mask.trailing_zeros();
        for plane in (0..planes).map(|plane| dst + plane * width as Reg) {
            sg.fill(plane, all.file[(plane + lane) as usize], width);
        }
        // What of it means nothing is found where the subgroup runs as one.
        sg.set_garbage(dst, planes, &Spot::default());
    }
}
