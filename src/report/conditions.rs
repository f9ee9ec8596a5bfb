//! Under what conditions a report was made: the block above its tables.

use crate::harness::{Report, Roofs};
use crate::measure::Clock;
use crate::text::{COLUMNS, wrap};
use crate::units::{BytePerSecond, FlopPerSecond};

/// Columns of a field's name in the blocks above the table.
const FIELD: usize = 10;

fn field(name: &str, value: &str) -> String {
    let body = wrap(value, COLUMNS, FIELD);
    let body = body.get(FIELD..).unwrap_or_default();
    format!("{name:<FIELD$}{body}\n")
}

/// Device, driver, clock, checks and roofs.
pub fn conditions(report: &Report) -> String {
    let device = &report.device;
    let subgroups = if device.subgroup_min == device.subgroup_max {
        format!("{}", device.subgroup_min)
    } else {
        format!("{} to {}", device.subgroup_min, device.subgroup_max)
    };
    let kind = format!("{:?}, {:?}", device.backend, device.kind).to_lowercase();
    let mut text = field("device", &format!("{} ({kind}), subgroups of {subgroups}", device.name));
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
    text + &roof_block(&report.roofs)
}

fn roof_block(roofs: &Roofs) -> String {
    let compute = &roofs.compute;
    let memory = &roofs.memory;
    let flop = |rate: Option<f64>| rate.map(|rate| FlopPerSecond(rate).to_string());
    let byte = |rate: Option<f64>| rate.map(|rate| BytePerSecond(rate).to_string());
    let theoretical = |value: Option<String>, source: &str, detail: &str| match value {
        Some(value) => format!("theoretical {value} ({source}: {detail})"),
        None => format!("theoretical unknown ({detail})"),
    };
    let measured = |value: Option<String>, detail: &str| match value {
        Some(value) => format!("measured {value} ({detail})"),
        None => "measured: no".to_owned(),
    };
    let detail = |detail: Option<&String>| detail.cloned().unwrap_or_default();
    let mut text = field(
        "f32 peak",
        &theoretical(flop(roofs.theoretical_compute()), &compute.theoretical.source, &compute.theoretical.detail),
    );
    text += &field(
        "",
        &measured(flop(roofs.measured_compute()), &detail(compute.measured.as_ref().map(|roof| &roof.detail))),
    );
    text += &field(
        "memory",
        &theoretical(byte(roofs.theoretical_memory()), &memory.theoretical.source, &memory.theoretical.detail),
    );
    text += &field(
        "",
        &measured(byte(roofs.measured_memory()), &detail(memory.measured.as_ref().map(|roof| &roof.detail))),
    );
    for note in &roofs.notes {
        text += &field("", note);
    }
    text
}
