//! What takes a launch's time, by the estimate.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Evidence;
use crate::estimate::Limit;

/// What takes the time; its words stand alone: `DRAM bandwidth limits it`. A report's JSON has the words only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Cause {
    /// Most of the time is the launch's, and not the kernel's.
    Launch,
    /// Units that have nothing to do, while a limit of each unit's own holds up the others.
    Idle(IdleUnits),
    /// A resource.
    Limit {
        /// Which.
        limit: Limit,
        /// Whether the machine's file lacks a figure, so that another resource may take longer.
        at_least: bool,
        /// Units that have nothing to do meanwhile.
        idle: Option<IdleUnits>,
    },
    /// What a report says.
    Words(String),
}

/// Fewer workgroups than the machine has units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleUnits {
    /// Workgroups of the launch.
    pub workgroups: u64,
    /// Units of the machine.
    pub units: u64,
}

/// What takes the time of a launch; `None` where nothing is known.
pub fn cause(evidence: &Evidence<'_>) -> Option<Cause> {
    let estimate = evidence.estimate;
    let limit = estimate.limiter?;
    if estimate.launch_dominates() {
        return Some(Cause::Launch);
    }
    let idle = IdleUnits::of(evidence, limit);
    // A chain of waits takes as long on one unit as beside idle ones; what a unit does in turn would take less on more units: where most
    // are idle, that matters more than what it is.
    match idle {
        Some(idle) if limit != Limit::Latency && 2 * idle.workgroups < idle.units => Some(Cause::Idle(idle)),
        idle => Some(Cause::Limit { limit, at_least: estimate.at_least(), idle }),
    }
}

impl IdleUnits {
    /// Where `limit` is one of each unit's own.
    pub(super) fn of(evidence: &Evidence<'_>, limit: Limit) -> Option<Self> {
        let units = u64::from(evidence.machine.unit.count.unwrap_or(0));
        let workgroups = evidence.demand.workgroups;
        let shared = matches!(limit, Limit::Level2 | Limit::LastLevel | Limit::Dram | Limit::Atomics);
        (0 < workgroups && workgroups < units && !shared).then_some(Self { workgroups, units })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Launch => f.write_str("most of its time is the launch, which says little about the kernel"),
            Self::Idle(idle) => write!(f, "its {idle}"),
            Self::Limit { limit, at_least, idle } => {
                let limit = limit.describe();
                match at_least {
                    true => write!(f, "of what the machine's file knows, {limit} takes longest")?,
                    false => write!(f, "{limit} limits it")?,
                }
                idle.map_or(Ok(()), |idle| write!(f, ", while its {idle}"))
            }
            Self::Words(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for IdleUnits {
    /// `8 workgroups leave 22 of 30 units idle`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { workgroups, units } = *self;
        let (plural, leave) = if workgroups == 1 { ("", "leaves") } else { ("s", "leave") };
        write!(f, "{workgroups} workgroup{plural} {leave} {} of {units} units idle", units - workgroups)
    }
}

impl From<String> for Cause {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<Cause> for String {
    fn from(cause: Cause) -> Self {
        cause.to_string()
    }
}
