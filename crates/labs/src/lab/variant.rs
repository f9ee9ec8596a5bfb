//! A rung of a ladder.

use super::{Grid, Step};
use crate::facts::{Facts, Feature};

/// One WGSL kernel, or a chain of them, that solves its part's problem.
pub struct Variant {
    /// The name, unique in its lab.
    pub name: &'static str,
    /// What runs, in order.
    pub passes: &'static [Pass],
    /// What it needs of a device, beyond what its kernels say themselves.
    pub needs: &'static [Need],
    /// What the host does; empty where it dispatches each pass once, on data that lie on the device.
    pub steps: &'static [Step],
}

impl Variant {
    /// Passes in their order, each dispatched once.
    pub const fn new(name: &'static str, passes: &'static [Pass]) -> Self {
        Self { name, passes, needs: &[], steps: &[] }
    }

    /// Where the host does more than that.
    pub const fn stepped(name: &'static str, passes: &'static [Pass], steps: &'static [Step]) -> Self {
        Self { name, passes, needs: &[], steps }
    }

    /// Whether the host fills this buffer with zeros before it first dispatches anything.
    pub fn clears(&self, binding: u32) -> bool {
        cleared(self.steps, binding) == Some(true)
    }

    /// The same on devices that have what it needs.
    pub const fn needing(self, needs: &'static [Need]) -> Self {
        Self { needs, ..self }
    }
}

/// Whether a buffer is cleared before the first dispatch of these steps; `None` where neither comes.
fn cleared(steps: &[Step], binding: u32) -> Option<bool> {
    steps.iter().find_map(|step| match step {
        Step::Clear(buffer) if *buffer == binding => Some(true),
        Step::Dispatch { .. } => Some(false),
        Step::Repeat(_, steps) => cleared(steps, binding),
        _ => None,
    })
}

/// A variant of one pass, whose file has its name; after its grid, what it needs. A macro, because only that joins names in a constant.
macro_rules! variant {
    ($name:literal, $grid:expr $(, $need:expr)*) => {
        $crate::lab::Variant::new($name, &[$crate::lab::Pass::new(concat!($name, ".wgsl"), $grid)]).needing(&[$($need),*])
    };
}
pub(crate) use variant;

/// One dispatch of one kernel.
pub struct Pass {
    /// The file under `shaders/LAB/`; its entry point is `main`.
    pub shader: &'static str,
    /// How the problem is cut into workgroups.
    pub grid: Grid,
}

impl Pass {
    /// A file and its grid.
    pub const fn new(shader: &'static str, grid: Grid) -> Self {
        Self { shader, grid }
    }
}

/// What a variant needs of a device, beyond what reflection finds in its kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A capability.
    Feature(Feature),
    /// Subgroups of at least this many invocations.
    SubgroupAtLeast(u32),
    /// One subgroup size, known before the launch: smallest and largest are the same, and this.
    SubgroupExactly(u32),
}

impl Need {
    /// Why `device` does not serve, or `None` where it does.
    pub fn unmet(self, device: &Facts) -> Option<String> {
        let (min, max) = (device.subgroup_min, device.subgroup_max);
        let sizes = if min == max { min.to_string() } else { format!("{min} to {max}") };
        match self {
            Self::Feature(feature) => (!device.has(feature)).then(|| device.without(feature)),
            Self::SubgroupAtLeast(needed) => {
                (max < needed).then(|| format!("needs subgroups of {needed} or more, the device's are of {sizes}"))
            }
            Self::SubgroupExactly(needed) => {
                ([min, max] != [needed; 2]).then(|| format!("needs subgroups of {needed}, the device's are of {sizes}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Turns;

    #[test]
    fn a_buffer_is_cleared_where_the_host_does_so_before_it_dispatches() {
        static TURN: &[Step] = &[Step::Clear(2), Step::DISPATCH, Step::Clear(3)];
        static REPEATED: &[Step] = &[Step::upload(1), Step::Repeat(Turns::Extent("turns"), TURN), Step::Clear(4)];
        for steps in [TURN, REPEATED] {
            let variant = Variant::stepped("kernel", &[], steps);
            assert_eq!([1, 2, 3, 4].map(|binding| variant.clears(binding)), [false, true, false, false]);
        }
        assert!(!Variant::new("kernel", &[]).clears(2));
    }
}
