//! `copies`: bytes to the device and back, by each way that there is.

use crate::facts::{DeviceType, Facts, Feature};
use crate::lab::{
    AxisUnit, Buffer, Ceilings, Expected, Fill, Metric, Need, Part, Problem, Reach, Road, Role, Step, Sweep, Variant,
    Work,
};

pub const PART: Part =
    Part { metric: Some(Metric::Byte), sweep: Some(&OVER_BYTES), ..Part::new("copies", there_and_back, LADDER) };

static OVER_BYTES: Sweep =
    Sweep { unit: AxisUnit::Byte, ..Sweep::over("bytes each way", points, |_, bytes| of_words(bytes.div_ceil(4))) };

fn points(device: &Facts, _ceilings: &Ceilings, size: u32) -> Vec<u32> {
    super::fourfold(1 << 10, (4 * size.min(u32::MAX / 4)).min(most(device)))
}

/// Bytes of the longest copy.
fn most(device: &Facts) -> u32 {
    match device.kind {
        DeviceType::Cpu | DeviceType::Simulated => 4 << 20,
        _ => 256 << 20,
    }
}

/// As many words as there are elements, and 1 MiB at most.
fn there_and_back(size: u32) -> Problem {
    of_words(size.min(1 << 18))
}

/// `words` words up, to another place on the device, and down.
fn of_words(words: u32) -> Problem {
    let n = words as usize;
    Problem {
        label: format!("{} bytes to the device, and as many back", 4 * n),
        size: words,
        extents: vec![("elements", words)],
        work: Work::new(0.0, 8.0 * n as f64),
        buffers: vec![Buffer::u32("x", 1, n, Role::Input(Fill::Below(u32::MAX))), Buffer::u32("y", 2, n, Role::Output)],
        reference: Box::new(|inputs| {
            let x = inputs.at(1);
            vec![Expected::exactly(move |at| f64::from(x.u32(at)))]
        }),
    }
}

/// The same copies, the way up by this road.
macro_rules! by {
    ($name:literal, $road:ident) => {
        Variant::stepped(
            $name,
            &[],
            &[Step::Upload(1, Road::$road, Reach::Whole), Step::Copy { from: 1, to: 2 }, Step::download(2)],
        )
    };
}

static LADDER: &[Variant] = &[
    by!("write-buffer", WriteBuffer),
    by!("staging", Staging),
    by!("belt", Belt),
    by!("mapped", Mapped).needing(&[Need::Feature(Feature::UnifiedMemory)]),
];
