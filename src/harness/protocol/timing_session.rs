//! What one process of a run timed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::report::TunedRates;
use super::spent::Spent;
use crate::device::Timing;
use crate::measure::{Load, Samples};
use crate::units::Seconds;

/// The batches of one process, by variant, and by variant and point where a part is swept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TimingSession {
    /// At the main size.
    pub main: BTreeMap<String, Samples>,
    /// At the size where the launch costs more than the work.
    pub small: BTreeMap<String, Samples>,
    /// Variants for which the machine did not hold still.
    pub unsteady: Vec<String>,
    /// What the canaries took, in their order: of the part for which they moved most.
    #[serde(default)]
    pub canaries: Vec<Samples>,
    /// How long the process took, from its first look at the device on.
    #[serde(default)]
    pub took: Seconds,
    /// How much of that it timed kernels.
    #[serde(default)]
    pub timed: Seconds,
    /// What it did, and for how long.
    #[serde(default)]
    pub stages: Spent,
    /// What else went on beside that, and for how long.
    #[serde(default)]
    pub beside: Spent,
    /// What the tuned kernels of the roofs reached.
    #[serde(default)]
    pub tuned: TunedRates,
    /// What else ran on the processors that it was timed on; `None` where that is not known or does not matter.
    pub load: Option<Load>,
    /// The share of the GPU's time that other processes used, where the device is one and its driver tells.
    #[serde(default)]
    pub gpu_others: Option<f64>,
    /// Why what could have been compared on the device was compared on the host.
    #[serde(default)]
    pub compared_on_host: Option<String>,
    /// Why the GPU's clock was held down when it had been timed.
    #[serde(default)]
    pub held_down: Vec<String>,
}

impl TimingSession {
    /// Keeps what the canaries took while a part was timed, where they moved more than for any part before.
    pub fn watched(&mut self, canaries: Vec<Samples>) {
        let drift = |canaries: &[Samples]| canaries.iter().map(|one| one.drift(one.clock())).fold(0.0, f64::max);
        if self.canaries.is_empty() || drift(&canaries) > drift(&self.canaries) {
            self.canaries = canaries;
        }
    }

    /// How long its batches took together.
    pub fn spent(&self) -> Seconds {
        Seconds(self.batches().map(|timing| timing.wall.0).sum())
    }

    /// How long those of these variants took at the main size.
    pub fn spent_on(&self, names: &[String]) -> Seconds {
        let batches = names.iter().filter_map(|name| self.main.get(name)).flat_map(|sampled| &sampled.batches);
        Seconds(batches.map(|timing| timing.wall.0).sum())
    }

    /// All batches.
    pub fn batches(&self) -> impl Iterator<Item = Timing> {
        self.main.values().chain(self.small.values()).flat_map(|sampled| sampled.batches.iter().copied())
    }
}
