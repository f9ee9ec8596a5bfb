//! Runs a program on a named machine: counters, caches, occupancy, estimate.

use crate::advice::{Evidence, advice, cause};
use crate::cache::{Caches, Traffic};
use crate::count::{Counters, Path, SiteTally, Tally};
use crate::estimate::{Demand, DivergentUniformLoads, Estimate, estimate};
use crate::exec::{Launch, LaunchError, Options, Outcome, count};
use crate::finding::{Finding, FindingKind};
use crate::machine::Machine;
use crate::occupancy::{Footprint, Occupancy, occupancy};
use crate::program::Program;

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
    /// What takes the estimated time, in a few words.
    pub cause: Option<String>,
    /// Why the kernel is slow: uncoalesced accesses, bank conflicts, divergence, the limiter.
    pub advice: Vec<Finding>,
}

/// Runs a program that was lowered for `machine.target()` and estimates its time there.
///
/// The result does not depend on the number of threads.
pub fn simulate(
    program: &Program,
    launch: Launch<'_>,
    machine: &Machine,
    options: &Options,
) -> Result<Simulation, LaunchError> {
    let target = machine.target();
    let footprint = Footprint {
        workgroup_size: program.invocations(),
        shared_bytes: program.workgroup_bytes(),
        registers: Some(program.registers),
    };
    let occupancy = occupancy(machine, footprint);
    let workgroups = launch.workgroups.map(u64::from).iter().product();
    let caches = Caches::new(machine, occupancy.as_ref(), program.workgroup_bytes(), workgroups);
    let counted = count(program, launch, &target, options, Some(&caches))?;
    let mut outcome = counted.outcome;
    let traffic = counted.traffic.unwrap_or_default();
    name_machine(&mut outcome.counters, machine, occupancy.as_ref());
    add_paths(&mut outcome.counters, counted.tally.lengths.paths);
    add_traffic(&mut outcome.counters, machine, &traffic);
    forget_unknown_banks(&mut outcome, machine);
    if outcome.counters.is_sampled() {
        outcome.counters.forget_values();
    }
    let demand = demand(machine, program, &counted.tally, &outcome.counters, traffic, occupancy);
    let estimate = estimate(machine, &demand);
    let evidence = Evidence {
        demand: &demand,
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
    let mut advice = if outcome.findings.iter().any(Finding::is_error) { Vec::new() } else { advice(&evidence) };
    // What is stored to textures is not counted.
    let textures = program.buffers.iter().any(|buffer| buffer.texture.is_some());
    advice.retain(|finding| !textures || finding.kind != FindingKind::StoredNothing);
    Ok(Simulation { outcome, traffic, occupancy, demand, estimate, cause, advice })
}

/// Fills in the counters that only a machine has.
fn name_machine(counters: &mut Counters, machine: &Machine, occupancy: Option<&Occupancy>) {
    counters.machine = machine.name.clone();
    counters.occupancy = occupancy.and_then(|occupancy| occupancy.fraction);
    counters.occupancy_limit = occupancy.map(|occupancy| occupancy.limit.name().to_owned());
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
    counters.form_ratios();
}

/// Wavefronts were counted for some banks; where they are not the machine's, they mean nothing.
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

/// Of the waits for storage or for workgroup memory the share that is left where compilers lay out several passes of a loop together:
/// what remains of its passes follows one by one.
fn waits_kept(program: &Program, tally: &Tally, shared: bool) -> f64 {
    let requests = |site: usize| match &tally.sites[site] {
        counted if shared => counted.shared_requests + counted.atomic_requests,
        counted => counted.global_requests + counted.atomic_requests,
    };
    let waiting = program.sites.iter().enumerate().filter(|(_, site)| site.waits && site.shared == shared);
    let in_loops = program.segments.iter().zip(&tally.segments).map(|(segment, counted)| {
        u64::from(if shared { segment.shared_waits } else { segment.global_waits }) * counted.runs
    });
    let all = (waiting.map(|(at, _)| requests(at)).sum::<u64>() + in_loops.sum::<u64>()) as f64;
    let saved = program.partly_unrolled.iter().map(|partly| {
        let [entries, passes] = [partly.entry, partly.pass].map(|segment| tally.segments[segment].runs as f64);
        let each = passes / entries.max(1.0);
        let together = f64::from(partly.together);
        let groups = (each / together).floor();
        let kept = (groups + each - groups * together) / each.max(1.0);
        let sites = partly.sites.iter().map(|&site| site as usize).filter(|&site| program.sites[site].shared == shared);
        sites.map(requests).sum::<u64>() as f64 * (1.0 - kept)
    });
    let saved = saved.sum::<f64>();
    if saved > 0.0 { 1.0 - saved / all } else { 1.0 }
}

/// What the launch asks of a machine.
fn demand(
    machine: &Machine,
    program: &Program,
    tally: &Tally,
    counters: &Counters,
    traffic: Traffic,
    occupancy: Option<Occupancy>,
) -> Demand {
    let sum = |count: fn(&SiteTally) -> u64| tally.sites.iter().map(count).sum::<u64>();
    let target = machine.target();
    let mut demand = Demand {
        workgroups: counters.workgroups,
        lengths: tally.lengths.waiting([false, true].map(|shared| waits_kept(program, tally, shared))),
        local_requests: counters.local_requests,
        barriers: counters.barriers,
        local_lines: sum(|site| site.local_lines),
        partial_sectors: sum(|site| site.global_partial),
        global_requests: counters.global_requests,
        global_bytes: counters.global_bytes,
        shared_wavefronts: counters.shared_wavefronts.unwrap_or(0),
        shared_bytes: sum(|site| site.shared_wavefronts_ideal) * u64::from(target.banks * target.bank_bytes),
        shared_unknown: counters.shared_requests > 0 && counters.shared_wavefronts.is_none(),
        traffic: Some(traffic),
        occupancy,
        atomics: tally.contention.hottest(counters.sampled_workgroups),
        ..Demand::default()
    };
    if machine.cache.local_write_through == Some(1) {
        demand.local_written = sum(|site| site.local_written);
        demand.local_partial = sum(|site| site.local_partial);
    }
    demand.uneven = DivergentUniformLoads {
        words: sum(|site| site.constant_words),
        lines: sum(|site| site.constant_lines),
        bytes: sum(|site| site.constant_bytes),
    };
    let wavefronts = program.sites.iter().zip(&tally.sites).filter(|(site, _)| !site.is_spared());
    let wavefronts = wavefronts.map(|(site, counted)| counted.global_wavefronts / u64::from(site.alike_passes)).sum();
    demand.global_wavefronts = machine.l1_target().map(|_| wavefronts);
    let mut flop_again = 0;
    for (segment, counted) in program.segments.iter().zip(&tally.segments) {
        flop_again += u64::from(segment.spared.flop) * counted.lanes;
        demand.subgroup_instructions += segment.instructions() * counted.runs;
        demand.arithmetic_instructions += segment.arithmetic() * counted.runs;
        demand.float_instructions += segment.float() * counted.runs;
        demand.integer_instructions += segment.integer() * counted.runs;
        demand.multiplies += u64::from(segment.multiplies) * counted.runs;
        demand.shuffles += u64::from(segment.shuffles) * counted.runs;
        demand.scalars += u64::from(segment.scalars) * counted.runs;
        demand.conversions += u64::from(segment.conversions) * counted.runs;
        demand.register_reads += u64::from(segment.register_reads) * counted.runs;
        for cost in &segment.costs {
            demand.f16_flop += u64::from(cost.f16_flop) * counted.lanes;
            demand.f16_room += u64::from(cost.f16_room) * counted.lanes;
            demand.sfu_instructions += u64::from(cost.special) * counted.runs;
        }
        demand.sfu_instructions += u64::from(segment.expanded_special) * counted.runs;
        let again = u64::from(segment.spared.special) * counted.runs;
        demand.sfu_instructions = demand.sfu_instructions.saturating_sub(again);
    }
    let issued = demand.subgroup_instructions;
    demand.f32_flop = counters.flop.saturating_sub(demand.f16_flop + flop_again);
    for (site, counted) in program.sites.iter().zip(&tally.sites) {
        let spared = |n: u64| if site.is_spared() { n } else { n - n / u64::from(site.alike_passes) };
        let kept = |n: u64| n - spared(n);
        if site.alike_passes > 1 && !site.is_spared() {
            let loads = spared(counted.shared_requests + counted.global_requests);
            demand.subgroup_instructions = demand.subgroup_instructions.saturating_sub(loads);
        }
        if site.scalar {
            demand.global_bytes = demand.global_bytes.saturating_sub(counted.global_bytes);
        }
        demand.global_requests = demand.global_requests.saturating_sub(spared(counted.global_requests));
        demand.shared_wavefronts += kept(counted.shared_repeated);
        let passes = spared(counted.shared_wavefronts) + kept(counted.shared_joined);
        demand.shared_wavefronts = demand.shared_wavefronts.saturating_sub(passes);
        let joined = kept(counted.shared_joined_requests);
        demand.subgroup_instructions = demand.subgroup_instructions.saturating_sub(joined);
        if site.shared {
            // Without its banks, what is known is a lower bound.
            demand.shared_atomic_turns += match counters.atomic_wavefronts {
                Some(_) => counted.atomic_wavefronts,
                None => counted.atomic_serializations,
            };
        }
    }
    // Of the loads that compilers spare, each workgroup is spared its share.
    demand.lengths = demand.lengths.issuing(demand.subgroup_instructions as f64 / issued.max(1) as f64);
    demand
}
