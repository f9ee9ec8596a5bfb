//! `lockstep devices`: one device of this machine.

use serde_json::{Value, json};

use super::figure::{field, ridge, roof_line};
use super::lookup::roofs_json;
use crate::device::{DeviceType, Facts, Identity};
use crate::roof::floor::Precision;
use crate::roof::theory::Theory;
use crate::roof::theory::given::lines_to_add;
use crate::sim::{MATRIX_POLICY, OutOfBounds, VALUE_POLICY};
use crate::units::si;

/// The measured roofs, where the device was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// f32, FLOP/s.
    pub flop_per_s: Option<f64>,
    /// What won, e.g. `8 chains of vec4`.
    pub flop_detail: String,
    /// Arithmetic of other kinds: its rate, and what won; or no rate, and why the device offers none.
    pub beside: Vec<(Precision, Option<f64>, String)>,
    /// Memory, B/s.
    pub byte_per_s: Option<f64>,
    /// How it was measured.
    pub byte_detail: String,
}

/// One device for a person: identity, limits, features, roofs, ridge point, and the lines to add where a roof is unknown.
pub fn block(index: usize, facts: &Facts, theory: &Theory, measured: &Measured) -> String {
    let kind = format!("{:?}, {:?}", facts.backend, facts.kind).to_lowercase();
    let mut text = format!("{index}: {} ({kind})\n", facts.name);
    text += &identity_lines(facts);
    text += &limits(facts);
    let features: Vec<&str> = facts.features.iter().map(|f| f.name()).collect();
    text += &match features.as_slice() {
        [] => field("features", "none beyond core WebGPU"),
        some => field("features", &some.join(", ")),
    };
    text += &roofs(theory, measured);
    if facts.kind == DeviceType::Simulated {
        text += &field("values", &format!("{VALUE_POLICY}; {MATRIX_POLICY}"));
        text += &field("bounds", OutOfBounds::default().describe());
    }
    for note in &theory.notes {
        text += &field("note", note);
    }
    text + &unknown(facts, theory, measured)
}

fn identity_lines(facts: &Facts) -> String {
    let mut text = field("driver", &facts.driver);
    if let Some((vendor, device)) = Identity::of(facts).pci() {
        let bus = if facts.pci_bus_id.is_empty() { String::new() } else { format!(" at {}", facts.pci_bus_id) };
        text += &field("pci", &format!("{vendor:04x}:{device:04x}{bus}"));
    }
    let subgroups = match (facts.subgroup_min, facts.subgroup_max) {
        (min, max) if min == max => format!("{min} invocations"),
        (min, max) => format!("{min} to {max} invocations"),
    };
    text + &field("subgroups", &subgroups)
}

fn limits(facts: &Facts) -> String {
    let limits = &facts.limits;
    let [x, y, z] = limits.max_workgroup_size;
    let value = format!(
        "storage binding {}, buffer {}, workgroup memory {} KiB, {} invocations a workgroup ({x} x {y} x {z}), {} workgroups a dimension",
        si(limits.max_storage_binding as f64, "B"),
        si(limits.max_buffer_size as f64, "B"),
        limits.max_workgroup_memory / 1024,
        limits.max_invocations,
        limits.max_workgroups,
    );
    field("limits", &value)
}

fn roofs(theory: &Theory, measured: &Measured) -> String {
    let mut text = roof_line("f32 peak", &theory.f32, "FLOP/s");
    text += &measured_line(measured.flop_per_s, &measured.flop_detail, "FLOP/s");
    text += &roof_line("f16 peak", &theory.f16, "FLOP/s");
    text += &beside_line(measured, Precision::F16);
    text += &roof_line("int8 dot", &theory.int8_dot, "OP/s");
    text += &beside_line(measured, Precision::Int8Dot);
    let of_matrices = beside_line(measured, Precision::MatrixF16F32);
    if theory.matrix_f16.is_known() || !of_matrices.is_empty() {
        text += &roof_line("matrix f16", &theory.matrix_f16, "FLOP/s");
        text += &of_matrices;
    }
    text += &roof_line("memory peak", &theory.memory, "B/s");
    text += &measured_line(measured.byte_per_s, &measured.byte_detail, "B/s");
    if theory.cache.is_known() {
        text += &roof_line("cache", &theory.cache, "B");
    }
    text + &field("ridge point", &ridge(theory.ridge().or_else(|| measured_ridge(measured))))
}

fn measured_line(value: Option<f64>, detail: &str, unit: &str) -> String {
    match value {
        Some(value) if detail.is_empty() => field("  measured", &si(value, unit)),
        Some(value) => field("  measured", &format!("{} ({detail})", si(value, unit))),
        None => String::new(),
    }
}

/// What was measured of other arithmetic than f32, or why it was not.
fn beside_line(measured: &Measured, precision: Precision) -> String {
    match measured.beside.iter().find(|(of, ..)| *of == precision) {
        None => String::new(),
        Some((_, None, why)) => field("  measured", &format!("not offered ({why})")),
        Some((_, rate, detail)) => measured_line(*rate, detail, precision.unit()),
    }
}

fn measured_ridge(measured: &Measured) -> Option<f64> {
    Some(measured.flop_per_s? / measured.byte_per_s?)
}

/// What to do about an unknown roof.
fn unknown(facts: &Facts, theory: &Theory, measured: &Measured) -> String {
    if theory.f32.is_known() && theory.memory.is_known() {
        return String::new();
    }
    let lines = lines_to_add(&Identity::of(facts), theory, measured.flop_per_s, measured.byte_per_s);
    let indented: String = lines.lines().map(|l| format!("    {l}\n")).collect();
    format!(
        "  A roof is unknown. If you know it, add to lockstep.toml, in this directory or\n  \
         in the configuration directory:\n\n{indented}\n  \
         To contribute it to everybody's table, add a line to crates/gpus/data, with\n  \
         the page that the figures are from.\n"
    )
}

/// One device as JSON: its facts, roofs, and the lines to add where a roof is unknown.
pub fn block_json(facts: &Facts, theory: &Theory, measured: &Measured) -> Value {
    let mut roofs = roofs_json(theory);
    let rate = |value: Option<f64>, unit: &str, detail: &str| value.map(|v| json!({unit: v, "detail": detail}));
    roofs["compute"][0]["measured"] = json!(rate(measured.flop_per_s, "flop_per_s", &measured.flop_detail));
    for (precision, value, detail) in &measured.beside {
        let roof = roofs["compute"]
            .as_array_mut()
            .and_then(|all| all.iter_mut().find(|of| of["precision"] == precision.name()));
        let unit = if *precision == Precision::Int8Dot { "op_per_s" } else { "flop_per_s" };
        roof.into_iter().for_each(|roof| roof["measured"] = json!({unit: value, "detail": detail}));
    }
    roofs["memory"]["measured"] = json!(rate(measured.byte_per_s, "byte_per_s", &measured.byte_detail));
    let unknown = !theory.f32.is_known() || !theory.memory.is_known();
    json!({
        "device": facts,
        "part": theory.part,
        "roofs": roofs,
        "ridge_flop_per_byte": theory.ridge(),
        "last_level_cache": theory.cache.json("bytes"),
        "notes": theory.notes,
        "lines_to_add": unknown
            .then(|| lines_to_add(&Identity::of(facts), theory, measured.flop_per_s, measured.byte_per_s)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Queried;
    use crate::device::{Backend, DeviceType, Feature, Limits};
    use crate::roof::theory::{GivenPeaks, theory};

    fn facts(name: &str) -> Facts {
        Facts {
            name: name.to_owned(),
            backend: Backend::Vulkan,
            kind: DeviceType::Discrete,
            driver: "a driver 1.0".to_owned(),
            vendor: 0x10de,
            device: 0x9999,
            pci_bus_id: "0000:01:00.0".to_owned(),
            subgroup_min: 32,
            subgroup_max: 32,
            limits: Limits {
                max_buffer_size: 1 << 30,
                max_storage_binding: 1 << 30,
                max_workgroup_memory: 49152,
                max_invocations: 1024,
                max_workgroup_size: [1024, 1024, 64],
                max_workgroups: 65535,
            },
            features: vec![Feature::F16, Feature::Timestamps],
            timestamp_period_s: None,
            stands_for: None,
        }
    }

    fn theory_of(facts: &Facts) -> Theory {
        theory(&Identity::of(facts), &Queried::default(), &GivenPeaks::default())
    }

    #[test]
    fn an_unknown_gpu_shows_unknown_the_measured_roof_and_the_lines_to_add() {
        let facts = facts("NVIDIA GeForce RTX 9090");
        let beside = vec![
            (Precision::F16, Some(1.8e14), "8 chains".to_owned()),
            (Precision::MatrixF16F32, None, "no cooperative matrices".to_owned()),
        ];
        let measured = Measured { flop_per_s: Some(9e13), byte_per_s: Some(1.5e12), beside, ..Measured::default() };
        let text = block(0, &facts, &theory_of(&facts), &measured);
        assert!(text.contains("f32 peak      unknown (") && text.contains("90.0 TFLOP/s"), "{text}");
        assert!(text.contains("[[device]]") && text.contains("pci = \"10de:9999\""), "{text}");
        assert!(text.contains("16-bit floats"), "{text}");
        assert!(
            text.contains("180 TFLOP/s (8 chains)") && text.contains("not offered (no cooperative matrices)"),
            "{text}"
        );
        let json = block_json(&facts, &theory_of(&facts), &measured);
        assert!(json["roofs"]["compute"][0]["theoretical"]["flop_per_s"].is_null());
        assert_eq!(json["roofs"]["memory"]["measured"]["byte_per_s"], 1.5e12);
        assert_eq!(json["roofs"]["compute"][1]["measured"]["flop_per_s"], 1.8e14);
        assert!(json["roofs"]["compute"][4]["measured"]["flop_per_s"].is_null());
    }

    #[test]
    fn a_known_gpu_needs_no_lines() {
        let facts = facts("NVIDIA GeForce RTX 4090");
        let text = block(0, &facts, &theory_of(&facts), &Measured::default());
        assert!(!text.contains("[[device]]") && text.contains("82.6 TFLOP/s"), "{text}");
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
    }
}
