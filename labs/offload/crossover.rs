//! `crossover`: the same work on the host, on the device with all copies, and on the device alone.

use super::{POLYNOMIAL, fourfold, polynomial};
use crate::lab::{Ordinate, Part, Problem, Reach, Road, Step, Sweep, Variant, Way, When};

/// The degree: arithmetic enough that the way may pay.
pub const DEGREE: u32 = 1024;

pub const PART: Part = Part { sweep: Some(&OVER_SIZE), ..Part::new("crossover", elements, LADDER) };

static OVER_SIZE: Sweep = Sweep {
    axis: "elements",
    unit: "",
    points: |_, _, size| fourfold(1 << 8, size),
    problem: |_, elements| self::elements(elements),
    constant: None,
    ordinate: Ordinate::Time,
    knees: false,
    marks: Sweep::unmarked,
};

fn elements(size: u32) -> Problem {
    polynomial::problem(size, DEGREE, 1)
}

const DISPATCH: Step = Step::Dispatch { pass: 0, way: Way::InPass, turn: None };

static LADDER: &[Variant] = &[
    Variant { name: "host", passes: &[], needs: &[], steps: &[Step::Host(&polynomial::ON_THE_HOST)] },
    Variant {
        name: "cold",
        passes: POLYNOMIAL,
        needs: &[],
        steps: &[
            Step::Upload(1, Road::WriteBuffer, Reach::Whole),
            DISPATCH,
            Step::Download(2, Reach::Whole, When::Now),
        ],
    },
    Variant { name: "warm", passes: POLYNOMIAL, needs: &[], steps: &[DISPATCH] },
];
