//! How a problem is cut into workgroups: how much one covers is read from the shader itself.

use thiserror::Error;

use super::Problem;
use crate::kernel::Kernel;

/// One axis for each dimension of the dispatch that is more than 1; x first.
///
/// With a single axis, a launch of more workgroups than one dimension allows is folded into x and y, so the
/// kernel's linear workgroup is `workgroup_id.y * num_workgroups.x + workgroup_id.x`, and a few workgroups more than are needed
/// may start (1048577 for 1048576). Rows that leave no rest would be powers of two like the strides of kernels: the
/// workgroups at their ends, which a sample takes, then share sectors that no launch has in its cache at one time.
pub struct Grid(pub &'static [Axis]);

/// An extent of the problem, and what one workgroup covers of it.
pub struct Axis {
    /// The name of one of [`Problem::extents`].
    pub extent: &'static str,
    /// What one workgroup covers.
    pub cover: Cover,
}

impl Axis {
    /// An invocation for each unit.
    pub const fn each(extent: &'static str) -> Self {
        Self { extent, cover: Cover::Workgroup }
    }

    /// As many units a workgroup as this named constant of the shader says.
    pub const fn by(extent: &'static str, constant: &'static str) -> Self {
        Self { extent, cover: Cover::Constant(constant) }
    }
}

/// Named sizes that grids count in.
pub type Extents = [(&'static str, u32)];

/// How many units of an extent one workgroup covers.
pub enum Cover {
    /// As many as the workgroup has invocations along this axis.
    Workgroup,
    /// What this named constant of the shader says.
    Constant(&'static str),
    /// What this named constant of the shader says; where there is none, an invocation covers one unit. For exercises, whose
    /// kernels others write.
    ConstantOrWorkgroup(&'static str),
}

/// Why a problem cannot be cut up for a kernel.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GridError {
    /// The shader lacks the constant that says how much a workgroup covers.
    #[error(
        "{path} has no `const {constant}: u32` above zero: the lab reads from it how much of {extent} one workgroup covers"
    )]
    Constant { path: String, constant: &'static str, extent: &'static str },
    /// The lab's definition misspells an extent.
    #[error("the grid of {path} counts in `{extent}`, but the problem's extents are: {}", known.join(", "))]
    Extent { path: String, extent: &'static str, known: Vec<&'static str> },
    /// The dispatch has too many workgroups.
    #[error(
        "{path} needs {workgroups} workgroups along {axis}, the device allows {allowed} (maxComputeWorkgroupsPerDimension)"
    )]
    TooMany { path: String, axis: char, workgroups: u64, allowed: u32 },
}

impl Grid {
    /// An invocation for each of the elements.
    pub const EACH: Self = Self(&[Axis::each("elements")]);

    /// As many elements a workgroup as the kernel's COVER says.
    pub const SEVERAL: Self = Self(&[Axis::by("elements", "COVER")]);

    /// One axis of elements, as many a workgroup as the kernel's COVER says: what an exercise starts with.
    pub const COVERED: Self = Self(&[Axis { extent: "elements", cover: Cover::ConstantOrWorkgroup("COVER") }]);

    /// Workgroups along x, y and z that cover `problem` with `kernel`, at most `allowed` along each.
    ///
    /// # Errors
    /// [`GridError`].
    pub fn workgroups(&self, problem: &Problem, kernel: &Kernel, allowed: u32) -> Result<[u32; 3], GridError> {
        self.workgroups_of(&problem.extents, kernel, allowed)
    }

    /// The same for these extents.
    ///
    /// # Errors
    /// [`GridError`].
    pub fn workgroups_of(&self, extents: &Extents, kernel: &Kernel, allowed: u32) -> Result<[u32; 3], GridError> {
        self.in_rows(extents, kernel, allowed, allowed)
    }

    /// The same, with a single axis folded into rows of at most `row` workgroups.
    ///
    /// # Errors
    /// [`GridError`].
    pub fn in_rows(&self, extents: &Extents, kernel: &Kernel, allowed: u32, row: u32) -> Result<[u32; 3], GridError> {
        let mut counts = [1u64; 3];
        for (dimension, count) in counts.iter_mut().enumerate().take(self.0.len()) {
            let (extent, cover) = self.cut_of(extents, kernel, dimension)?;
            *count = u64::from(extent.div_ceil(cover)).max(1);
        }
        if self.0.len() == 1 && counts[0] > u64::from(row) {
            counts[1] = counts[0].div_ceil(u64::from(row));
            counts[0] = counts[0].div_ceil(counts[1]);
        }
        for (axis, workgroups) in ['x', 'y', 'z'].into_iter().zip(counts) {
            if workgroups > u64::from(allowed) {
                return Err(GridError::TooMany { path: kernel.path.clone(), axis, workgroups, allowed });
            }
        }
        Ok(counts.map(|count| count as u32))
    }
}

impl Grid {
    /// The extent of `problem` along `dimension`, and how much of it one workgroup of `kernel` covers.
    ///
    /// # Errors
    /// [`GridError`].
    pub fn cut(&self, problem: &Problem, kernel: &Kernel, dimension: usize) -> Result<(u32, u32), GridError> {
        self.cut_of(&problem.extents, kernel, dimension)
    }

    /// Workgroups of a row in which a launch of a single axis can be tried in rows of which each is full, with more than one row, and
    /// rows and columns that cannot be taken for each other; `None` where it has several axes, or one workgroup.
    pub fn short_row(&self, problem: &Problem, kernel: &Kernel) -> Option<u32> {
        let [count, ..] = self.workgroups(problem, kernel, u32::MAX).ok()?;
        let full = |row: &u32| count.is_multiple_of(*row) && row * row < count;
        (self.0.len() == 1).then(|| (1..=count.isqrt()).rev().find(full))?
    }

    fn cut_of(&self, extents: &Extents, kernel: &Kernel, dimension: usize) -> Result<(u32, u32), GridError> {
        let axis = &self.0[dimension];
        let known = extents.iter().find(|(name, _)| *name == axis.extent);
        let (_, extent) = *known.ok_or_else(|| GridError::Extent {
            path: kernel.path.clone(),
            extent: axis.extent,
            known: extents.iter().map(|(name, _)| *name).collect(),
        })?;
        let each = match self.0.len() {
            1 => kernel.invocations(),
            _ => kernel.workgroup_size[dimension],
        };
        let cover = match axis.cover {
            Cover::ConstantOrWorkgroup(name) if kernel.constant(name).is_none() => each,
            _ => axis.cover.of(kernel, dimension, axis.extent)?,
        };
        Ok((extent, cover))
    }
}

impl Cover {
    /// The constant's name; `None` where it is the workgroup's own size.
    pub fn constant(&self) -> Option<&'static str> {
        match self {
            Self::Workgroup => None,
            Self::Constant(name) | Self::ConstantOrWorkgroup(name) => Some(name),
        }
    }

    fn of(&self, kernel: &Kernel, dimension: usize, extent: &'static str) -> Result<u32, GridError> {
        match self {
            Self::Workgroup => Ok(kernel.workgroup_size[dimension]),
            Self::Constant(name) | Self::ConstantOrWorkgroup(name) => match kernel.constant(name) {
                Some(cover) if cover > 0 => Ok(cover),
                _ => Err(GridError::Constant { path: kernel.path.clone(), constant: name, extent }),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Overrides;
    use crate::lab::Work;

    fn launched(grid: &Grid, source: &str) -> Result<[u32; 3], GridError> {
        let kernel = Kernel::parse("k.wgsl", source, None, &Overrides::new()).expect("it is WGSL");
        let problem = Problem {
            label: String::new(),
            size: 100,
            extents: vec![("elements", 1000), ("side", 100)],
            work: Work::new(0.0, 1.0),
            buffers: Vec::new(),
            reference: Box::new(|_| Vec::new()),
        };
        grid.workgroups(&problem, &kernel, 65_535)
    }

    #[test]
    fn a_launch_is_tried_in_full_rows_that_are_shorter_than_there_are_rows() {
        let row = |size: u32| {
            let kernel = Kernel::parse(
                "k.wgsl",
                &format!("const COVER = {size}; @compute @workgroup_size(64) fn main() {{}}"),
                None,
                &Overrides::new(),
            );
            let kernel = kernel.expect("it is WGSL");
            let problem = Problem {
                label: String::new(),
                size: 1000,
                extents: vec![("elements", 1000)],
                work: Work::new(0.0, 1.0),
                buffers: Vec::new(),
                reference: Box::new(|_| Vec::new()),
            };
            let row = Grid::COVERED.short_row(&problem, &kernel);
            row.map(|row| Grid::COVERED.in_rows(&problem.extents, &kernel, 65_535, row).expect("it fits"))
        };
        assert_eq!(row(10), Some([5, 20, 1]), "100 workgroups, and no square of 10 x 10");
        assert_eq!(row(500), Some([1, 2, 1]));
        assert_eq!(row(150), Some([1, 7, 1]), "a prime");
        assert_eq!(row(1000), None, "one workgroup");
    }

    const fn covered(extent: &'static str, name: &'static str) -> Axis {
        Axis { extent, cover: Cover::ConstantOrWorkgroup(name) }
    }

    #[test]
    fn the_constant_says_what_a_workgroup_covers_and_without_it_an_invocation_covers_one_unit() {
        const LINE: Grid = Grid(&[covered("elements", "COVER")]);
        let with = "const COVER = 300; @compute @workgroup_size(64) fn main() {}";
        assert_eq!(launched(&LINE, with), Ok([4, 1, 1]));
        let without = "@compute @workgroup_size(16, 4) fn main() {}";
        assert_eq!(launched(&LINE, without), Ok([16, 1, 1]));
        let zero = "const COVER = 0u; @compute @workgroup_size(64) fn main() {}";
        assert!(matches!(launched(&LINE, zero), Err(GridError::Constant { .. })));

        const PLANE: Grid = Grid(&[covered("side", "TILE_N"), covered("side", "TILE_M")]);
        let mixed = "const TILE_N = 50; @compute @workgroup_size(16, 4) fn main() {}";
        assert_eq!(launched(&PLANE, mixed), Ok([2, 25, 1]));
    }
}
