//! Which loads of straight lines are waited for: an instruction that reads what was loaded waits for it, and for all loads before it. A copy is
//! no such instruction: what was loaded is on its way to where it is copied, also into the next iteration of a loop.

use crate::ir::{Access, Combining, NONE, Op, Program, Reg, SiteSchedule, TextureDoes, Tile, closes, opens};
use naga::FastHashMap;

/// Registers that loads have yet to fill, each with the site of its load.
type Pending = FastHashMap<Reg, u32>;

/// The sites of a program, with those loads that are waited for.
pub fn sites(program: &Program) -> Vec<SiteSchedule> {
    // What is under way at the end of an iteration is so at the beginning of the next.
    let first = walk(program, FastHashMap::default());
    if first.carried.values().all(Pending::is_empty) { first.sites } else { walk(program, first.carried).sites }
}

/// Follows all instructions, of loops an iteration before which `carried` is under way.
fn walk(program: &Program, carried: FastHashMap<usize, Pending>) -> Line<'_> {
    let site = SiteSchedule {
        waits: false,
        prefetches: false,
        unrolled: false,
        local: false,
        scalar: false,
        combining: Combining::Apart,
        kept: 1,
        copies: 1,
    };
    let mut line = Line {
        program,
        sites: vec![site; program.sites.len()],
        pending: Pending::default(),
        open: Vec::new(),
        carried,
        depths: FastHashMap::default(),
        issued: 0,
        stored: 0,
    };
    program.code.ops.iter().enumerate().for_each(|(at, &op)| line.step(at, op));
    line
}

/// Follows a straight line.
struct Line<'p> {
    program: &'p Program,
    sites: Vec<SiteSchedule>,
    pending: Pending,
    /// The constructs around, each with what was under way before it.
    open: Vec<(usize, Pending)>,
    /// By a loop's first instruction, what is under way at the end of an iteration.
    carried: FastHashMap<usize, Pending>,
    /// By register: how many loads of this straight line, one after the other, its value came from.
    depths: FastHashMap<Reg, u32>,
    /// The most that were waited for.
    issued: u32,
    /// Those before the last store.
    stored: u32,
}

impl Line<'_> {
    fn step(&mut self, at: usize, op: Op) {
        if matches!(op, Op::Segment(_)) {
            return;
        }
        self.read(op);
        self.write(op);
        if is_control(op) {
            self.control(at, op);
            return self.begin();
        }
        self.follow(op);
        match op {
            Op::Load { access, .. } | Op::LoadTile { tile: Tile { access, .. }, .. } => self.load(access, op),
            Op::Atomic { access, dst, .. } if dst != NONE => self.load(access, op),
            Op::Texture { op: texture, dst, .. } if dst != NONE => {
                let texture = self.program.texture_ops[texture as usize];
                if matches!(texture.does, TextureDoes::Load | TextureDoes::Sample(_)) {
                    self.issue(texture.site, op);
                }
            }
            _ => {}
        }
    }

    /// Waits, where it needs what is under way.
    fn read(&mut self, op: Op) {
        let copies = matches!(op, Op::Mov { .. } | Op::Assign { .. });
        let needs = |reg: &Reg| self.pending.contains_key(reg);
        if matches!(op, Op::Barrier { .. }) || !copies && !self.pending.is_empty() && op.reads().iter().any(needs) {
            self.pending.clear();
        }
    }

    /// What was under way to the registers that it writes is not needed; a copy waits for what it copies.
    fn write(&mut self, op: Op) {
        let copied = match op {
            Op::Mov { src, .. } | Op::Assign { src, .. } => self.pending.get(&src).copied(),
            _ => None,
        };
        for reg in op.writes() {
            match copied {
                Some(site) => self.pending.insert(reg, site),
                None => self.pending.remove(&reg),
            };
        }
    }

    /// What only some lanes have asked for, or what may not have been asked for, nothing else is waited for with.
    fn control(&mut self, at: usize, op: Op) {
        match op {
            Op::Loop { .. } => {
                let carried = self.carried.get(&at).cloned().unwrap_or_default();
                self.open.push((at, std::mem::replace(&mut self.pending, carried)));
            }
            Op::Back { .. } => {
                let innermost = self.open.iter().rev().find(|(at, _)| is_loop(self.program, *at));
                self.carried.extend(innermost.map(|(start, _)| (*start, self.pending.clone())));
            }
            Op::Else { .. } | Op::Case { .. } => self.pending.clear(),
            // A function's instructions stand where it is called.
            Op::Call { .. } | Op::EndCall => {}
            op if opens(&op) => self.open.push((at, self.pending.clone())),
            op if closes(&op) => {
                let (_, before) = self.open.pop().unwrap_or_default();
                self.pending.retain(|reg, site| before.get(reg) == Some(site));
            }
            _ => {}
        }
    }

    fn load(&mut self, access: Access, op: Op) {
        // The constant cache answers like an instruction: nothing else is waited for beside it.
        if self.program.never_changes(access.mem) {
            return;
        }
        let depth = self.depth_of_load(access);
        self.depths.extend(op.writes().map(|plane| (plane, depth)));
        if self.pending.is_empty() && depth <= self.issued {
            // A compiler moves it up to the loads that were waited for: nothing it needs came later.
            return;
        }
        self.issued = self.issued.max(depth);
        self.issue(access.site, op);
    }

    /// A load begins a wait where no other is under way, or the one of the last iteration still is.
    fn issue(&mut self, site: u32, op: Op) {
        if self.pending.values().any(|pending| *pending == site) {
            self.pending.clear();
        }
        self.sites[site as usize].waits |= self.pending.is_empty();
        self.pending.extend(op.writes().map(|plane| (plane, site)));
    }

    /// How many loads of this straight line follow each other up to this one: it needs what they gave, or what was stored
    /// after them.
    fn depth_of_load(&self, access: Access) -> u32 {
        let address = self.depths.get(&access.dynamic).copied().unwrap_or(0);
        let stored = if self.program.never_written(access.mem) { 0 } else { self.stored };
        address.max(stored) + 1
    }

    /// What an instruction makes comes after the loads that its operands came from.
    fn follow(&mut self, op: Op) {
        if matches!(op, Op::Barrier { .. }) {
            return self.begin();
        }
        if matches!(op, Op::Store { .. } | Op::StoreTile { .. } | Op::Atomic { .. }) {
            self.stored = self.issued;
        }
        if self.issued == 0 {
            return;
        }
        let depth = |reg: Reg| self.depths.get(&reg).copied().unwrap_or(0);
        let deepest = op.reads().into_iter().map(depth).max().unwrap_or(0);
        // Registers are used again: what held a loaded value may now hold what needs none.
        for reg in op.writes() {
            match deepest {
                0 => self.depths.remove(&reg),
                _ => self.depths.insert(reg, deepest),
            };
        }
    }

    /// A straight line begins: what was loaded before it has come.
    fn begin(&mut self) {
        self.depths.clear();
        (self.issued, self.stored) = (0, 0);
    }
}

fn is_loop(program: &Program, at: usize) -> bool {
    matches!(program.code.ops[at], Op::Loop { .. })
}

/// Whether other lanes may be active after it.
fn is_control(op: Op) -> bool {
    opens(&op)
        || closes(&op)
        || matches!(
            op,
            Op::Else { .. }
                | Op::ExitTest { .. }
                | Op::Continuing { .. }
                | Op::Back { .. }
                | Op::Case { .. }
                | Op::Break { .. }
                | Op::Continue { .. }
                | Op::Return { .. }
                | Op::Exit { .. }
                | Op::End
        )
}
