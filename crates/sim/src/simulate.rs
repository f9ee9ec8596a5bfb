//! Runs a program on a named machine: counters, caches, occupancy, estimate.

use crate::advice::{Cause, Evidence, KernelFacts, advice, cause, limiter_alone};
use crate::cache::{Caches, Traffic};
use crate::compile::{Compiled, Listing};
use crate::count::{Counters, Path};
use crate::estimate::{Demand, Estimate, estimate, profile};
use crate::exec::{Launch, LaunchError, Options, Outcome, count};
use crate::finding::{Finding, FindingKind};
use crate::machine::{Machine, Target};
use crate::occupancy::{Footprint, Occupancy, occupancy};

/// What a launch did on a machine, and how long it is estimated to take there.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// Counters and findings.
    pub outcome: Outcome,
    /// What the caches passed on.
    pub traffic: Traffic,
    /// What is resident on a unit; `None` where the machine's figures are not known.
    pub occupancy: Option<Occupancy>,
    /// What the launch asks of the machine.
    pub demand: Demand,
    /// The estimated time, with every limit.
    pub estimate: Estimate,
    /// What takes the estimated time.
    pub cause: Option<Cause>,
    /// What the modelled compiler leaves of the kernel, with what it issued; `None` where it was not asked for.
    pub listing: Option<Listing>,
    /// Why the kernel is slow: uncoalesced accesses, bank conflicts, divergence, the limiter.
    pub advice: Vec<Finding>,
}

/// Runs a kernel and counts, for a machine of which no more is known than `target`.
///
/// The result does not depend on the number of threads: workgroups run in parallel only where the kernel's atomics
/// do not depend on their order, and where two of them turn out to touch the same memory, the launch is run again in
/// order. A launch that runs into the step budget ends there, with a finding.
///
/// # Errors
/// [`LaunchError`].
pub fn run(
    compiled: &Compiled,
    launch: Launch<'_>,
    target: &Target,
    options: &Options,
) -> Result<Outcome, LaunchError> {
    Ok(count((&compiled.program, &compiled.tables), launch, target, options, None)?.outcome)
}

/// Runs a kernel that was compiled for `machine.target()` and estimates its time there.
///
/// The result does not depend on the number of threads.
pub fn simulate(
    compiled: &Compiled,
    launch: Launch<'_>,
    machine: &Machine,
    options: &Options,
) -> Result<Simulation, LaunchError> {
    let (target, program) = (machine.target(), &compiled.program);
    let footprint = Footprint {
        workgroup_size: program.invocations(),
        shared_bytes: program.workgroup_bytes(),
        registers: Some(compiled.registers()),
    };
    let occupancy = occupancy(machine, footprint);
    let workgroups = launch.workgroups.map(u64::from).iter().product();
    let caches = Caches::new(machine, occupancy.as_ref(), program.workgroup_bytes(), workgroups);
    let counted = count((program, &compiled.tables), launch, &target, options, Some(&caches))?;
    let mut outcome = counted.outcome;
    let traffic = counted.traffic.unwrap_or_default();
    name_machine(&mut outcome.counters, machine, occupancy.as_ref());
    add_traffic(&mut outcome.counters, machine, &traffic);
    forget_unknown_banks(&mut outcome, machine);
    if outcome.counters.is_sampled() {
        outcome.counters.forget_values();
    }
    let demand = profile(machine, compiled, &counted.tally, &outcome.counters, (traffic, occupancy));
    add_paths(&mut outcome.counters, demand.lengths.paths);
    outcome.counters.global_sectors_left = demand.global_sectors;
    let estimate = estimate(machine, &demand);
    let runs = |segment: usize| counted.tally.segments[segment].runs;
    let listing = options.listing.then(|| compiled.listing_of_launch(demand.subgroup_instructions, runs));
    let evidence = Evidence {
        demand: &demand,
        kernel: &KernelFacts::of(compiled, &counted.tally, machine),
        machine,
        counters: &outcome.counters,
        lines: &outcome.lines,
        access_samples: &outcome.access_samples,
        footprint,
        workgroup_size: program.workgroup_size(),
        occupancy: occupancy.as_ref(),
        estimate: &estimate,
    };
    let cause = cause(&evidence);
    // What is wrong comes before what is slow.
    let wrong = outcome.findings.iter().any(Finding::is_error);
    let mut advice = if wrong { limiter_alone(&evidence) } else { advice(&evidence) };
    // What is stored to textures is not counted.
    let textures = program.buffers.iter().any(|buffer| buffer.texture.is_some());
    advice.retain(|finding| !textures || finding.kind != FindingKind::StoredNothing);
    Ok(Simulation { outcome, traffic, occupancy, demand, estimate, cause, listing, advice })
}

/// Fills in the counters that only a machine has.
fn name_machine(counters: &mut Counters, machine: &Machine, occupancy: Option<&Occupancy>) {
    counters.machine = machine.name.clone();
    counters.occupancy = occupancy.and_then(|occupancy| occupancy.fraction);
    counters.occupancy_limit = occupancy.map(|occupancy| occupancy.limit);
    let Some(units) = machine.unit.count.map(u64::from).filter(|units| *units > 0) else {
        return;
    };
    counters.unit_share = Some(counters.workgroups.min(units) as f64 / units as f64);
    let Some(places) = occupancy.map(|occupancy| units * u64::from(occupancy.workgroups.max(1))) else {
        return;
    };
    let waves = counters.workgroups.div_ceil(places);
    let full = counters.workgroups as f64 / (waves * places).max(1) as f64;
    counters.waves = Some(waves);
    counters.achieved_occupancy = counters.occupancy.map(|occupancy| occupancy * full);
}

/// Fills in what must happen one after the other.
fn add_paths(counters: &mut Counters, paths: Path) {
    counters.global_waits = paths.global_waits;
    counters.chain_instructions = paths.chain;
    counters.chain_loads = paths.loads;
    counters.form_ratios();
}

/// Fills in what each level of the caches was asked for and had.
fn add_traffic(counters: &mut Counters, machine: &Machine, traffic: &Traffic) {
    let bytes = |sectors: u64| sectors * u64::from(machine.sector_bytes());
    let known = |sectors: u64| machine.cache.l1_bytes.map(|_| bytes(sectors));
    counters.dram_bytes = traffic.dram_bytes();
    counters.l1_read_bytes = known(traffic.l1_read_sectors);
    counters.l1_hit_bytes = known(traffic.l1_read_hits);
    counters.l2_read_bytes = Some(bytes(traffic.l2_read_sectors));
    counters.l2_hit_bytes = traffic.l2_read_hits.map(bytes);
    counters.l2_write_bytes = Some(bytes(traffic.l2_write_sectors));
    let misses = traffic.l2_read_hits.map(|hits| traffic.l2_read_sectors.saturating_sub(hits));
    counters.last_read_bytes = traffic.last_read_hits.and(misses).map(bytes);
    counters.last_hit_bytes = traffic.last_read_hits.map(bytes);
}

/// Wavefronts were counted for some banks; where these are not the machine's, the counts are of no use.
fn forget_unknown_banks(outcome: &mut Outcome, machine: &Machine) {
    if machine.shared.banks.is_some() && machine.shared.bank_bytes.is_some() {
        return;
    }
    let all = &mut outcome.counters;
    (all.shared_wavefronts, all.shared_wavefronts_ideal, all.atomic_wavefronts) = (None, None, None);
    for line in &mut outcome.lines {
        (line.shared_wavefronts, line.shared_wavefronts_ideal, line.atomic_wavefronts) = (None, None, None);
    }
}
