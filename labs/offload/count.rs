//! `count`: how many of n numbers are below a bound. Hardly any work for each byte, and one word comes home.

use rayon::prelude::*;

use super::{fewer, up_to};
use crate::kernel::Scalar;
use crate::lab::{
    Axis, Buffer, Cover, Expected, Fill, Grid, HostWork, Metric, Ordinate, Part, Pass, Problem, Reach, Road, Role,
    Step, Sweep, Variant, Way, When, Work,
};

/// Held against memory's roof: a comparison is no FLOP.
pub const PART: Part = Part {
    metric: Some(Metric::Byte),
    sweep: Some(&OVER_SIZE),
    also: &[|| problem(57_011), all_below],
    ..Part::new("count", problem, LADDER)
};

static OVER_SIZE: Sweep = Sweep {
    axis: "elements",
    unit: "",
    points: |device, _, size| fewer(device, up_to(1 << 8, size)),
    problem: |_, elements| problem(elements),
    constant: None,
    ordinate: Ordinate::Time,
    knees: false,
    marks: Sweep::unmarked,
};

/// Elements are below 1, and those below this are counted, as in the shader.
const BOUND: f32 = 0.25;

/// Elements of a task of the host.
const TASK: usize = 8192;

/// From 0 to 1, one in sixteen below 0, and one in sixteen the bound itself, which is not below it.
fn element(seed: u64, _len: usize, at: usize) -> u32 {
    let mut chance = fastrand::Rng::with_seed(seed ^ (at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
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
    let words = |name, binding, scalar, len, role| Buffer { name, binding, scalar, len, role };
    Problem {
        label: format!("how many of {n} numbers are below {BOUND}"),
        size,
        extents: vec![("elements", size)],
        // A comparison is no FLOP, but the count is what it needs.
        work: Work::new(n as f64, 4.0 * n as f64 + 4.0),
        buffers: vec![
            words("params", 0, Scalar::U32, 1, Role::Params(vec![size])),
            words("x", 1, Scalar::F32, n, Role::Input(fill)),
            words("total", 2, Scalar::U32, 1, Role::Output),
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

static KERNEL: &[Pass] =
    &[Pass { shader: "count.wgsl", grid: Grid(&[Axis { extent: "elements", cover: Cover::Constant("COVER") }]) }];

const DISPATCH: Step = Step::Dispatch { pass: 0, way: Way::InPass, turn: None };

/// What a kernel adds to must be zero before: it is cleared on the device, and no zero crosses the link.
static LADDER: &[Variant] = &[
    Variant { name: "count-host", passes: &[], needs: &[], steps: &[Step::Host(&ON_THE_HOST)] },
    Variant {
        name: "count-cold",
        passes: KERNEL,
        needs: &[],
        steps: &[
            Step::Upload(1, Road::WriteBuffer, Reach::Whole),
            Step::Clear(2),
            DISPATCH,
            Step::Download(2, Reach::Whole, When::Now),
        ],
    },
    Variant {
        name: "count-warm",
        passes: KERNEL,
        needs: &[],
        steps: &[Step::Clear(2), DISPATCH, Step::Download(2, Reach::Whole, When::Now)],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_counts_what_the_reference_counts_at_sizes_that_no_task_divides() {
        for size in [1, 777, 20_000] {
            let inputs = problem(size).inputs(5);
            let expected = &(problem(size).reference)(&inputs)[0];
            let mut total = [7];
            on_the_host(&[size], inputs.u32(1), &mut total);
            assert_eq!(f64::from(total[0]), (expected.value)(0), "{size}");
        }
    }
}
