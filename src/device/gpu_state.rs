//! What a GPU tells of itself now that makes its times scatter: how busy it is, its clock, and why that is held down.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Facts;
use super::gpu::native;
use super::sysfs::{Sysfs, is_named};
use crate::host::Host;

/// A GPU at one moment; what nobody tells is `None`, or empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GpuState {
    /// The share of the last moment in which it did something, 0 to 1.
    pub busy: Option<f64>,
    /// The clock it runs at, in Hz.
    pub clock_hz: Option<f64>,
    /// Why its clock is held down: "power limit", "heat".
    pub held_down: Vec<String>,
}

/// What a driver's library sampled of a process on a GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProcessUse {
    /// The process's number.
    pub process: u32,
    /// When, on the library's clock.
    pub at: u64,
    /// Its share of the time between this sample and the one before it.
    pub share: f64,
}

impl GpuState {
    /// What the files of `host` (Linux' sysfs), else the driver's library, tell of the GPU of these facts.
    pub fn of(facts: &Facts, host: &dyn Host) -> Self {
        let files = Self::of_files(&facts.pci_bus_id, host).unwrap_or_default();
        if files != Self::default() { files } else { native::state(facts) }
    }

    fn of_files(pci_bus_id: &str, host: &dyn Host) -> Option<Self> {
        let files = Sysfs::at(pci_bus_id, host)?;
        let i915 = reasons(&files.card.join("gt/gt0"), "throttle_reason_", host);
        let xe = reasons(&files.xe().join("throttle"), "reason_", host);
        Some(Self {
            busy: files.number(&files.folder.join("gpu_busy_percent")).map(|percent| percent / 100.0),
            clock_hz: files.clock_hz(),
            held_down: i915.into_iter().chain(xe).collect(),
        })
    }
}

/// What holds the clock of an Intel GPU down: files of `folder` that hold 1, such as `throttle_reason_pl1` (i915) or
/// `reason_thermal` (xe), as the kernel's ABI has them.
fn reasons(folder: &Path, start: &str, host: &dyn Host) -> Vec<String> {
    let files = host.entries(folder).unwrap_or_default();
    let set = |path: &Path| is_named(path, start) && host.read_text(path).is_ok_and(|text| text.trim() == "1");
    let why = |path: &PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        match name.strip_prefix(start)? {
            // It says that there is a reason, which another file is.
            "status" => None,
            "thermal" | "prochot" => Some("heat".to_owned()),
            "pl1" | "pl2" | "pl4" => Some("power limit".to_owned()),
            other => Some(other.to_owned()),
        }
    };
    files.iter().filter(|path| set(path)).filter_map(why).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Rooted;

    fn state_of(files: &[(&str, &str)]) -> GpuState {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join("sys/bus/pci/devices/0000:03:00.0").join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        GpuState::of_files("0000:03:00.0", &Rooted::at(root.path())).expect("an address")
    }

    #[test]
    fn amdgpu_tells_how_busy_it_is_and_its_clock() {
        let found = state_of(&[("gpu_busy_percent", "37\n"), ("pp_dpm_sclk", "0: 500Mhz\n1: 2475Mhz *\n")]);
        assert_eq!((found.busy, found.clock_hz), (Some(0.37), Some(2.475e9)));
    }

    #[test]
    fn i915_and_xe_tell_what_holds_the_clock_down() {
        let i915 = state_of(&[
            ("drm/card1/gt_act_freq_mhz", "900\n"),
            ("drm/card1/gt/gt0/throttle_reason_status", "1\n"),
            ("drm/card1/gt/gt0/throttle_reason_pl1", "1\n"),
            ("drm/card1/gt/gt0/throttle_reason_thermal", "0\n"),
        ]);
        assert_eq!((i915.clock_hz, i915.held_down), (Some(9e8), vec!["power limit".to_owned()]));
        let xe = state_of(&[("tile0/gt0/freq0/throttle/reason_thermal", "1"), ("tile0/gt0/freq0/act_freq", "0")]);
        assert_eq!((xe.clock_hz, xe.held_down), (None, vec!["heat".to_owned()]));
    }

    #[test]
    fn what_is_not_told_is_unknown_and_no_path_leaves_the_folder() {
        assert_eq!(state_of(&[]), GpuState::default());
        assert_eq!(GpuState::of_files("../../etc", &Rooted::at(Path::new("/"))), None);
        assert_eq!(GpuState::of_files("", &Rooted::at(Path::new("/"))), None);
    }
}
