//! The table of GPUs: facts from data sheets, one line a part, parsed from the embedded data files.
use std::sync::OnceLock;

use serde::Deserialize;

use super::architecture::{Architecture, architecture};
use super::name::{ARCHITECTURES, Name, Vendor};
use super::spelling::words_of;

/// The data files, by name and content.
const FILES: &[(&str, &str)] = &[
    ("nvidia_geforce.toml", include_str!("../data/nvidia_geforce.toml")),
    ("nvidia_geforce_older.toml", include_str!("../data/nvidia_geforce_older.toml")),
    ("nvidia_pro.toml", include_str!("../data/nvidia_pro.toml")),
    ("nvidia_further.toml", include_str!("../data/nvidia_further.toml")),
    ("nvidia_fermi.toml", include_str!("../data/nvidia_fermi.toml")),
    ("nvidia_editions.toml", include_str!("../data/nvidia_editions.toml")),
    ("nvidia_tesla.toml", include_str!("../data/nvidia_tesla.toml")),
    ("amd_radeon.toml", include_str!("../data/amd_radeon.toml")),
    ("amd_pro.toml", include_str!("../data/amd_pro.toml")),
    ("amd_further.toml", include_str!("../data/amd_further.toml")),
    ("amd_integrated.toml", include_str!("../data/amd_integrated.toml")),
    ("amd_editions.toml", include_str!("../data/amd_editions.toml")),
    ("amd_apu.toml", include_str!("../data/amd_apu.toml")),
    ("amd_terascale.toml", include_str!("../data/amd_terascale.toml")),
    ("amd_terascale1.toml", include_str!("../data/amd_terascale1.toml")),
    ("intel.toml", include_str!("../data/intel.toml")),
    ("apple.toml", include_str!("../data/apple.toml")),
    ("mobile.toml", include_str!("../data/mobile.toml")),
    ("mobile_older.toml", include_str!("../data/mobile_older.toml")),
    ("named.toml", include_str!("../data/named.toml")),
];

/// One part: the facts of its data sheet.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The name, as the vendor's own driver spells it.
    pub name: String,
    /// What tells it from other parts of the same name: a memory size, `laptop`, a core count.
    pub variant: Option<String>,
    /// Every spelling it answers to, its name included.
    spelled: Vec<String>,
    /// The spellings, read: to read those of all parts takes longer than to start, and only a look-up asks for them.
    names: OnceLock<Vec<Name>>,
    /// Who makes the GPU; the board may be another's.
    pub vendor: Vendor,
    /// PCI device ids that are known to be this part (or one of the parts that share the id).
    pub pci: Vec<u16>,
    /// The chip, as words that Mesa's drivers add in parentheses.
    pub chips: Vec<Vec<String>>,
    /// The architecture, for FLOP per clock.
    pub architecture: &'static Architecture,
    /// Execution units, where their number is known.
    pub units: Option<u32>,
    /// The highest (boost) clock of the data sheet, in Hz, where it is known.
    pub clock: Option<f64>,
    /// The vendor's own f32 figure in FLOP/s, where the data sheet states that instead of a clock.
    pub stated: Option<f64>,
    /// The vendor's own figure of dense f16 in matrix units, FLOP/s, where it is not the product of units and boost clock.
    pub matrix: Option<f64>,
    /// The lowest boost clock that the vendor lets a maker configure, in Hz (laptop parts).
    pub clock_low: Option<f64>,
    /// The f32 peak without dual issue in FLOP/s, where the vendor states no peak that counts it.
    pub f32_low: Option<f64>,
    /// Memory bus width in bits, where it is known.
    pub bus_bits: Option<f64>,
    /// Transfers per second and pin, in Hz.
    pub transfer_rate: Option<f64>,
    /// Memory bandwidth in B/s.
    pub bandwidth: Option<f64>,
    /// The lowest bandwidth of boards that bear the name, in B/s.
    pub bandwidth_low: Option<f64>,
    /// Whether memory is the system's, so that the bandwidth is the most that the platform supports.
    pub shared_memory: bool,
    /// Memory size in GB, where the part has memory of its own and all of its boards have as much.
    pub memory_gb: Option<f64>,
    /// The memory sizes of its boards in GB, where they have several and the same figures.
    pub memory_sizes: Vec<u32>,
    /// Board power in W (TGP, TBP or TDP, as the vendor calls it), where it is known.
    pub board_power: Option<f64>,
    /// Size of the last-level cache in bytes.
    pub cache: Option<f64>,
    /// Size of level 2 in bytes, where the last level is a memory-side cache behind it.
    pub l2: Option<f64>,
    /// The product family.
    pub family: String,
    /// Where the figures come from.
    pub source: String,
}

impl Gpu {
    /// The name with its variant: `NVIDIA GeForce RTX 3080 (12 GB)`.
    pub fn title(&self) -> String {
        match &self.variant {
            Some(variant) => format!("{} ({variant})", self.name),
            None => self.name.clone(),
        }
    }

    /// Every spelling it answers to, its name included.
    pub fn spellings(&self) -> &[Name] {
        self.names.get_or_init(|| {
            let mut names: Vec<Name> = Vec::new();
            for name in self.spelled.iter().map(|text| Name::parse(text)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        })
    }

    /// The memory sizes in GB of the boards of that name: none where they are not known.
    pub fn sizes(&self) -> Vec<f64> {
        self.memory_gb.into_iter().chain(self.memory_sizes.iter().copied().map(f64::from)).collect()
    }

    /// Whether a board of that name may have so much memory: nothing known says otherwise. Of the system's memory any part may
    /// use as much as there is.
    pub(crate) fn may_have(&self, gb: u32) -> bool {
        let sizes = self.sizes();
        self.shared_memory || sizes.is_empty() || sizes.contains(&f64::from(gb))
    }

    /// f32 FLOP/s at the boost clock, where units, clock and their rate are known; else what the data sheet states.
    pub fn f32(&self) -> Option<f64> {
        let units = self.units.map(f64::from);
        let product = || Some(units? * self.architecture.f32? * self.clock?);
        product().or(self.stated)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: Vec<Family>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    name: String,
    vendor: String,
    arch: String,
    source: String,
    #[serde(default)]
    shared: bool,
    /// Parts of which the sources give no figure: they are found, and what they reach is unknown.
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    gpus: Vec<Line>,
}

/// One line of a data file. Units: MHz, FLOP a clock and unit (`f32_low`), bits, Gbit/s a pin, GB/s, GB, W, MiB.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    #[serde(default)]
    also: Vec<String>,
    variant: Option<String>,
    #[serde(default)]
    pci: String,
    #[serde(default)]
    chip: String,
    arch: Option<String>,
    units: Option<u32>,
    mhz: Option<f64>,
    tflops: Option<f64>,
    matrix_tflops: Option<f64>,
    mhz_low: Option<f64>,
    f32_low: Option<f64>,
    bus: Option<f64>,
    gbps: Option<f64>,
    gbps_low: Option<f64>,
    gbs: Option<f64>,
    gbs_low: Option<f64>,
    gb: Option<f64>,
    #[serde(default)]
    sizes: Vec<u32>,
    watts: Option<f64>,
    cache: Option<f64>,
    l2: Option<f64>,
    source: Option<String>,
}

/// A data file that cannot be read.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file is no TOML, or a line has a wrong or unknown field.
    #[error("{file}: {source}")]
    Syntax { file: String, source: Box<toml::de::Error> },
    /// A line's content makes no sense.
    #[error("{file}: {gpu}: {why}")]
    Line { file: String, gpu: String, why: String },
}

/// Every part of the table.
pub fn gpus() -> &'static [Gpu] {
    static ALL: OnceLock<Vec<Gpu>> = OnceLock::new();
    ALL.get_or_init(|| {
        let parse =
            |(file, text): &(&str, &str)| parse(file, text).expect("the embedded tables parse; a test holds them");
        FILES.iter().flat_map(parse).collect()
    })
}

/// The part of that title: the name, with the variant in parentheses where it has one.
pub fn part(title: &str) -> Option<&'static Gpu> {
    gpus().iter().find(|gpu| gpu.title() == title)
}

/// Parses one data file.
///
/// # Errors
/// A syntax error with its line, or the part whose line makes no sense.
pub fn parse(file: &str, text: &str) -> Result<Vec<Gpu>, TableError> {
    let data: File = toml::from_str(text)
        .map_err(|source| TableError::Syntax { file: file.to_owned(), source: Box::new(source) })?;
    let mut gpus = Vec::new();
    for mut family in data.family {
        let names = std::mem::take(&mut family.names);
        let named = names.iter().flat_map(|name| each(name)).map(|name| Line { name, ..Line::default() });
        for line in std::mem::take(&mut family.gpus).into_iter().chain(named) {
            let gpu = line.name.clone();
            let wrong = |why: String| TableError::Line { file: file.to_owned(), gpu, why };
            gpus.push(resolve(&family, line).map_err(wrong)?);
        }
    }
    Ok(gpus)
}

/// The names that one with a range stands for: `Mali-T604 MP1..4`.
fn each(name: &str) -> Vec<String> {
    let ends = name.split_once("..").and_then(|(head, last)| {
        let stem = head.trim_end_matches(|c: char| c.is_ascii_digit());
        Some((stem, head[stem.len()..].parse::<u32>().ok()?, last.parse::<u32>().ok()?))
    });
    match ends {
        Some((stem, first, last)) => (first..=last).map(|number| format!("{stem}{number}")).collect(),
        None => vec![name.to_owned()],
    }
}

fn resolve(family: &Family, line: Line) -> Result<Gpu, String> {
    let arch = line.arch.as_deref().unwrap_or(&family.arch);
    let architecture = architecture(arch).ok_or_else(|| format!("no architecture is called {arch:?}"))?;
    let vendor = Vendor::from_name(&family.vendor).ok_or_else(|| format!("no vendor {:?}", family.vendor))?;
    if family.source.is_empty() {
        return Err(format!("family {:?} has no source", family.name));
    }
    if line.units == Some(0) || line.mhz == Some(0.0) || line.tflops == Some(0.0) {
        return Err("units, mhz and tflops must be above zero, or left out where they are unknown".to_owned());
    }
    // A data sheet that states the peak rather than the clock implies the clock.
    let stated = line.tflops.map(|tflops| tflops * 1e12);
    let per_clock = line.units.zip(architecture.f32).map(|(units, rate)| f64::from(units) * rate);
    let implied = stated.zip(per_clock).map(|(flop, per_clock)| flop / per_clock);
    let clock = line.mhz.map(|mhz| mhz * 1e6).or(implied);
    let single = line.f32_low.zip(line.units).zip(clock);
    let times_bus = |gbps: f64| line.bus.map(|bus| bus / 8.0 * gbps * 1e9);
    let hex = |id: &str| u16::from_str_radix(id, 16).map_err(|_| format!("{id:?} is no PCI id"));
    let bytes = |mib: f64| mib * 1024.0 * 1024.0;
    let chip_words = |chip: &str| words_of(&chip.to_lowercase());
    let spelled = spelled(family, &line, architecture);
    Ok(Gpu {
        pci: line.pci.split_whitespace().map(hex).collect::<Result<_, _>>()?,
        chips: line.chip.split(',').map(chip_words).filter(|c: &Vec<String>| !c.is_empty()).collect(),
        name: line.name,
        variant: line.variant,
        spelled,
        names: OnceLock::new(),
        vendor,
        architecture,
        units: line.units,
        clock,
        stated,
        matrix: line.matrix_tflops.map(|tflops| tflops * 1e12),
        clock_low: line.mhz_low.map(|mhz| mhz * 1e6),
        f32_low: single.map(|((rate, units), clock)| rate * f64::from(units) * clock),
        bus_bits: line.bus,
        transfer_rate: line.gbps.map(|g| g * 1e9),
        bandwidth: line.gbs.map(|gbs| gbs * 1e9).or_else(|| line.gbps.and_then(times_bus)),
        bandwidth_low: line.gbs_low.map(|gbs| gbs * 1e9).or_else(|| line.gbps_low.and_then(times_bus)),
        shared_memory: family.shared,
        memory_gb: line.gb,
        memory_sizes: line.sizes,
        board_power: line.watts,
        cache: line.cache.map(bytes),
        l2: line.l2.map(bytes),
        family: family.name.clone(),
        source: line.source.unwrap_or_else(|| family.source.clone()),
    })
}

/// What a line answers to: its names, and each with what tells it from its namesakes as people write that.
fn spelled(family: &Family, line: &Line, architecture: &Architecture) -> Vec<String> {
    let variant = line.variant.as_deref().unwrap_or_default();
    let mut further: Vec<String> = Vec::new();
    if variant.ends_with(" cores") {
        further.push(variant.to_owned());
    }
    let tells = |word: &&str| word.contains("DDR") || ARCHITECTURES.contains(&word.to_lowercase().as_str());
    further.extend(variant.split([',', ' ']).filter(tells).map(str::to_owned));
    if family.shared {
        further.extend(line.units.map(|units| counts(units, &architecture.unit)).unwrap_or_default());
    }
    // Lists of PCI ids tell a notebook's part from its desktop namesake by a word that its driver does not print.
    let portable = |text: &str| ["laptop", "notebook", "mobile"].iter().any(|word| text.contains(word));
    if portable(variant) || portable(&family.name) {
        further.push("Laptop".to_owned());
    }
    let names = || std::iter::once(&line.name).chain(&line.also);
    let told_apart = further.iter().flat_map(|word| names().map(move |name| format!("{name} {word}")));
    names().cloned().chain(told_apart).collect()
}

/// The number of execution units as people write it: `8CU` and `512SP`, `32EU`.
fn counts(units: u32, unit: &str) -> Vec<String> {
    match unit {
        "CU" => vec![format!("{units}CU"), format!("{}SP", units * 64)],
        "EU" => vec![format!("{units}EU")],
        "Xe core" => vec![format!("{}EU", units * 16)],
        "core" => vec![format!("{units} cores"), format!("{units}CU")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
