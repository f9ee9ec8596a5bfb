//! `experts`: tokens grouped by the expert that each was sent to: a histogram, a running total, a scatter.

use super::scan::{ALONE, TILES};
use crate::lab::{Buffer, Expected, Fill, Inputs, Metric, Part, Pass, Problem, Role, Variant, Work};

/// A chain of a count, a running total and a scatter.
macro_rules! grouped {
    ($name:literal) => {
        Variant::new(
            $name,
            &[
                Pass::new(concat!($name, "-1-count.wgsl"), TILES),
                Pass::new(concat!($name, "-2-starts.wgsl"), ALONE),
                Pass::new(concat!($name, "-3-scatter.wgsl"), TILES),
            ],
        )
    };
}

pub const PART: Part = Part {
    also: &[one_expert, all_but_one],
    metric: Some(Metric::Items("token")),
    ..Part::new("experts", problem, &[grouped!("experts-loop"), grouped!("experts-ballot")])
};

/// Experts, as in the kernels.
const EXPERTS: usize = 64;

/// The fewest tokens of a tile for which there is room.
const SMALLEST_TILE: usize = 256;

fn problem(size: u32) -> Problem {
    of(size.div_ceil(32), Fill::Below(EXPERTS as u32))
}

fn one_expert() -> Problem {
    of(1500, Fill::At(|_, _, _| EXPERTS as u32 - 1))
}

/// The first expert gets none, and the others get them in turn: enough of them for three rounds of the running total.
fn all_but_one() -> Problem {
    of(2591, Fill::At(|_, _, at| 1 + (at % (EXPERTS - 1)) as u32))
}

fn of(size: u32, fill: Fill) -> Problem {
    let n = size as usize;
    Problem {
        label: format!("{n} tokens in the order of their experts, of which there are {EXPERTS}"),
        size,
        extents: vec![("elements", size), ("one", 1)],
        // One count a token.
        work: Work::new(n as f64, 4.0 * (2 * n + EXPERTS) as f64).items(n as f64),
        buffers: vec![
            Buffer::params(vec![size]),
            Buffer::u32("x", 1, n, Role::Input(fill)),
            Buffer::u32("grouped", 2, n, Role::Output),
            Buffer::u32("starts", 3, EXPERTS, Role::Output),
            Buffer::u32("counts", 4, EXPERTS * n.div_ceil(SMALLEST_TILE), Role::Scratch),
        ],
        reference: Box::new(reference),
    }
}

/// Tokens of one expert stay in their order, so that there is one right answer.
fn reference(inputs: &Inputs) -> Vec<Expected> {
    let experts = inputs.u32(1);
    let mut grouped: Vec<u32> = (0..experts.len() as u32).collect();
    grouped.sort_by_key(|token| experts[*token as usize]);
    let before = |expert: usize| experts.iter().filter(|sent| (**sent as usize) < expert).count();
    let starts: Vec<usize> = (0..EXPERTS).map(before).collect();
    vec![Expected::exactly(move |i| f64::from(grouped[i])), Expected::exactly(move |expert| starts[expert] as f64)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_by_their_experts_each_expert_where_it_starts() {
        let problem = problem(32 * 1000);
        let inputs = problem.inputs(3);
        let expected = (problem.reference)(&inputs);
        let expert = |i: usize| inputs.u32(1)[(expected[0].value)(i) as usize];
        assert!((1..1000).all(|i| expert(i - 1) <= expert(i)));
        let start = |expert: usize| (expected[1].value)(expert) as usize;
        assert!((0..EXPERTS).all(|e| start(e) == 1000 || expert(start(e)) as usize >= e));
        assert_eq!(start(0), 0);
    }
}
