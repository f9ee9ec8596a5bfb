//! Where a ceiling comes from: every figure carries its value, its source and the sentence that explains it.
use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of evidence behind a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The driver, the operating system or the device itself said so.
    Queried,
    /// Computed from queried or measured inputs by a stated formula.
    Derived,
    /// At least one input is from Lockstep's table of data-sheet facts.
    Table,
    /// The user said so, by flag or in `lockstep.toml`.
    User,
    /// Nobody said anything.
    #[default]
    Unknown,
}

impl Source {
    /// The source of a value computed from `inputs`: the weakest of them, and never better than derived.
    pub fn weakest(inputs: impl IntoIterator<Item = Source>) -> Source {
        inputs.into_iter().fold(Source::Derived, |a, b| if b.weakness() > a.weakness() { b } else { a })
    }

    /// How far it is from the device's own word.
    fn weakness(self) -> u8 {
        match self {
            Self::Queried => 0,
            Self::Derived => 1,
            Self::Table => 2,
            Self::User => 3,
            Self::Unknown => 4,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Source::Queried => "queried",
            Source::Derived => "derived",
            Source::Table => "table",
            Source::User => "user",
            Source::Unknown => "unknown",
        })
    }
}

/// One number with its provenance, in SI base units (FLOP/s, operations/s, B/s or bytes, as its place says).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The number, or `None` where it is unknown.
    pub value: Option<f64>,
    /// The kind of evidence.
    pub source: Source,
    /// How the number came about, inputs included, or why there is none.
    pub detail: String,
    /// The span of possible values where one name covers several parts or power limits, low then high.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
}

impl Figure {
    /// A known figure. Zero, negative and non-finite values are no figures: they become unknown.
    pub fn new(value: f64, source: Source, detail: impl Into<String>) -> Figure {
        if value.is_finite() && value > 0.0 && source != Source::Unknown {
            Figure { value: Some(value), source, detail: detail.into(), range: None }
        } else {
            Figure::unknown(format!("no usable value ({value}); {}", detail.into()))
        }
    }

    /// An unknown figure, with the reason.
    pub fn unknown(why: impl Into<String>) -> Figure {
        Figure { value: None, source: Source::Unknown, detail: why.into(), range: None }
    }

    /// The same figure with the span of its possible values.
    pub fn with_range(mut self, low: f64, high: f64) -> Figure {
        self.range = Some([low.min(high), low.max(high)]);
        self
    }

    /// Whether there is a number.
    pub fn is_known(&self) -> bool {
        self.value.is_some()
    }

    /// The relative difference to `other`, against the larger of the two, where both are known.
    pub fn disagreement(&self, other: &Figure) -> Option<f64> {
        let (a, b) = (self.value?, other.value?);
        Some((a - b).abs() / a.max(b))
    }

    /// As JSON, the value under its unit's name: `{flop_per_s, source, detail}`.
    pub fn json(&self, unit: &str) -> serde_json::Value {
        let mut object = serde_json::Map::new();
        object.insert(unit.to_owned(), self.value.into());
        object.insert("source".to_owned(), self.source.to_string().into());
        object.insert("detail".to_owned(), self.detail.clone().into());
        if let Some([low, high]) = self.range {
            object.insert("range".to_owned(), serde_json::json!([low, high]));
        }
        object.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_and_nonsense_are_unknown() {
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let figure = Figure::new(value, Source::Queried, "test");
            assert_eq!((figure.value, figure.source), (None, Source::Unknown));
        }
    }

    #[test]
    fn a_derived_value_inherits_its_weakest_input() {
        assert_eq!(Source::weakest([Source::Queried, Source::Queried]), Source::Derived);
        assert_eq!(Source::weakest([Source::Queried, Source::Table]), Source::Table);
        assert_eq!(Source::weakest([Source::Table, Source::Unknown]), Source::Unknown);
    }

    #[test]
    fn an_unknown_value_is_null_in_json() {
        let json = Figure::unknown("nobody knows").json("flop_per_s");
        assert!(json["flop_per_s"].is_null());
        assert_eq!(json["source"], "unknown");
    }
}
