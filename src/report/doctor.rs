//! `lockstep doctor`, rendered.

use super::format::Render;
use crate::device::GpuState;
use crate::harness::DeviceReport;
use crate::measure::MachineState;
use crate::study::checkup::{Checkup, Timed};
use crate::text::{COLUMNS, wrap};
use crate::units::{digits3, si};

/// A scatter of so many times the time itself is no figure to plan by.
const LARGEST: f64 = 10.0;

/// Columns before what is said.
const INDENT: usize = 15;

impl Render for Checkup {
    fn terminal(&self, _columns: usize) -> String {
        let mut text = line("lockstep", &format!("{}, {}", self.version, self.system));
        let found: Vec<String> = self.devices.iter().map(device).collect();
        for (at, device) in found.iter().enumerate() {
            text += &line(if at == 0 { "devices" } else { "" }, device);
        }
        if found.is_empty() {
            text += &line("devices", "none: there is no Vulkan, Metal or DX12 driver that this program finds");
        }
        text += &line("simulator", &format!("machine `{}`, always", self.simulator));
        text += &match (&self.timed, &self.not_timed) {
            (Some(timed), _) => self::timed(timed),
            (None, Some(why)) => line("times", &format!("the device could not be timed: {why}")),
            (None, None) => line("times", "none: the simulator's are estimates, which do not scatter"),
        };
        text += &line("machine", &surroundings(&self.surroundings));
        if let Some(gpu) = &self.surroundings.gpu {
            text += &line("GPU now", &gpu_now(gpu, self.surroundings.gpu_others));
        }
        if self.advice.is_empty() {
            return text + "\nNothing was found that should be changed.\n";
        }
        text += "\nWhat to change, what matters most first:\n";
        for (at, advice) in self.advice.iter().enumerate() {
            let body = wrap(&format!("{advice}."), COLUMNS, 3);
            text += &format!("{}. {}\n", at + 1, body.get(3..).unwrap_or_default());
        }
        text
    }
}

/// A heading, and what is said beside it.
fn line(heading: &str, said: &str) -> String {
    let body = wrap(said, COLUMNS, INDENT);
    format!("{heading:<INDENT$}{}\n", body.get(INDENT..).unwrap_or_default())
}

fn device(device: &DeviceReport) -> String {
    format!("{} ({}), {}", device.name, device.sort(), device.driver)
}

fn timed(timed: &Timed) -> String {
    let mut text = line("clock", &format!("{}: {}", timed.clock.source.name(), timed.clock.detail));
    text += &line("steadiness", &steadiness(timed.smallest, timed.another_run));
    if let Some(why) = &timed.unsteady {
        text += &line("", &format!("inconclusive: {why}"));
    }
    text
}

/// What the scatter of the times means for a lab.
fn steadiness(smallest: Option<f64>, another_run: Option<f64>) -> String {
    let percent = |share: f64| format!("{} %", digits3(100.0 * share));
    let differences = match smallest {
        None => "it is not known which differences a lab would see".to_owned(),
        // Such an interval has no upper end, or one that says nothing.
        Some(smallest) if !(0.0..LARGEST).contains(&smallest) => {
            "no difference between kernels could be measured now: the times scatter too much".to_owned()
        }
        Some(smallest) => format!("a lab would see differences between kernels of {} and more", percent(smallest)),
    };
    let again = match another_run {
        None => String::new(),
        Some(half) if half < 1.0 => format!("; another run's times may lie {} to either side", percent(half)),
        Some(half) if half < LARGEST => format!("; another run's times may be {} times as long", digits3(1.0 + half)),
        Some(_) => format!("; another run's times may be more than {LARGEST} times as long"),
    };
    format!("{differences}{again}")
}

fn gpu_now(gpu: &GpuState, others: Option<f64>) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let busy = gpu.busy.map_or("how busy it is is not known".to_owned(), |busy| format!("{} busy", percent(busy)));
    let others = others.map_or_else(String::new, |others| format!(", {} for other processes", percent(others)));
    let clock = gpu.clock_hz.map_or("clock not known".to_owned(), |hz| si(hz, "Hz"));
    let held = match gpu.held_down.as_slice() {
        [] => String::new(),
        reasons => format!(", held down by {}", reasons.join(" and ")),
    };
    format!("{busy}{others} while this program rested; {clock}{held}")
}

fn surroundings(around: &MachineState) -> String {
    let load = around.load.map_or_else(
        || "what else runs is not known".to_owned(),
        |load| {
            format!(
                "{} processors, of which others took {:.2} and a host {:.2} while this program rested",
                load.processors, load.others, load.stolen
            )
        },
    );
    let power = match around.on_battery {
        Some(true) => "on battery",
        Some(false) => "plugged in",
        None => "power source not known",
    };
    let governor =
        around.governor.as_deref().map_or("governor not known".to_owned(), |name| format!("governor {name}"));
    let pressure = around.pressure.map_or_else(String::new, |share| {
        format!("; some work waited for a processor in {:.0} % of the last ten seconds", 100.0 * share)
    });
    format!("{load}; {power}; {governor}{pressure}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scatter_without_end_is_no_figure() {
        let fine = steadiness(Some(0.02), Some(0.01));
        assert_eq!(
            fine,
            "a lab would see differences between kernels of 2.00 % and more; another run's times may lie 1.00 % to either side"
        );
        for (smallest, half) in [(f64::INFINITY, 23.31), (f64::NAN, f64::INFINITY), (50.0, f64::NAN), (-1.0, 2.0)] {
            let said = steadiness(Some(smallest), Some(half));
            assert!(said.starts_with("no difference between kernels could be measured now"), "{said}");
            assert!(!said.contains("inf") && !said.contains("NaN") && !said.contains('%'), "{said}");
        }
        assert!(steadiness(Some(0.5), Some(2.0)).ends_with("times may be 3.00 times as long"));
    }
}
