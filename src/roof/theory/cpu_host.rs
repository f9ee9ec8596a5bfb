//! What the host's processor is: cores that this process may use, microarchitecture, clock.
use std::fs;
use std::sync::OnceLock;

use serde::Deserialize;

use super::cpu_clock;
use crate::device::Reading;

/// The host's processor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Processor {
    /// Physical cores that this process may run on.
    pub cores: u32,
    /// CPUID's vendor (`AuthenticAMD`), Arm's implementer (`0x41`) or `Apple`.
    pub vendor: String,
    /// CPUID's family, zero on Arm.
    pub family: u32,
    /// CPUID's model, or Arm's part number.
    pub model: u32,
    /// The highest clock that was found, in Hz.
    pub clock: Option<Reading>,
}

/// One core's rate.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Core {
    /// The microarchitecture.
    pub name: String,
    /// The vendor, as in [`Processor`].
    pub vendor: String,
    /// CPUID's family.
    pub family: u32,
    /// Inclusive spans of models.
    pub models: Vec<[u32; 2]>,
    /// f32 FLOP a clock.
    pub flop_per_clock: f64,
    /// How the rate comes about.
    pub how: String,
    /// Where it is from.
    pub source: String,
}

#[derive(Deserialize)]
struct File {
    core: Vec<Core>,
}

/// The table of cores.
pub fn cores() -> &'static [Core] {
    static ALL: OnceLock<Vec<Core>> = OnceLock::new();
    ALL.get_or_init(|| {
        let file: File =
            toml::from_str(include_str!("../cpus.toml")).expect("the embedded cpus.toml parses; a test holds it");
        file.core
    })
}

/// The core's rate from the table, or an upper bound from the instruction set where the core is not in it.
pub fn core_of(host: &Processor) -> Core {
    let fits = |c: &&Core| {
        c.vendor == host.vendor
            && c.family == host.family
            && c.models.iter().any(|[low, high]| (*low..=*high).contains(&host.model))
    };
    cores().iter().find(fits).cloned().unwrap_or_else(|| core_by_instruction_set(host))
}

fn core_by_instruction_set(host: &Processor) -> Core {
    let (flop_per_clock, how) = widest_vectors();
    Core {
        name: format!("{} family {:#x} model {:#x}, not in the table", host.vendor, host.family, host.model),
        vendor: host.vendor.clone(),
        family: host.family,
        models: Vec::new(),
        flop_per_clock,
        how: how.to_owned(),
        source: "the instruction set: an upper bound".to_owned(),
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn widest_vectors() -> (f64, &'static str) {
    if std::arch::is_x86_feature_detected!("avx512f") {
        (64.0, "at most 2 FMA pipes x 16 lanes (AVX-512)")
    } else if std::arch::is_x86_feature_detected!("fma") {
        (32.0, "at most 2 FMA pipes x 8 lanes (AVX2)")
    } else if std::arch::is_x86_feature_detected!("avx") {
        (16.0, "at most one add and one multiply x 8 lanes (AVX)")
    } else {
        (8.0, "at most one add and one multiply x 4 lanes (SSE)")
    }
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn widest_vectors() -> (f64, &'static str) {
    (32.0, "at most 4 FMA pipes x 4 lanes (128 bits)")
}

impl Processor {
    /// Finds out what this host is; takes some tens of milliseconds, for the clock, the first time.
    pub fn detect() -> Processor {
        static HOST: OnceLock<Processor> = OnceLock::new();
        HOST.get_or_init(|| {
            let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            let mut host = if cpuinfo.is_empty() { from_environment() } else { from_cpuinfo(&cpuinfo) };
            host.cores = usable_cores();
            host.clock = cpu_clock::highest();
            host
        })
        .clone()
    }
}

/// Vendor, family and model from the text of `/proc/cpuinfo`, x86 or Arm.
pub fn from_cpuinfo(text: &str) -> Processor {
    let field = |name: &str| {
        text.lines().find_map(|l| {
            let (key, value) = l.split_once(':')?;
            (key.trim() == name).then(|| value.trim().to_owned())
        })
    };
    let number = |name: &str| field(name).and_then(|v| parse_number(&v)).unwrap_or(0);
    if let Some(vendor) = field("vendor_id") {
        return Processor { vendor, family: number("cpu family"), model: number("model"), ..Processor::default() };
    }
    // Big and little cores have different parts: the one with the most FLOP a clock is the upper bound.
    let parts = text.lines().filter_map(|l| l.strip_prefix("CPU part").and_then(|r| r.split_once(':')));
    let vendor = field("CPU implementer").unwrap_or_default();
    let host_of = |part: u32| Processor { vendor: vendor.clone(), model: part, ..Processor::default() };
    parts
        .filter_map(|(_, v)| parse_number(v.trim()))
        .map(host_of)
        .max_by(|a, b| core_of(a).flop_per_clock.total_cmp(&core_of(b).flop_per_clock))
        .unwrap_or_else(|| host_of(0))
}

fn parse_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Without `/proc/cpuinfo`: Windows describes the processor in the environment, and a Mac with an Arm processor is
/// Apple's.
fn from_environment() -> Processor {
    if cfg!(all(target_os = "macos", target_arch = "aarch64")) {
        return Processor { vendor: "Apple".to_owned(), ..Processor::default() };
    }
    std::env::var("PROCESSOR_IDENTIFIER").map(|text| from_identifier(&text)).unwrap_or_default()
}

/// Reads `AMD64 Family 25 Model 33 Stepping 2, AuthenticAMD`.
pub fn from_identifier(text: &str) -> Processor {
    let after = |word: &str| {
        let mut words = text.split(|c: char| c.is_whitespace() || c == ',');
        words.find(|w| *w == word)?;
        words.next()?.parse().ok()
    };
    Processor {
        vendor: text.rsplit(',').next().unwrap_or_default().trim().to_owned(),
        family: after("Family").unwrap_or(0),
        model: after("Model").unwrap_or(0),
        ..Processor::default()
    }
}

/// Physical cores among the CPUs that this process may use, at most the parallelism that the system grants.
fn usable_cores() -> u32 {
    let granted = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let allowed = status.lines().find_map(|l| l.strip_prefix("Cpus_allowed_list:")).map(cpu_list).unwrap_or_default();
    let siblings = |cpu: &u32| {
        let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
        fs::read_to_string(path).ok().map(|s| s.trim().to_owned())
    };
    let groups: Option<std::collections::BTreeSet<String>> = allowed.iter().map(siblings).collect();
    match groups {
        Some(groups) if !groups.is_empty() => granted.min(groups.len() as u32),
        _ => granted,
    }
}

/// The CPUs in a list such as `0-3,8`.
pub fn cpu_list(text: &str) -> Vec<u32> {
    let span = |part: &str| -> Option<std::ops::RangeInclusive<u32>> {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        Some(low.trim().parse().ok()?..=high.trim().parse().ok()?)
    };
    text.split(',').filter_map(span).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_recognised() {
        let genoa = from_cpuinfo("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n");
        assert_eq!(core_of(&genoa).name, "Zen 4");
        let windows = from_identifier("Intel64 Family 6 Model 158 Stepping 10, GenuineIntel");
        assert_eq!((windows.model, core_of(&windows).flop_per_clock), (158, 32.0));
        let arm =
            from_cpuinfo("CPU implementer\t: 0x41\nCPU part\t: 0xd05\n\nCPU implementer\t: 0x41\nCPU part\t: 0xd44\n");
        assert_eq!(core_of(&arm).flop_per_clock, 32.0);
    }

    #[test]
    fn cpu_lists_are_read() {
        assert_eq!(cpu_list("\t0-3,8\n"), [0, 1, 2, 3, 8]);
        assert!(cpu_list("nonsense").is_empty());
    }

    #[test]
    fn every_core_has_a_source() {
        assert!(cores().iter().all(|c| !c.source.is_empty() && c.flop_per_clock > 0.0));
    }
}
