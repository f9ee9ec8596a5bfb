//! `sum`: one number of n.

use crate::lab::{Buffer, Expected, Fill, Grid, Part, Problem, Role, Variant, Work, variant};

pub const PART: Part = Part { also: &[all_equal], ..Part::new("sum", problem, LADDER) };

const LADDER: &[Variant] = &[
    variant!("atomic", Grid::EACH),
    variant!("interleaved", Grid::EACH),
    variant!("strided", Grid::EACH),
    variant!("sequential", Grid::EACH),
    variant!("grid-stride", Grid::SEVERAL),
    variant!("vec4", Grid::SEVERAL),
    variant!("subgroup", Grid::SEVERAL),
    variant!("two-level", Grid::SEVERAL),
];

/// Elements are below this.
const BELOW: u32 = 1000;

fn problem(size: u32) -> Problem {
    of(size, Fill::Below(BELOW))
}

/// Every element the largest there is: the sum wraps around. The share of more workgroups than a row has, and what fills no
/// vector.
fn all_equal() -> Problem {
    of(57_003, Fill::At(|_, _, _| u32::MAX))
}

fn of(size: u32, fill: Fill) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("the sum of {n} u32"),
        size,
        extents: vec![("elements", size)],
        // Integer additions are no FLOP, but the count is what a sum needs.
        work: Work::new(n as f64, 4.0 * n as f64 + 4.0),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::u32("x", 1, n, Role::Input(fill)),
            Buffer::u32("total", 2, 1, Role::Total),
        ],
        reference: Box::new(|inputs| {
            let sum = inputs.u32(1).iter().fold(0, |sum: u32, x| sum.wrapping_add(*x));
            vec![Expected {
                basis: "exact: u32 additions wrap around, in any order".to_owned(),
                ..Expected::exactly(move |_| f64::from(sum))
            }]
        }),
    }
}
