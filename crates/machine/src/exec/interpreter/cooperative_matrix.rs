//! Fragments: tiles of memory that a subgroup loads and stores as a whole, and multiply-adds.
//!
//! A multiply-add sums in f32 from the addend on, in the order of the factors' rows and columns: each product and each sum is rounded
//! to f32, and a sum in f16 once more at the end. The product of two f16 is exact. Matrix units may add in another order, and cut off
//! instead of rounding.

use super::state::Runner;
use super::transfer::{self, Words as _};
use crate::cache::AccessKind;
use crate::exec::context::Words;
use crate::exec::lanes::float::{self, f};
use crate::exec::lanes::{Mask, Pattern, Request, Touch, first_lanes};
use crate::exec::observers::sanitizer::TileFault;
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Mem, NONE, Op, Product, Reg, Tile};
use crate::machine::MAX_WIDTH;
use crate::type_layout::Fragment;
use crate::type_layout::Kind;

/// Rows of a fragment, at most.
const MOST_ROWS: usize = 16;

/// Where a tile lies: the first byte of each of its rows, or columns, which may be beyond its array.
struct Lines {
    starts: [u64; MOST_ROWS],
    /// The bytes that it may touch.
    within: std::ops::Range<u64>,
}

impl Lines {
    /// The address of an element, if it is within bounds.
    fn element(&self, tile: &Tile, row: usize, column: usize) -> Option<u32> {
        let (line, at) = if tile.by_rows { (row, column) } else { (column, row) };
        let bytes = u64::from(tile.access.kind.bytes());
        let start = self.starts[line] + at as u64 * bytes;
        (start >= self.within.start && start + bytes <= self.within.end).then_some(start as u32)
    }

    /// The lines of `side` that are within bounds as a whole.
    fn whole(&self, tile: &Tile) -> Mask {
        let bytes = u64::from(tile.access.bytes());
        let fits = |start: u64| start >= self.within.start && start + bytes <= self.within.end;
        (0..tile.fragment.side()).filter(|&line| fits(self.starts[line])).fold(0, |mask, line| mask | 1 << line)
    }
}

impl Runner<'_> {
    /// Executes an operation on fragments.
    pub fn fragments(&mut self, sg: &mut Subgroup, op: Op) {
        match op {
            Op::Common { dst, a, site } => {
                self.whole_subgroup(sg, site);
                let named = !self.context.program.sites[site as usize].name.is_empty();
                self.same_in_subgroup(sg, a, (site, if named { TileFault::Index } else { TileFault::Factor }));
                let value = sg.file[a as usize + first(sg)];
                sg.fill(dst, value, self.width);
            }
            Op::LoadTile { tile, dst } => self.load_tile(sg, &tile, dst),
            Op::StoreTile { tile, src } => self.store_tile(sg, &tile, src),
            Op::RequestTile { tile, writes } => {
                let lines = self.lines(sg, &tile);
                self.observe_tile(sg, &tile, &lines, if writes { AccessKind::Writes } else { AccessKind::Reads });
            }
            Op::MultiplyTiles { product, dst, a, b, c, planes, site } => {
                self.whole_subgroup(sg, site);
                sg.forms.forget(dst, planes);
                multiply(&mut sg.file, product, [dst, a, b, c], self.width);
            }
            _ => {}
        }
    }

    /// Finds where not all lanes of the width take part.
    fn whole_subgroup(&mut self, sg: &Subgroup, site: u32) {
        if sg.mask != first_lanes(self.width) {
            self.observers.sanitizer.part_of_subgroup(sg, site);
        }
    }

    /// Finds where lanes have different values of what must be the same for all.
    fn same_in_subgroup(&mut self, sg: &Subgroup, reg: Reg, (site, what): (u32, TileFault)) {
        if reg == NONE || sg.forms.is_uniform(reg) {
            return;
        }
        let value = |lane: usize| sg.file[reg as usize + lane];
        if let Some(lane) = sg.lanes().find(|&lane| value(lane) != value(first(sg))) {
            self.observers.sanitizer.differs_in_subgroup(sg, site, what, lane);
        }
    }

    /// Where a tile lies, as the first lane says.
    fn lines(&self, sg: &Subgroup, tile: &Tile) -> Lines {
        let Tile { access, extent, .. } = tile;
        let lane = first(sg);
        let distance = if access.dynamic == NONE { 0 } else { sg.file[access.dynamic as usize + lane] };
        let start = u64::from(distance) + u64::from(access.offset);
        let stride = u64::from(sg.file[tile.stride as usize + lane]) * u64::from(tile.element_bytes);
        let bytes = u64::from(self.context.lengths[extent.len as usize]) * u64::from(extent.stride);
        let end = (u64::from(extent.start) + bytes).min(self.context.limit(access.mem).into());
        Lines { starts: std::array::from_fn(|line| start + line as u64 * stride), within: u64::from(extent.start)..end }
    }

    /// Checks what Vulkan asks of a load or a store of a tile. Returns the tile's place.
    fn inspect_tile(&mut self, sg: &Subgroup, tile: &Tile) -> Lines {
        let site = tile.access.site;
        self.whole_subgroup(sg, site);
        self.same_in_subgroup(sg, tile.access.dynamic, (site, TileFault::Address));
        self.same_in_subgroup(sg, tile.stride, (site, TileFault::Stride));
        let lines = self.lines(sg, tile);
        let sanitizer = &mut self.observers.sanitizer;
        // What was said of an index that was clamped is said.
        if sg.has_strays && sanitizer.strays(sg, tile.access.dynamic) & sg.mask != 0 {
            return lines;
        }
        let stride = lines.starts[1] - lines.starts[0];
        let align = u64::from(tile.fragment.alignment());
        if !lines.starts[0].is_multiple_of(align) || !stride.is_multiple_of(align) {
            sanitizer.misaligned_tile(sg, tile, (lines.starts[0], stride));
        }
        let last = tile.fragment.side() - 1;
        if lines.element(tile, last, last).is_none() || lines.element(tile, 0, 0).is_none() {
            sanitizer.tile_out_of_bounds(sg, tile, (lines.starts[0], stride), &lines.within);
        }
        lines
    }

    /// Tells the observers of a tile, each line of which is like the access of a lane.
    fn observe_tile(&mut self, sg: &Subgroup, tile: &Tile, lines: &Lines, kind: AccessKind) {
        if !self.context.counts {
            return;
        }
        let addresses = lines.starts.map(|start| start as u32);
        let pattern = Pattern::Blocks { lanes: 1, step: 0 };
        // Those of a pattern are the first ones.
        let whole = lines.whole(tile).trailing_ones() as usize;
        if whole == 0 {
            return;
        }
        let mask = first_lanes(whole);
        let request =
            Request { access: &tile.access, subgroup: sg.index as usize, mask, addresses: &addresses, pattern };
        match tile.access.mem {
            Mem::Workgroup => self.observers.measure_shared_tile(&request),
            Mem::Buffer(buffer) => {
                let base = self.context.buffers[buffer as usize].address;
                self.observers.measure_global(&request, kind, base);
            }
            Mem::Immediate => {}
        }
    }

    /// Has the sanitizer look at every element, as an access of the lane that holds it.
    fn inspect_elements(&mut self, sg: &Subgroup, tile: &Tile, lines: &Lines, touch: Touch) {
        if !self.observers.sanitizer.inspects(&tile.access) {
            return;
        }
        let access = Access { size: 1, ..tile.access };
        let mut elements = [None; MOST_ROWS * MOST_ROWS];
        tile.fragment.each_element(self.width, |row, column, at| elements[at] = lines.element(tile, row, column));
        for plane in elements[..tile.fragment.elements()].chunks(self.width) {
            let (mut addresses, mut mask) = ([0; MAX_WIDTH], 0);
            for (lane, address) in plane.iter().enumerate() {
                if let Some(address) = *address {
                    addresses[lane] = address;
                    mask |= 1 << lane;
                }
            }
            let subgroup = sg.index as usize;
            let request = Request { access: &access, subgroup, mask, addresses: &addresses, pattern: Pattern::Other };
            self.observers.sanitizer.inspect(sg, &request, touch);
        }
        self.observers.sanitizer.uses_unwritten();
    }

    fn load_tile(&mut self, sg: &mut Subgroup, tile: &Tile, dst: Reg) {
        let lines = self.inspect_tile(sg, tile);
        self.observe_tile(sg, tile, &lines, AccessKind::Reads);
        self.budget.reads();
        self.inspect_elements(sg, tile, &lines, Touch::Read);
        let w = self.width;
        sg.forms.forget(dst, tile.planes);
        sg.file[dst as usize..][..tile.planes as usize * w].fill(0);
        let kind = tile.access.kind;
        tile.fragment.each_element(w, |row, column, at| {
            if let Some(address) = lines.element(tile, row, column) {
                let word = self.read_word(tile.access.mem, address as usize / 4);
                sg.file[dst as usize + at] = transfer::element(kind, word, address);
            }
        });
    }

    fn store_tile(&mut self, sg: &mut Subgroup, tile: &Tile, src: Reg) {
        let lines = self.inspect_tile(sg, tile);
        self.observe_tile(sg, tile, &lines, AccessKind::Writes);
        self.budget.writes();
        self.inspect_elements(sg, tile, &lines, Touch::Write);
        let w = self.width;
        tile.fragment.each_element(w, |row, column, at| {
            if let Some(address) = lines.element(tile, row, column) {
                let (bits, mask) = transfer::put_element(tile.access.kind, sg.file[src as usize + at], address);
                self.write_word(tile.access.mem, address as usize / 4, bits, mask);
            }
        });
    }

    fn read_word(&self, mem: Mem, word: usize) -> u32 {
        match mem {
            Mem::Workgroup => self.shared[word],
            Mem::Immediate => 0,
            Mem::Buffer(buffer) => self.context.buffers[buffer as usize].words.word(word).unwrap_or(0),
        }
    }

    fn write_word(&mut self, mem: Mem, word: usize, bits: u32, mask: u32) {
        match mem {
            Mem::Workgroup => (&mut self.shared[..]).write(word, bits, mask),
            Mem::Buffer(buffer) => match &self.context.buffers[buffer as usize].words {
                Words::Shared(words) => (&words[..]).write(word, bits, mask),
                Words::Paged(paged) => (&**paged).write(word, bits, mask),
                Words::Frozen(_) => {}
            },
            Mem::Immediate => {}
        }
    }
}

/// The first active lane.
fn first(sg: &Subgroup) -> usize {
    sg.mask.trailing_zeros() as usize % MAX_WIDTH
}

type Matrix = [[f32; MOST_ROWS]; MOST_ROWS];

fn gathered(file: &[u32], fragment: Fragment, base: Reg, width: usize) -> Matrix {
    let mut matrix = [[0.0; MOST_ROWS]; MOST_ROWS];
    fragment.each_element(width, |row, column, at| matrix[row][column] = f(file[base as usize + at]));
    matrix
}

/// `dst = a * b + c`, for all lanes of a subgroup.
fn multiply(file: &mut [u32], product: Product, [dst, a, b, c]: [Reg; 4], width: usize) {
    let [of_a, of_b, of_c] = product.operands();
    let (a, b) = (gathered(file, of_a, a, width), gathered(file, of_b, b, width));
    let mut sums = gathered(file, of_c, c, width);
    let side = of_c.side();
    for (sums, a) in sums.iter_mut().zip(&a).take(side) {
        for (a, b) in a.iter().zip(&b).take(side) {
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum += a * b;
            }
        }
    }
    of_c.each_element(width, |row, column, at| {
        let sum = float::bits(sums[row][column]);
        file[dst as usize + at] = if product.sum == Kind::F16 { float::round_f16(sum) } else { sum };
    });
}
