//! Linux: what amdgpu, i915 and xe publish of a GPU under `/sys/bus/pci/devices`.

use std::path::{Path, PathBuf};

#[cfg(not(target_family = "wasm"))]
use crate::device::{Queried, Reading};
use crate::host::Host;

/// The folder of one GPU.
pub struct Sysfs<'a> {
    host: &'a dyn Host,
    pub folder: PathBuf,
    /// `drm/card0` in it, or whatever its number is.
    pub card: PathBuf,
}

impl<'a> Sysfs<'a> {
    /// That of the GPU at this address; `None` where it is no address.
    pub fn at(pci_bus_id: &str, host: &'a dyn Host) -> Option<Self> {
        // An address is the only thing that is ever joined to the path.
        let is_address = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
        if pci_bus_id.is_empty() || !pci_bus_id.chars().all(is_address) {
            return None;
        }
        let folder = Path::new("/sys/bus/pci/devices").join(pci_bus_id);
        let cards = host.entries(&folder.join("drm")).unwrap_or_default();
        let card = cards.into_iter().find(|path| is_named(path, "card")).unwrap_or_else(|| folder.join("drm/card0"));
        Some(Self { host, folder, card })
    }

    /// The folder in which xe keeps its clocks.
    pub fn xe(&self) -> PathBuf {
        self.folder.join("tile0/gt0/freq0")
    }

    /// The number that a file holds.
    pub fn number(&self, path: &Path) -> Option<f64> {
        self.host.read_text(path).ok()?.trim().parse().ok()
    }

    /// The clock that it runs at now, in Hz.
    pub fn clock_hz(&self) -> Option<f64> {
        let intel = || self.first_hz(&[self.xe().join("act_freq"), self.card.join("gt_act_freq_mhz")]);
        intel().or_else(|| current(&self.states()?))
    }

    /// Of the files that each hold a number of MHz, the first that does, in Hz. Zero, for "asleep", is nothing.
    fn first_hz(&self, files: &[PathBuf]) -> Option<f64> {
        files.iter().find_map(|file| self.number(file).filter(|mhz| *mhz > 0.0).map(|mhz| mhz * 1e6))
    }

    /// amdgpu's clock states, one a line.
    fn states(&self) -> Option<String> {
        self.host.read_text(&self.folder.join("pp_dpm_sclk")).ok()
    }
}

// A page has no files to read.
#[cfg(not(target_family = "wasm"))]
impl Sysfs<'_> {
    /// Its highest and its current clock, and amdgpu's memory.
    pub fn queried(&self) -> Queried {
        let states = self.states();
        let from = match &states {
            Some(_) => "sysfs, amdgpu",
            None if self.host.entries(&self.xe()).is_ok() => "sysfs, xe",
            None => "sysfs, i915",
        };
        let most = match &states {
            Some(states) => states.lines().filter_map(clock_state).map(|(hz, _)| hz).reduce(f64::max),
            None => self.most_hz(),
        };
        let memory = states.and_then(|_| self.number(&self.folder.join("mem_info_vram_total")));
        let reading = |value: Option<f64>| Reading::new(value?, from);
        Queried {
            clock: reading(most),
            current_clock: reading(self.clock_hz()),
            memory_bytes: reading(memory),
            ..Queried::default()
        }
    }

    fn most_hz(&self) -> Option<f64> {
        let card = |name: &str| self.card.join(name);
        self.first_hz(&[self.xe().join("rp0_freq"), card("gt_RP0_freq_mhz"), card("gt_max_freq_mhz")])
    }
}

/// Whether a file's name begins so.
pub fn is_named(path: &Path, start: &str) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))
}

/// The clock of the state that has a star.
fn current(states: &str) -> Option<f64> {
    states.lines().filter_map(clock_state).find(|(_, now)| *now).map(|(hz, _)| hz)
}

/// `1: 2575Mhz *` as (2.575e9, true).
fn clock_state(line: &str) -> Option<(f64, bool)> {
    let (_, rest) = line.split_once(':')?;
    let digits: String = rest.trim().chars().take_while(char::is_ascii_digit).collect();
    Some((digits.parse::<f64>().ok()? * 1e6, rest.contains('*')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Native, Rooted};

    const ADDRESS: &str = "0000:03:00.0";

    fn queried(files: &[(&str, &str)]) -> Queried {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join("sys/bus/pci/devices").join(ADDRESS).join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        Sysfs::at(ADDRESS, &Rooted::at(root.path())).expect("an address").queried()
    }

    #[test]
    fn amdgpu_clock_states_give_the_highest_and_the_current() {
        let states = ("pp_dpm_sclk", "0: 500Mhz *\n1: 1300Mhz\n2: 2475Mhz\n");
        let queried = queried(&[states, ("mem_info_vram_total", "17163091968\n")]);
        assert_eq!(queried.clock.map(|r| r.value), Some(2.475e9));
        assert_eq!(queried.current_clock.map(|r| r.value), Some(0.5e9));
        assert_eq!(queried.memory_bytes.map(|r| r.value), Some(17_163_091_968.0));
    }

    #[test]
    fn a_sleeping_amd_gpu_shows_its_s_state() {
        let queried = queried(&[("pp_dpm_sclk", "S: 19Mhz *\n0: 200Mhz\n1: 2900Mhz\n")]);
        assert_eq!(queried.clock.map(|r| r.value), Some(2.9e9));
        assert_eq!(queried.current_clock.map(|r| r.value), Some(19e6));
    }

    #[test]
    fn nonsense_is_unknown_and_no_path_leaves_the_folder() {
        assert_eq!(queried(&[("pp_dpm_sclk", "garbage\n: *\n"), ("mem_info_vram_total", "x")]), Queried::default());
        assert_eq!(queried(&[]), Queried::default());
        assert!(["../../etc", ""].iter().all(|address| Sysfs::at(address, &Native).is_none()));
    }

    #[test]
    fn i915_and_xe_folders_are_read() {
        let i915 = [("drm/card1/gt_RP0_freq_mhz", "1450\n"), ("drm/card1/gt_act_freq_mhz", "0\n")];
        let found = queried(&i915);
        assert_eq!(found.clock.map(|r| (r.value, r.from)), Some((1.45e9, "sysfs, i915".to_owned())));
        assert_eq!(found.current_clock, None);
        let xe = [("tile0/gt0/freq0/rp0_freq", "2850\n"), ("tile0/gt0/freq0/act_freq", "1200\n")];
        let both = queried(&[i915, xe].concat());
        assert_eq!(both.clock.map(|r| (r.value, r.from)), Some((2.85e9, "sysfs, xe".to_owned())));
        assert_eq!(both.current_clock.map(|r| r.value), Some(1.2e9));
    }
}
