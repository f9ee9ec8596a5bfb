//! Records the steps of a workgroup that is run instruction by instruction.

use crate::cache::AccessKind;
use crate::count::{footprint, wavefronts};
use crate::exec::context::Context;
use crate::exec::lanes::{Lanes, Mask};
use crate::exec::subgroup::{Stop, Subgroup};
use crate::execution_trace::{AddressSpace, Change, LaneSet, MemoryRequest, Step, Value, Values, Variable, Waiting};
use crate::ir::{Access, Held, Mem, NONE, Op, Program, Watched};
use crate::type_layout::Kind;
use std::collections::HashMap;

/// The steps of one workgroup.
pub struct TraceRecorder<'a> {
    context: &'a Context<'a>,
    program: &'a Program,
    /// Steps that each subgroup may take, so that each gets some.
    share: usize,
    /// By subgroup: the steps that it has taken, and the phases between barriers that it has begun.
    taken: Vec<(usize, usize)>,
    /// The phase in which a subgroup had no room for another step.
    full: Option<usize>,
    steps: Vec<Step>,
    /// The step that a subgroup is in, and its instructions so far.
    open: Option<(Step, Vec<usize>)>,
    /// Instructions that control reached outside of a step: the values made before them belong to the next step.
    reached: Vec<u32>,
    /// By subgroup: the lanes of its last step.
    last: Vec<Mask>,
    variables: Vec<Variable>,
    /// By scalar of the program: its variable.
    numbers: Vec<u32>,
    /// By subgroup, variable and lane: the value that was recorded last.
    known: HashMap<(u32, u32, usize), (u32, u32)>,
}

impl<'a> TraceRecorder<'a> {
    pub fn new(context: &'a Context<'a>, subgroups: usize, most_steps: usize) -> Self {
        let program = context.program;
        let mut variables: Vec<Variable> = Vec::new();
        let number = |watched: &Watched| {
            let variable = Variable { name: watched.name.clone(), line: watched.line };
            let known = variables.iter().position(|known| *known == variable);
            known.unwrap_or_else(|| {
                variables.push(variable);
                variables.len() - 1
            }) as u32
        };
        let numbers = program.watched.iter().map(number).collect();
        Self {
            context,
            program,
            share: most_steps / subgroups.max(1),
            taken: vec![(0, 0); subgroups],
            full: None,
            steps: Vec::new(),
            open: None,
            reached: Vec::new(),
            last: vec![0; subgroups],
            variables,
            numbers,
            known: HashMap::new(),
        }
    }

    pub fn finish(self) -> (Vec<Variable>, Vec<Step>) {
        (self.variables, self.steps)
    }

    /// A subgroup begins a phase, up to its next barrier. Returns `false` where another had no room in the phase before.
    pub fn begin_phase(&mut self, sg: &Subgroup) -> bool {
        let (_, phases) = &mut self.taken[sg.index as usize];
        *phases += 1;
        self.full.is_none_or(|full| *phases <= full)
    }

    /// Whether a subgroup had no room.
    pub fn is_full(&self) -> bool {
        self.full.is_some()
    }

    /// Records what the subgroup's next instruction is about to do. Returns `false` where there is no room for another step.
    pub fn before(&mut self, sg: &Subgroup) -> bool {
        let (at, op) = (sg.pc, &self.program.ops[sg.pc]);
        let line = self.program.lines[at];
        if sg.mask == 0 || line == 0 || !acts(op) {
            return true;
        }
        let goes_on = |(step, seen): &(Step, Vec<usize>)| {
            step.line == line && step.lanes.bits() == sg.mask && !seen.contains(&at)
        };
        if !self.open.as_ref().is_some_and(goes_on) {
            self.close(sg);
            let (steps, phases) = &mut self.taken[sg.index as usize];
            if *steps >= self.share {
                self.full = Some(*phases);
                self.reached.clear();
                return false;
            }
            *steps += 1;
            // A kernel's arguments are there before its first instruction.
            if self.last[sg.index as usize] == 0 {
                self.reached.push(0);
            }
            self.open = Some((self.step(sg, line), Vec::new()));
            let reached = std::mem::take(&mut self.reached);
            self.note(sg, |watched, _| reached.iter().any(|&at| watched.held == Held::At(at)));
        }
        let request = request(self.context, sg, op);
        if let Some((step, seen)) = &mut self.open {
            seen.push(at);
            step.requests.extend(request);
            step.barrier |= matches!(op, Op::Barrier { scope, .. } if !scope.subgroup);
        }
        true
    }

    fn step(&mut self, sg: &Subgroup, line: u32) -> Step {
        let last = std::mem::replace(&mut self.last[sg.index as usize], sg.mask);
        Step {
            subgroup: sg.index,
            line,
            lanes: LaneSet::from_bits(sg.mask),
            change: change(last, sg.mask, sg.live),
            waiting: waiting(sg, line),
            requests: Vec::new(),
            values: Vec::new(),
            barrier: false,
        }
    }

    /// Records the values that the instruction at `at` made.
    pub fn after(&mut self, sg: &Subgroup, at: usize, stop: Option<Stop>) {
        // Only where control falls through has a value just been made.
        if sg.pc == at + 1 && sg.mask != 0 {
            let next = at as u32 + 1;
            match &self.open {
                Some((step, _)) if step.lanes.bits() == sg.mask => {
                    self.note(sg, |watched, _| watched.held == Held::At(next))
                }
                _ => self.reached.push(next),
            }
        }
        if stop.is_some() {
            self.close(sg);
            self.reached.clear();
        }
    }

    /// Ends the step that the subgroup is in.
    fn close(&mut self, sg: &Subgroup) {
        let Some((step, seen)) = &self.open else {
            return;
        };
        let (line, from) = (step.line, seen[0] as u32);
        self.note(sg, |watched, known| match &watched.held {
            // Before its declaration a variable holds what the source does not speak of.
            Held::During(range) => range.contains(&from) && (known || line >= watched.line),
            Held::At(_) => false,
        });
        self.steps.extend(self.open.take().map(|(step, _)| step));
    }

    /// Records the values of scalars that have changed in lanes of the open step.
    fn note(&mut self, sg: &Subgroup, shown: impl Fn(&Watched, bool) -> bool) {
        let Some((step, _)) = &mut self.open else {
            return;
        };
        let lanes = step.lanes.bits();
        let first = lanes.trailing_zeros() as usize;
        for (watched, &variable) in self.program.watched.iter().zip(&self.numbers) {
            let known = self.known.contains_key(&(sg.index, variable, first));
            if !shown(watched, known) {
                continue;
            }
            let mut changed = false;
            let mut words = Vec::new();
            for lane in Lanes(lanes) {
                let pair = read(sg, watched, lane, self.program.width);
                changed |= self.known.insert((sg.index, variable, lane), pair) != Some(pair);
                words.push(pair);
            }
            if !changed {
                continue;
            }
            if words.iter().all(|word| *word == words[0]) {
                words.truncate(1);
            }
            let values = words.into_iter().map(|word| value(watched.kind, word)).collect();
            step.values.retain(|noted| noted.variable != variable);
            step.values.push(Values { variable, values });
        }
    }
}

/// Whether an instruction is part of what its line does, and not only of how the simulator proceeds.
fn acts(op: &Op) -> bool {
    !matches!(
        op,
        Op::Segment(_)
            | Op::Mov { .. }
            | Op::Predicate { .. }
            | Op::Else { .. }
            | Op::EndIf { .. }
            | Op::Loop { .. }
            | Op::Continuing { .. }
            | Op::Back { cond: NONE, .. }
            | Op::EndLoop { .. }
            | Op::Case { .. }
            | Op::EndSwitch { .. }
            | Op::Call { .. }
            | Op::EndCall
            | Op::SameForAll { .. }
            | Op::End
    )
}

fn change(last: Mask, now: Mask, live: Mask) -> Option<Change> {
    let (gone, come) = (last & !now, now & !last);
    match (gone != 0, come != 0) {
        _ if last == 0 => None,
        (false, false) => None,
        (false, true) => Some(Change::Meets),
        (true, true) => Some(Change::Turns),
        (true, false) if gone & live == 0 => Some(Change::Returns),
        (true, false) => Some(Change::Parts),
    }
}

/// The lanes that wait in each construct, innermost first.
fn waiting(sg: &Subgroup, line: u32) -> Vec<Waiting> {
    let mut rest = sg.live & !sg.mask;
    let mut waiting: Vec<Waiting> = Vec::new();
    for frame in sg.frames.iter().rev() {
        let lanes = (frame.outer | frame.other) & rest;
        rest &= !lanes;
        if lanes != 0 {
            // A condition within an expression has no frame of a line.
            let line = if frame.line == 0 { line } else { frame.line };
            waiting.push(Waiting { lanes: LaneSet::from_bits(lanes), line });
        }
    }
    waiting
}

/// The request that an instruction makes to storage or workgroup memory.
fn request(context: &Context<'_>, sg: &Subgroup, op: &Op) -> Option<MemoryRequest> {
    let (access, does) = match op {
        Op::Load { access, .. } => (access, AccessKind::Reads),
        Op::Store { access, .. } => (access, AccessKind::Writes),
        Op::Atomic { access, .. } => (access, AccessKind::Updates),
        _ => return None,
    };
    let memory = match access.mem {
        Mem::Workgroup => AddressSpace::Workgroup,
        Mem::Buffer(buffer) if !context.buffers[buffer as usize].uniform => AddressSpace::Storage,
        _ => return None,
    };
    let lanes = addresses(context, sg, access);
    let bytes = access.bytes();
    let (cost, ideal) = match memory {
        AddressSpace::Workgroup => wavefronts(&lanes, bytes, does == AccessKind::Reads, context.target),
        AddressSpace::Storage => {
            let mut addresses: Vec<u32> = lanes.iter().map(|&(_, address)| address).collect();
            let footprint = footprint(&mut addresses, bytes, context.target.sector_bytes);
            (footprint.sectors, footprint.ideal)
        }
    };
    Some(MemoryRequest {
        name: context.program.sites[access.site as usize].name.clone(),
        does,
        memory,
        bytes,
        lanes: lanes.iter().map(|&(lane, _)| lane).collect(),
        addresses: lanes.into_iter().map(|(_, address)| address).collect(),
        cost: Some(cost),
        ideal: Some(ideal),
    })
}

/// Each active lane whose access is within bounds, and its address.
fn addresses(context: &Context<'_>, sg: &Subgroup, access: &Access) -> Vec<(u32, u32)> {
    let limit = context.limit(access.mem);
    let address = |lane: usize| match access.dynamic {
        NONE => access.offset,
        dynamic => sg.file[dynamic as usize + lane].saturating_add(access.offset),
    };
    let fits = |address: u32| address.checked_add(access.bytes()).is_some_and(|end| end <= limit);
    let all = sg.lanes().map(|lane| (lane as u32, address(lane)));
    all.filter(|&(_, address)| fits(address)).collect()
}

/// The words of a scalar in one lane: the low one, and the high one of 64 bits.
fn read(sg: &Subgroup, watched: &Watched, lane: usize, width: u32) -> (u32, u32) {
    let high = if watched.kind.is_wide() { sg.file[(watched.reg + width) as usize + lane] } else { 0 };
    (sg.file[watched.reg as usize + lane], high)
}

fn value(kind: Kind, (low, high): (u32, u32)) -> Value {
    let wide = u64::from(high) << 32 | u64::from(low);
    match kind {
        Kind::Bool => Value::Bool(low != 0),
        Kind::I16 | Kind::I32 => Value::Int(i64::from(low as i32)),
        Kind::U16 | Kind::U32 => Value::Int(i64::from(low)),
        Kind::I64 => Value::Text((wide as i64).to_string()),
        Kind::U64 => Value::Text(wide.to_string()),
        Kind::F16 | Kind::F32 => match f32::from_bits(low) {
            value if value.is_finite() => Value::Float(value),
            value => Value::Text(value.to_string()),
        },
    }
}
