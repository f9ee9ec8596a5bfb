//! FLOP per clock and execution unit, by architecture: the one table behind every derived compute peak.
use std::sync::OnceLock;

use serde::Deserialize;

/// What one execution unit does in one clock.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// The key, e.g. `ada`.
    pub name: String,
    /// What the vendor calls the unit that is counted, e.g. `SM`.
    pub unit: String,
    /// f32 FLOP per clock and unit (a fused multiply-add is two), where it is known.
    pub f32: Option<f64>,
    /// f16 FLOP per clock and unit outside matrix units, where it is known.
    pub f16: Option<f64>,
    /// Operations (multiply and add) per clock and unit of packed 8-bit dot products, where there is an instruction.
    pub int8_dot: Option<f64>,
    /// Dense f16 FLOP per clock and unit in matrix units, where there are any: context, not a roof of ordinary kernels.
    pub matrix_f16: Option<f64>,
    /// What is counted: dual issue, packed arithmetic, the accumulator's width.
    #[serde(default)]
    pub counts: String,
    /// Where the figures come from.
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    architecture: Vec<Architecture>,
}

/// Every architecture, in the data file's order.
pub fn architectures() -> &'static [Architecture] {
    static ALL: OnceLock<Vec<Architecture>> = OnceLock::new();
    ALL.get_or_init(|| {
        let file: File = toml::from_str(include_str!("../data/architectures.toml"))
            .expect("the embedded architectures.toml parses; a test holds it");
        file.architecture
    })
}

/// The architecture of that name.
pub fn architecture(name: &str) -> Option<&'static Architecture> {
    architectures().iter().find(|a| a.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_architecture_has_a_source_and_a_rate() {
        for a in architectures() {
            assert!(a.f32.is_none_or(|rate| rate > 0.0) && !a.source.is_empty() && !a.unit.is_empty(), "{}", a.name);
            let twins = architectures().iter().filter(|b| b.name == a.name).count();
            assert_eq!(twins, 1, "{} is listed twice", a.name);
        }
    }
}
