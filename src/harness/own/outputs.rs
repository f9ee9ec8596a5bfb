//! Whether two kernels wrote the same.

use std::path::PathBuf;
use std::str::FromStr;

use half::f16;
use serde::{Deserialize, Serialize};

use super::bind::Bound;
use super::job::Place;
use super::npy;
use super::prepare::Prepared;
use super::report::{Comparison, KeptReport};
use crate::Shown;
use crate::host::Host;
use crate::kernel::{AccessMode, Binding, Scalar};

/// How far two floats may differ, relative to the largest number in their buffer: sums in another order, and `fma` in
/// place of two roundings, stay far below it for thousands of terms; a wrong index does not.
const ROUNDING: f64 = 1e-5;

/// The same for f16, whose numbers have 11 bits.
const ROUNDING_F16: f64 = 4e-3;

/// What two kernels of one's own wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outputs {
    /// Words compared, in all buffers that both may write.
    pub words: u64,
    /// Words whose bits differ.
    pub differing: u64,
    /// The largest difference of two floats, relative to the largest number in their buffer; infinite (in JSON: null)
    /// where one of the two is no number, or integers differ.
    #[serde(deserialize_with = "crate::harness::report::infinite_if_null")]
    pub largest: f64,
    /// Whether they agree: bit for bit, or, where the buffer holds floats, within rounding.
    pub agree: bool,
    /// The first word that does not agree: where, and what the two wrote.
    pub first: Option<String>,
    /// The first words that do not agree.
    #[serde(skip)]
    pub(super) list: Vec<Disagreement>,
}

/// A word on which two outputs do not agree.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Disagreement {
    /// The buffer.
    name: String,
    index: usize,
    wrote: [String; 2],
}

impl Disagreement {
    /// It in words; `names` are whose words they are.
    fn describe(&self, [a, b]: [&str; 2]) -> String {
        let [x, y] = &self.wrote;
        format!("{}, element {}: {a} {x}, {b} {y}", self.name, self.index)
    }
}

/// Disagreements that are listed.
const MOST_LISTED: usize = 5;

impl Default for Outputs {
    fn default() -> Self {
        Self { words: 0, differing: 0, largest: 0.0, agree: true, first: None, list: Vec::new() }
    }
}

/// The buffers that both kernels may write, and what they hold.
pub(super) fn written(a: &Prepared<'_>, b: &Prepared<'_>) -> Vec<(Place, u64, Option<Scalar>)> {
    let writes = |prepared: &Prepared<'_>, bound: &Bound| -> Option<Option<Scalar>> {
        let of = |binding: &&Binding| (binding.group, binding.binding) == (bound.place.group, bound.place.binding);
        let binding = prepared.kernel.bindings.iter().find(of)?;
        (binding.access == AccessMode::ReadWrite).then_some(binding.scalar)
    };
    a.bound
        .iter()
        .filter_map(|bound| {
            let (x, y) = (writes(a, bound)?, writes(b, bound)?);
            // Of two views of the same words as different types, the bits decide.
            Some((bound.place, bound.given, x.filter(|_| x == y)))
        })
        .collect()
}

impl Outputs {
    /// Adds what the two wrote to the buffer `name`.
    pub(super) fn add(&mut self, name: &str, scalar: Option<Scalar>, a: &[u8], b: &[u8]) {
        let rounding = if scalar == Some(Scalar::F16) { ROUNDING_F16 } else { ROUNDING };
        self.add_within(name, scalar, a, b, rounding);
    }

    /// The same, where floats may differ by `rounding` of the largest number in the buffer.
    pub(super) fn add_within(&mut self, name: &str, scalar: Option<Scalar>, a: &[u8], b: &[u8], rounding: f64) {
        match scalar {
            Some(Scalar::F32) => self.floats(name, a, b, 4, rounding, |bytes| {
                f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            }),
            Some(Scalar::F16) => {
                self.floats(name, a, b, 2, rounding, |bytes| f64::from(f16::from_le_bytes([bytes[0], bytes[1]])))
            }
            _ => self.integers(name, a, b),
        }
    }

    fn floats(&mut self, name: &str, a: &[u8], b: &[u8], size: usize, rounding: f64, read: fn(&[u8]) -> f64) {
        let values = |bytes: &[u8]| -> Vec<f64> { bytes.chunks_exact(size).map(read).collect() };
        let (x, y) = (values(a), values(b));
        let finite = x.iter().chain(&y).filter(|value| value.is_finite());
        let scale = finite.fold(0.0_f64, |most, value| most.max(value.abs()));
        self.words += x.len().min(y.len()) as u64;
        let bits = a.chunks_exact(size).zip(b.chunks_exact(size));
        for (index, ((bits_a, bits_b), (x, y))) in bits.zip(x.iter().zip(&y)).enumerate() {
            if bits_a == bits_b {
                continue;
            }
            self.differing += 1;
            let off = match (x - y).abs() / scale {
                _ if x == y || (x.is_nan() && y.is_nan()) => 0.0,
                off if off.is_finite() => off,
                _ => f64::INFINITY,
            };
            self.largest = self.largest.max(off);
            if off > rounding {
                self.disagree(name, index, x, y);
            }
        }
    }

    fn integers(&mut self, name: &str, a: &[u8], b: &[u8]) {
        let word = |bytes: &[u8]| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(word)
        };
        for (index, (x, y)) in a.chunks(4).zip(b.chunks(4)).enumerate() {
            self.words += 1;
            if x != y {
                self.differing += 1;
                self.largest = f64::INFINITY;
                self.disagree(name, index, &word(x), &word(y));
            }
        }
    }

    fn disagree(&mut self, name: &str, index: usize, a: &dyn std::fmt::Display, b: &dyn std::fmt::Display) {
        self.agree = false;
        if self.list.len() == MOST_LISTED {
            return;
        }
        self.list.push(Disagreement { name: name.to_owned(), index, wrote: [a.to_string(), b.to_string()] });
        self.first.get_or_insert_with(|| self.list[0].describe(["A wrote", "B wrote"]));
    }
}

/// How far outputs may differ from what is expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Where the output is bound.
    pub place: Place,
    /// The file that holds what it must be: bytes, or an array (`.npy`).
    pub file: PathBuf,
    /// How far floats may differ, relative to the largest number in the buffer; `None` for rounding.
    pub tolerance: Option<f64>,
}

impl FromStr for Expected {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, file) = text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`"))?;
        let (file, tolerance) = match file.rsplit_once('~') {
            Some((file, tolerance)) => match tolerance.parse::<f64>() {
                Ok(tolerance) if tolerance >= 0.0 => (file, Some(tolerance)),
                _ => return Err(format!("`{tolerance}` is no tolerance: a number from 0 on, such as 1e-4")),
            },
            None => (file, None),
        };
        if file.is_empty() {
            return Err("no file stands after the `=`".to_owned());
        }
        Ok(Self { place: place.parse()?, file: file.into(), tolerance })
    }
}

impl Comparison {
    /// What the kernel wrote beside what was expected.
    ///
    /// # Errors
    /// Where the file cannot be read, or is of another length.
    pub fn expected(kept: &[KeptReport], expected: &Expected, host: &dyn Host) -> Result<Self, String> {
        let (place, file) = (expected.place, expected.file.shown());
        let written = kept.iter().find(|kept| kept.place == place);
        let written = written.ok_or_else(|| format!("the kernel may write nothing at {place}"))?;
        let wanted = match npy::is_named(&expected.file) {
            true => npy::read(&expected.file, host)?.of(written.scalar).map_err(|why| format!("{file}: {why}"))?,
            false => host.read(&expected.file).map_err(|error| format!("{file}: {error}"))?,
        };
        let got = written.bytes(host)?;
        if got.len() != wanted.len() {
            return Err(format!("{file} has {} bytes, and the buffer {}", wanted.len(), got.len()));
        }
        let mut outputs = Outputs::default();
        match expected.tolerance {
            Some(tolerance) => outputs.add_within(&written.name, written.scalar, &got, &wanted, tolerance),
            None => outputs.add(&written.name, written.scalar, &got, &wanted),
        }
        Ok(Self::of(file.clone(), outputs, ["it wrote", "the file has"]))
    }

    /// What two devices wrote.
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn devices(a: &[KeptReport], b: &[KeptReport], with: String, host: &dyn Host) -> Result<Self, String> {
        let mut outputs = Outputs::default();
        for kept in a {
            if let Some(other) = b.iter().find(|other| other.place == kept.place) {
                outputs.add(&kept.name, kept.scalar, &kept.bytes(host)?, &other.bytes(host)?);
            }
        }
        Ok(Self::of(with, outputs, ["the first wrote", "the second wrote"]))
    }

    fn of(with: String, outputs: Outputs, names: [&str; 2]) -> Self {
        let first = outputs.list.iter().map(|one| one.describe(names)).collect();
        Self { with, outputs, first }
    }
}

impl KeptReport {
    /// What the buffer holds.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn bytes(&self, host: &dyn Host) -> Result<Vec<u8>, String> {
        host.read(&self.file).map_err(|error| format!("{}: {error}", self.file.shown()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "@group(0) @binding(1)";

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    fn outputs(a: &[f32], b: &[f32]) -> Outputs {
        let mut outputs = Outputs::default();
        outputs.add(NAME, Some(Scalar::F32), &floats(a), &floats(b));
        outputs
    }

    #[test]
    fn floats_agree_within_rounding_and_integers_bit_for_bit() {
        let near = outputs(&[1000.0, 1.0], &[1000.0, 1.0001]);
        assert_eq!((near.words, near.differing, near.agree), (2, 1, true));
        let far = outputs(&[1000.0, 1.0], &[1000.0, 2.0]);
        assert!(!far.agree);
        assert_eq!(far.first.as_deref(), Some("@group(0) @binding(1), element 1: A wrote 1, B wrote 2"));
        let mut integers = Outputs::default();
        integers.add(NAME, Some(Scalar::U32), &[1, 0, 0, 0], &[2, 0, 0, 0]);
        assert!(!integers.agree);
    }

    #[test]
    fn a_number_and_what_is_none_do_not_agree() {
        assert!(!outputs(&[1.0], &[f32::NAN]).agree);
        assert!(!outputs(&[1.0], &[f32::INFINITY]).agree);
        assert!(outputs(&[f32::NAN], &[-f32::NAN]).agree);
        assert!(outputs(&[0.0], &[-0.0]).agree);
        let odd = outputs(&[f32::NAN, 1.0], &[f32::NAN, 1.0]);
        assert_eq!((odd.differing, odd.largest), (0, 0.0));
    }
}
