//! What a compiler makes of a kernel beyond its instructions one by one: what it knows of indices, which private arrays
//! stay in registers, what a division becomes, how many registers are in use.

use super::alike::alike;
use super::builder::Builder;
use super::chain::{reads, writes};
use super::dead::dead;
use super::expansion::{conversions, divides_integers, expansion, hands_on, multiplies, shuffles};
use super::fold::folds;
use super::hoist::{hoisted, is_float, loops};
use super::nest::{Unrolled, unrolled};
use super::reading::Reading;
use super::repeat::{Repeated, repeated};
use super::straight::Straight;
use super::target::CompilerFacts;
use crate::code::{CONSTANT, NONE, Op, Reg};
use crate::operation::{Bin, Tern, Un};
use crate::program::{Segment, Spared};
use naga::BuiltIn;
use naga::{FastHashMap, FastHashSet};

/// Registers that hold what no line of the source names: addresses of buffers, identities of the invocation.
const UNNAMED: u32 = 8;

/// Instructions that a compiled kernel does not have as they stand.
struct Absent {
    /// In loops that are unrolled.
    folded: FastHashSet<usize>,
    /// Parts of addresses, and of vectors.
    operands: FastHashSet<usize>,
    /// Products that are part of a multiply-add.
    joined: FastHashSet<usize>,
    /// The scalar unit's.
    scalars: FastHashSet<usize>,
    /// Of a value that is there, or that nothing reads.
    repeated: FastHashSet<usize>,
    /// Divisions by what another one was by: its reciprocal is there.
    divided: FastHashSet<usize>,
    /// Computed before a loop, which has so many around it.
    moved: FastHashMap<usize, usize>,
    /// Computed before a branch, as the other way needs it, too.
    before_branch: FastHashSet<usize>,
}

/// What becomes of an instruction.
struct Fate {
    /// It costs nothing.
    gone: bool,
    /// Its value is there from an earlier one.
    again: bool,
    /// It is computed, be it as a part of another one.
    computed: bool,
    /// By the scalar unit.
    scalar: bool,
    /// It is a product with a reciprocal that is there.
    divided: bool,
    folded: bool,
    joined: bool,
    /// As how many it was counted, of those that are gone.
    instructions: u32,
}

impl Absent {
    /// `known` is what a compiler knows the value of, `moved` what it moves out of a loop: floats, too, count by their kind.
    fn fate(&self, at: usize, op: Op, known: bool, moved: bool) -> Fate {
        let (hoisted, float) = (moved && !is_float(op), moved && is_float(op));
        let [folded, joined, scalar, repeated] =
            [&self.folded, &self.joined, &self.scalars, &self.repeated].map(|these| these.contains(&at));
        let scalar = scalar && !repeated;
        let free = hoisted || scalar || self.operands.contains(&at);
        let again = (repeated || float) && !(joined || known || free || folded);
        Fate {
            gone: free && !folded,
            again,
            computed: !(known || hoisted || again || scalar),
            divided: self.divided.contains(&at),
            folded,
            joined,
            scalar: scalar && !(known || hoisted || folded),
            instructions: if hoisted || scalar { counted(op) } else { 1 },
        }
    }
}

impl Fate {
    /// Whether it reads its operands from registers.
    fn reads(&self) -> bool {
        self.computed && !self.gone && !self.folded
    }
}

impl Builder<'_> {
    /// Fills in what segments and sites cost beyond what is counted, before registers get their final places.
    pub fn survey(
        &mut self,
        target: &CompilerFacts,
        contracted: &FastHashMap<usize, usize>,
        joined: &FastHashMap<usize, usize>,
    ) {
        let nests = self.constant_nests(target);
        self.counters.extend(nests.iter().flat_map(Unrolled::counters));
        let absent = self.absent(target, &nests, contracted, joined);
        let together = |ats: [&usize; 2]| !ats.into_iter().any(|at| absent.folded.contains(at));
        let reading = Reading::new(joined.iter().filter(|&(part, whole)| together([part, whole])));
        let mut known: FastHashMap<Reg, bool> = FastHashMap::default();
        // The segment in which each of the loops around was entered, and each of the branches.
        let (mut current, mut loops): (Option<usize>, Vec<Option<usize>>) = (None, Vec::new());
        let mut branches: Vec<Option<usize>> = Vec::new();
        for at in 0..self.ops.len() {
            let op = self.ops[at];
            let is_known = |reg: Reg| reg == NONE || target.fixed(reg).is_some() || self.counters.contains(&reg);
            let in_each_pass = |reg: Reg| target.known.operands.contains(&(at, reg));
            let of = |reg: Reg| is_known(reg) || in_each_pass(reg) || known.get(&reg).copied().unwrap_or(false);
            let result = match op {
                Op::Segment(segment) => {
                    current = Some(segment as usize);
                    continue;
                }
                Op::Bin { a, b, .. } => of(a) && of(b),
                Op::Un { op, a, .. } if op.converts() => of(a),
                Op::Tern { op: Tern::MulAddI, a, b, c, .. } => of(a) && of(b) && of(c),
                Op::Index { base, index, .. } => of(base) && of(index),
                _ => false,
            };
            let result = result || target.known.gone.contains(&at);
            let array = match op {
                Op::RegLoad { offset, site, .. } | Op::RegStore { offset, site, .. } => Some((site, !of(offset))),
                _ => None,
            };
            match op {
                Op::Loop { .. } => loops.push(current),
                Op::EndLoop { .. } => drop(loops.pop()),
                Op::If { .. } | Op::Predicate { .. } => branches.push(current),
                Op::EndIf { .. } => drop(branches.pop()),
                _ => {}
            }
            let entry = absent.moved.get(&at).filter(|_| !result && !self.halves.contains(&at));
            let constant = !loops.is_empty() && self.invariant.contains(&at);
            let before_branch = absent.before_branch.contains(&at) && !(result || constant || entry.is_some());
            let fate = absent.fate(at, op, result, constant || entry.is_some() || before_branch);
            let taken_in = contracted.get(&at).map(|&product| writes(self.ops[product]).start);
            let free = |reg| of(reg) || taken_in == Some(reg);
            let operands = if fate.reads() { reading.registers(&self.ops, at, free) } else { 0 };
            if let (true, Op::Load { access, .. }) = (fate.again, op) {
                let site = &mut self.sites[access.site as usize];
                (site.repeated, site.waits) = (true, false);
            }
            if let (true, Op::Load { access, .. }) = (fate.scalar, op) {
                self.sites[access.site as usize].scalar = true;
            }
            if let Some((site, local)) = array {
                self.sites[site as usize].local = local;
            }
            let left = constant || absent.repeated.contains(&at) || is_float(op) && !fate.again;
            if let (Some(&depth), false) = (entry, left) {
                self.charge_before(loops[depth], op, target);
            }
            if before_branch {
                self.charge_before(branches.last().copied().flatten(), op, target);
            }
            if let Some(segment) = current {
                self.segments[segment].register_reads += operands;
                self.charge(segment, at, &fate, target);
            }
            for reg in writes(op).filter(|reg| !self.counters.contains(reg)) {
                known.insert(reg, result);
            }
        }
    }

    fn absent(
        &self,
        target: &CompilerFacts,
        nests: &[Unrolled],
        contracted: &FastHashMap<usize, usize>,
        joined: &FastHashMap<usize, usize>,
    ) -> Absent {
        let folded = nests.iter().flat_map(|nest| folds(&self.ops, nest, target)).map(|fold| fold.at);
        let folded: FastHashSet<usize> = folded.chain(target.known.gone.iter().copied()).collect();
        let mut operands = target.addresses.clone();
        operands.extend(&self.packed);
        operands.extend(joined.iter().filter(|(_, whole)| !folded.contains(*whole)).map(|(part, _)| part));
        let scalars = if target.machine.scalar_unit { self.scalars() } else { FastHashSet::default() };
        let Repeated { values: mut repeated, divisions } = repeated(&self.ops, |base| self.variable(base));
        // A reciprocal alone is there, too.
        let (reciprocals, divided): (FastHashSet<usize>, _) =
            divisions.into_iter().partition(|&at| expansion(self.ops[at], target) == 1);
        repeated.extend(reciprocals);
        repeated.extend(dead(&self.ops, |base| self.variable(base)));
        let contracted: FastHashSet<usize> = contracted.values().copied().collect();
        // Of what costs something by itself.
        let apart = |at| {
            let found = [&folded, &operands, &scalars, &repeated, &contracted, &self.invariant, &self.halves];
            found.iter().any(|these| these.contains(&at))
        };
        let alike = alike(&self.ops, target, apart);
        repeated.extend(alike.again);
        Absent {
            folded,
            operands,
            joined: contracted,
            scalars,
            repeated,
            divided,
            before_branch: alike.before,
            moved: match target.machine.hoists_invariants {
                true => hoisted(&self.ops, target, |base| self.variable(base)),
                false => FastHashMap::default(),
            },
        }
    }

    /// Charges the segment in which a loop is entered for an instruction that is computed there.
    fn charge_before(&mut self, entry: Option<usize>, op: Op, target: &CompilerFacts) {
        if let Some(entry) = entry {
            let segment = &mut self.segments[entry];
            let (mut once, instructions) = (Spared::default(), expansion(op, target));
            once.add(op);
            segment.expanded += instructions;
            segment.expanded_floats += if once.floats > 0 { instructions } else { 0 };
            segment.expanded_special += once.special;
            segment.multiplies += multiplies(op, target);
        }
    }

    /// Charges a segment for an instruction beyond what is counted, or for less.
    fn charge(&mut self, segment: usize, at: usize, fate: &Fate, target: &CompilerFacts) {
        let (op, half) = (target.by_literal(at, self.ops[at]), self.halves.contains(&at));
        let floats = match op {
            Op::Un { op, .. } => op.flop() > 0 || op.unpacks(),
            Op::Bin { op, .. } => op.flop() > 0,
            Op::SubgroupReduce { kind, .. } => kind.is_float(),
            _ => false,
        };
        let segment: &mut Segment = &mut self.segments[segment];
        segment.shuffles += shuffles(op, target);
        match op {
            // Of what is arithmetic, less is not left.
            Op::Load { .. } => segment.spared.loads += u32::from(fate.scalar),
            _ => segment.unrolled += if fate.gone { fate.instructions } else { 0 },
        }
        segment.scalars += if fate.scalar { fate.instructions } else { 0 };
        match (half, fate.again, fate.folded) {
            (false, true, _) => segment.spared.add(op),
            (false, _, true) => segment.spared.fold(op),
            _ => {}
        }
        if !fate.computed {
            return;
        }
        let spared = u32::from(fate.divided && !half);
        segment.spared.special += spared;
        let expanded = (expansion(op, target) - 1 + u32::from(half)).saturating_sub(spared);
        segment.expanded += expanded + u32::from(hands_on(op, target));
        segment.expanded_floats += if floats { expanded.saturating_sub(shuffles(op, target)) } else { 0 };
        segment.conversions += conversions(op, target);
        segment.multiplies += multiplies(op, target);
        if !(fate.gone || fate.folded) {
            segment.spared.join(joins(op, fate.joined));
        }
        let divides = matches!(op, Op::Bin { op, b, .. } if divides_integers(op) && target.fixed(b).is_none());
        if divides && let Some(cost) = segment.costs.iter_mut().find(|cost| cost.line == self.lines[at]) {
            cost.division += expanded;
        }
    }

    /// The nests of loops that run a constant number of times, none inside another.
    fn constant_nests(&self, target: &CompilerFacts) -> Vec<Unrolled> {
        let mut nests: Vec<Unrolled> = Vec::new();
        for (at, op) in self.ops.iter().enumerate() {
            if matches!(op, Op::Loop { .. }) && nests.last().is_none_or(|last| last.end < at) {
                nests.extend(unrolled(&self.ops, at, target));
            }
        }
        nests.retain(Unrolled::constant);
        nests
    }

    /// The value of a register that is the same in every launch. A driver compiles for one width of subgroups, so that their size
    /// is a literal to it.
    pub fn fixed(&self, reg: Reg) -> Option<u32> {
        if self.inputs.contains(&(BuiltIn::SubgroupSize, reg)) {
            return Some(self.width);
        }
        let preloaded = self.preloads.iter().any(|preload| preload.reg == reg);
        (reg != NONE && reg & CONSTANT != 0 && !preloaded).then(|| self.constants[(reg & !CONSTANT) as usize])
    }

    /// Registers of an invocation: the most values that are in use at one time.
    pub fn most_registers(&self) -> u32 {
        let mut live = vec![0i32; self.ops.len() + 2];
        let [intervals, gaps] = self.intervals();
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

    /// From where to where each value is in use, and the gaps in which a variable's is not, since it is written anew before anything
    /// reads it. What a loop uses that was made before it is in use to the loop's end.
    fn intervals(&self) -> [Vec<(usize, usize)>; 2] {
        let mut open: FastHashMap<Reg, (usize, usize)> = FastHashMap::default();
        let (mut closed, mut gaps) = (Vec::new(), Vec::new());
        let mut straight = Straight::default();
        let mut places = Vec::with_capacity(self.ops.len());
        for (at, &op) in self.ops.iter().enumerate() {
            places.push(straight.next(at, op));
            let written = writes(op);
            let array = match op {
                Op::RegLoad { base, site, .. } | Op::RegStore { base, site, .. } => Some((base, site)),
                _ => None,
            };
            for reg in reads(op, &written) {
                if reg & CONSTANT == 0 && array.is_none_or(|(base, _)| base != reg) {
                    open.entry(reg).or_insert((at, at)).1 = at;
                }
            }
            if let Some((base, site)) = array {
                for reg in self.variable(base) {
                    match self.sites[site as usize].local {
                        true => drop(open.remove(&reg)),
                        false => open.entry(reg).or_insert((at, at)).1 = at,
                    }
                }
            }
            let kept = matches!(op, Op::Assign { .. });
            for reg in written.filter(|_| !matches!(op, Op::RegStore { .. })) {
                if kept {
                    let interval = open.entry(reg).or_insert((at, at));
                    let before = std::mem::replace(&mut interval.1, at);
                    if before + 1 < at && straight.follows(places[before]) {
                        gaps.push((before + 1, at - 1));
                    }
                } else if let Some(interval) = open.insert(reg, (at, at)) {
                    closed.push(interval);
                }
            }
        }
        closed.extend(open.into_values());
        let loops = loops(&self.ops);
        for interval in &mut closed {
            for (_, body) in &loops {
                if interval.0 < body.start && body.contains(&interval.1) {
                    interval.1 = body.end;
                }
            }
        }
        [closed, gaps]
    }

    /// The planes of the variable around `base`.
    pub(super) fn variable(&self, base: Reg) -> std::ops::Range<Reg> {
        let around = self.variable_sizes.iter().filter(|&(&start, &size)| (start..start + size).contains(&base));
        let (start, size) = around.max_by_key(|(_, size)| **size).map_or((base, 1), |(&start, &size)| (start, size));
        start..start + size
    }
}

/// As how many instructions one is counted: a product and a sum are two.
pub fn counted(op: Op) -> u32 {
    1 + u32::from(matches!(op, Op::Tern { op: Tern::MulAddI | Tern::MulAddF, .. }))
}

/// Of an instruction: how many of arithmetic on floats, and others, are part of another one. A product and its sum count as two.
fn joins(op: Op, product: bool) -> [u32; 2] {
    match op {
        Op::Tern { op: Tern::MulAddF, .. } => [1, 0],
        Op::Tern { op: Tern::MulAddI, .. } => [0, 1],
        Op::Bin { op: Bin::Dot4I8 | Bin::Dot4U8, .. } => [0, u32::from(product)],
        Op::Un { op: Un::NegF | Un::AbsF, .. } => [0, 1],
        _ => [u32::from(product), 0],
    }
}
