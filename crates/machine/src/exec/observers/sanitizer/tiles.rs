//! What is wrong with operations on fragments: with a part of a subgroup, with what differs between its lanes, and with tiles that are
//! misaligned or reach beyond their array.

use super::{Sanitizer, lane_list};
use crate::exec::subgroup::Subgroup;
use crate::finding::{FindingKind, Severity};
use crate::ir::{Program, Site, Tile};
use std::ops::Range;

/// What all lanes of a subgroup must have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileFault {
    Address,
    Stride,
    Factor,
    Index,
}

impl TileFault {
    fn describe(self) -> &'static str {
        match self {
            Self::Address => "where the tile begins",
            Self::Stride => "how far its rows are apart",
            Self::Factor => "the scalar that a cooperative matrix is multiplied by",
            Self::Index => "the index of an array of cooperative matrices",
        }
    }
}

impl<'a> Sanitizer<'a> {
    fn site_of(&self, site: u32) -> &'a Site {
        &self.context.program.sites[site as usize]
    }

    /// Not all lanes of a subgroup take part in an operation on fragments.
    #[cold]
    pub fn part_of_subgroup(&mut self, sg: &Subgroup, site: u32) {
        let width = self.context.program.width;
        // One that the workgroup does not fill is found before the launch.
        if sg.mask == sg.full && self.context.program.leaves_subgroup_open() {
            return;
        }
        let line = self.site_of(site).line;
        let first = sg.index * width;
        let gone = sg.full & !sg.mask;
        let why = if sg.live & gone == 0 { "have returned" } else { "took another branch" };
        let others = lane_list(first, gone);
        self.faults.add(FindingKind::PartialSubgroup, Severity::Error, (line, 0), "", || {
            format!(
                "an operation on cooperative matrices needs all {width} lanes of a subgroup, but invocations {others} {why}; let \
                 control flow be the same for a whole subgroup at this line"
            )
        });
    }

    /// A lane has another value than the first one of what must be the same for all.
    #[cold]
    pub fn differs_in_subgroup(&mut self, sg: &Subgroup, site: u32, what: TileFault, lane: usize) {
        let site = self.site_of(site);
        if self.faults.again(FindingKind::NonuniformTile, (site.line, 0), &site.name) {
            return;
        }
        let first = self.describe(sg.index as usize, sg.mask.trailing_zeros() as usize);
        let other = self.invocation(sg.index as usize, lane);
        self.faults.add(FindingKind::NonuniformTile, Severity::Error, (site.line, 0), &site.name, || {
            let what = what.describe();
            format!("{what} must be the same for all lanes of a subgroup, but is not for these: {first}, and {other}")
        });
    }

    /// A tile does not begin, or its rows do not follow each other, at multiples of the bytes that Vulkan asks for.
    #[cold]
    pub fn misaligned_tile(&mut self, sg: &Subgroup, tile: &Tile, (start, stride): (u64, u64)) {
        let site = self.site_of(tile.access.site);
        if self.faults.again(FindingKind::MisalignedTile, (site.line, 0), &site.name) {
            return;
        }
        let (align, byte) = (tile.fragment.alignment(), self.byte_of(site, start));
        let by = self.describe_subgroup(sg.index as usize);
        self.faults.add(FindingKind::MisalignedTile, Severity::Error, (site.line, 0), &site.name, || {
            format!(
                "the tile of `{}` begins at byte {byte}, and its rows are {stride} bytes apart: Vulkan needs multiples of {align} for \
                 both, else what is loaded or stored is undefined ({by})",
                site.name
            )
        });
    }

    /// A tile reaches beyond the array that its pointer leads into.
    #[cold]
    pub fn tile_out_of_bounds(&mut self, sg: &Subgroup, tile: &Tile, (start, stride): (u64, u64), within: &Range<u64>) {
        let site = self.site_of(tile.access.site);
        if self.faults.again(FindingKind::OutOfBounds, (site.line, 0), &site.name) {
            return;
        }
        let side = u64::from(tile.fragment.side);
        let end = start + (side - 1) * stride + u64::from(tile.access.bytes());
        let (begin, end) = (self.byte_of(site, start), self.byte_of(site, end));
        let bytes = within.end.saturating_sub(within.start);
        let by = self.describe_subgroup(sg.index as usize);
        self.faults.add(FindingKind::OutOfBounds, Severity::Error, (site.line, 0), &site.name, || {
            format!(
                "a tile of {side} x {side} elements, whose rows are {stride} bytes apart, takes bytes {begin} to {end} of `{}`, \
                 which has {bytes} there ({by})",
                site.name
            )
        });
    }

    fn byte_of(&self, site: &Site, byte: u64) -> u64 {
        let small = u32::try_from(byte).unwrap_or(u32::MAX);
        byte - u64::from(small - self.in_variable(site.shared, small))
    }

    /// Names the lanes that share an operation on fragments.
    pub fn describe_subgroup(&self, subgroup: usize) -> String {
        self.describe_subgroup_in(self.workgroup, self.invocation(subgroup, 0))
    }

    /// The same by the workgroup and one of the invocations.
    pub fn describe_subgroup_in(&self, workgroup: u64, invocation: u32) -> String {
        let (program, [x, y, z]) = (self.context.program, self.context.id(workgroup));
        let first = invocation / program.width * program.width;
        let last = (first + program.width).min(program.invocations()) - 1;
        format!("workgroup ({x}, {y}, {z}), the subgroup of local invocations {first} to {last}")
    }
}

impl Program {
    /// Whether it has operations on fragments, and its workgroup does not fill its subgroups.
    ///
    /// Vulkan specification, VUID-VkPipelineShaderStageCreateInfo-module-08987: the size along x must be a multiple of the subgroup's.
    pub fn leaves_subgroup_open(&self) -> bool {
        self.first_fragment_line != 0 && !self.workgroup_size[0].is_multiple_of(self.width)
    }
}
