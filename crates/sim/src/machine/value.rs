//! The types that a figure can have, as TOML writes them.

use toml::de::DeValue;

use super::MachineError;
use super::read::Group;

/// A type that a figure can have.
pub(super) trait Value: Sized {
    fn read(group: &mut Group<'_, '_>, name: &str) -> Result<Option<Self>, MachineError> {
        let Some(value) = group.figure(name)? else {
            return Ok(None);
        };
        Self::parse(value.get_ref()).map(Some).ok_or_else(|| group.wrong(value, name, Self::EXPECTED))
    }
    const EXPECTED: &'static str;
    fn parse(value: &DeValue<'_>) -> Option<Self>;
}

impl Value for u64 {
    const EXPECTED: &'static str = "must be a whole number, zero or more";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        let integer = value.as_integer()?;
        Self::from_str_radix(integer.as_str(), integer.radix()).ok()
    }
}

impl Value for u32 {
    const EXPECTED: &'static str = "must be a whole number from 1 to 4294967295";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        <u64 as Value>::parse(value).and_then(|value| Self::try_from(value).ok()).filter(|value| *value > 0)
    }
}

impl Value for f64 {
    const EXPECTED: &'static str = "must be a number above zero";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        let text =
            value.as_float().map(|float| float.as_str()).or(value.as_integer().map(|integer| integer.as_str()))?;
        text.parse().ok().filter(|value: &Self| value.is_finite() && *value > 0.0)
    }
}

impl Value for Vec<u64> {
    const EXPECTED: &'static str = "must be a list of whole numbers";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        value.as_array()?.iter().map(|item| <u64 as Value>::parse(item.get_ref())).collect()
    }
}
