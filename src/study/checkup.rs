//! A check-up: what would run kernels here, how steady the machine is now, and what would make it steadier.

use serde::{Deserialize, Serialize};

use crate::device::{DeviceType, Facts, Selector};
use crate::harness::{self, ClockReport, DeviceReport, Done, Job, Listener, Request, RunError, Status, VariantReport};
use crate::labs;
use crate::measure::{Clock, MachineState, disturbs_gpu};
use crate::sim::machine::Machine;

/// Variants that are timed to see how steady the machine is: the first of the first lab.
const TIMED: usize = 2;

/// Differences between variants below this share are small enough to see what the labs show.
const FINE: f64 = 0.05;

/// Governors under which a processor's clock follows its load, and a short kernel runs before it has risen (the kernel's
/// documentation of CPU performance scaling; under `intel_pstate` and `amd-pstate`, `powersave` follows the load, too).
const FOLLOWING: [&str; 4] = ["powersave", "ondemand", "conservative", "schedutil"];

/// Which drivers to install; stands after the word "install".
pub const DRIVERS: &str = if cfg!(target_os = "linux") {
    "Mesa's Vulkan drivers (package mesa-vulkan-drivers on Debian, Ubuntu and Fedora) for a GPU of AMD or Intel; lavapipe, \
     which comes with them, runs on any CPU. A GPU of NVIDIA takes NVIDIA's driver"
} else {
    "the driver of the GPU's vendor"
};

/// What was found. JSON of schema `lockstep/doctor/1`, in SI base units.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checkup {
    /// [`Checkup::SCHEMA`].
    pub schema: String,
    /// This program's version.
    pub version: String,
    /// Operating system and processor's architecture.
    pub system: String,
    /// Every device, the one that `auto` takes first.
    pub devices: Vec<DeviceReport>,
    /// The simulated machine that runs kernels where there is no device.
    pub simulator: String,
    /// How the chosen device's times are read, and how they scatter; `None` where there is none, or it could not be timed.
    pub timed: Option<Timed>,
    /// Why nothing was timed, where there is a device.
    pub not_timed: Option<String>,
    /// What the machine tells of itself.
    pub surroundings: MachineState,
    /// What to change, what disturbs most first; empty where nothing was found.
    pub advice: Vec<String>,
}

/// How a device's times scatter now.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Timed {
    pub device: DeviceReport,
    /// The clock, and whether the device's timestamps are believed.
    pub clock: ClockReport,
    /// The variants that were timed.
    pub variants: Vec<VariantReport>,
    /// The smallest difference between two variants that a lab would see now, as a share; `None` where too few processes
    /// timed them.
    pub smallest: Option<f64>,
    /// Half the width of another run's interval, as a share of the time: how far its median may lie.
    pub another_run: Option<f64>,
    /// Why the times are inconclusive, where they are.
    pub unsteady: Option<String>,
}

impl Checkup {
    /// The schema's name.
    pub const SCHEMA: &str = "lockstep/doctor/1";

    /// Looks at the machine, of which `devices` and `surroundings` were found, and times a few kernels on the device that
    /// `selector` chooses among them.
    pub fn of(devices: &[Facts], selector: &Selector, surroundings: MachineState, listener: &mut dyn Listener) -> Self {
        let simulated = matches!(selector, Selector::Simulated(_));
        let timed = (!devices.is_empty() && !simulated).then(|| time(selector, listener));
        let (timed, not_timed) = match timed {
            Some(Ok(timed)) => (Some(timed), None),
            Some(Err(refused)) => (None, Some(refused.message)),
            None => (None, None),
        };
        let mut found = Self {
            schema: Self::SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            devices: devices.iter().map(DeviceReport::from).collect(),
            simulator: Machine::builtin("").map_or_else(|error| error.to_string(), |machine| machine.name.clone()),
            timed,
            not_timed,
            surroundings,
            advice: Vec::new(),
        };
        found.advice = advice(&found);
        found
    }
}

fn time(selector: &Selector, listener: &mut dyn Listener) -> Result<Timed, RunError> {
    let (lab, part) = labs::ALL
        .iter()
        .find_map(|lab| Some((lab, lab.parts.first()?)))
        .ok_or_else(|| RunError::unserved("there is no lab"))?;
    let variants = part.ladder.iter().take(TIMED).map(|variant| variant.name.to_owned()).collect();
    let job = Job::Ladder { lab: lab.name.to_owned(), variants };
    let request = Request { device: selector.clone(), ..Request::new(job) };
    let report = harness::run(&request, listener).and_then(Done::lab)?;
    let last = report.variants.last();
    let time = last.and_then(|variant| variant.time);
    let unsteady = report.variants.iter().find(|variant| variant.status == Status::Inconclusive);
    Ok(Timed {
        smallest: last.and_then(|variant| variant.over_first).map(|ratio| ratio.smallest()),
        another_run: time.map(|time| time.spread()),
        unsteady: unsteady.and_then(|variant| variant.reason.clone()),
        device: report.device,
        clock: report.clock,
        variants: report.variants,
    })
}

/// What to change: what keeps kernels from a device first, then what makes its times scatter.
fn advice(found: &Checkup) -> Vec<String> {
    let around = &found.surroundings;
    let on_cpu = found.timed.as_ref().is_some_and(|timed| timed.device.kind == DeviceType::Cpu);
    let drivers = drivers(found);
    let load = around.load.and_then(|load| load.disturbs());
    let stolen = around.load.is_some_and(|load| load.stolen > load.others);
    let busy = load.map(|load| match stolen {
        true => {
            format!("{load}: nothing inside changes that; repeat when it is quieter, or measure on another machine")
        }
        false => {
            format!("{load} while this program rested: close them (a monitor such as `top` names them), then repeat")
        }
    });
    let gpu = busy_gpu(around);
    let held_down = around.gpu.as_ref().filter(|gpu| !gpu.held_down.is_empty()).map(|gpu| {
        format!(
            "the GPU's clock is held down ({}): let it cool, or raise the limit, before you compare times",
            gpu.held_down.join(", ")
        )
    });
    let battery = (around.on_battery == Some(true))
        .then(|| "the machine runs on battery, on which clocks are held down: plug it in".to_owned());
    let follows = |governor: &&String| on_cpu && FOLLOWING.contains(&governor.as_str());
    let governor = around.governor.as_ref().filter(follows).map(|governor| {
        format!(
            "the processor's clock follows its load (governor `{governor}`), and this device runs on it: \
             `sudo cpupower frequency-set -g performance` holds it up while you measure"
        )
    });
    let clock = found.timed.as_ref().filter(|timed| timed.clock.source == Clock::Wall).map(|timed| {
        format!(
            "times are read from the host's clock, which counts each submission, too ({}): a newer driver may have \
             timestamps that can be believed; until then compare kernels that take long",
            timed.clock.detail
        )
    });
    let disturbed = drivers.into_iter().chain(busy).chain(gpu).chain(held_down);
    disturbed.chain(battery).chain(governor).chain(clock).chain(unexplained(found)).collect()
}

/// That something else uses the GPU while this program rests.
fn busy_gpu(around: &MachineState) -> Option<String> {
    let busy = around.gpu.as_ref().and_then(|gpu| gpu.busy).unwrap_or(0.0);
    let used = around.gpu_others.and_then(disturbs_gpu);
    let used = used.or_else(|| disturbs_gpu(busy))?;
    Some(format!("{used} while this program rested: close what draws or computes there, then repeat"))
}

/// What keeps kernels from a GPU.
fn drivers(found: &Checkup) -> Option<String> {
    let only_cpu = found.devices.iter().all(|device| device.kind == DeviceType::Cpu);
    match (found.devices.is_empty(), only_cpu) {
        (true, _) => Some(format!(
            "no driver was found, so kernels run on the simulator (`--device sim`), which counts and estimates what a GPU would do, and nothing is \
             timed. To time them, install {DRIVERS}"
        )),
        (false, true) => Some(format!(
            "the only device runs on the processor: its times say how kernels run there, not on a GPU. Without a GPU, use \
             `--device sim`: the simulator counts and estimates what one would do. Where there is a GPU, its driver is \
             missing: install {DRIVERS}"
        )),
        (false, false) => None,
    }
}

/// Times that scatter though nothing was found that makes them.
fn unexplained(found: &Checkup) -> Option<String> {
    let timed = found.timed.as_ref()?;
    let coarse = timed.smallest.is_none_or(|smallest| smallest > FINE) || timed.unsteady.is_some();
    let around = &found.surroundings;
    let explained = around.on_battery == Some(true)
        || busy_gpu(around).is_some()
        || around.gpu.as_ref().is_some_and(|gpu| !gpu.held_down.is_empty())
        || around.load.is_some_and(|load| load.disturbs().is_some());
    (coarse && !explained).then(|| {
        "times scatter, and nothing that was looked at says why: other programs on the GPU, heat, or a changing clock may; \
         close what you do not need, let it cool, and run this again"
            .to_owned()
    })
}

#[cfg(test)]
#[path = "tests/checkup.rs"]
mod tests;
