//! What follows `--buffer G.B=`: from what was typed to the bytes of a buffer.

use std::fmt;
use std::str::FromStr;

use half::f16;

use super::contents::Contents;
use super::npy;
use crate::Shown;
use crate::harness::protocol::{BindingPoint, Fill};
use crate::host::Host;
use crate::kernel::Scalar;

/// What `--buffer G.B=` may be followed by.
const FORMS: &str = "write FILE, zero:BYTES, TYPE:VALUE,VALUE (f32, f16, u32 or i32), rand:TYPE:COUNT, \
                     rand:u32:COUNT:BELOW, or unwritten:BYTES";

impl FromStr for Fill {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let word = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        match (word, rest.as_slice()) {
            ("", _) => Err(format!("nothing stands after the `=`: {FORMS}")),
            ("zero", [bytes]) => Ok(Self::Zero(count(bytes)?)),
            ("unwritten", [bytes]) => Ok(Self::Unwritten(count(bytes)?)),
            ("rand", [scalar, number]) => random(scalar, number, None),
            ("rand", [scalar, number, below]) => random(scalar, number, Some(below)),
            ("f32" | "f16" | "u32" | "i32", [list]) => typed(word, list),
            ("zero" | "unwritten" | "rand" | "f32" | "f16" | "u32" | "i32", _) => {
                Err(format!("`{text}` is not a filling: {FORMS}"))
            }
            _ => Ok(Self::File(text.into())),
        }
    }
}

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero(bytes) => write!(f, "zero:{bytes}"),
            Self::Unwritten(bytes) => write!(f, "unwritten:{bytes}"),
            Self::Random { scalar, count, below } => {
                write!(f, "rand:{}:{count}", scalar.name())?;
                below.map_or(Ok(()), |below| write!(f, ":{below}"))
            }
            Self::Values { scalar, bytes } => {
                let values: Vec<String> = bytes.chunks(scalar.bytes()).map(|bytes| show(*scalar, bytes)).collect();
                write!(f, "{}:{}", scalar.name(), values.join(","))
            }
            Self::File(path) => write!(f, "{}", path.shown()),
            Self::Given(bytes) => write!(f, "the lab's {} bytes", bytes.len()),
            Self::Shared { name, .. } => write!(f, "{name}"),
        }
    }
}

/// The types that values may have.
const TYPES: [Scalar; 4] = [Scalar::F32, Scalar::F16, Scalar::U32, Scalar::I32];

fn type_of(name: &str) -> Result<Scalar, String> {
    let known = TYPES.into_iter().find(|known| known.name() == name);
    known.ok_or_else(|| format!("`{name}` is not a type of values: f32, f16, u32 or i32"))
}

fn typed(scalar: &str, list: &str) -> Result<Fill, String> {
    let scalar = type_of(scalar)?;
    let values = list.split(',').map(|value| scalar_bytes(scalar, value.trim()));
    Ok(Fill::Values { scalar, bytes: values.collect::<Result<Vec<_>, _>>()?.concat() })
}

/// The bytes of a value as it is typed.
pub(super) fn scalar_bytes(scalar: Scalar, text: &str) -> Result<Vec<u8>, String> {
    let wrong = || format!("`{text}` is not a valid {}", scalar.name());
    let integer = || match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.trim_end_matches(['u', 'i']).parse().ok(),
    };
    let float = || text.trim_end_matches(['f', 'h']).parse::<f64>().or_else(|_| text.parse());
    Ok(match scalar {
        Scalar::F32 => (float().map_err(|_| wrong())? as f32).to_le_bytes().to_vec(),
        Scalar::F16 => f16::from_f64(float().map_err(|_| wrong())?).to_le_bytes().to_vec(),
        Scalar::U32 => u32::try_from(integer().ok_or_else(wrong)?).map_err(|_| wrong())?.to_le_bytes().to_vec(),
        Scalar::I32 => i32::try_from(integer().ok_or_else(wrong)?).map_err(|_| wrong())?.to_le_bytes().to_vec(),
    })
}

/// A value as [`scalar_bytes`] reads it.
fn show(scalar: Scalar, bytes: &[u8]) -> String {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    match scalar {
        Scalar::F32 => f32::from_le_bytes(word).to_string(),
        Scalar::F16 => f16::from_le_bytes([word[0], word[1]]).to_string(),
        Scalar::U32 => u32::from_le_bytes(word).to_string(),
        Scalar::I32 => i32::from_le_bytes(word).to_string(),
    }
}

fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("a buffer has at least one byte, not 0".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("`{text}` is not a whole number above 0")),
    }
}

fn random(scalar: &str, number: &str, below: Option<&str>) -> Result<Fill, String> {
    let scalar = type_of(scalar)?;
    let float = matches!(scalar, Scalar::F32 | Scalar::F16);
    let below = below
        .map(|text| match text.parse() {
            Ok(below) if below > 0 && !float => Ok(below),
            _ => Err(format!("`{text}` is not a bound: integers (u32, i32) may have one, above 0")),
        })
        .transpose()?;
    Ok(Fill::Random { scalar, count: count(number)?, below })
}

impl Fill {
    /// Bytes of the buffer, without making it.
    ///
    /// # Errors
    /// Where the file cannot be had.
    pub fn bytes(&self, host: &dyn Host) -> Result<u64, String> {
        match self {
            Self::Zero(bytes) | Self::Unwritten(bytes) => Ok(*bytes),
            Self::Random { scalar, count, .. } => Ok(count.saturating_mul(scalar.bytes() as u64)),
            Self::Given(bytes) | Self::Values { bytes, .. } | Self::Shared { bytes, .. } => Ok(bytes.len() as u64),
            Self::File(path) if npy::is_named(path) => npy::read(path, host).map(|array| array.data.len() as u64),
            // `f64:1`: no file, and perhaps none was meant.
            Self::File(path) if path.shown().contains(':') && host.length(path).is_err() => {
                Err(format!("there is no such file; {FORMS}"))
            }
            Self::File(path) => match host.length(path) {
                Ok(None) => Err(format!("{}: this is not a file", path.shown())),
                Ok(Some(0)) => Err(format!("{}: it is empty", path.shown())),
                Ok(Some(bytes)) => Ok(bytes),
                Err(error) => Err(format!("{}: {error}", path.shown())),
            },
        }
    }

    /// The bytes themselves, `size` of them: what the filling gives, then zeros.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn make(&self, place: BindingPoint, seed: u64, size: usize, host: &dyn Host) -> Result<Vec<u8>, String> {
        Ok(Contents::new(self, place, seed, &[], host)?.whole(size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Native;

    const PLACE: BindingPoint = BindingPoint { group: 0, binding: 1 };

    #[test]
    fn each_filling_is_written_as_it_is_read() {
        for text in [
            "zero:16",
            "unwritten:4",
            "rand:f16:3",
            "rand:u32:8:5",
            "u32:64,64,8",
            "f32:1.5,-2",
            "i32:-7",
            "data/a.bin",
            "C:\\a.bin",
        ] {
            assert_eq!(text.parse::<Fill>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_filling_is_answered_with_what_is() {
        for text in [
            "",
            "zero",
            "zero:0",
            "zero:-4",
            "rand:f64:3",
            "rand:f32",
            "rand:f32:3:5",
            "rand:u32:3:0",
            "unwritten:x",
            "u32:-1",
            "i32:a",
            "f32:",
            "u32:1:2",
        ] {
            assert!(text.parse::<Fill>().is_err(), "{text}");
        }
    }

    #[test]
    fn random_values_depend_on_the_seed_and_the_binding_and_keep_below_their_bound() {
        let fill: Fill = "rand:u32:1000:7".parse().unwrap();
        let make = |place, seed| fill.make(place, seed, 4000, &Native).unwrap();
        let other = BindingPoint { group: 1, ..PLACE };
        assert_eq!(make(PLACE, 1), make(PLACE, 1));
        assert_ne!(make(PLACE, 1), make(PLACE, 2));
        assert_ne!(make(PLACE, 1), make(other, 1));
        let values: Vec<u32> = bytemuck::pod_collect_to_vec(&make(PLACE, 1));
        assert!(values.iter().all(|value| *value < 7) && values.contains(&6));
    }

    #[test]
    fn a_buffer_is_filled_up_with_zeros() {
        let fill: Fill = "rand:f16:3".parse().unwrap();
        assert_eq!(fill.bytes(&Native), Ok(6));
        assert_eq!(fill.make(PLACE, 1, 8, &Native).unwrap()[6..], [0, 0]);
    }
}
