//! `dispatches`: the same elements in few dispatches or in many.

use super::{POLYNOMIAL, fourfold, polynomial};
use crate::facts::{DeviceType, Facts};
use crate::lab::{Ceilings, Metric, Part, Problem, Step, Sweep, Turns, Variant, Way};

/// Dispatches of the rows.
const DISPATCHES: u32 = 64;

/// The degree: little arithmetic, so that dispatches show.
const DEGREE: u32 = polynomial::STEPS;

/// Elements, at most: little work for any device.
const MOST: u32 = 1 << 16;

pub const PART: Part = Part {
    metric: Some(Metric::Each("share")),
    sweep: Some(&OVER_COUNT),
    // Shares that begin and end anywhere, the last one shorter than the others by less than a workgroup.
    also: &[|| in_dispatches(16_984, DISPATCHES)],
    ..Part::new("dispatches", at_the_rows, LADDER)
};

static OVER_COUNT: Sweep =
    Sweep { knees: true, ..Sweep::over("dispatches that share the elements", points, in_dispatches) };

/// A CPU and a simulation take their time for each.
fn points(device: &Facts, _ceilings: &Ceilings, _size: u32) -> Vec<u32> {
    match device.kind {
        DeviceType::Cpu | DeviceType::Simulated => fourfold(1, 256),
        _ => fourfold(1, 4096),
    }
}

fn at_the_rows(size: u32) -> Problem {
    in_dispatches(size, DISPATCHES)
}

/// At most [`MOST`] of `size` elements, in `count` dispatches.
fn in_dispatches(size: u32, count: u32) -> Problem {
    let problem = polynomial::problem(size.min(MOST), DEGREE, count);
    Problem {
        label: format!("{}, in {count} {}", problem.label, if count == 1 { "share" } else { "shares" }),
        ..problem
    }
}

/// A dispatch for each share, each in this way.
macro_rules! in_turns {
    ($name:literal, $way:ident) => {
        Variant::stepped(
            $name,
            POLYNOMIAL,
            &[Step::Repeat(
                Turns::Extent("dispatches"),
                &[Step::Dispatch { pass: 0, way: Way::$way, turn: Some(polynomial::share::<DEGREE>) }],
            )],
        )
    };
}

static LADDER: &[Variant] = &[
    in_turns!("submit-each", OwnSubmission),
    in_turns!("pass-each", OwnPass),
    in_turns!("one-pass", InPass),
    in_turns!("indirect", Indirect),
    Variant::stepped("one-dispatch", POLYNOMIAL, &[Step::DISPATCH]),
];
