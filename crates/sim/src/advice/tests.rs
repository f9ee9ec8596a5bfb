use super::*;
use crate::cache::Traffic;
use crate::estimate::{Demand, Estimate, Limit, estimate};
use crate::machine::Machine;
use crate::occupancy::{Footprint, Occupancy, OccupancyLimit, occupancy};
use crate::{Counters, Does, FindingKind, FirstRequest, Goes, LineCounters, Severity};

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
        first_requests: &[],
        footprint: Footprint {
            workgroup_size: 256,
            shared_bytes: 0,
            registers: None,
        },
        workgroup_size: [256, 1, 1],
        occupancy,
        estimate,
    }
}

fn machine() -> &'static Machine {
    Machine::builtin("ampere-8.6").unwrap()
}

/// The totals of some lines, on a machine with subgroups of 32.
fn totals(lines: &[LineCounters]) -> Counters {
    let sum = |field: fn(&LineCounters) -> u64| lines.iter().map(field).sum::<u64>();
    let subgroup_instructions = sum(|line| line.subgroup_instructions);
    let active_lanes = sum(|line| line.active_lanes);
    Counters {
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
    assert!(
        findings
            .iter()
            .all(|finding| finding.severity == Severity::Warning)
    );
    findings
        .into_iter()
        .map(|finding| (finding.kind.name(), finding.line, finding.message))
        .collect()
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
    let [(kind, line, message)] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((*kind, *line), ("uncoalesced", Some(7)));
    assert!(
        message.starts_with(
            "each subgroup's request touches 32.0 sectors of 32 bytes where 4.00 would do"
        ),
        "{message}"
    );
    assert!(
        message.contains(
            "88 % of what it moves for this line is not used (89 % of the launch's sectors). Next: "
        ),
        "{message}"
    );
}

#[test]
fn dense_lines_and_light_lines_are_not_found() {
    assert_eq!(
        found(&[global(1, 4, 4), global(2, 16, 16), global(3, 1, 1)]),
        []
    );
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
    let lines = [
        global(1, 8, 4),
        global(2, 32, 4),
        global(3, 16, 4),
        global(4, 32, 4),
    ];
    assert_eq!(
        found(&lines)
            .into_iter()
            .map(|(_, line, _)| line)
            .collect::<Vec<_>>(),
        [Some(2), Some(4), Some(3)]
    );
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
    let [(kind, Some(12), message)] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(*kind, "bank-conflict");
    assert!(
        message.contains(
            "takes 32.0 wavefronts where 1.00 would do, because its lanes ask one bank for different words: workgroup memory has \
             32 banks of 4 bytes"
        ),
        "{message}"
    );
    let on = |machine: &Machine, wavefronts: u64| {
        let lines = [line(wavefronts)];
        let (counters, nothing) = (totals(&lines), estimate(machine, &Demand::default()));
        lines::bank_conflicts(&evidence(machine, &counters, &lines, None, &nothing))
    };
    assert_eq!(on(machine(), 1), []);
    assert_eq!(on(Machine::builtin("apple-m1").unwrap(), 32), []);
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
    let [(kind, Some(20), message)] = &found_lines[..] else {
        panic!("{found_lines:?}")
    };
    assert_eq!(*kind, "divergence");
    assert!(
        message.starts_with(
            "50 % of the branches here send lanes of one subgroup different ways (50 of 100)"
        ),
        "{message}"
    );
    assert!(
        message.contains("50 % of the lanes are active"),
        "{message}"
    );
    // The edge of a launch: few branches diverge, or few lanes idle.
    assert_eq!(found(&[line(1, 16_000)]), []);
    assert_eq!(found(&[line(50, 31_000)]), []);
}

fn limiter(machine: &Machine, demand: &Demand) -> String {
    let occupancy = demand.occupancy;
    let (counters, estimate) = (Counters::default(), estimate(machine, demand));
    let findings = advice(&evidence(
        machine,
        &counters,
        &[],
        occupancy.as_ref(),
        &estimate,
    ));
    let [finding] = &findings[..] else {
        panic!("{findings:?}")
    };
    assert_eq!(
        (finding.kind.name(), finding.line, finding.severity),
        ("limiter", None, Severity::Note)
    );
    finding.message.clone()
}

#[test]
fn the_limiter_is_named_with_its_time_and_always_as_estimated() {
    let footprint = Footprint {
        workgroup_size: 256,
        shared_bytes: 16 << 10,
        registers: None,
    };
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
    assert!(message.starts_with("estimated for NVIDIA GeForce RTX 3060 Laptop GPU: 108 µs, limited by DRAM bandwidth (106 µs, then the level 2 cache with 30.7 µs)."), "{message}");
    let lonely = Demand {
        subgroup_instructions: 1000,
        chain_instructions: 1000,
        ..Demand {
            traffic: None,
            ..demand
        }
    };
    let message = limiter(machine(), &lonely);
    assert!(
        message.contains("limited by latency")
            && message.ends_with("the occupancy is 83 %, limited by shared-memory"),
        "{message}"
    );
}

#[test]
fn a_machine_without_figures_says_which_are_missing() {
    let lavapipe = Machine::builtin("lavapipe").unwrap();
    let message = limiter(
        lavapipe,
        &Demand {
            workgroups: 1,
            subgroup_instructions: 10,
            ..Demand::default()
        },
    );
    assert!(message.starts_with("no estimate for lavapipe"), "{message}");
    assert!(
        message.contains("Not modelled: instruction issue (no unit.count, unit.clock_hz"),
        "{message}"
    );
}

/// An estimate that is limited by `limit`.
fn limited(limit: Limit) -> Estimate {
    Estimate {
        limiter: Some(limit),
        ..estimate(machine(), &Demand::default())
    }
}

/// What is found of a launch, but for the limiter, by kind.
fn said(evidence: &Evidence<'_>) -> Vec<(&'static str, Option<u32>, String)> {
    let findings = advice(evidence)
        .into_iter()
        .filter(|finding| finding.kind != FindingKind::Limiter);
    findings
        .map(|finding| (finding.kind.name(), finding.line, finding.message))
        .collect()
}

/// The first request of a line: lane l at `l * step`.
fn first(line: u32, does: Does, bytes: u32, step: u32, goes: Goes) -> FirstRequest {
    FirstRequest {
        line,
        name: "x".to_owned(),
        does,
        goes,
        bytes,
        workgroup: [0; 3],
        subgroup: 0,
        width: 32,
        lanes: (0..32).map(|lane| (lane, lane * step)).collect(),
    }
}

fn storage(sectors: u64, ideal: u64) -> Goes {
    Goes::Storage {
        sector_bytes: 32,
        sectors,
        ideal,
    }
}

#[test]
fn a_strided_access_is_named_with_its_stride_and_what_to_try() {
    let lines = [global(14, 32, 4)];
    let (counters, nothing) = (totals(&lines), limited(Limit::Dram));
    let requests = [first(14, Does::Reads, 4, 128, storage(32, 4))];
    let flat = Evidence {
        first_requests: &requests,
        ..evidence(machine(), &counters, &lines, None, &nothing)
    };
    let [(_, Some(14), message)] = &said(&flat)[..] else {
        panic!()
    };
    assert!(
        message.starts_with("each subgroup's load of `x` touches 32 sectors of 32 bytes where 4 would do, because neighbouring lanes read 128 bytes apart"),
        "{message}"
    );
    assert!(
        message.contains("Next: let lane i take element i"),
        "{message}"
    );
    let square = Evidence {
        workgroup_size: [16, 16, 1],
        ..flat
    };
    assert!(
        said(&square)[0]
            .2
            .contains("Next: swap the roles of x and y"),
        "{:?}",
        said(&square)
    );
    let quads = [first(14, Does::Writes, 4, 16, storage(16, 4))];
    let quads = Evidence {
        first_requests: &quads,
        ..square
    };
    assert!(
        said(&quads)[0]
            .2
            .contains("let it do so at once, as a vec4"),
        "{:?}",
        said(&quads)
    );
    let records = [first(14, Does::Writes, 4, 32, storage(32, 4))];
    let records = Evidence {
        first_requests: &records,
        ..flat
    };
    let message = &said(&records)[0].2;
    assert!(
        message.contains("store of `x`") && message.contains("write 32 bytes apart"),
        "{message}"
    );
    assert!(
        message.contains("in place of an array of 32-byte structures"),
        "{message}"
    );
}

#[test]
fn of_a_line_with_two_accesses_the_wasteful_one_is_named_beside_the_average() {
    // A load that touches 32 and a store that touches 4.
    let lines = [global(6, 18, 4)];
    let (counters, nothing) = (totals(&lines), limited(Limit::Dram));
    let requests = [
        first(6, Does::Writes, 4, 4, storage(4, 4)),
        first(6, Does::Reads, 4, 4096, storage(32, 4)),
    ];
    let both = Evidence {
        first_requests: &requests,
        ..evidence(machine(), &counters, &lines, None, &nothing)
    };
    let message = &said(&both)[0].2;
    assert!(
        message.contains("load of `x` touches 32 sectors of 32 bytes where 4 would do (the first one; all requests of the line: 18.0 where 4.00 would do)"),
        "{message}"
    );
}

#[test]
fn addresses_without_a_step_are_said_to_have_none() {
    let mut request = first(3, Does::Reads, 4, 4, storage(32, 4));
    request.lanes = (0..32).map(|lane| (lane, lane * lane * 40)).collect();
    assert_eq!(request::Request(&request).step(), None);
    // Rows of 16: one break in 31 is none.
    request.lanes = (0..32)
        .map(|lane| (lane, lane % 16 * 4 + lane / 16 * 1000))
        .collect();
    assert_eq!(request::Request(&request).step(), Some(4));
    request.lanes = vec![(3, 0)];
    assert_eq!(request::Request(&request).step(), None);
}

#[test]
fn a_bank_conflict_is_named_with_its_pitch_and_the_padded_one() {
    let lines = [LineCounters {
        line: 42,
        shared_requests: 10,
        shared_wavefronts: Some(320),
        shared_wavefronts_ideal: Some(10),
        ..LineCounters::default()
    }];
    let (counters, nothing) = (totals(&lines), limited(Limit::SharedMemory));
    let goes = Goes::Workgroup {
        banks: 32,
        bank_bytes: 4,
        wavefronts: 32,
        ideal: 1,
    };
    let requests = [first(42, Does::Reads, 4, 128, goes)];
    let column = Evidence {
        first_requests: &requests,
        ..evidence(machine(), &counters, &lines, None, &nothing)
    };
    let [(kind, Some(42), message)] = &said(&column)[..] else {
        panic!()
    };
    assert_eq!(*kind, "bank-conflict");
    assert!(message.contains("load of `x` takes 32 wavefronts where 1 would do, because neighbouring lanes ask for words 32 apart"), "{message}");
    assert!(
        message.contains("a pitch of 33 words in place of 32"),
        "{message}"
    );
}

#[test]
fn atomics_at_one_address_are_found_and_scattered_ones_are_not() {
    let line = |serializations| LineCounters {
        line: 9,
        atomic_requests: 10,
        atomic_serializations: serializations,
        ..LineCounters::default()
    };
    let on = |serializations| {
        let lines = [line(serializations)];
        let counters = Counters {
            atomic_serializations: serializations,
            ..Counters::default()
        };
        said(&evidence(
            machine(),
            &counters,
            &lines,
            None,
            &limited(Limit::Atomics),
        ))
    };
    let contended = on(320);
    let [(kind, Some(9), message)] = &contended[..] else {
        panic!("{contended:?}")
    };
    assert_eq!(*kind, "atomics");
    assert!(
        message.contains("has 32.0 lanes at one address")
            && message.contains("(320 steps for 10 requests)"),
        "{message}"
    );
    assert_eq!(on(15), []);
}

#[test]
fn loads_of_the_same_values_are_found_where_the_caches_limit() {
    let lines = [LineCounters {
        line: 24,
        global_requests: 1000,
        global_bytes: 1_000_000,
        ..LineCounters::default()
    }];
    let on = |dram: u64, limit| {
        let counters = Counters {
            global_bytes: 1_000_000,
            dram_bytes: Some(dram),
            ..Counters::default()
        };
        said(&evidence(
            machine(),
            &counters,
            &lines,
            None,
            &limited(limit),
        ))
    };
    let again = on(20_000, Limit::Level1);
    let [(kind, Some(24), message)] = &again[..] else {
        panic!("{again:?}")
    };
    assert_eq!(*kind, "redundant-loads");
    assert!(
        message.contains("50.0 times what comes from DRAM (1.00 MB for 20.0 kB)"),
        "{message}"
    );
    assert_eq!(on(20_000, Limit::Dram), []);
    assert_eq!(on(500_000, Limit::Level1), []);
}

#[test]
fn dense_scalars_are_found_where_requests_limit() {
    let lines = [global(30, 4, 4)];
    let counters = Counters {
        global_requests: 100,
        ..totals(&lines)
    };
    let requests = [first(30, Does::Reads, 4, 4, storage(4, 4))];
    let vectors = [first(30, Does::Reads, 16, 16, storage(16, 16))];
    let on = |first_requests, limit| {
        let estimate = limited(limit);
        said(&Evidence {
            first_requests,
            ..evidence(machine(), &counters, &lines, None, &estimate)
        })
    };
    let scalars = on(&requests, Limit::Issue);
    let [(kind, Some(30), message)] = &scalars[..] else {
        panic!("{scalars:?}")
    };
    assert_eq!(*kind, "scalar-loads");
    assert!(
        message.contains("load of `x` moves 4 bytes") && message.contains("100 requests"),
        "{message}"
    );
    assert_eq!(on(&vectors, Limit::Issue), []);
    assert_eq!(on(&requests, Limit::Dram), []);
}

#[test]
fn a_workgroup_that_is_no_multiple_of_a_subgroup_is_found() {
    let (counters, nothing) = (Counters::default(), limited(Limit::Issue));
    let of = |size: [u32; 3]| {
        said(&Evidence {
            workgroup_size: size,
            footprint: Footprint {
                workgroup_size: size.iter().product(),
                shared_bytes: 0,
                registers: None,
            },
            ..evidence(machine(), &counters, &[], None, &nothing)
        })
    };
    let partial = of([48, 1, 1]);
    let [(kind, None, message)] = &partial[..] else {
        panic!("{partial:?}")
    };
    assert_eq!(*kind, "partial-subgroups");
    assert!(
        message.contains("48 x 1 x 1 = 48 invocations takes 2 subgroups of 32")
            && message.contains("25 % of their lanes"),
        "{message}"
    );
    assert_eq!(of([64, 1, 1]), []);
    assert_eq!(of([255, 1, 1]), [], "one lane of 256 is no loss");
}

#[test]
fn few_subgroups_are_found_where_latency_limits_with_what_keeps_more_away() {
    let (counters, waiting) = (Counters::default(), limited(Limit::Latency));
    let of = |workgroup_size, shared_bytes| {
        let footprint = Footprint {
            workgroup_size,
            shared_bytes,
            registers: None,
        };
        let resident = occupancy(machine(), footprint).expect("modelled");
        let findings = said(&Evidence {
            footprint,
            workgroup_size: [workgroup_size, 1, 1],
            occupancy: Some(&resident),
            ..evidence(machine(), &counters, &[], None, &waiting)
        });
        (resident.limit, findings)
    };
    let (limit, tiles) = of(128, 40 << 10);
    assert_eq!(limit, OccupancyLimit::SharedMemory);
    assert!(
        tiles[0]
            .2
            .contains("each takes 41.0 kB of the unit's 102 kB"),
        "{tiles:?}"
    );
    let (limit, small) = of(32, 0);
    assert_eq!(limit, OccupancyLimit::Workgroups);
    assert!(
        small[0]
            .2
            .contains("workgroups of 32 invocations are small"),
        "{small:?}"
    );
    assert_eq!(of(256, 0).1, [], "full");
}

#[test]
fn what_dispatches_hand_on_through_memory_is_named_with_its_bytes() {
    let handed = [Handed {
        name: "biased".to_owned(),
        from: 1,
        to: 2,
        bytes: 1_000_000,
    }];
    let finding = unfused(2, &handed).expect("found");
    assert_eq!(finding.kind, FindingKind::UnfusedTraffic);
    assert!(
        finding
            .message
            .contains("`biased` (1.00 MB) from dispatch 1 to 2")
            && finding
                .message
                .contains("2.00 MB are written and read again"),
        "{}",
        finding.message
    );
    assert_eq!(unfused(2, &[]), None);
}
