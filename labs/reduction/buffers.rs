//! What the parts share: buffers, and how their launches are cut.

use crate::kernel::Scalar;
use crate::lab::{Axis, Buffer, Cover, Fill, Grid, Role};

/// One invocation for each element.
pub const EACH: Grid = Grid(&[Axis { extent: "elements", cover: Cover::Workgroup }]);

/// The uniform buffer at binding 0: the elements.
pub fn params(n: u32) -> Buffer {
    words("params", 0, 1, Role::Params(vec![n]))
}

/// A buffer of u32 that kernels read.
pub fn integers(name: &'static str, binding: u32, len: usize, fill: Fill) -> Buffer {
    words(name, binding, len, Role::Input(fill))
}

/// A buffer of u32.
pub fn words(name: &'static str, binding: u32, len: usize, role: Role) -> Buffer {
    Buffer { name, binding, scalar: Scalar::U32, len, role }
}

/// A kernel of the variant's own name, with so many elements a workgroup as its constant says.
macro_rules! by {
    ($name:literal, $constant:literal) => {
        $crate::lab::Variant {
            name: $name,
            passes: &[$crate::lab::Pass {
                shader: concat!($name, ".wgsl"),
                grid: $crate::lab::Grid(&[$crate::lab::Axis {
                    extent: "elements",
                    cover: $crate::lab::Cover::Constant($constant),
                }]),
            }],
            needs: &[],
            steps: &[],
        }
    };
}

/// The same with the elements that its COVER says.
macro_rules! covered {
    ($name:literal) => {
        by!($name, "COVER")
    };
}

/// The same with one invocation for each element.
macro_rules! each {
    ($name:literal) => {
        $crate::lab::Variant {
            name: $name,
            passes: &[$crate::lab::Pass {
                shader: concat!($name, ".wgsl"),
                grid: $crate::labs::reduction::buffers::EACH,
            }],
            needs: &[],
            steps: &[],
        }
    };
}
