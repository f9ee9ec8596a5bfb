//! Outputs beside what is expected, or what another device wrote.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::npy;
use super::tolerance::Allowed;
use crate::Shown;
use crate::harness::protocol::{
    BindingPoint, Expected, KeptReport, OutputComparison, OutputType, Outputs, Tolerance, UserKernel,
};
use crate::host::Host;
use crate::kernel::Scalar;

impl FromStr for Expected {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, file) = text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`"))?;
        let (file, tolerance) = match file.rsplit_once('~') {
            Some((file, tolerance)) => match tolerance.parse::<f64>() {
                Ok(tolerance) if tolerance >= 0.0 => (file, Some(tolerance)),
                _ => return Err(format!("`{tolerance}` is not a tolerance: a number from 0 on, such as 1e-4")),
            },
            None => (file, None),
        };
        if file.is_empty() {
            return Err("no file stands after the `=`".to_owned());
        }
        Ok(Self { place: place.parse()?, file: file.into(), tolerance })
    }
}

impl FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is not a tolerance: a number for floats, such as 1e-4; with `ulp` behind it, how many floats they may be \
                 apart, such as 4ulp; with `step`, how far each byte of a word, such as 1step"
            )
        };
        let count = |digits: &str| digits.parse::<u32>().map(Some).map_err(|_| wrong());
        Ok(match (text.strip_suffix("ulp"), text.strip_suffix("step")) {
            (Some(digits), _) => Self { ulps: count(digits)?, ..Self::default() },
            (_, Some(digits)) => Self { steps: count(digits)?, ..Self::default() },
            _ => {
                let most =
                    text.parse::<f64>().ok().filter(|most| *most >= 0.0 && most.is_finite()).ok_or_else(wrong)?;
                Self { absolute: Some(most), ..Self::default() }
            }
        })
    }
}

impl Tolerance {
    /// Either of two.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            absolute: other.absolute.or(self.absolute),
            ulps: other.ulps.or(self.ulps),
            steps: other.steps.or(self.steps),
        }
    }
}

impl OutputComparison {
    /// What the kernel wrote beside what was expected.
    ///
    /// # Errors
    /// Where the file cannot be read, or is of another length.
    pub fn expected(kept: &[KeptReport], expected: &Expected, host: &dyn Host) -> Result<Self, String> {
        let place = expected.place;
        let written = kept.iter().find(|kept| kept.place == place);
        let written = written.ok_or_else(|| format!("the kernel may write nothing at {place}"))?;
        Self::with_file((&written.name, &written.form, &written.bytes(host)?), expected, host)
    }

    /// What a buffer holds, by its name in messages and the type of its bytes, beside what was expected.
    ///
    /// # Errors
    /// Where the file cannot be read, or is of another length.
    pub fn with_file(
        (name, ty, got): (&str, &OutputType, &[u8]),
        expected: &Expected,
        host: &dyn Host,
    ) -> Result<Self, String> {
        let file = expected.file.shown();
        let wanted = match npy::is_named(&expected.file) {
            true => npy::read(&expected.file, host)?.of(scalar(ty)).map_err(|why| format!("{file}: {why}"))?,
            false => host.read(&expected.file).map_err(|error| format!("{file}: {error}"))?,
        };
        if got.len() != wanted.len() {
            return Err(format!("{file} has {} bytes, and the buffer {}", wanted.len(), got.len()));
        }
        let mut outputs = Outputs::default();
        let allowed = Allowed { relative: expected.tolerance, ..Allowed::default() };
        outputs.add(name, ty, got, &wanted, allowed);
        Ok(Self::of(file.clone(), outputs, ["it wrote", "the file has"]))
    }

    /// What two devices wrote, but for the buffers at `unordered`; `filters` is whether the kernel samples between texels, and
    /// `tolerance` how far they may differ.
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn devices(
        [a, b]: [&[KeptReport]; 2],
        unordered: &BTreeSet<BindingPoint>,
        (filters, tolerance): (bool, Tolerance),
        with: String,
        host: &dyn Host,
    ) -> Result<Self, String> {
        let allowed = Allowed { filters, tolerance, ..Allowed::default() };
        let (mut outputs, mut left_out) = (Outputs::default(), Vec::new());
        for kept in a {
            let Some(other) = b.iter().find(|other| other.place == kept.place) else { continue };
            let (x, y) = (kept.bytes(host)?, other.bytes(host)?);
            if !unordered.contains(&kept.place) {
                outputs.add(&kept.name, &kept.form, &x, &y, allowed);
                continue;
            }
            let same = if sorted(&x) == sorted(&y) { " (the same words in another order)" } else { "" };
            left_out.push(format!("{}{same}", kept.name));
        }
        Ok(Self { unordered: left_out, ..Self::of(with, outputs, ["the first wrote", "the second wrote"]) })
    }

    /// The buffers that do not agree from one of the simulator's runs to the next.
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn unordered(a: &[KeptReport], b: &[KeptReport], host: &dyn Host) -> Result<BTreeSet<BindingPoint>, String> {
        let mut places = BTreeSet::new();
        for (kept, other) in a.iter().zip(b) {
            let mut outputs = Outputs::default();
            outputs.add(&kept.name, &kept.form, &kept.bytes(host)?, &other.bytes(host)?, Allowed::default());
            if !outputs.agree {
                places.insert(kept.place);
            }
        }
        Ok(places)
    }

    fn of(with: String, outputs: Outputs, names: [&str; 2]) -> Self {
        let first = outputs.list.iter().map(|one| one.describe(names)).collect();
        Self { with, outputs, first, unordered: Vec::new() }
    }
}

/// The scalar that a buffer is made of, if it is made of one.
fn scalar(ty: &OutputType) -> Option<Scalar> {
    match ty {
        OutputType::Of(scalar) => Some(*scalar),
        _ => None,
    }
}

/// The words of a buffer, the smallest first.
fn sorted(bytes: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = bytes.chunks(4).collect();
    words.sort_unstable();
    words
}

impl UserKernel {
    /// Whether it samples textures between their texels.
    pub fn filters(&self) -> bool {
        self.samplers.iter().any(|(_, words)| words.filters())
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
