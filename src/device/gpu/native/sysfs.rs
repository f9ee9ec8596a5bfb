//! Linux: the clocks that amdgpu, i915 and xe publish under `/sys/bus/pci/devices`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::device::{Queried, Reading};

/// What sysfs knows of the device at `pci_bus_id`; empty where there is no sysfs or no such device.
pub fn read(pci_bus_id: &str) -> Queried {
    // An address is the only thing that is ever joined to the path.
    let is_address = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
    if pci_bus_id.is_empty() || !pci_bus_id.chars().all(is_address) {
        return Queried::default();
    }
    read_device(&Path::new("/sys/bus/pci/devices").join(pci_bus_id))
}

/// What the files of one device's folder say.
fn read_device(folder: &Path) -> Queried {
    let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
    if let Some(states) = text("pp_dpm_sclk") {
        return amdgpu(&states, text("mem_info_vram_total").as_deref());
    }
    let first = |names: &[PathBuf]| names.iter().find_map(|n| megahertz(&fs::read_to_string(n).ok()?));
    let xe = folder.join("tile0/gt0/freq0");
    let card = card_folder(folder);
    let most = first(&[xe.join("rp0_freq"), card.join("gt_RP0_freq_mhz"), card.join("gt_max_freq_mhz")]);
    let now = first(&[xe.join("act_freq"), card.join("gt_act_freq_mhz")]);
    let from = if xe.is_dir() { "sysfs, xe" } else { "sysfs, i915" };
    Queried {
        clock: most.and_then(|hz| Reading::new(hz, from)),
        current_clock: now.and_then(|hz| Reading::new(hz, from)),
        ..Queried::default()
    }
}

/// `drm/card0` or whatever its number is.
fn card_folder(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder.join("drm")).into_iter().flatten().flatten();
    let is_card = |e: &fs::DirEntry| e.file_name().to_string_lossy().starts_with("card");
    entries.into_iter().find(is_card).map_or_else(|| folder.join("drm/card0"), |e| e.path())
}

/// From `pp_dpm_sclk` (one clock state a line, the current one starred) and `mem_info_vram_total` (bytes).
fn amdgpu(states: &str, vram: Option<&str>) -> Queried {
    const FROM: &str = "sysfs, amdgpu";
    let clocks: Vec<(f64, bool)> = states.lines().filter_map(clock_state).collect();
    let most = clocks.iter().map(|(hz, _)| *hz).fold(0.0, f64::max);
    let current = clocks.iter().find(|(_, now)| *now);
    Queried {
        clock: Reading::new(most, FROM),
        current_clock: current.and_then(|(hz, _)| Reading::new(*hz, FROM)),
        memory_bytes: vram.and_then(|v| Reading::new(v.trim().parse().ok()?, FROM)),
        ..Queried::default()
    }
}

/// `1: 2575Mhz *` as (2.575e9, true).
fn clock_state(line: &str) -> Option<(f64, bool)> {
    let (_, rest) = line.split_once(':')?;
    let digits: String = rest.trim().chars().take_while(char::is_ascii_digit).collect();
    Some((digits.parse::<f64>().ok()? * 1e6, rest.contains('*')))
}

/// A file that holds one number of MHz, in Hz. Zero, for "asleep", is nothing.
fn megahertz(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|mhz| *mhz > 0.0).map(|mhz| mhz * 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amdgpu_clock_states_give_the_highest_and_the_current() {
        let queried = amdgpu("0: 500Mhz *\n1: 1300Mhz\n2: 2475Mhz\n", Some("17163091968\n"));
        assert_eq!(queried.clock.map(|r| r.value), Some(2.475e9));
        assert_eq!(queried.current_clock.map(|r| r.value), Some(0.5e9));
        assert_eq!(queried.memory_bytes.map(|r| r.value), Some(17_163_091_968.0));
    }

    #[test]
    fn a_sleeping_amd_gpu_shows_its_s_state() {
        let queried = amdgpu("S: 19Mhz *\n0: 200Mhz\n1: 2900Mhz\n", None);
        assert_eq!(queried.clock.map(|r| r.value), Some(2.9e9));
        assert_eq!(queried.current_clock.map(|r| r.value), Some(19e6));
    }

    #[test]
    fn nonsense_is_unknown() {
        assert_eq!(amdgpu("garbage\n: *\n", Some("x")), Queried::default());
        assert_eq!(megahertz("0\n"), None);
        assert_eq!(megahertz("1450\n"), Some(1.45e9));
        assert_eq!(read("../../etc"), Queried::default());
        assert_eq!(read(""), Queried::default());
    }

    #[test]
    fn i915_and_xe_folders_are_read() {
        let folder = std::env::temp_dir().join(format!("lockstep-sysfs-{}", std::process::id()));
        let card = folder.join("drm/card1");
        fs::create_dir_all(&card).unwrap_or_else(|e| panic!("{e}"));
        fs::write(card.join("gt_RP0_freq_mhz"), "1450\n").unwrap_or_else(|e| panic!("{e}"));
        fs::write(card.join("gt_act_freq_mhz"), "0\n").unwrap_or_else(|e| panic!("{e}"));
        let i915 = read_device(&folder);
        assert_eq!(i915.clock.map(|r| (r.value, r.from)), Some((1.45e9, "sysfs, i915".to_owned())));
        assert_eq!(i915.current_clock, None);
        let xe = folder.join("tile0/gt0/freq0");
        fs::create_dir_all(&xe).unwrap_or_else(|e| panic!("{e}"));
        fs::write(xe.join("rp0_freq"), "2850\n").unwrap_or_else(|e| panic!("{e}"));
        fs::write(xe.join("act_freq"), "1200\n").unwrap_or_else(|e| panic!("{e}"));
        let both = read_device(&folder);
        fs::remove_dir_all(&folder).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(both.clock.map(|r| (r.value, r.from)), Some((2.85e9, "sysfs, xe".to_owned())));
        assert_eq!(both.current_clock.map(|r| r.value), Some(1.2e9));
    }
}
