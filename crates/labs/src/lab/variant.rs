//! A rung of a ladder.

use super::{Grid, Step, with_constant};
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

    /// The text of one of its kernels as `device` runs it, and the constants that have other values there than in `text`.
    pub fn fitted(&self, text: &str, device: &Facts) -> (String, Vec<(&'static str, u32)>) {
        let (mut fitted, mut changed) = (text.to_owned(), Vec::new());
        for (name, value) in self.needs.iter().filter_map(|need| need.decides(device)) {
            let Some(other) = with_constant(&fitted, name, &value.to_string()).filter(|other| *other != fitted) else {
                continue;
            };
            fitted = if name == "SIDE" { other.replace("coop_mat16x16<", "coop_mat8x8<") } else { other };
            changed.push((name, value));
        }
        (fitted, changed)
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
    /// One subgroup size, known before the launch: smallest and largest are the same. The kernel's constant `WIDTH` becomes this size.
    SubgroupOfOneSize,
    /// Cooperative matrices of f16 with sums in f32. Where the device has none of 16 x 16, those of a kernel become 8 x 8, and its constant
    /// `SIDE` becomes 8.
    HalfMatrices,
}

const LARGE: Feature = Feature::CooperativeMatrix16x16F16;
const SMALL: Feature = Feature::CooperativeMatrix8x8F16;

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
            Self::SubgroupOfOneSize => {
                (min != max).then(|| format!("needs subgroups of one size, the device's are of {sizes}"))
            }
            Self::HalfMatrices => {
                let has = device.has(LARGE) || device.has(SMALL);
                (!has).then(|| {
                    "the device has no cooperative matrices of f16 with f32 sums (neither 16x16 nor 8x8)".to_owned()
                })
            }
        }
    }

    /// The constant of a kernel that `device` decides, with its value.
    fn decides(self, device: &Facts) -> Option<(&'static str, u32)> {
        match self {
            Self::SubgroupOfOneSize => Some(("WIDTH", device.subgroup_max)),
            Self::HalfMatrices => Some(("SIDE", if device.has(LARGE) { 16 } else { 8 })),
            Self::Feature(_) | Self::SubgroupAtLeast(_) => None,
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

    #[test]
    fn a_kernel_takes_the_width_of_subgroups_and_the_side_of_matrices_from_the_device() {
        const TEXT: &str = "const WIDTH = 32u;\nconst SIDE = 16u;\nalias Sum = coop_mat16x16<f32, C>;\n";
        let variant = Variant::new("kernel", &[]).needing(&[Need::HalfMatrices, Need::SubgroupOfOneSize]);
        let of = |width, features: &[Feature]| Facts {
            subgroup_min: width,
            subgroup_max: width,
            features: features.to_vec(),
            ..Facts::of_kind(crate::facts::DeviceType::Discrete)
        };
        assert_eq!(variant.fitted(TEXT, &of(32, &[LARGE, SMALL])), (TEXT.to_owned(), vec![]));
        let (text, changed) = variant.fitted(TEXT, &of(64, &[SMALL]));
        assert_eq!(text, "const WIDTH = 64u;\nconst SIDE = 8u;\nalias Sum = coop_mat8x8<f32, C>;\n");
        assert_eq!(changed, [("SIDE", 8), ("WIDTH", 64)]);
        let unmet = |device: &Facts| variant.needs.iter().find_map(|need| need.unmet(device));
        assert_eq!(unmet(&of(64, &[SMALL])), None);
        let none = unmet(&of(32, &[])).expect("it has no matrices");
        assert_eq!(none, "the device has no cooperative matrices of f16 with f32 sums (neither 16x16 nor 8x8)");
        let any = Facts { subgroup_min: 32, ..of(64, &[LARGE]) };
        assert_eq!(unmet(&any).as_deref(), Some("needs subgroups of one size, the device's are of 32 to 64"));
    }
}
