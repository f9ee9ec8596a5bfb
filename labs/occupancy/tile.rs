//! `ballast`: a stencil with a tile in workgroup memory, beside which lies memory that nobody uses.

use super::quarters::quarters;
use crate::facts::Facts;
use crate::lab::{AxisUnit, Buffer, Ceilings, Expected, Fill, Ordinate, Problem, Role, Sweep, Work, doublings};
use crate::units::Bytes;

/// Neighbours on each side whose sum an element becomes.
const REACH: usize = 4;

/// Over the bytes of ballast.
pub static OVER_BALLAST: Sweep = Sweep {
    unit: AxisUnit::Byte,
    constant: Some("BALLAST"),
    ordinate: Ordinate::Throughput,
    knees: true,
    ..Sweep::over("bytes of ballast in workgroup memory", points, beside)
};

/// From next to nothing to what leaves room for few workgroups; what a device has no room for is left out.
fn points(device: &Facts, _ceilings: &Ceilings, _size: u32) -> Vec<u32> {
    let mut points = doublings(256, 16 << 10);
    points.extend([12 << 10, 24 << 10]);
    points.sort_unstable();
    points.retain(|bytes| bytes + TILE_BYTES <= device.limits.max_workgroup_memory);
    points
}

/// Bytes of the larger one of the kernels' tiles.
const TILE_BYTES: u32 = 4 * (4 * 128 + 2 * REACH as u32);

/// Bytes of ballast that the kernels have by themselves: those of the table's rows.
const ROW: u32 = 24 << 10;

/// `size` elements, each the sum of those around it; beyond the ends there is nothing.
pub fn problem(size: u32) -> Problem {
    beside(size, ROW)
}

/// The same beside so many bytes of ballast.
fn beside(size: u32, ballast: u32) -> Problem {
    let n = size as usize;
    Problem {
        label: format!(
            "sums of {} neighbours, {size} elements; {} of ballast",
            2 * REACH + 1,
            Bytes(f64::from(ballast))
        ),
        size,
        extents: vec![("elements", size)],
        work: Work::new((2 * REACH * n) as f64, 8.0 * n as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, n, Role::Input(Fill::At(quarters))),
            Buffer::f32("y", 2, n, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let x = inputs.at(1);
            vec![Expected::exactly(move |at| {
                let around = at.saturating_sub(REACH)..(at + REACH + 1).min(n);
                around.map(|at| f64::from(x.f32(at))).sum()
            })]
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::DeviceType;

    #[test]
    fn an_element_becomes_the_sum_of_nine_and_of_fewer_at_the_ends() {
        let problem = problem(20);
        let (inputs, y) = problem.posed(1);
        let sum = |range: std::ops::Range<usize>| inputs.f32(1)[range].iter().map(|x| f64::from(*x)).sum::<f64>();
        assert_eq!(((y.value)(0), (y.value)(10), (y.value)(19)), (sum(0..5), sum(6..15), sum(15..20)));
    }

    #[test]
    fn the_rows_ballast_is_that_of_the_kernels() {
        for kernel in [
            include_str!("../../shaders/occupancy/tile.wgsl"),
            include_str!("../../shaders/occupancy/tile-registers.wgsl"),
        ] {
            assert!(kernel.contains(&format!("BALLAST: u32 = {ROW}u")), "{ROW}");
        }
    }

    #[test]
    fn ballast_and_tile_fit_the_device() {
        let mut facts = Facts::of_kind(DeviceType::Other);
        facts.limits.max_workgroup_memory = 16 << 10;
        let points = points(&facts, &Ceilings::default(), 1);
        assert_eq!((points[0], points.last()), (256, Some(&(12 << 10))));
    }
}
