//! `count`: how many of n numbers are below a bound. Hardly any work for each byte, and one word comes home.

use rayon::prelude::*;

use super::{fewer, up_to};
use crate::lab::{
    Buffer, Expected, Fill, Grid, HostWork, Metric, Part, Pass, Problem, Role, Step, Sweep, Variant, Work, chance,
};

/// Held against memory's roof: a comparison is no FLOP.
pub const PART: Part = Part {
    metric: Some(Metric::Byte),
    sweep: Some(&OVER_SIZE),
    also: &[|| problem(57_011), all_below],
    ..Part::new("count", problem, LADDER)
};

static OVER_SIZE: Sweep =
    Sweep::over("elements", |device, _, size| fewer(device, up_to(1 << 8, size)), |_, elements| problem(elements));

/// Elements are below 1, and those below this are counted, as in the shader.
const BOUND: f32 = 0.25;

/// Elements of a task of the host.
const TASK: usize = 8192;

/// From 0 to 1, one in sixteen below 0, and one in sixteen the bound itself, which is not below it.
fn element(seed: u64, _len: usize, at: usize) -> u32 {
    let mut chance = chance(seed, at);
    match chance.u8(..16) {
        0 => BOUND.to_bits(),
        1 => (-chance.f32()).to_bits(),
        _ => chance.f32().to_bits(),
    }
}

/// Everything is counted: as many as a workgroup has.
fn all_below() -> Problem {
    of(9_003, Fill::At(|_, _, _| 0))
}

fn problem(size: u32) -> Problem {
    of(size, Fill::At(element))
}

fn of(size: u32, fill: Fill) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("how many of {n} numbers are below {BOUND}"),
        size,
        extents: vec![("elements", size)],
        // A comparison is no FLOP, but the count is what it needs.
        work: Work::new(n as f64, 4.0 * n as f64 + 4.0),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::f32("x", 1, n, Role::Input(fill)),
            Buffer::u32("total", 2, 1, Role::Output),
        ],
        reference: Box::new(|inputs| {
            let total = inputs.f32(1).iter().filter(|x| **x < BOUND).count();
            vec![Expected::exactly(move |_| total as f64)]
        }),
    }
}

static ON_THE_HOST: HostWork = HostWork { name: "count on the host", from: 1, to: 2, run: on_the_host };

fn on_the_host(_: &[u32], x: &[u32], total: &mut [u32]) {
    let below = |x: &[u32]| x.iter().filter(|x| f32::from_bits(**x) < BOUND).count() as u32;
    total[0] = x.par_chunks(TASK).map(below).sum();
}

static KERNEL: &[Pass] = &[Pass::new("count.wgsl", Grid::SEVERAL)];

/// What a kernel adds to must be zero before: it is cleared on the device, and no zero crosses the link.
static LADDER: &[Variant] = &[
    Variant::stepped("count-host", &[], &[Step::Host(&ON_THE_HOST)]),
    Variant::stepped("count-cold", KERNEL, &[Step::upload(1), Step::Clear(2), Step::DISPATCH, Step::download(2)]),
    Variant::stepped("count-warm", KERNEL, &[Step::Clear(2), Step::DISPATCH, Step::download(2)]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_counts_what_the_reference_counts_at_sizes_that_no_task_divides() {
        for size in [1, 777, 20_000] {
            let (inputs, expected) = problem(size).posed(5);
            let mut total = [7];
            on_the_host(&[size], inputs.u32(1), &mut total);
            assert_eq!(f64::from(total[0]), (expected.value)(0), "{size}");
        }
    }
}
