//! Figures that only some machines have, each with a demand whose time follows on paper.

use super::{Demand, Estimate, Limit, estimate};
use crate::cache::Traffic;
use crate::count::{AtomicContention, Lengths, Path};
use crate::machine::Machine;
use crate::occupancy::{Footprint, occupancy};

fn machine(changes: &[&str]) -> Machine {
    Machine::builtin("ampere-8.6").unwrap().clone().changed(changes).unwrap()
}

/// One workgroup of 256 on each of 30 units at 1 GHz.
fn of(changes: &[&str], demand: Demand) -> Estimate {
    let machine = machine(&[&["unit.clock_hz=1e9"], changes].concat());
    let footprint = Footprint { workgroup_size: 256, shared_bytes: 0, registers: None };
    estimate(&machine, &Demand { workgroups: 30, occupancy: occupancy(&machine, footprint), ..demand })
}

fn assert_us(estimate: &Estimate, limit: Limit, microseconds: f64) {
    let found = estimate.term_s(limit).expect("modelled") * 1e6;
    assert!((found - microseconds).abs() <= microseconds * 1e-9, "{limit}: {found} us, not {microseconds} us");
}

#[test]
fn a_line_takes_turns_at_its_words_and_at_one_address() {
    let at =
        |turns: u64, words: u64| of(&[], Demand { atomics: AtomicContention { turns, words }, ..Demand::default() });
    // A thousand requests: of 32 lanes at one address, of 32 words, and of one lane.
    assert_us(&at(32_000, 1000), Limit::Atomics, 32.0);
    assert_us(&at(1000, 32_000), Limit::Atomics, 20.0);
    assert_us(&at(1000, 1000), Limit::Atomics, 1.0);
}

#[test]
fn integers_and_floats_take_the_lanes_that_there_are_for_them() {
    let issue = |changes: &[&str], [floats, integers, multiplies]: [u64; 3]| {
        let all = 30 * (floats + integers);
        let demand = Demand {
            subgroup_instructions: all,
            arithmetic_instructions: all,
            float_instructions: 30 * floats,
            integer_instructions: 30 * integers,
            multiplies: 30 * multiplies,
            ..Demand::default()
        };
        of(changes, demand)
    };
    // 128 lanes, of which 64 are for integers, too: 4 instructions a clock, or 2.
    assert_us(&issue(&[], [4000, 0, 0]), Limit::Issue, 1.0);
    assert_us(&issue(&[], [2000, 2000, 0]), Limit::Issue, 1.0);
    assert_us(&issue(&[], [0, 4000, 0]), Limit::Issue, 2.0);
    // Products have as many of their own.
    assert_us(&issue(&[], [0, 4000, 2000]), Limit::Issue, 1.0);
    assert_us(&issue(&[], [0, 4000, 4000]), Limit::Issue, 2.0);
    // 64 lanes for floats.
    assert_us(&issue(&["unit.f32_flop_per_clock=128"], [2000, 2000, 0]), Limit::Issue, 1.0);
    assert_us(&issue(&["unit.f32_flop_per_clock=128"], [4000, 0, 0]), Limit::Issue, 2.0);
}

#[test]
fn bytes_of_workgroup_memory_are_a_lower_bound_where_banks_are_not_known() {
    let demand = Demand { shared_unknown: true, shared_bytes: 30 * 128_000, ..Demand::default() };
    let with = of(&["shared.byte_per_clock=128"], demand);
    assert_us(&with, Limit::SharedMemory, 1.0);
    assert!(with.at_least());
    assert_eq!(of(&[], demand).term_s(Limit::SharedMemory), None);
}

#[test]
fn the_data_sheets_bandwidth_is_a_bound_where_level_2_is_not_known() {
    let traffic = Traffic { l2_read_sectors: 1000, least_dram_bytes: Some(336_000), ..Traffic::default() };
    let demand = Demand { traffic: Some(traffic), ..Demand::default() };
    let sampled = of(&["dram.byte_per_s=336e9"], demand);
    assert_us(&sampled, Limit::Dram, 1.0);
    assert_eq!(sampled.missing(), ["larger sample"], "the machine's level 2 is known");
    let mut unknown = machine(&["dram.byte_per_s=336e9"]);
    unknown.cache.l2_bytes = None;
    let least = estimate(&unknown, &Demand { workgroups: 30, ..demand });
    assert_us(&least, Limit::Dram, 1.0);
    assert_eq!(least.missing(), ["cache.l2_bytes"]);
}

#[test]
fn workgroups_start_one_after_the_other_where_that_rate_is_known() {
    assert_us(&of(&["launch.workgroups_per_clock=0.5"], Demand::default()), Limit::Starts, 0.06);
    assert_us(&of(&[], Demand::default()), Limit::Starts, 0.0);
}

#[test]
fn level_2_is_written_and_changed_at_rates_of_its_own() {
    let traffic =
        Traffic { l2_read_sectors: 5000, l2_write_sectors: 3000, l2_update_sectors: 1000, ..Traffic::default() };
    let demand = Demand { traffic: Some(traffic), partial_sectors: 500, ..Demand::default() };
    // 4000 read, 1500 written whole, 500 read and written, 1000 as if read.
    let read = "cache.l2_byte_per_clock=64";
    assert_us(&of(&[read], demand), Limit::Level2, 0.5 * 7.5);
    assert_us(&of(&[read, "cache.l2_write_byte_per_clock=32"], demand), Limit::Level2, 0.5 * 5.5 + 2.0);
    let rates = [read, "cache.l2_write_byte_per_clock=32", "cache.l2_update_byte_per_clock=16"];
    assert_us(&of(&rates, demand), Limit::Level2, 2.0 + 1.5 + 3.0);
    // Stores of private arrays, a part of them of parts of sectors.
    let local = Demand { local_written: 1000, local_partial: 400, ..Demand::default() };
    assert_us(&of(&rates, Demand { traffic: Some(Traffic::default()), ..local }), Limit::Level2, 0.6 + 0.8);
}

#[test]
fn a_workgroup_that_waits_for_its_stores_keeps_its_place() {
    let path = Path { instructions: 1, chain: 1, ..Path::default() };
    let lengths = Lengths { paths: path.times(30.0), longest: path, heaviest: 1, heaviest_at: 0 };
    let stores = |l2_write_sectors: u64| {
        let traffic = Some(Traffic { l2_write_sectors, ..Traffic::default() });
        let demand = Demand { subgroup_instructions: 30, lengths, traffic, ..Demand::default() };
        let latency = of(&["launch.store_clocks=250"], demand).term_s(Limit::Latency);
        latency.expect("modelled") * 1e9
    };
    assert!((stores(1) - stores(0) - 250.0).abs() < 1e-6);
}

#[test]
fn conversions_take_the_special_function_unit_where_its_rate_of_them_is_known() {
    let demand = Demand { sfu_instructions: 30 * 1000, conversions: 30 * 500, ..Demand::default() };
    let time = |changes: &[&str]| of(changes, demand).term_s(Limit::SpecialFunctions).expect("modelled") * 1e6;
    let [same, slower] = [16, 8].map(|rate| time(&[&format!("unit.conversion_per_clock={rate}")]));
    assert!((same - 3.0).abs() < 1e-9 && (slower - 4.0).abs() < 1e-9, "{same} {slower}");
    let mut machine = machine(&["unit.clock_hz=1e9"]);
    machine.unit.conversion_per_clock = None;
    let footprint = Footprint { workgroup_size: 256, shared_bytes: 0, registers: None };
    let occupancy = occupancy(&machine, footprint);
    let without = estimate(&machine, &Demand { workgroups: 30, occupancy, ..demand });
    assert_us(&without, Limit::SpecialFunctions, 2.0);
}

#[test]
fn shuffles_and_scalar_instructions_take_their_units_time() {
    let demand = Demand { subgroup_instructions: 30, shuffles: 30 * 1000, scalars: 30 * 1000, ..Demand::default() };
    let time = |change: &str| of(&[change], demand).term_s(Limit::Issue).expect("modelled") * 1e6;
    let [shuffles, scalars] = ["unit.shuffle_per_clock=16", "unit.scalar_per_clock=0.25"].map(time);
    assert!((shuffles - 2.0).abs() < 1e-9 && (scalars - 4.0).abs() < 1e-9, "{shuffles} {scalars}");
}

#[test]
fn loads_that_are_waited_for_together_take_as_long_as_the_furthest() {
    // Ten waits for twenty loads.
    let path = Path { instructions: 100, chain: 30, global_waits: 10, loads: 20, ..Path::default() };
    let lengths = Lengths { paths: path.times(30.0), longest: path, heaviest: 100, heaviest_at: 0 };
    let clocks = |waited: [u64; 4]| {
        let traffic = Some(Traffic { waited, ..Traffic::default() });
        let demand = Demand { subgroup_instructions: 3000, lengths, traffic, ..Demand::default() };
        let latency = of(&["launch.workgroup_clocks=1"], demand).term_s(Limit::Latency).expect("modelled");
        latency * 1e9 - 1.0 - 100.0
    };
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    near(clocks([600, 0, 0, 0]), 390.0);
    // Half of the loads come from DRAM: one in each wait.
    near(clocks([300, 0, 0, 300]), 5700.0);
    near(clocks([450, 75, 0, 75]), 2.5 * 570.0 + 2.5 * 214.0 + 5.0 * 39.0);
}

#[test]
fn a_unit_draws_no_more_than_it_waits_for_at_a_time() {
    // One workgroup that reads 32 MB, a word of each lane at a time and 1000 clocks away.
    let asked = Demand {
        workgroups: 1,
        subgroup_instructions: 8,
        traffic: Some(Traffic {
            l1_read_sectors: 1_000_000,
            l2_read_sectors: 1_000_000,
            l2_read_hits: Some(0),
            dram_read_bytes: Some(32_000_000),
            dram_write_bytes: Some(0),
            waited: [0, 0, 0, 8],
            ..Traffic::default()
        }),
        lengths: Lengths {
            paths: Path { global_waits: 1, instructions: 8, loads: 8, ..Path::default() },
            longest: Path { global_waits: 1, instructions: 8, loads: 8, ..Path::default() },
            ..Lengths::default()
        },
        ..Demand::default()
    };
    let of = |more: &[&str]| {
        let machine = machine(&[&["unit.clock_hz=1e9", "dram.latency_clocks=1000"], more].concat());
        let footprint = Footprint { workgroup_size: 256, shared_bytes: 0, registers: None };
        estimate(&machine, &Demand { occupancy: occupancy(&machine, footprint), ..asked })
    };
    assert_us(&of(&["cache.bytes_under_way=64000"]), Limit::Latency, 500_000.0 / 1e3);
    assert!(!of(&["cache.bytes_under_way=64000"]).at_least());
    assert_eq!(of(&[]).missing(), ["cache.bytes_under_way"]);
}
