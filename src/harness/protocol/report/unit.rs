//! Units of what a report shows: each is a text in the JSON, and nothing else looks into that text.

use serde::{Deserialize, Serialize};

use crate::roof::pair::Unit;

/// What a throughput counts each second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum RateUnit {
    /// What a roof is held against.
    Peak(Unit),
    /// Bytes that caches deliver, which have no roof here.
    CacheByte,
    /// Items of this name, which have none either.
    Item(String),
}

/// What the curves of a sweep show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum OrdinateUnit {
    /// Seconds of a run.
    Second,
    /// Seconds of an item of this name.
    SecondPer(String),
    /// A rate; `None` where no variant has one.
    Rate(Option<RateUnit>),
    /// Relative L2 errors.
    Error,
    /// Shares of values that are lost.
    Lost,
}

/// The name of the item that is a byte.
const BYTE: &str = "byte";

/// What relative errors are called, which have no unit.
const ERROR: &str = "relative error";

/// What shares of lost values are called, which have none either.
const LOST: &str = "share lost";

/// What stands behind an item's name in a rate.
const EACH_SECOND: &str = "/s";

impl RateUnit {
    /// Of items of this name.
    pub fn of_item(item: &str) -> Self {
        if item == BYTE { Self::CacheByte } else { Self::Item(item.to_owned()) }
    }

    /// As a person reads it: bytes have one spelling, whether a peak is held against them or not.
    pub fn shown(&self) -> String {
        match self {
            Self::Peak(unit) => unit.name().to_owned(),
            Self::CacheByte => Unit::Byte.name().to_owned(),
            Self::Item(item) => format!("{item}{EACH_SECOND}"),
        }
    }

    /// One of what is counted.
    pub fn item(&self) -> &str {
        match self {
            Self::Peak(Unit::Flop) => "FLOP",
            Self::Peak(Unit::Byte) => "B",
            Self::CacheByte => BYTE,
            Self::Item(item) => item,
        }
    }
}

impl From<String> for RateUnit {
    fn from(name: String) -> Self {
        match Unit::named(&name) {
            Some(unit) => Self::Peak(unit),
            None => Self::of_item(name.strip_suffix(EACH_SECOND).unwrap_or(&name)),
        }
    }
}

impl From<RateUnit> for String {
    fn from(unit: RateUnit) -> Self {
        match unit {
            RateUnit::CacheByte => format!("{BYTE}{EACH_SECOND}"),
            unit => unit.shown(),
        }
    }
}

impl From<String> for OrdinateUnit {
    fn from(name: String) -> Self {
        match name.strip_prefix("s/") {
            Some(item) => Self::SecondPer(item.to_owned()),
            None if name == "s" => Self::Second,
            None if name == ERROR => Self::Error,
            None if name == LOST => Self::Lost,
            None => Self::Rate((!name.is_empty()).then(|| name.into())),
        }
    }
}

impl From<OrdinateUnit> for String {
    fn from(unit: OrdinateUnit) -> Self {
        match unit {
            OrdinateUnit::Second => "s".to_owned(),
            OrdinateUnit::SecondPer(item) => format!("s/{item}"),
            OrdinateUnit::Rate(unit) => unit.map_or_else(Self::new, Self::from),
            OrdinateUnit::Error => ERROR.to_owned(),
            OrdinateUnit::Lost => LOST.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_comes_back_from_the_json_as_it_was() {
        for name in ["FLOP/s", "B/s", "byte/s", "element/s"] {
            assert_eq!(String::from(RateUnit::from(name.to_owned())), name);
        }
        for name in ["s", "s/load", "B/s", "byte/s", "element/s", "relative error", "share lost", ""] {
            assert_eq!(String::from(OrdinateUnit::from(name.to_owned())), name);
        }
        assert_eq!(RateUnit::of_item("byte").shown(), "B/s");
    }
}
