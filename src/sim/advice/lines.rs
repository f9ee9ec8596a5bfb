//! What single lines waste.

use crate::sim::machine::Machine;
use crate::sim::{Counters, Finding, LineCounters, Severity};
use crate::units::{digits3, percent};

/// A line is worth a finding when it costs this many times the least it could...
const EXCESS: f64 = 1.5;
/// ...and its excess is this share of all that the launch spends on the resource.
const SHARE: f64 = 0.05;
/// Divergent branches worth a finding, as a share of a line's. The edge of a launch stays below.
const DIVERGENT: f64 = 0.05;
/// Idle lanes worth a finding, as a share of all.
const IDLE: f64 = 0.1;
/// Lines that are named for each kind: more would bury the first.
const LINES: usize = 3;

/// Lines whose requests touch many more sectors than their bytes need.
pub(super) fn uncoalesced(
    machine: &Machine,
    counters: &Counters,
    lines: &[LineCounters],
) -> Vec<Finding> {
    let worst = wasteful(lines, counters.global_sectors, |line| {
        (line.global_sectors, line.global_sectors_ideal)
    });
    let sector = machine.sector_bytes();
    worst
        .map(|line| {
            let per_request = |sectors: u64| digits3(sectors as f64 / line.global_requests.max(1) as f64);
            let unused = 1.0 - line.global_sectors_ideal as f64 / line.global_sectors as f64;
            let message = format!(
                "a request here touches {} sectors of {sector} bytes where {} could hold its data: memory moves whole \
                 sectors, so {} of what it moves is not used ({} of the launch's sectors). Let neighbouring invocations \
                 touch neighbouring elements: give the fastest index `local_invocation_id.x`, turn an array of structures \
                 into arrays, or pass a tile through workgroup memory",
                per_request(line.global_sectors),
                per_request(line.global_sectors_ideal),
                percent(unused),
                percent(line.global_sectors as f64 / counters.global_sectors.max(1) as f64),
            );
            finding("uncoalesced", Severity::Warning, line.line, message)
        })
        .collect()
}

/// Lines whose requests to workgroup memory meet in one bank.
pub(super) fn bank_conflicts(
    machine: &Machine,
    counters: &Counters,
    lines: &[LineCounters],
) -> Vec<Finding> {
    let (Some(banks), Some(bytes)) = (machine.shared.banks, machine.shared.bank_bytes) else {
        return Vec::new();
    };
    let Some(all) = counters.shared_wavefronts else {
        return Vec::new();
    };
    let wavefronts = |line: &LineCounters| {
        let (spent, ideal) = (line.shared_wavefronts, line.shared_wavefronts_ideal);
        (spent.unwrap_or(0), ideal.unwrap_or(0))
    };
    wasteful(lines, all, wavefronts)
        .map(|line| {
            let per_request = |wavefronts: u64| digits3(wavefronts as f64 / line.shared_requests.max(1) as f64);
            let message = format!(
                "a request here takes {} wavefronts where {} would do: workgroup memory has {banks} banks of {bytes} bytes, and \
                 a bank serves one word a wavefront, to any number of lanes; these lanes ask one bank for different words \
                 ({} of the launch's wavefronts). Pad the rows by one element, so that a column falls into different banks, or \
                 give neighbouring lanes neighbouring words",
                per_request(wavefronts(line).0),
                per_request(wavefronts(line).1),
                percent(wavefronts(line).0 as f64 / all.max(1) as f64),
            );
            finding("bank-conflict", Severity::Warning, line.line, message)
        })
        .collect()
}

/// The lines that spend much more than they need and whose excess weighs in the launch, dearest first.
fn wasteful(
    lines: &[LineCounters],
    total: u64,
    spent_and_ideal: impl Fn(&LineCounters) -> (u64, u64),
) -> impl Iterator<Item = &LineCounters> {
    let excess = |line: &LineCounters| {
        let (spent, ideal) = spent_and_ideal(line);
        spent.saturating_sub(ideal)
    };
    let mut wasteful: Vec<_> = lines
        .iter()
        .filter(|line| {
            let (spent, ideal) = spent_and_ideal(line);
            spent as f64 > ideal as f64 * EXCESS && excess(line) as f64 > total as f64 * SHARE
        })
        .collect();
    wasteful.sort_by_key(|line| (std::cmp::Reverse(excess(line)), line.line));
    wasteful.into_iter().take(LINES)
}

/// Branches that send the lanes of a subgroup different ways, in a launch whose lanes idle for it.
pub(super) fn divergence(counters: &Counters, lines: &[LineCounters]) -> Vec<Finding> {
    let idle = 1.0 - counters.lane_efficiency;
    if counters.subgroup_instructions == 0 || idle < IDLE {
        return Vec::new();
    }
    let mut divergent: Vec<_> = lines
        .iter()
        .filter(|line| line.divergent_branches as f64 > line.branches as f64 * DIVERGENT)
        .collect();
    divergent.sort_by_key(|line| (std::cmp::Reverse(line.divergent_branches), line.line));
    let named = divergent.into_iter().take(LINES);
    named
        .map(|line| {
            let message = format!(
                "{} of the branches here send lanes of one subgroup different ways ({} of {}): a subgroup runs each way in \
                 turn, with the other lanes idle. In the whole launch {} of the lanes are active. Let whole subgroups of {} \
                 invocations decide alike: sort or compact the work by its path, branch on `workgroup_id` or on a multiple of \
                 the subgroup, or compute both ways and `select`",
                percent(line.divergent_branches as f64 / line.branches.max(1) as f64),
                line.divergent_branches,
                line.branches,
                percent(counters.lane_efficiency),
                counters.subgroup_width,
            );
            finding("divergence", Severity::Warning, line.line, message)
        })
        .collect()
}

fn finding(kind: &str, severity: Severity, line: u32, message: String) -> Finding {
    Finding {
        kind: kind.to_owned(),
        message,
        line: (line > 0).then_some(line),
        severity,
    }
}
