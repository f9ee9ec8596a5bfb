//! Two devices on which a kernel ran, and what the order of its invocations decides: no two devices need agree on that.

use std::collections::BTreeSet;

use crate::harness::user::ORDERS;
use crate::harness::{KeptReport, OutputComparison, Place};
use crate::host::Native;
use crate::sim::{Finding, FindingKind};

/// One of the two runs: what it found, what it kept, and whether the simulator ran it.
pub struct Ran<'a> {
    /// Whether the simulator ran it.
    pub simulated: bool,
    /// What was found.
    pub findings: Vec<&'a Finding>,
    /// What it wrote.
    pub kept: &'a [KeptReport],
}

/// Compares two runs. Where they do not agree, and the simulator saw values that depend on the order of invocations, it runs
/// again in other orders, by `again` on the run's index, and buffers that change from one to the next are left out.
pub fn compare(
    ran: &[Ran<'_>; 2],
    filters: bool,
    with: &str,
    seed: u64,
    mut again: impl FnMut(usize, u64) -> anyhow::Result<Vec<KeptReport>>,
) -> anyhow::Result<OutputComparison> {
    let pair = [ran[0].kept, ran[1].kept];
    let devices = |unordered: &BTreeSet<Place>| {
        OutputComparison::devices(pair, unordered, filters, with.to_owned(), &Native).map_err(anyhow::Error::msg)
    };
    let mut unordered = BTreeSet::new();
    let plain = devices(&unordered)?;
    let by_order = |ran: &Ran<'_>| ran.findings.iter().any(|found| found.kind == FindingKind::OrderDependentAtomic);
    let Some(which) = ran.iter().position(|ran| ran.simulated && by_order(ran)).filter(|_| !plain.outputs.agree) else {
        return Ok(plain);
    };
    for order in 1..=ORDERS {
        let kept = again(which, seed.wrapping_add(order))?;
        unordered.extend(OutputComparison::unordered(ran[which].kept, &kept, &Native).map_err(anyhow::Error::msg)?);
    }
    devices(&unordered)
}
