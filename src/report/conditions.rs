//! Under what conditions a report was made: the block above its tables.

use crate::harness::{Report, Roofs};
use crate::measure::Clock;
use crate::roof::pair::{Bound, RoofKind};

/// Columns of a field's name in the blocks above the table.
const FIELD: usize = 10;

fn field(name: &str, value: &str) -> String {
    super::table::field(name, value, FIELD)
}

/// Device, driver, clock, checks and roofs; what `before` said of the roofs is not said again.
pub fn conditions(report: &Report, before: Option<&Report>) -> String {
    let device = &report.device;
    let (sort, subgroups) = (device.sort(), device.subgroups());
    let mut text = field("device", &format!("{} ({sort}), subgroups of {subgroups}", device.name));
    text += &field("driver", &device.driver);
    text += &field("clock", &format!("{}: {}", report.clock.source.name(), report.clock.detail));
    text += &field(
        "checks",
        &match report.clock.source {
            Clock::Estimate => "verified with bounds and loop checks on; estimated without them".to_owned(),
            _ => format!(
                "verified with bounds and loop checks on; timed with them {}",
                format!("{:?}", report.clock.checks).to_lowercase()
            ),
        },
    );
    if let Some(choice) = &report.size_choice {
        text += &field("size", &format!("{}, chosen because {}", choice.size, choice.because));
    }
    text + &roof_block(&report.roofs, before.map(|before| &before.roofs))
}

fn roof_block(roofs: &Roofs, before: Option<&Roofs>) -> String {
    let mut text = String::new();
    let known = before.map(Roofs::shown);
    for (at, roof) in roofs.shown().iter().enumerate() {
        let said = known.as_ref().is_some_and(|known| known[at].detail == roof.detail);
        let detail = if said { "as above" } else { roof.detail.unwrap_or_default() };
        let (name, reported) = match (roof.kind, roof.of, roof.text.clone()) {
            (RoofKind::Theoretical, Bound::Compute, text) => ("f32 peak", theoretical(text, roof.source, detail)),
            (RoofKind::Theoretical, of, text) => (of.name(), theoretical(text, roof.source, detail)),
            (_, _, Some(text)) => ("", format!("measured {text} ({detail})")),
            (_, _, None) => ("", "measured: no".to_owned()),
        };
        text += &field(name, &reported);
    }
    for note in roofs.notes.iter().filter(|note| before.is_none_or(|before| !before.notes.contains(note))) {
        text += &field("", note);
    }
    text
}

fn theoretical(value: Option<String>, source: &str, detail: &str) -> String {
    match value {
        Some(value) => format!("theoretical {value} ({source}: {detail})"),
        None => format!("theoretical unknown ({detail})"),
    }
}
