//! Peaks that are given: `--peak-flops`, `--peak-bandwidth`, and `lockstep.toml`.
//!
//! ```toml
//! [[device]]
//! name = "NVIDIA GeForce RTX 9090"   # the adapter's name, as `lockstep devices` prints it
//! pci = "10de:9999"                  # optional; then either may match
//! flop_per_s = 120e12                # f32
//! byte_per_s = 1.8e12
//! f16_flop_per_s = 240e12            # optional
//! int8_op_per_s = 480e12             # optional
//! note = "from the data sheet"       # optional; shown with the figures
//! ```
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::derive::Theory;
pub use super::rate::{parse_amount, parse_bandwidth, parse_flops};
use crate::Shown;
use crate::device::Identity;
use crate::host::Host;
use crate::roof::provenance::{Figure, Source};

pub const FILE_NAME: &str = "lockstep.toml";

/// A peak given by the user that makes no sense, with what to write instead.
#[derive(Debug, thiserror::Error)]
pub enum GivenError {
    /// The file exists and cannot be read.
    #[error(
        "cannot read {path}: {source}\n  Lockstep looks there for peaks of your own; make it readable, or move it away."
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no TOML, or has a field that does not belong there.
    #[error("{path} is not as expected: {source}\n  A device is written so:\n\n{EXAMPLE}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What the parser says, with line and caret.
        source: Box<toml::de::Error>,
    },
    /// A device of the file makes no sense.
    #[error("{path}: device {number}: {why}\n  A device is written so:\n\n{EXAMPLE}")]
    Device {
        /// The file.
        path: PathBuf,
        /// Which of its devices, from 1.
        number: usize,
        /// What is wrong.
        why: String,
    },
    /// A rate on the command line makes no sense.
    #[error("{text:?} is not a {what}: {why}\n  Write a number with an SI prefix or an exponent, such as {example}.")]
    Rate {
        /// What was given.
        text: String,
        /// What was expected.
        what: &'static str,
        /// Why it is none.
        why: &'static str,
        /// A good one.
        example: &'static str,
    },
}

/// What every error about a device shows.
const EXAMPLE: &str = "    [[device]]\n    name = \"NVIDIA GeForce RTX 4090\"\n    pci = \"10de:2684\"\n    flop_per_s = 82.6e12\n    byte_per_s = 1008e9";

/// One device of `lockstep.toml`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenDevice {
    /// The adapter's name; upper and lower case are the same.
    pub name: Option<String>,
    /// PCI `vendor:device`, in hexadecimal.
    pub pci: Option<String>,
    /// f32 peak, FLOP/s. Zero is "not known yet".
    pub flop_per_s: Option<f64>,
    /// f16 peak, FLOP/s.
    pub f16_flop_per_s: Option<f64>,
    /// Peak of packed 8-bit dot products, operations/s.
    pub int8_op_per_s: Option<f64>,
    /// Memory peak, B/s.
    pub byte_per_s: Option<f64>,
    /// Where the figures come from, in the user's words.
    pub note: Option<String>,
    /// The file that it stands in.
    #[serde(skip)]
    pub origin: PathBuf,
}

/// Every peak that the user gave. Flags win over files, and the first file over the second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GivenPeaks {
    /// `--peak-flops`, in FLOP/s.
    pub flop_per_s: Option<f64>,
    /// `--peak-bandwidth`, in B/s.
    pub byte_per_s: Option<f64>,
    /// The devices of `lockstep.toml`, nearest file first.
    pub devices: Vec<GivenDevice>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    device: Vec<GivenDevice>,
}

impl GivenPeaks {
    /// Reads `host`'s `lockstep.toml` in the working directory, then in the configuration directory. A file that is not there
    /// is no error.
    ///
    /// # Errors
    /// A file that is there and cannot be read or understood.
    pub fn load(host: &dyn Host) -> Result<GivenPeaks, GivenError> {
        let mut peaks = GivenPeaks::default();
        for path in candidate_files() {
            match host.read_text(&path) {
                Ok(text) => peaks.devices.extend(parse(&path, &text)?),
                Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                Err(source) => return Err(GivenError::Unreadable { path, source }),
            }
        }
        Ok(peaks)
    }

    /// The first device that is meant: the same PCI id, or the same name.
    pub fn device(&self, identity: &Identity) -> Option<&GivenDevice> {
        let name = identity.name.trim().to_lowercase();
        let same_name = |d: &GivenDevice| d.name.as_ref().is_some_and(|n| n.trim().to_lowercase() == name);
        let same_id =
            |d: &GivenDevice| d.pci.as_deref().and_then(parse_pci).is_some_and(|pci| identity.pci() == Some(pci));
        // A device that gives a name means that name: AMD shares PCI ids between parts.
        self.devices
            .iter()
            .find(|d| same_name(d))
            .or_else(|| self.devices.iter().find(|d| d.name.is_none() && same_id(d)))
    }

    /// The user's f32 peak for a device.
    pub fn f32(&self, identity: &Identity) -> Option<Figure> {
        self.pick(self.flop_per_s, "--peak-flops", identity, |d| d.flop_per_s)
    }

    /// The user's f16 peak for a device.
    pub fn f16(&self, identity: &Identity) -> Option<Figure> {
        self.pick(None, "", identity, |d| d.f16_flop_per_s)
    }

    /// The user's 8-bit dot product peak for a device.
    pub fn int8_dot(&self, identity: &Identity) -> Option<Figure> {
        self.pick(None, "", identity, |d| d.int8_op_per_s)
    }

    /// The user's memory peak for a device.
    pub fn memory(&self, identity: &Identity) -> Option<Figure> {
        self.pick(self.byte_per_s, "--peak-bandwidth", identity, |d| d.byte_per_s)
    }

    fn pick(
        &self,
        flag: Option<f64>,
        flag_name: &str,
        identity: &Identity,
        of: impl Fn(&GivenDevice) -> Option<f64>,
    ) -> Option<Figure> {
        if let Some(value) = flag {
            return Some(Figure::new(value, Source::User, format!("given with {flag_name}")));
        }
        let device = self.device(identity)?;
        let value = of(device).filter(|v| *v > 0.0)?;
        let note = device.note.as_ref().map(|n| format!(": {n}")).unwrap_or_default();
        Some(Figure::new(value, Source::User, format!("{}{note}", device.origin.shown())))
    }
}

/// The devices in the text of one `lockstep.toml`.
///
/// # Errors
/// A syntax error with line and caret, or the device that makes no sense.
pub fn parse(path: &Path, text: &str) -> Result<Vec<GivenDevice>, GivenError> {
    let file: File = toml::from_str(text)
        .map_err(|source| GivenError::Syntax { path: path.to_owned(), source: Box::new(source) })?;
    let mut devices = file.device;
    for (i, device) in devices.iter_mut().enumerate() {
        device.origin = path.to_owned();
        check(device).map_err(|why| GivenError::Device { path: path.to_owned(), number: i + 1, why })?;
    }
    Ok(devices)
}

fn check(device: &GivenDevice) -> Result<(), String> {
    if device.name.is_none() && device.pci.is_none() {
        return Err("it has neither a name nor a pci id, so it can never be found".to_owned());
    }
    if let Some(pci) = &device.pci
        && parse_pci(pci).is_none()
    {
        return Err(format!("pci = {pci:?} is not VENDOR:DEVICE in hexadecimal, such as \"10de:2684\""));
    }
    let figures = [
        ("flop_per_s", device.flop_per_s),
        ("f16_flop_per_s", device.f16_flop_per_s),
        ("int8_op_per_s", device.int8_op_per_s),
        ("byte_per_s", device.byte_per_s),
    ];
    for (name, value) in figures {
        let Some(value) = value else { continue };
        if !value.is_finite() || value < 0.0 {
            return Err(format!(
                "{name} = {value} is not a peak; it is a positive number per second, or 0 for unknown"
            ));
        }
        if value > 0.0 && value < 1e6 {
            return Err(format!(
                "{name} = {value} is below a million per second; the unit is 1/s, not G or T: {value}e12?"
            ));
        }
    }
    Ok(())
}

/// Reads `10de:2684` or `0x10DE:0x2684`.
pub fn parse_pci(text: &str) -> Option<(u16, u16)> {
    let hex = |t: &str| {
        let t = t.trim();
        u16::from_str_radix(t.strip_prefix("0x").or_else(|| t.strip_prefix("0X")).unwrap_or(t), 16).ok()
    };
    let (vendor, device) = text.split_once(':')?;
    Some((hex(vendor)?, hex(device)?))
}

/// The files that are looked for, nearest first.
pub fn candidate_files() -> Vec<PathBuf> {
    let config = config_dir(|name| env::var_os(name)).map(|dir| dir.join(FILE_NAME));
    std::iter::once(PathBuf::from(FILE_NAME)).chain(config).collect()
}

/// Lockstep's configuration directory: `$XDG_CONFIG_HOME/lockstep` or `~/.config/lockstep`, on Windows
/// `%APPDATA%\lockstep`.
pub fn config_dir(var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name: &str| var(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("APPDATA")
    } else {
        set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))
    };
    base.map(|dir| dir.join("lockstep"))
}

/// The very lines to add to `lockstep.toml` for a device whose f32 or memory peak is unknown in `theory`; a known peak
/// gets no line, since the user's would hide it. Measured roofs stand in until the user writes the data sheet's
/// figures; the note says so, and goes with the figures.
pub fn lines_to_add(
    identity: &Identity,
    theory: &Theory,
    measured_flop_per_s: Option<f64>,
    measured_byte_per_s: Option<f64>,
) -> String {
    let mut lines = format!("[[device]]\nname = {}\n", quoted(&identity.name));
    if let Some((vendor, device)) = identity.pci() {
        lines += &format!("pci = \"{vendor:04x}:{device:04x}\"\n");
    }
    let wanted = [
        ("flop_per_s", &theory.f32, measured_flop_per_s, "f32 FLOP/s"),
        ("byte_per_s", &theory.memory, measured_byte_per_s, "memory B/s"),
    ];
    let mut stands_in = false;
    for (field, figure, measured, unit) in wanted {
        if figure.is_known() {
            continue;
        }
        match measured.filter(|v| v.is_finite() && *v > 0.0) {
            Some(value) => {
                stands_in = true;
                lines += &format!("{field} = {value:.3e}   # {unit}, measured: put the data sheet's\n");
            }
            None => lines += &format!("{field} = 0.0   # {unit}: put the data sheet's; 0 is unknown\n"),
        }
    }
    if stands_in {
        lines += "note = \"measured by lockstep, not from a data sheet\"\n";
    }
    lines
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
#[path = "given_tests.rs"]
mod tests;
