//! `overlap`: upload, kernel and download in chunks, each waited for or not.

use super::{POLYNOMIAL, fourfold, polynomial};
use crate::facts::{DeviceType, Facts};
use crate::lab::{Ceilings, Part, Problem, Reach, Road, Step, Sweep, Turns, Variant, Way, When};

/// The degree: a kernel that takes about as long as a copy.
const DEGREE: u32 = 128;

/// Chunks of the rows.
const CHUNKS: u32 = 8;

pub const PART: Part = Part { sweep: Some(&OVER_CHUNKS), ..Part::new("overlap", at_the_rows, LADDER) };

static OVER_CHUNKS: Sweep = Sweep::over("chunks", points, in_chunks);

fn points(device: &Facts, _ceilings: &Ceilings, _size: u32) -> Vec<u32> {
    match device.kind {
        DeviceType::Cpu | DeviceType::Simulated => fourfold(1, 16),
        _ => fourfold(1, 256),
    }
}

fn at_the_rows(size: u32) -> Problem {
    in_chunks(size, CHUNKS)
}

fn in_chunks(size: u32, chunks: u32) -> Problem {
    let problem = polynomial::problem(size, DEGREE, chunks);
    Problem { label: format!("{}, up and down in {chunks} chunks", problem.label), ..problem }
}

/// Upload, dispatch and download of each chunk.
macro_rules! in_turns {
    ($name:literal, $when:ident) => {
        Variant::stepped(
            $name,
            POLYNOMIAL,
            &[Step::Repeat(
                Turns::Extent("dispatches"),
                &[
                    Step::Upload(1, Road::WriteBuffer, Reach::Share),
                    Step::Dispatch { pass: 0, way: Way::InPass, turn: Some(polynomial::share::<DEGREE>) },
                    Step::Download(2, Reach::Share, When::$when),
                ],
            )],
        )
    };
}

static LADDER: &[Variant] = &[in_turns!("serial", Now), in_turns!("double-buffered", AtTheEnd)];
