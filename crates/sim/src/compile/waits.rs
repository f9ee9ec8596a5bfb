//! Which loads of straight lines are waited for: an instruction that reads what was loaded waits for it, and for all loads before it.

use crate::ir::{Access, Mem, NONE, Op, Program, Reg, SiteSchedule, TextureDoes, closes, opens};
use naga::FastHashMap;
use std::cell::Cell;
use std::ops::Range;

/// The sites of a program, with those loads that are waited for.
pub fn sites(program: &Program) -> Vec<SiteSchedule> {
    let site = SiteSchedule {
        waits: false,
        prefetches: false,
        unrolled: false,
        local: false,
        scalar: false,
        kept: 1,
        copies: 1,
    };
    let mut line = Line { program, sites: vec![site; program.sites.len()], ..Line::new(program) };
    program.code.ops.iter().for_each(|&op| line.step(op));
    line.sites
}

/// Follows a straight line.
struct Line<'p> {
    program: &'p Program,
    sites: Vec<SiteSchedule>,
    /// Registers that loads have yet to fill.
    loading: Vec<Range<Reg>>,
    /// By register: how many loads of this straight line, one after the other, its value came from.
    depths: FastHashMap<Reg, u32>,
    /// The most that were waited for.
    issued: u32,
    /// Those before the last store.
    stored: u32,
}

impl<'p> Line<'p> {
    fn new(program: &'p Program) -> Self {
        let (sites, loading, depths) = (Vec::new(), Vec::new(), FastHashMap::default());
        Self { program, sites, loading, depths, issued: 0, stored: 0 }
    }

    fn step(&mut self, op: Op) {
        if matches!(op, Op::Segment(_)) {
            return;
        }
        self.wait_for_operands(op);
        if is_control(op) {
            return self.begin();
        }
        self.follow(op);
        match op {
            Op::Load { access, dst } => self.load(access, dst, u32::from(access.size) * access.kind.planes()),
            Op::LoadTile { tile, dst } => self.load(tile.access, dst, tile.planes),
            Op::Atomic { access, dst, .. } if dst != NONE => self.load(access, dst, access.kind.planes() + 1),
            Op::Texture { op, dst, .. } if dst != NONE => {
                let texture = self.program.texture_ops[op as usize];
                if matches!(texture.does, TextureDoes::Load | TextureDoes::Sample(_)) {
                    self.sites[texture.site as usize].waits |= self.loading.is_empty();
                    self.loading.push(dst..dst + 4);
                }
            }
            _ => {}
        }
    }

    fn wait_for_operands(&mut self, op: Op) {
        if self.loading.is_empty() {
            return;
        }
        let loading = &self.loading;
        let waits = Cell::new(matches!(op, Op::Barrier { .. }));
        let mut reads = op;
        reads.map_registers(&|reg| {
            waits.set(waits.get() || loading.iter().any(|range| range.contains(&reg)));
            reg
        });
        if waits.get() {
            self.loading.clear();
        }
    }

    fn load(&mut self, access: Access, dst: Reg, planes: u32) {
        // The constant cache answers like an instruction: nothing else is waited for beside it.
        if self.program.never_changes(access.mem) {
            return;
        }
        let depth = self.depth_of_load(access);
        for plane in dst..dst + planes {
            self.depths.insert(plane, depth);
        }
        if self.loading.is_empty() && depth <= self.issued {
            // A compiler moves it up to the loads that were waited for: nothing it needs came later.
            return;
        }
        self.sites[access.site as usize].waits |= self.loading.is_empty();
        self.issued = self.issued.max(depth);
        self.loading.push(dst..dst + planes);
    }

    /// How many loads of this straight line follow each other up to this one: it needs what they gave, or what was stored
    /// after them.
    fn depth_of_load(&self, access: Access) -> u32 {
        let address = self.depths.get(&access.dynamic).copied().unwrap_or(0);
        let constant = matches!(access.mem, Mem::Buffer(buffer) if !self.program.buffers[buffer as usize].writable);
        let stored = if constant { 0 } else { self.stored };
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
