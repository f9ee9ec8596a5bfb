//! Findings drawn from counters that are made up.

mod accesses;

use super::*;
use crate::cache::Traffic;
use crate::estimate::{Demand, Estimate, Lengths, Limit, Path, Term, estimate};
use crate::machine::Machine;
use crate::occupancy::{Footprint, Occupancy, OccupancyLimit, occupancy};
use std::sync::LazyLock;

use crate::{
    AccessKind, AccessSample, AccessTotals, Counters, FindingKind, LineCounters, MemorySpace, Phase, Severity,
};

/// A launch of workgroups of 256.
fn evidence<'a>(
    machine: &'a Machine,
    counters: &'a Counters,
    lines: &'a [LineCounters],
    occupancy: Option<&'a Occupancy>,
    estimate: &'a Estimate,
) -> Evidence<'a> {
    Evidence {
        machine,
        counters,
        lines,
        access_samples: &[],
        kernel: &FACTS,
        footprint: Footprint { workgroup_size: 256, shared_bytes: 0, registers: None },
        workgroup_size: [256, 1, 1],
        occupancy,
        demand: &NOTHING,
        estimate,
    }
}

/// A kernel of which nothing is known.
static FACTS: LazyLock<KernelFacts> = LazyLock::new(KernelFacts::default);

/// A launch that asks for nothing.
static NOTHING: LazyLock<Demand> = LazyLock::new(Demand::default);

/// A launch that fills every unit many times.
static MANY: LazyLock<Demand> = LazyLock::new(|| Demand { workgroups: 30 << 10, ..Demand::default() });

fn machine() -> &'static Machine {
    Machine::builtin("ampere-8.6").unwrap()
}

/// The totals of some lines, on a machine with subgroups of 32.
fn totals(lines: &[LineCounters]) -> Counters {
    let sum = |field: fn(&LineCounters) -> u64| lines.iter().map(field).sum::<u64>();
    let subgroup_instructions = sum(|line| line.subgroup_instructions);
    let active_lanes = sum(|line| line.active_lanes);
    Counters {
        // 128 subgroups.
        workgroups: 16,
        subgroup_width: 32,
        subgroup_instructions,
        active_lanes,
        lane_efficiency: active_lanes as f64 / (32 * subgroup_instructions.max(1)) as f64,
        global_sectors: sum(|line| line.global_sectors),
        shared_wavefronts: Some(sum(|line| line.shared_wavefronts.unwrap_or(0))),
        ..Counters::default()
    }
}

fn found(lines: &[LineCounters]) -> Vec<(&'static str, Option<u32>, String)> {
    let nothing = estimate(machine(), &Demand::default());
    let findings = advice(&evidence(machine(), &totals(lines), lines, None, &nothing));
    assert!(findings.iter().all(|finding| finding.severity == Severity::Warning));
    findings.into_iter().map(|finding| (finding.kind.name(), finding.line, finding.message)).collect()
}

/// A line that makes 100 requests.
fn global(line: u32, sectors_per_request: u64, ideal_per_request: u64) -> LineCounters {
    LineCounters {
        line,
        global_requests: 100,
        global_sectors: 100 * sectors_per_request,
        global_sectors_ideal: 100 * ideal_per_request,
        ..LineCounters::default()
    }
}

#[test]
fn a_strided_line_is_found_with_its_figures() {
    let found = found(&[global(7, 32, 4), global(8, 4, 4)]);
    let [(kind, line, message)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((*kind, *line), ("uncoalesced", Some(7)));
    assert!(
        message.starts_with("each subgroup's request touches 32.0 sectors of 32 bytes where 4.00 would do"),
        "{message}"
    );
    assert!(
        message.contains(
            "88 % of the bytes that this line's requests move go unused; the line has 89 % of the launch's sectors. Next: "
        ),
        "{message}"
    );
}

#[test]
fn dense_lines_and_light_lines_are_not_found() {
    assert_eq!(found(&[global(1, 4, 4), global(2, 16, 16), global(3, 1, 1)]), []);
    // An offset of one element: 5 sectors in place of 4.
    assert_eq!(found(&[global(1, 5, 4)]), []);
    // 10 requests of 8 in a launch of 2000 sectors.
    let light = LineCounters {
        line: 9,
        global_requests: 10,
        global_sectors: 80,
        global_sectors_ideal: 10,
        ..Default::default()
    };
    assert_eq!(found(&[global(1, 20, 20), light]), []);
}

#[test]
fn the_dearest_lines_come_first_and_three_at_most() {
    let lines = [global(1, 8, 4), global(2, 32, 4), global(3, 16, 4), global(4, 32, 4)];
    assert_eq!(found(&lines).into_iter().map(|(_, line, _)| line).collect::<Vec<_>>(), [Some(2), Some(4), Some(3)]);
}

#[test]
fn a_column_of_workgroup_memory_is_found_unless_the_machines_banks_are_unknown() {
    let line = |wavefronts: u64| LineCounters {
        line: 12,
        shared_requests: 10,
        shared_wavefronts: Some(10 * wavefronts),
        shared_wavefronts_ideal: Some(10),
        ..LineCounters::default()
    };
    let found = found(&[line(32)]);
    let [(kind, Some(12), message)] = &found[..] else { panic!("{found:?}") };
    assert_eq!(*kind, "bank-conflict");
    assert!(
        message.contains(
            "takes 32.0 passes over the banks where 1.00 would do, because its lanes ask one bank for different words: workgroup memory has \
             32 banks of 4 bytes"
        ),
        "{message}"
    );
    let on = |machine: &Machine, wavefronts: u64| {
        let lines = [line(wavefronts)];
        let (counters, nothing) = (totals(&lines), estimate(machine, &Demand::default()));
        bank_conflicts::bank_conflicts(&evidence(machine, &counters, &lines, None, &nothing))
    };
    assert_eq!(on(machine(), 1), []);
    assert_eq!(on(Machine::builtin("apple-m1").unwrap(), 32), []);
    // A few words at the end of a long stream.
    let lines = [line(32)];
    let counters = totals(&lines);
    let among = |shared_s: f64| {
        let term = |limit, time_s| Term { limit, time_s: Some(time_s), missing: Vec::new() };
        let terms = vec![term(Limit::Dram, 1e-3), term(Limit::SharedMemory, shared_s)];
        let estimate = Estimate { time_s: Some(1e-3), launch_s: None, terms, limiter: Some(Limit::Dram) };
        bank_conflicts::bank_conflicts(&evidence(machine(), &counters, &lines, None, &estimate)).len()
    };
    assert_eq!((among(1e-5), among(1e-3)), (0, 1));
}

#[test]
fn divergence_is_found_where_lanes_idle_for_it() {
    let line = |divergent_branches, active_lanes| LineCounters {
        line: 20,
        subgroup_instructions: 1000,
        active_lanes,
        branches: 100,
        divergent_branches,
        ..LineCounters::default()
    };
    let found_lines = found(&[line(50, 16_000)]);
    let [(kind, Some(20), message)] = &found_lines[..] else { panic!("{found_lines:?}") };
    assert_eq!(*kind, "divergence");
    assert!(
        message.starts_with("50 % of the branches here send lanes of one subgroup different ways (50 of 100)"),
        "{message}"
    );
    assert!(message.contains("50 % of the lanes are active"), "{message}");
    // Each subgroup parts once before a loop of many branches.
    let parted = found(&[LineCounters { branches: 8192, ..line(128, 16_000) }]);
    let [("divergence", _, message)] = &parted[..] else { panic!("{parted:?}") };
    assert!(message.starts_with("1.00 branches of each subgroup here send its lanes different ways"), "{message}");
    // The edge of a launch: few branches diverge, or few lanes idle.
    assert_eq!(found(&[line(1, 16_000)]), []);
    assert_eq!(found(&[line(50, 31_000)]), []);
}

#[test]
fn lanes_that_take_turns_are_told_before_a_lane_that_works_alone() {
    let kinds = |divergent_branches| -> Vec<_> {
        let branch = LineCounters { line: 20, branches: 8192, divergent_branches, ..LineCounters::default() };
        let work =
            LineCounters { line: 21, subgroup_instructions: 1000, active_lanes: 1260, ..LineCounters::default() };
        let found = found(&[branch, work]);
        let few = found.iter().find(|(kind, ..)| *kind == "lane-serial").map(|(.., message)| message.as_str());
        assert!(
            few.is_some_and(|said| said.starts_with("on average 1.26 lanes of the 32 of a subgroup work here")),
            "{few:?}"
        );
        found.into_iter().map(|(kind, ..)| kind).collect()
    };
    assert_eq!(kinds(31 * 128), ["divergence", "lane-serial"]);
    assert_eq!(kinds(128), ["lane-serial", "divergence"]);
}

fn limiter(machine: &Machine, demand: &Demand) -> String {
    let occupancy = demand.occupancy;
    let (counters, estimate) = (Counters::default(), estimate(machine, demand));
    let findings = advice(&evidence(machine, &counters, &[], occupancy.as_ref(), &estimate));
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((finding.kind.name(), finding.line, finding.severity), ("limiter", None, Severity::Note));
    finding.message.clone()
}

#[test]
fn the_limiter_is_named_with_its_time_and_always_as_estimated() {
    let footprint = Footprint { workgroup_size: 256, shared_bytes: 16 << 10, registers: None };
    let traffic = Traffic {
        l2_read_sectors: 1 << 20,
        l2_read_hits: Some(0),
        dram_read_bytes: Some(1 << 25),
        dram_write_bytes: Some(0),
        ..Default::default()
    };
    let demand = Demand {
        workgroups: 30,
        traffic: Some(traffic),
        occupancy: occupancy(machine(), footprint),
        ..Demand::default()
    };
    let message = limiter(machine(), &demand);
    assert!(message.starts_with("estimated for NVIDIA GeForce RTX 3060 Laptop GPU 80 W: 104 µs, limited by DRAM bandwidth (102 µs, then the level 2 cache with 30.7 µs)."), "{message}");
    let lonely = Demand { subgroup_instructions: 1000, ..Demand { traffic: None, ..demand } };
    let message = limiter(machine(), &lonely);
    assert!(message.contains("limited by latency") && !message.contains("idle"), "{message}");
}

/// The limiter of a launch of so many workgroups of 128, each of which waits 64 times for level 2.
fn waiting(shared_bytes: u32, workgroups: u64) -> String {
    let occupancy = occupancy(machine(), Footprint { workgroup_size: 128, shared_bytes, registers: None });
    let waits = 64 * workgroups;
    let traffic = Traffic { waited: [0, waits, 0, 0], ..Traffic::default() };
    let paths = Path { instructions: waits, global_waits: waits, loads: waits, ..Path::default() };
    reported_of_paths(Demand { workgroups, occupancy, traffic: Some(traffic), ..Demand::default() }, paths)
}

/// The limiter of a launch whose workgroups go these paths.
fn reported_of_paths(demand: Demand, paths: Path) -> String {
    let lengths = Lengths { paths, ..demand.lengths };
    let demand = Demand { lengths, subgroup_instructions: paths.instructions, ..demand };
    let (counters, estimate) = (Counters::default(), estimate(machine(), &demand));
    let evidence = evidence(machine(), &counters, &[], demand.occupancy.as_ref(), &estimate);
    limiter::limiter(&Evidence { demand: &demand, ..evidence }, Suggested::Nothing).expect("something limits").message
}

/// What is said of a launch of so many workgroups of 128 that `limit` holds up for 100 us.
fn held_up(
    limit: Limit,
    shared_bytes: u32,
    workgroups: u64,
    say: impl FnOnce(&Evidence<'_>) -> Option<String>,
) -> String {
    let occupancy = occupancy(machine(), Footprint { workgroup_size: 128, shared_bytes, registers: None });
    let demand = Demand { workgroups, ..Demand::default() };
    let estimate = Estimate { time_s: Some(1e-4), ..limited(limit) };
    let counters = Counters::default();
    let evidence = evidence(machine(), &counters, &[], occupancy.as_ref(), &estimate);
    say(&Evidence { demand: &demand, ..evidence }).expect("something limits")
}

#[test]
fn idle_units_are_what_takes_the_time_of_work_done_in_turn_and_stand_beside_a_latency() {
    let reported = |limit, workgroups| held_up(limit, 0, workgroups, |evidence| Some(cause(evidence)?.to_string()));
    assert_eq!(reported(Limit::Issue, 8), "its 8 workgroups leave 22 of 30 units idle");
    assert_eq!(reported(Limit::Latency, 8), "latency limits it, while its 8 workgroups leave 22 of 30 units idle");
    assert_eq!(reported(Limit::Latency, 30), "latency limits it");
    assert_eq!(reported(Limit::Dram, 8), "DRAM bandwidth limits it");
}

#[test]
fn where_latency_limits_more_workgroups_are_advised_only_where_there_is_room_for_them() {
    let few = waiting(0, 8);
    assert!(few.contains("more workgroups (the launch has 8, and the units hold 360 at a time)"), "{few}");
    let full = waiting(0, 360);
    let advised =
        "more workgroups would wait, because the units are full, with 100 % of the places for subgroups taken";
    assert!(
        full.contains("Keep more work in flight: more independent loads in each invocation") && full.ends_with(advised),
        "{full}"
    );
    let tiles = waiting(32 << 10, 360);
    assert!(tiles.contains("less workgroup memory per workgroup; more workgroups would wait"), "{tiles}");
    assert!(tiles.contains("would wait, because workgroup memory is used up, with"), "{tiles}");
    let occupancy = occupancy(machine(), Footprint { workgroup_size: 128, shared_bytes: 0, registers: None });
    let paths = Path { instructions: 360_000, chain: 3_600_000, global_waits: 1, ..Path::default() };
    let chain = reported_of_paths(Demand { workgroups: 360, occupancy, ..Demand::default() }, paths);
    assert!(chain.contains("more independent operations in each invocation (several chains"), "{chain}");
}

#[test]
fn a_launch_that_nothing_would_make_faster_is_told_to_stop() {
    let occupancy = occupancy(machine(), Footprint { workgroup_size: 256, shared_bytes: 0, registers: None });
    let demand = Demand { workgroups: 3000, occupancy, f32_flop: 1 << 36, ..Demand::default() };
    let reported = reported_of_paths(demand, Path { instructions: 1 << 20, ..Path::default() });
    assert!(reported.contains(". Stop here: f32 arithmetic takes 100 % of the kernel's own time"), "{reported}");
    assert!(reported.contains("only one that has fewer FLOP"), "{reported}");
}

#[test]
fn a_launch_that_leaves_units_idle_is_said_to_tell_little_of_a_larger_one() {
    let idle = "Its 8 workgroups leave 22 of 30 units idle: a larger launch may be limited by something else, and there the other of two kernels may";
    assert!(waiting(0, 8).contains(idle), "{}", waiting(0, 8));
    assert!(waiting(0, 1).contains("Its 1 workgroup leaves 29 of 30 units idle"), "{}", waiting(0, 1));
    assert!(!waiting(0, 30).contains("idle"), "{}", waiting(0, 30));
}

#[test]
fn smaller_tiles_are_not_said_to_make_room_where_the_registers_are_used_up_too() {
    let reported = |registers| {
        let footprint = Footprint { workgroup_size: 512, shared_bytes: 60 << 10, registers: Some(registers) };
        let held = occupancy(machine(), footprint);
        let estimate = Estimate { time_s: Some(1e-4), ..limited(Limit::Latency) };
        let counters = Counters::default();
        let evidence = evidence(machine(), &counters, &[], held.as_ref(), &estimate);
        let evidence = Evidence { footprint, demand: &MANY, ..evidence };
        residency::low_occupancy(&evidence).expect("it is low").message
    };
    assert!(
        reported(32).contains("of workgroup memory: too few")
            && reported(32).ends_with("Next: smaller tiles: with 30.7 kB per workgroup, 3 fit"),
        "{}",
        reported(32)
    );
    let both = reported(128);
    assert!(both.contains("of workgroup memory, and the registers are used up, too: too few"), "{both}");
    assert!(both.ends_with("Next: smaller tiles, and fewer results for each invocation"), "{both}");
}

#[test]
fn a_suggestion_that_is_withheld_leaves_what_was_seen() {
    let next = (Suggestion::DropBarrier, String::new());
    let mut finding = suggestion::suggest(FindingKind::IdleBarrier, Severity::Note, 3, "it orders nothing", next);
    assert_eq!(finding.message, "it orders nothing. Next: remove it");
    finding.withhold_suggestion();
    assert_eq!(finding.message, "it orders nothing");
    finding.withhold_suggestion();
    assert_eq!(finding.message, "it orders nothing");
}

#[test]
fn a_machine_without_figures_says_which_are_missing() {
    let lavapipe = Machine::builtin("lavapipe").unwrap();
    let message = limiter(lavapipe, &Demand { workgroups: 1, subgroup_instructions: 10, ..Demand::default() });
    assert!(message.starts_with("no estimate for lavapipe"), "{message}");
    assert!(message.contains("Not modelled: instruction issue (no unit.count, unit.clock_hz"), "{message}");
}

/// An estimate that is limited by `limit`.
fn limited(limit: Limit) -> Estimate {
    Estimate { limiter: Some(limit), ..estimate(machine(), &Demand::default()) }
}

/// What is found of a launch, but for the limiter, by kind.
fn said(evidence: &Evidence<'_>) -> Vec<(&'static str, Option<u32>, String)> {
    let findings = advice(evidence).into_iter().filter(|finding| finding.kind != FindingKind::Limiter);
    findings.map(|finding| (finding.kind.name(), finding.line, finding.message)).collect()
}
