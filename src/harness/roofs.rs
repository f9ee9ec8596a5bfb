//! The ceilings in a report: arithmetic and memory, from data sheets and measured, with their provenance.

use serde::{Deserialize, Serialize};

use crate::units::si;

/// Ceilings of the device.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Roofs {
    /// f32 arithmetic.
    pub compute: ComputeRoof,
    /// Memory.
    pub memory: MemoryRoof,
    /// Bytes of the last-level cache, where known.
    pub last_level_cache: Option<f64>,
    /// The clock that the theoretical roofs count, in Hz, where known.
    pub clock_hz: Option<f64>,
    /// What to know about them.
    pub notes: Vec<String>,
}

/// The ceiling of arithmetic.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ComputeRoof {
    /// The scalar type.
    pub precision: String,
    /// From data sheets and queries.
    pub theoretical: Roof<FlopRate>,
    /// From micro-kernels; `None` where nothing was measured.
    pub measured: Option<Roof<FlopRate>>,
}

/// The ceiling of memory traffic.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MemoryRoof {
    /// From data sheets and queries.
    pub theoretical: Roof<ByteRate>,
    /// From micro-kernels; `None` where nothing was measured.
    pub measured: Option<Roof<ByteRate>>,
    /// A CPU device's host, by a copy of its own; `None` elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Roof<ByteRate>>,
}

/// A ceiling with its provenance.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Roof<R> {
    /// The value.
    #[serde(flatten)]
    pub rate: R,
    /// queried, derived, table, user, measured or unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Where it comes from, with its inputs.
    pub detail: String,
}

/// FLOP/s, or unknown.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct FlopRate {
    /// The value in FLOP/s; `None` is unknown.
    pub flop_per_s: Option<f64>,
}

/// B/s, or unknown.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ByteRate {
    /// The value in B/s; `None` is unknown.
    pub byte_per_s: Option<f64>,
}

/// One of the four ceilings, as it is shown.
pub struct ShownRoof<'a> {
    /// What it bounds: "compute" or "memory".
    pub of: &'static str,
    /// "theoretical" or "measured".
    pub how: &'static str,
    /// In FLOP/s or B/s; `None` is unknown, or not measured.
    pub value: Option<f64>,
    /// The same with its unit.
    pub text: Option<String>,
    /// What kind of evidence it is; empty where nothing was measured.
    pub source: &'a str,
    /// Where it comes from; `None` where nothing was measured.
    pub detail: Option<&'a str>,
}

impl Roofs {
    /// Arithmetic's ceilings and memory's, of each the theoretical one first.
    pub fn shown(&self) -> [ShownRoof<'_>; 4] {
        let flop = |rate: &FlopRate| rate.flop_per_s;
        let byte = |rate: &ByteRate| rate.byte_per_s;
        let [theory, measured] =
            shown("compute", "FLOP/s", &self.compute.theoretical, self.compute.measured.as_ref(), flop);
        let [above, copied] = shown("memory", "B/s", &self.memory.theoretical, self.memory.measured.as_ref(), byte);
        [theory, measured, above, copied]
    }

    /// The highest known rate of arithmetic, of both roofs, in FLOP/s.
    pub fn highest_compute(&self) -> Option<f64> {
        highest(self.theoretical_compute(), self.measured_compute())
    }

    /// The highest known rate of memory traffic, of both roofs, in B/s.
    pub fn highest_memory(&self) -> Option<f64> {
        highest(self.theoretical_memory(), self.measured_memory())
    }

    /// The theoretical f32 peak in FLOP/s.
    pub fn theoretical_compute(&self) -> Option<f64> {
        self.compute.theoretical.rate.flop_per_s
    }

    /// The measured f32 ceiling in FLOP/s.
    pub fn measured_compute(&self) -> Option<f64> {
        self.compute.measured.as_ref()?.rate.flop_per_s
    }

    /// The theoretical memory bandwidth in B/s.
    pub fn theoretical_memory(&self) -> Option<f64> {
        self.memory.theoretical.rate.byte_per_s
    }

    /// The measured memory ceiling in B/s.
    pub fn measured_memory(&self) -> Option<f64> {
        self.memory.measured.as_ref()?.rate.byte_per_s
    }

    /// The f32 ceiling in FLOP/s: measured where it was, else theoretical.
    pub fn best_known_compute(&self) -> Option<f64> {
        self.measured_compute().or(self.theoretical_compute())
    }

    /// The memory ceiling in B/s: measured where it was, else theoretical.
    pub fn best_known_memory(&self) -> Option<f64> {
        self.measured_memory().or(self.theoretical_memory())
    }

    /// The ridge point in FLOP a byte: of the measured roofs where both are known, else of the theoretical ones.
    pub fn ridge(&self) -> Option<f64> {
        let of = |compute: Option<f64>, memory: Option<f64>| Some(compute? / memory?);
        of(self.measured_compute(), self.measured_memory())
            .or_else(|| of(self.theoretical_compute(), self.theoretical_memory()))
    }
}

fn shown<'a, R>(
    of: &'static str,
    unit: &str,
    theoretical: &'a Roof<R>,
    measured: Option<&'a Roof<R>>,
    value: fn(&R) -> Option<f64>,
) -> [ShownRoof<'a>; 2] {
    [("theoretical", Some(theoretical)), ("measured", measured)].map(|(how, roof)| {
        let value = roof.and_then(|roof| value(&roof.rate));
        ShownRoof {
            of,
            how,
            value,
            text: value.map(|value| si(value, unit)),
            source: roof.map_or("", |roof| &roof.source),
            detail: roof.map(|roof| roof.detail.as_str()),
        }
    })
}

fn highest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}
