//! The figures that goals ask for.

use crate::harness::VariantReport;
use crate::lab::{Figure, StepKind};
use crate::sim::Counters;
use crate::sim::machine::Machine;

/// The figure of a variant that the simulator counted; `None` where the machine does not model it.
pub fn figure(which: Figure, variant: &VariantReport) -> Option<f64> {
    let counters = variant.counters.as_ref()?;
    let problem = &variant.problem;
    // Nothing over nothing is the best there is: a kernel without a branch diverges nowhere.
    let ratio = |a: u64, b: u64, none: f64| if b == 0 { none } else { a as f64 / b as f64 };
    let over = |a: u64, b: u64| a as f64 / b.max(1) as f64;
    let width = u64::from(counters.subgroup_width);
    let workgroups = counters.workgroups;
    Some(match which {
        Figure::SectorsOverIdeal => ratio(counters.global_sectors, counters.global_sectors_ideal, 1.0),
        Figure::SectorsOverFewest => (counters.global_sectors_left * sector_bytes(counters)?) as f64 / problem.byte.0,
        Figure::SectorsAsWritten => (counters.global_sectors * sector_bytes(counters)?) as f64 / problem.byte.0,
        Figure::WavefrontsOverIdeal => {
            let (wavefronts, fewest) = wavefronts(counters)?;
            ratio(wavefronts, fewest, 1.0)
        }
        Figure::WavefrontsPerMultiplyAdd => wavefronts(counters)?.0 as f64 / (problem.flop.0 / 2.0 / width as f64),
        Figure::LaneEfficiency => counters.lane_efficiency,
        Figure::DivergentBranches => ratio(counters.divergent_branches, counters.branches, 0.0),
        Figure::DramOverFewest => counters.dram_bytes? as f64 / problem.byte.0,
        Figure::RequestedOverFewest => counters.global_bytes as f64 / problem.byte.0,
        Figure::BytesPerRequest => ratio(counters.global_bytes, counters.global_requests, 0.0),
        Figure::ErrorL2 => variant.check.as_ref()?.accuracy?.error_l2,
        Figure::MatrixFlopOverNeeded => counters.matrix_flop as f64 / problem.flop.0,
        Figure::FlopOverNeeded => counters.flop as f64 / problem.flop.0,
        Figure::LanesPerFlop => (counters.subgroup_instructions * width) as f64 / problem.flop.0,
        Figure::LanesPerByte => (counters.subgroup_instructions * width) as f64 / problem.byte.0,
        Figure::WavefrontsPerLine => wavefronts(counters)?.0 as f64 / (problem.byte.0 / 128.0),
        Figure::RequestsPerLine => counters.global_requests as f64 / (problem.byte.0 / 128.0),
        Figure::RequestsPerMultiplyAdd => counters.global_requests as f64 / (problem.flop.0 / 2.0 / width as f64),
        Figure::OutputsPerInvocation => over(problem.outputs, workgroups * u64::from(variant.invocations?)),
        Figure::ElementsPerInvocation => over(problem.size.into(), workgroups * u64::from(variant.invocations?)),
        Figure::WorkgroupsPerElement => over(workgroups, problem.size.into()),
        Figure::TurnsPerElement => over(counters.atomic_serializations, problem.size.into()),
        Figure::AtomicWavefrontsPerElement => over(counters.atomic_wavefronts?, problem.size.into()),
        Figure::TurnsPerWorkgroup => over(counters.atomic_serializations, workgroups),
        Figure::BarriersPerWorkgroup => {
            // Counted once a subgroup.
            let subgroups = u64::from(variant.invocations?).div_ceil(width);
            over(counters.barriers, workgroups * subgroups)
        }
        Figure::PrivateBytes => f64::from(variant.private_bytes?),
        Figure::WorkgroupBytes => f64::from(variant.workgroup_bytes?),
        Figure::WaitsPerItem => {
            let a_workgroup = counters.global_waits as f64 / counters.workgroups.max(1) as f64;
            a_workgroup / (problem.items / problem.outputs.max(1) as f64)
        }
        Figure::LoadsPerWait => counters.requests_a_wait.unwrap_or(f64::INFINITY),
        Figure::Occupancy => counters.occupancy?,
        Figure::Dispatches => {
            let dispatches = variant.steps.iter().filter(|step| step.kind == StepKind::Dispatch);
            dispatches.map(|step| f64::from(step.times)).sum()
        }
    })
}

/// Passes over the banks, and the fewest possible. Each atomic operation is taken to need as many passes as there are lanes,
/// so that a tile of atomics hides no conflict. `None` where the
/// machine's banks are not known.
fn wavefronts(counters: &Counters) -> Option<(u64, u64)> {
    let atomics = counters.atomic_requests;
    Some((
        counters.shared_wavefronts? + atomics * u64::from(counters.subgroup_width),
        counters.shared_wavefronts_ideal? + atomics,
    ))
}

fn sector_bytes(counters: &Counters) -> Option<u64> {
    let machine = Machine::named(&counters.machine).ok()?;
    Some(u64::from(machine.sector_bytes()))
}
