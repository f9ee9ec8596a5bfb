//! Registers of an invocation: the most values that are in use at one time (live ranges).

use crate::compile::code::Code;
use crate::compile::control_equivalence::ControlEquivalence;
use crate::compile::indexed_map::{IndexedMap, IndexedSet};
use crate::ir::{CONSTANT, Mem, Op, Reg, loops};
use crate::type_layout::Kind;
use std::ops::Range;

/// Registers that hold what no line of the source names: addresses of buffers, identities of the invocation.
const UNNAMED: u32 = 8;

/// Counts the registers that the kernel needs.
pub fn run(code: &mut Code<'_>) {
    code.registers = most_registers(code);
}

/// Registers of an invocation: the most values that are in use at one time.
fn most_registers(code: &Code<'_>) -> u32 {
    let mut live = vec![0i32; code.ops().len() + 2];
    let [intervals, gaps] = intervals(code);
    for (start, end) in intervals {
        live[start] += 1;
        live[end + 1] -= 1;
    }
    for (start, end) in gaps {
        live[start] -= 1;
        live[end + 1] += 1;
    }
    let mut now = 0;
    let most = live.iter().map(|change| {
        now += change;
        now
    });
    most.max().unwrap_or(0) as u32 + UNNAMED
}

/// Planes of the operand that begins at a register.
fn planes(op: &Op, reg: Reg) -> Reg {
    let operand = match *op {
        Op::StoreTile { src, .. } => src == reg,
        Op::MultiplyTiles { a, b, c, .. } => [a, b, c].contains(&reg),
        _ => false,
    };
    if operand { op.fragment_planes().unwrap_or(1) } else { 1 }
}

/// Fragments of f16, of which a register holds two elements.
#[derive(Default)]
struct Halves {
    /// The planes that take no register, since the one before has theirs.
    second: IndexedSet<Reg>,
}

impl Halves {
    fn note(&mut self, op: &Op) {
        let copied = matches!(*op, Op::Assign { src, .. } | Op::Mov { src, .. } if self.second.contains(src));
        let half = match *op {
            Op::LoadTile { tile, .. } => tile.fragment.kind == Kind::F16,
            Op::MultiplyTiles { product, .. } => product.sum == Kind::F16,
            _ => false,
        };
        // A register may hold something else by now.
        for (at, reg) in op.writes().enumerate() {
            if copied || half && at % 2 == 1 {
                self.second.add(reg);
            } else {
                self.second.remove(reg);
            }
        }
    }
}

/// Where values begin, of which the instructions before the present one tell.
struct Starts {
    /// Registers that hold nothing but a literal that they begin with: it is made where it is needed (rematerialization: LLVM,
    /// RegAllocGreedy.cpp).
    literals: IndexedMap<Reg, usize>,
    loops: Vec<Range<usize>>,
    /// Of the constructs around the present instruction, whether each is a choice.
    choices: Vec<bool>,
}

impl Starts {
    fn new(ops: &[Op]) -> Self {
        Self {
            literals: IndexedMap::default(),
            loops: loops(ops).into_iter().map(|(_, body)| body).collect(),
            choices: Vec::new(),
        }
    }

    fn note(&mut self, at: usize, op: Op) {
        match op {
            Op::If { .. } | Op::Predicate { .. } | Op::Switch { .. } => self.choices.push(true),
            Op::Loop { .. } | Op::Call { .. } => self.choices.push(false),
            Op::EndIf { .. } | Op::EndSwitch { .. } | Op::EndLoop { .. } | Op::EndCall => drop(self.choices.pop()),
            Op::Mov { dst, src } if src & CONSTANT != 0 => drop(self.literals.insert(dst, at)),
            _ => {}
        }
    }

    /// Where the value of a register that is first touched here begins: before the loops around it that go on with what it held,
    /// unless each turn writes it anew.
    fn of(&mut self, reg: Reg, at: usize, anew: bool) -> usize {
        let Some(made) = self.literals.remove(reg) else { return at };
        if anew && self.choices.last() != Some(&true) {
            return at;
        }
        let around = self.loops.iter().filter(|body| body.contains(&at) && !body.contains(&made));
        around.map(|body| body.start).min().unwrap_or(at)
    }
}

/// From where to where each value is in use, and the gaps in which a variable's is not, since it is written anew before anything
/// reads it.
fn intervals(code: &Code<'_>) -> [Vec<(usize, usize)>; 2] {
    let mut open: IndexedMap<Reg, (usize, usize)> = IndexedMap::default();
    let (mut closed, mut gaps) = (Vec::new(), Vec::new());
    let mut straight = ControlEquivalence::default();
    let mut halves = Halves::default();
    let mut starts = Starts::new(code.ops());
    let mut places = Vec::with_capacity(code.ops().len());
    for (at, &op) in code.ops().iter().enumerate() {
        places.push(straight.next(at, op));
        starts.note(at, op);
        if code.is_part_of_sum(at) {
            continue;
        }
        delay_load(&mut open, code.ops(), at);
        let written = op.writes();
        let array = match op {
            Op::RegLoad { base, site, .. } | Op::RegStore { base, site, .. } => Some((base, site)),
            _ => None,
        };
        for reg in reads(code, at).into_iter().flat_map(|reg| reg..reg + planes(&op, reg)) {
            let counted = reg & CONSTANT == 0 && !code.counters.contains(reg);
            if counted && array.is_none_or(|(base, _)| base != reg) {
                open.get_or_insert_with(reg, || (starts.of(reg, at, false), at)).1 = at;
            }
        }
        if let Some((base, site)) = array {
            for reg in code.variable(base) {
                match code.sites[site as usize].local {
                    true => drop(open.remove(reg)),
                    false => open.get_or_insert_with(reg, || (starts.of(reg, at, false), at)).1 = at,
                }
            }
        }
        let kept = matches!(op, Op::Assign { .. });
        let literal = matches!(op, Op::Mov { src, .. } if src & CONSTANT != 0);
        for reg in written.filter(|reg| !matches!(op, Op::RegStore { .. }) && !code.counters.contains(*reg)) {
            if kept {
                let interval = open.get_or_insert_with(reg, || (starts.of(reg, at, true), at));
                let before = std::mem::replace(&mut interval.1, at);
                if before + 1 < at && straight.follows(places[before]) {
                    gaps.push((before + 1, at - 1));
                }
                continue;
            }
            let before = if literal { open.remove(reg) } else { open.insert(reg, (at, at)) };
            closed.extend(before.filter(|_| !halves.second.contains(reg)));
        }
        halves.note(&op);
    }
    closed.extend(open.iter().filter(|&(reg, _)| !halves.second.contains(reg)).map(|(_, &interval)| interval));
    last_through_loops(&mut closed, code.ops());
    [closed, gaps]
}

/// Where an instruction keeps what a load of workgroup memory gave, and nothing needed it before, the load is made as late as it can be.
fn delay_load(open: &mut IndexedMap<Reg, (usize, usize)>, ops: &[Op], at: usize) {
    let Op::Assign { dst, src } = ops[at] else { return };
    let place = |reg| open.get(reg).copied();
    if let (Some((made, last)), Some((_, free))) = (place(src), place(dst))
        && made == last
        && can_wait(ops, made..free.max(made))
    {
        open.insert(src, (free.max(made), at));
    }
}

/// What an instruction reads: of a multiply-add the operands of its product, too.
fn reads(code: &Code<'_>, at: usize) -> Vec<Reg> {
    let mut reads = code.ops()[at].reads().to_vec();
    if let Some((product, handed)) = code.contraction(at) {
        reads.retain(|reg| *reg != handed);
        reads.extend(code.ops()[product].reads());
    }
    reads
}

/// What was made before a loop and is used in it is in use to the loop's end.
fn last_through_loops(intervals: &mut [(usize, usize)], ops: &[Op]) {
    let loops = loops(ops);
    for interval in intervals {
        for (_, body) in &loops {
            if interval.0 < body.start && body.contains(&interval.1) {
                interval.1 = body.end;
            }
        }
    }
}

/// Whether a load of workgroup memory that is only kept for later, such as the operands of the next step, may be made as late as at the
/// end of `place`, where the variable that keeps it is no longer needed: nothing on the way orders it or writes there. Compilers
/// choose so where registers are short (LLVM, MachineScheduler.cpp: register pressure goes before latency). Storage memory is too
/// far away.
fn can_wait(ops: &[Op], place: Range<usize>) -> bool {
    let shared = |mem: Mem| matches!(mem, Mem::Workgroup);
    let orders = |op: &Op| match *op {
        Op::Barrier { .. } | Op::Atomic { .. } => true,
        op => op.stores().is_some_and(|access| shared(access.mem)),
    };
    matches!(ops[place.start], Op::Load { access, .. } if shared(access.mem)) && !ops[place].iter().any(orders)
}
