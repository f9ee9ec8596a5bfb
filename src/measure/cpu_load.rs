//! What else the host's processors did while something was timed: a device that runs on them shares them with all other
//! processes, and a virtual machine with its neighbours on the host. A steady second load does not show in the samples.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::host::Host;

/// Linux' clock ticks a second, as programs see them (`USER_HZ`, the same on every architecture that it still runs on).
const TICKS: f64 = 100.0;

/// The share of the host's processors that others may take before a time on them is no longer this run's own.
const TOLERATED: f64 = 0.05;

/// The shortest span of which a load is computed: ticks are coarse.
const SHORTEST: Duration = Duration::from_millis(300);

/// The processors' counters at one moment, in seconds of one processor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CpuTimes {
    at: Duration,
    processors: u32,
    busy: f64,
    stolen: f64,
    own: f64,
}

/// Processors that were not free for this process, on average between two looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// How many there are.
    pub processors: u32,
    /// Taken by other processes.
    pub others: f64,
    /// Taken by the host of a virtual machine.
    pub stolen: f64,
}

impl CpuTimes {
    /// The counters now; `None` where the system does not tell them (Linux does, in `/proc/stat` and `/proc/self/stat`:
    /// proc(5)).
    pub fn now(host: &dyn Host) -> Option<Self> {
        let at = host.now();
        let stat = host.read_text(Path::new("/proc/stat")).ok()?;
        let own = host.read_text(Path::new("/proc/self/stat")).ok()?;
        Self::read(at, &stat, &own)
    }

    fn read(at: Duration, stat: &str, own: &str) -> Option<Self> {
        let ticks = |words: &[&str], places: &[usize]| -> Option<f64> {
            let one = |place: &usize| words.get(*place)?.parse::<f64>().ok();
            Some(places.iter().map(one).sum::<Option<f64>>()? / TICKS)
        };
        let all: Vec<&str> = stat.lines().next()?.split_whitespace().collect();
        let number = |line: &str| {
            line.strip_prefix("cpu").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        };
        // The program's name may hold blanks and brackets: fields are counted behind its last one, from the third.
        let own: Vec<&str> = own.rsplit_once(')')?.1.split_whitespace().collect();
        Some(Self {
            at,
            processors: stat.lines().filter(|line| number(line)).count() as u32,
            busy: ticks(&all, &[1, 2, 3, 6, 7])?,
            stolen: ticks(&all, &[8])?,
            own: ticks(&own, &[11, 12])?,
        })
    }

    /// What was taken from `self` until `later`; `None` where the span is too short to tell.
    pub fn until(&self, later: &Self) -> Option<Load> {
        let span = later.at.checked_sub(self.at).filter(|span| *span >= SHORTEST)?.as_secs_f64();
        let rate = |of: fn(&Self) -> f64| (of(later) - of(self)).max(0.0) / span;
        let others = (rate(|look| look.busy) - rate(|look| look.own)).max(0.0);
        Some(Load { processors: self.processors, others, stolen: rate(|look| look.stolen) })
    }
}

impl Load {
    /// The average of several.
    pub fn mean(loads: &[Self]) -> Option<Self> {
        let count = loads.len() as f64;
        let mean = |of: fn(&Self) -> f64| loads.iter().map(of).sum::<f64>() / count;
        let first = loads.first()?;
        Some(Self { others: mean(|load| load.others), stolen: mean(|load| load.stolen), ..*first })
    }

    /// Why times on these processors are not this run's own; `None` where they are.
    pub fn disturbs(&self) -> Option<String> {
        let of = self.processors;
        let over = |taken: f64| taken > TOLERATED * f64::from(of);
        let others =
            over(self.others).then(|| format!("other processes took {:.1} of the {of} processors", self.others));
        let stolen = over(self.stolen)
            .then(|| format!("the host of this virtual machine took {:.1} of its {of} processors", self.stolen));
        match (others, stolen) {
            (Some(others), Some(stolen)) => Some(format!("{others}, and {stolen}")),
            (others, stolen) => others.or(stolen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(seconds: u64, user: u64, steal: u64, own: u64) -> CpuTimes {
        let stat = format!("cpu  {user} 5 10 900 3 1 2 {steal} 0 0\ncpu0 1 2\ncpu1 1 2\nintr 9\n");
        let own = format!("17 (a (b) c) R 1 17 17 0 -1 0 1 2 3 4 {own} 7 0 0 20 0");
        CpuTimes::read(Duration::from_secs(seconds), &stat, &own).expect("both are complete")
    }

    #[test]
    fn what_others_took_is_all_that_was_busy_but_this_process() {
        let load = look(10, 1000, 0, 100).until(&look(20, 2800, 200, 900)).expect("ten seconds");
        assert_eq!(load, Load { processors: 2, others: 1.0, stolen: 0.2 });
        let sentence = load.disturbs().expect("half of the machine");
        assert!(sentence.contains("1.0 of the 2") && sentence.contains("took 0.2 of its 2"), "{sentence}");
    }

    #[test]
    fn a_process_alone_is_not_disturbed_and_a_moment_tells_nothing() {
        let alone = look(10, 1000, 0, 100).until(&look(20, 2900, 0, 1995)).expect("ten seconds");
        assert_eq!(alone.disturbs(), None);
        assert_eq!(look(10, 1000, 0, 100).until(&look(10, 1100, 0, 100)), None);
    }

    #[test]
    fn a_system_that_tells_nothing_has_no_load() {
        assert_eq!(CpuTimes::read(Duration::ZERO, "", ""), None);
        assert_eq!(CpuTimes::read(Duration::ZERO, "cpu 1 2 3\n", "1 (a) R 2"), None);
        assert_eq!(Load::mean(&[]), None);
    }
}
