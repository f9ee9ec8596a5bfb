//! What a machine tells of itself that makes its times scatter: power, clocks, other work. All of it from files that
//! Linux keeps; elsewhere it is unknown.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Load;
use crate::device::GpuState;
use crate::host::Host;

/// What state a machine is in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MachineState {
    /// Whether it runs on battery; `None` where the system does not tell, or it has none.
    pub on_battery: Option<bool>,
    /// How the first processor's clock is chosen, as cpufreq names it: `performance`, `powersave`, `schedutil`.
    pub governor: Option<String>,
    /// The share of the last ten seconds in which some work waited for a processor, 0 to 1.
    pub pressure: Option<f64>,
    /// What other work took of the processors while this program rested.
    pub load: Option<Load>,
    /// The first GPU, while this program rested; `None` where there is none.
    #[serde(default)]
    pub gpu: Option<GpuState>,
    /// The share of its time that other processes used meanwhile.
    #[serde(default)]
    pub gpu_others: Option<f64>,
}

impl MachineState {
    /// What `host` tells; `load` was seen while this program rested.
    pub fn of(host: &dyn Host, load: Option<Load>) -> Self {
        let line = |path: &str| Some(host.read_text(Path::new(path)).ok()?.trim().to_owned());
        Self {
            on_battery: on_battery(host),
            governor: line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            pressure: line("/proc/pressure/cpu").as_deref().and_then(pressure),
            load,
            gpu: None,
            gpu_others: None,
        }
    }
}

/// Whether a battery is being discharged (the kernel's ABI: `sysfs-class-power`).
fn on_battery(host: &dyn Host) -> Option<bool> {
    let supplies = host.entries(Path::new("/sys/class/power_supply")).ok()?;
    let is = |supply: &Path, file: &str, value: &str| {
        host.read_text(&supply.join(file)).is_ok_and(|text| text.trim() == value)
    };
    let batteries: Vec<_> = supplies
        .iter()
        // The battery of a mouse has another scope.
        .filter(|supply| is(supply, "type", "Battery") && !is(supply, "scope", "Device"))
        .collect();
    (!batteries.is_empty()).then(|| batteries.iter().any(|battery| is(battery, "status", "Discharging")))
}

/// Reads `some avg10=1.23 avg60=...` (the kernel's documentation of pressure stall information).
fn pressure(text: &str) -> Option<f64> {
    let some = text.lines().find_map(|line| line.strip_prefix("some "))?;
    let percent = some.split_whitespace().find_map(|word| word.strip_prefix("avg10="))?;
    Some(percent.parse::<f64>().ok()? / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Rooted;

    fn state_of(files: &[(&str, &str)]) -> MachineState {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        MachineState::of(&Rooted::at(root.path()), None)
    }

    #[test]
    fn a_laptop_that_is_not_plugged_in_runs_on_battery_whatever_its_mouse_does() {
        let supply = "sys/class/power_supply";
        let file = |name: &str| format!("{supply}/{name}");
        let (kind, status) = (file("BAT0/type"), file("BAT0/status"));
        let laptop = |state: &str| state_of(&[(&kind, "Battery\n"), (&status, state)]).on_battery;
        assert_eq!([laptop("Discharging\n"), laptop("Charging\n")], [Some(true), Some(false)]);
        let mouse = [("hid/type", "Battery"), ("hid/scope", "Device"), ("hid/status", "Discharging")];
        let mouse: Vec<(String, &str)> = mouse.iter().map(|(name, text)| (file(name), *text)).collect();
        let mouse: Vec<(&str, &str)> = mouse.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        assert_eq!(state_of(&mouse).on_battery, None);
    }

    #[test]
    fn governor_and_pressure_are_read_and_what_is_not_told_is_unknown() {
        let found = state_of(&[
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n"),
            ("proc/pressure/cpu", "some avg10=12.50 avg60=1.00 avg300=0.10 total=9\nfull avg10=0.00\n"),
        ]);
        assert_eq!((found.governor.as_deref(), found.pressure), (Some("powersave"), Some(0.125)));
        assert_eq!(state_of(&[]), MachineState::default());
    }
}
