//! Control flow: which lanes are active next.

use super::state::Runner;
use crate::exec::lanes::{Lanes, Mask, members};
use crate::exec::observers::Observer;
use crate::exec::subgroup::{Frame, Stop, Subgroup};
use crate::ir::{NONE, Op, Reg};

/// Instructions of a loop's body that count as one more iteration of a short one.
const OPS_A_STEP: u64 = 8;

impl Runner<'_> {
    /// Executes an instruction of control flow. Returns why the subgroup stops, where it does.
    pub fn control(&mut self, sg: &mut Subgroup, op: Op) -> Option<Stop> {
        match op {
            Op::If { cond, otherwise, site } => self.enter_if(sg, cond, otherwise, site),
            Op::ExitTest { .. } => self.exit_test(sg, op),
            Op::Predicate { cond, end } => {
                let taken = sg.condition(cond, self.width);
                sg.frames.push(Frame { outer: sg.mask, other: 0, line: 0 });
                sg.activate(taken, end);
            }
            Op::Else { end } => {
                let other = sg.frames.last().map_or(0, |frame| frame.other);
                sg.activate(other, end);
            }
            Op::EndIf { skip } | Op::EndLoop { skip } | Op::EndSwitch { skip } => {
                pop(sg);
                sg.activate(sg.mask, skip);
            }
            Op::EndCall => pop(sg),
            Op::Call { line } | Op::Loop { line } => {
                self.budget.enter(&op);
                sg.frames.push(Frame { outer: sg.mask, other: 0, line });
            }
            Op::Continuing { end } => {
                let frame = sg.frames.last_mut();
                let joining = frame.map_or(0, |frame| std::mem::take(&mut frame.other));
                sg.activate(sg.mask | joining, end);
            }
            Op::Back { cond, body, site } => return self.back(sg, cond, body, site),
            Op::Switch { selector, group, table, site } => {
                self.switch(sg, selector, group, table, site);
            }
            Op::Case { group, index, next } => {
                let outer = sg.frames.last().map_or(0, |frame| frame.outer);
                let chosen = Lanes(outer)
                    .filter(|&lane| sg.file[group as usize + lane] == index)
                    .fold(0, |mask, lane| mask | 1 << lane);
                sg.activate(chosen, next);
            }
            other => leave(sg, other),
        }
        None
    }

    fn enter_if(&mut self, sg: &mut Subgroup, cond: Reg, otherwise: u32, site: u32) {
        let taken = sg.condition(cond, self.width);
        let other = sg.mask & !taken;
        self.observers.branch(site, [taken, other]);
        let line = self.context.program.sites[site as usize].line;
        sg.frames.push(Frame { outer: sg.mask, other, line });
        sg.activate(taken, otherwise);
    }

    fn exit_test(&mut self, sg: &mut Subgroup, op: Op) {
        let Op::ExitTest { cond, stay, depth, skip, site } = op else {
            return;
        };
        let set = sg.condition(cond, self.width);
        let staying = if stay { set } else { sg.mask & !set };
        let leaving = sg.mask & !staying;
        if site != NONE {
            self.observers.branch(site, [staying, leaving]);
        }
        if leaving != 0 {
            forget(&mut sg.frames[depth as usize + 1..], leaving);
            sg.activate(staying, skip);
        }
    }

    /// The end of a loop's body: another iteration for the lanes that stay.
    fn back(&mut self, sg: &mut Subgroup, cond: Reg, body: u32, site: u32) -> Option<Stop> {
        if cond != NONE {
            let leaving = sg.condition(cond, self.width);
            let staying = sg.mask & !leaving;
            self.observers.branch(site, [leaving, staying]);
            sg.mask = staying;
        }
        if sg.mask != 0 {
            // Long bodies weigh more, so that the budget bounds the time.
            let steps = 1 + (sg.pc as u64).saturating_sub(u64::from(body)) / OPS_A_STEP;
            sg.pc = body as usize;
            let line = sg.frames.last().map_or(0, |frame| frame.line);
            let endless = self.budget.iterate(line, steps * self.batch.active(sg.mask), sg);
            return endless.map(|line| Stop::Budget { line });
        }
        None
    }

    /// Sorts the active lanes into the groups of a `switch`.
    fn switch(&mut self, sg: &mut Subgroup, selector: Reg, group: Reg, table: u32, site: u32) {
        let table = &self.context.program.switches[table as usize];
        sg.forms.forget(group, 1);
        for (first, mask) in members(sg.mask, self.context.program.width as usize) {
            let first = first * self.context.program.width as usize;
            let mut ways: Vec<u32> = Vec::new();
            for lane in Lanes(mask).map(|lane| first + lane) {
                let value = sg.file[selector as usize + lane];
                let found = table.values.iter().find(|(case, _)| *case == value);
                let target = found.map_or(table.default, |&(_, target)| target);
                sg.file[group as usize + lane] = target;
                if !ways.contains(&target) {
                    ways.push(target);
                }
            }
            self.observers.switch(site, ways.len());
        }
        let line = self.context.program.sites[site as usize].line;
        sg.frames.push(Frame { outer: sg.mask, other: 0, line });
    }
}

/// The lanes of the construct go on together.
fn pop(sg: &mut Subgroup) {
    sg.mask = sg.frames.pop().map_or(sg.live, |frame| frame.outer);
}

/// Lanes leave the constructs of some frames for good.
fn forget(frames: &mut [Frame], gone: Mask) {
    for frame in frames {
        frame.outer &= !gone;
        frame.other &= !gone;
    }
}

/// The active lanes leave constructs: `break`, `continue`, `return`.
fn leave(sg: &mut Subgroup, op: Op) {
    let gone = sg.mask;
    let skip = match op {
        Op::Break { depth, skip } | Op::Return { depth, skip } => {
            forget(&mut sg.frames[depth as usize + 1..], gone);
            skip
        }
        Op::Continue { depth, skip } => {
            forget(&mut sg.frames[depth as usize + 1..], gone);
            sg.frames[depth as usize].other |= gone;
            skip
        }
        Op::Exit { skip, line } => {
            forget(&mut sg.frames, gone);
            sg.live &= !gone;
            for lane in Lanes(gone) {
                sg.exits[lane] = line;
            }
            skip
        }
        _ => return,
    };
    sg.mask = 0;
    sg.pc = skip as usize;
}
