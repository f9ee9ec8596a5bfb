//! What others published, as the files beside this one hold it.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A page or a repository, and the figures taken from it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// A short name.
    pub name: String,
    /// Where the figures were read.
    pub address: String,
    /// The commit's or the page's date.
    pub date: String,
    /// What a reader must know of how they were measured and of how the kernels here differ.
    pub note: String,
    /// Its figures were chosen before any was estimated, and the model was not made with them in sight.
    #[serde(default)]
    pub unseen: bool,
    #[serde(rename = "ladder")]
    pub ladders: Vec<Ladder>,
}

/// Figures of one GPU that belong together: what holds for all of them, and what is each one's own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    pub name: String,
    /// A file in `machines/`, or a built-in machine.
    pub machine: String,
    pub unit: Unit,
    /// The subgroup's width, where the driver's choice there is not the machine's default.
    pub subgroup: Option<u32>,
    #[serde(flatten)]
    pub run: Run,
    pub figures: Vec<Figure>,
}

/// One published figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    pub name: String,
    /// In the ladder's unit.
    pub measured: f64,
    /// The clock that the source measured beside it, in MHz.
    pub clock_mhz: Option<f64>,
    /// The machine's figure that was taken from this very measurement. Such a figure proves nothing: it is shown, and
    /// left out of the statistics.
    pub calibrates: Option<String>,
    #[serde(flatten)]
    pub run: Run,
}

/// What to run. A figure's own fields come before its ladder's; lengths are expressions over the overrides, `units` and
/// numbers, such as `4*n*k`, from left to right.
#[derive(Clone, Default, Deserialize)]
pub struct Run {
    /// A file in `kernels/`.
    pub kernel: Option<String>,
    pub entry: Option<String>,
    /// Overrides of the kernel, and names for the expressions; the sizes are the published ones.
    #[serde(default)]
    pub set: BTreeMap<String, f64>,
    /// The same for a run that does not take a real size: smaller, where the rate does not depend on it.
    #[serde(default)]
    pub short: BTreeMap<String, f64>,
    /// Workgroups along x, y and z.
    pub workgroups: Option<Vec<String>>,
    /// Bytes of each binding.
    pub buffers: Option<Vec<String>>,
    /// FLOP, bytes or requests that the figure divides by the time.
    pub work: Option<String>,
}

impl Run {
    /// These fields, and `other`'s where one is missing.
    pub fn or(&self, other: &Self) -> Self {
        let merged = |own: &BTreeMap<_, _>, other: &BTreeMap<_, _>| {
            other.iter().chain(own).map(|(name, value)| (String::clone(name), *value)).collect()
        };
        Self {
            kernel: self.kernel.clone().or(other.kernel.clone()),
            entry: self.entry.clone().or(other.entry.clone()),
            set: merged(&self.set, &other.set),
            short: merged(&self.short, &other.short),
            workgroups: self.workgroups.clone().or(other.workgroups.clone()),
            buffers: self.buffers.clone().or(other.buffers.clone()),
            work: self.work.clone().or(other.work.clone()),
        }
    }
}

/// What a figure is given in.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Unit {
    #[serde(rename = "GB/s")]
    GigabytesPerSecond,
    #[serde(rename = "GFLOP/s")]
    GigaflopsPerSecond,
    /// Clocks a request: as of microseconds, less is better.
    #[serde(rename = "clocks")]
    Clocks,
    /// Of the whole run: its work says only how much of it a smaller one does.
    #[serde(rename = "us")]
    Microseconds,
}

impl Unit {
    pub fn name(self) -> &'static str {
        match self {
            Self::GigabytesPerSecond => "GB/s",
            Self::GigaflopsPerSecond => "GFLOP/s",
            Self::Clocks => "clocks",
            Self::Microseconds => "us",
        }
    }

    /// The figure of a run that does `work` in `seconds` at `clock_hz`.
    pub fn of(self, work: f64, seconds: f64, clock_hz: f64) -> f64 {
        match self {
            Self::Clocks => seconds * clock_hz / work,
            Self::Microseconds => 1e6 * seconds,
            _ => work / seconds / 1e9,
        }
    }

    /// What stands before a figure that was made from a lower bound of the time.
    pub fn bound(self) -> &'static str {
        match self {
            Self::Clocks | Self::Microseconds => ">= ",
            _ => "<= ",
        }
    }

    /// The estimated time over the measured one.
    pub fn ratio(self, estimated: f64, measured: f64) -> f64 {
        match self {
            Self::Clocks | Self::Microseconds => estimated / measured,
            _ => measured / estimated,
        }
    }
}

/// All sources of a folder, by file name.
pub fn sources(folder: &Path) -> Result<Vec<Source>> {
    let mut files: Vec<_> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    files
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path)?;
            toml::from_str(&text).with_context(|| path.display().to_string())
        })
        .collect()
}

/// The value of an expression: numbers and names, multiplied and divided from left to right.
pub fn evaluate(expression: &str, names: &BTreeMap<String, f64>) -> Result<f64> {
    let mut value = 1.0;
    let mut rest = expression;
    let mut divide = false;
    loop {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        let word = rest[..end].trim();
        let factor = match word.parse::<f64>() {
            Ok(number) => number,
            Err(_) => *names.get(word).with_context(|| format!("`{expression}`: `{word}` is not set"))?,
        };
        value = if divide { value / factor } else { value * factor };
        if end == rest.len() {
            break;
        }
        divide = rest.as_bytes()[end] == b'/';
        rest = &rest[end + 1..];
    }
    if value.fract() != 0.0 || value <= 0.0 {
        bail!("`{expression}` is {value}, not a whole number above zero");
    }
    Ok(value)
}
