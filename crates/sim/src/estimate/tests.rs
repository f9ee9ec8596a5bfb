//! Kernels whose demands and times can be worked out on paper, on the default machine: 30 SMs at 1.425 GHz, 6 resident
//! workgroups of 256 on each.

use super::*;
use crate::cache::Traffic;
use crate::count::AtomicContention;
use crate::machine::Machine;
use crate::occupancy::{Footprint, occupancy};

fn machine() -> &'static Machine {
    Machine::builtin("ampere-8.6").unwrap()
}

/// Workgroups of one path each: instructions that all wait for each other, waits for workgroup and for storage memory.
fn lengths(workgroups: u64, [instructions, shared_waits, global_waits]: [u64; 3]) -> Lengths {
    let longest = Path { instructions, chain: instructions, shared_waits, global_waits, ..Path::default() };
    Lengths { paths: longest.times(workgroups as f64), longest, heaviest: 8 * instructions, heaviest_at: 0 }
}

/// A launch of workgroups of 256 that has no other demands.
fn launch(workgroups: u64) -> Demand {
    let footprint = Footprint { workgroup_size: 256, shared_bytes: 0, registers: None };
    Demand { workgroups, occupancy: occupancy(machine(), footprint), ..Demand::default() }
}

fn assert_us(seconds: Option<f64>, microseconds: f64) {
    let found = seconds.expect("modelled") * 1e6;
    assert!((found - microseconds).abs() <= microseconds * 1e-3, "{found} us, not {microseconds} us");
}

/// 2^24 f32 from one buffer to another: 65,536 workgroups, 524,288 subgroups of 10 instructions.
/// A load touches `sectors` sectors, a store 4.
fn copy(sectors: u64) -> Demand {
    let subgroups = 524_288;
    let (read, written) = (subgroups * sectors, subgroups * 4);
    Demand {
        subgroup_instructions: subgroups * 10,
        lengths: lengths(65_536, [10, 0, 1]),
        global_requests: subgroups * 2,
        global_bytes: subgroups * 2 * 128,
        traffic: Some(Traffic {
            l1_read_sectors: read,
            l2_read_sectors: read,
            l2_read_hits: Some(0),
            waited: [0, 0, 0, subgroups],
            l2_write_sectors: written,
            dram_read_bytes: Some(read * 32),
            dram_write_bytes: Some(written * 32),
            ..Traffic::default()
        }),
        ..launch(65_536)
    }
}

#[test]
fn a_kernel_of_which_no_workgroup_has_room_on_a_unit_has_no_time() {
    let footprint = Footprint { workgroup_size: 256, shared_bytes: 200 << 10, registers: None };
    let estimate = estimate(machine(), &Demand { occupancy: occupancy(machine(), footprint), ..copy(4) });
    assert_eq!((estimate.time_s, estimate.limiter), (None, None));
    let latency = estimate.terms.iter().find(|term| term.limit == Limit::Latency).expect("it is a term");
    assert_eq!(latency.missing, ["room on a unit for one workgroup"]);
}

#[test]
fn a_copy_is_limited_by_dram() {
    let estimate = estimate(machine(), &copy(4));
    assert_eq!(estimate.limiter, Some(Limit::Dram));
    // 2 x 64 MiB at 316 GB/s.
    assert_us(estimate.term_s(Limit::Dram), 424.74);
    // The cubes of what works side by side: DRAM, level 1, instructions and latency.
    assert_us(estimate.time_s, 453.40);
    // 128 MiB at 768 bytes a clock.
    assert_us(estimate.term_s(Limit::Level2), 122.64);
    // 2,185 workgroups on the busiest SM: 2,185 x 8 subgroups x 256 bytes at 64 a clock.
    assert_us(estimate.term_s(Limit::Level1), 49.07);
    // 2,185 x 8 x 10 instructions at 4 a clock.
    assert_us(estimate.term_s(Limit::Issue), 30.67);
    // 365 rounds of 360 clocks to begin, and 9 x 4 + 570: the load's own instruction is part of its latency.
    assert_us(estimate.term_s(Limit::Latency), 247.43);
    assert_eq!(estimate.not_modelled().count(), 0);
}

#[test]
fn a_strided_copy_pays_for_whole_sectors() {
    let (unit, strided) = (estimate(machine(), &copy(4)), estimate(machine(), &copy(32)));
    assert_eq!(strided.limiter, Some(Limit::Dram));
    // (32 + 4) sectors instead of (4 + 4), of which 28 are only read: 98 % of 336 GB/s, not the copy's 316.
    let ratio = strided.term_s(Limit::Dram).unwrap() / unit.term_s(Limit::Dram).unwrap();
    let expected = (8.0 / 316.0 + 28.0 / (0.98 * 336.0)) / (8.0 / 316.0);
    assert!((ratio - expected).abs() < 1e-12, "{ratio}");
}

#[test]
fn what_only_reads_or_only_writes_is_as_fast_as_the_bus() {
    let moved = |read: u64, written: u64| {
        let traffic = Traffic { dram_read_bytes: Some(read), dram_write_bytes: Some(written), ..Traffic::default() };
        estimate(machine(), &Demand { traffic: Some(traffic), ..copy(4) }).term_s(Limit::Dram).unwrap()
    };
    let (reads, writes, both) = (moved(2 << 30, 0), moved(0, 2 << 30), moved(1 << 30, 1 << 30));
    assert_eq!(reads, writes);
    assert_us(Some(reads), f64::from(2u32 << 30) / (0.98 * 336e9) * 1e6);
    assert_us(Some(both), f64::from(2u32 << 30) / 316e9 * 1e6);
    let some = moved(3 << 29, 1 << 29);
    assert!((some / ((reads + both) / 2.0) - 1.0).abs() < 1e-12, "{some}");
}

#[test]
fn a_machine_whose_file_knows_one_rate_of_dram_has_it_both_ways() {
    let mut machine = machine().clone();
    machine.dram.copy_byte_per_s = None;
    let at_once = estimate(&machine, &copy(4));
    // 2 x 64 MiB at 336 GB/s.
    assert_us(at_once.term_s(Limit::Dram), 399.46);
}

/// 512^3 in f32, a thread an element, workgroups of 16 x 16: 1,024 workgroups, 8,192 subgroups of 2 rows x 16 columns.
fn matmul(subgroup_instructions: u64) -> Demand {
    Demand {
        subgroup_instructions,
        lengths: lengths(1024, [subgroup_instructions / 8192, 0, 0]),
        f32_flop: 2 * 512 * 512 * 512,
        ..launch(1024)
    }
}

/// Each of 512 steps loads 4 bytes of A and of B a lane, in 2 sectors each, and has 7 instructions. Level 1 has 7 of 8
/// sectors.
fn naive_matmul() -> Demand {
    let sectors = 8192 * 512 * 4;
    let l2_reads = sectors / 8;
    Demand {
        global_requests: 8192 * 512 * 2,
        lengths: lengths(1024, [512 * 7, 0, 512]),
        global_bytes: 8192 * 512 * 2 * 128,
        traffic: Some(Traffic {
            l1_read_sectors: sectors,
            l1_read_hits: sectors - l2_reads,
            l2_read_sectors: l2_reads,
            l2_read_hits: Some(l2_reads - 65_536),
            waited: [sectors - l2_reads, l2_reads - 65_536, 0, 65_536],
            dram_read_bytes: Some(2 << 20),
            dram_write_bytes: Some(1 << 20),
            ..Traffic::default()
        }),
        ..matmul(8192 * 512 * 7)
    }
}

#[test]
fn a_naive_matmul_is_limited_by_level_1() {
    let estimate = estimate(machine(), &naive_matmul());
    assert_eq!(estimate.limiter, Some(Limit::Level1));
    // 35 of 1,024 workgroups on the busiest SM: 35 x 8 x 1,024 requests of 128 bytes, 64 a clock.
    assert_us(estimate.term_s(Limit::Level1), 402.4);
    // 35 x 8 x 512 x 7 instructions at 4 a clock.
    assert_us(estimate.term_s(Limit::Issue), 176.06);
    // 35/1,024 of 268,435,456 FLOP at 256 a clock.
    assert_us(estimate.term_s(Limit::F32), 25.15);
    // A load takes (7/8 of 39 and 1/8 of 214, but for 65,536 sectors from DRAM) = 62.27 clocks:
    // 6 rounds of 360 + (3,584 - 512) x 4 + 512 x 62.27 clocks.
    assert_us(estimate.term_s(Limit::Latency), 187.49);
    // 2 MiB both ways at 316 GB/s, and one that is only read at 98 % of 336.
    assert_us(estimate.term_s(Limit::Dram), 9.821);
}

#[test]
fn a_tiled_matmul_moves_the_limit_to_workgroup_memory() {
    let demand = Demand {
        // 32 tiles: 2 loads, 2 stores to workgroup memory, 16 steps of 2 wavefronts.
        global_requests: 8192 * 32 * 2,
        lengths: lengths(1024, [512 * 6, 512, 32]),
        global_bytes: 8192 * 32 * 2 * 128,
        shared_wavefronts: 8192 * (32 * 2 + 512 * 2),
        ..matmul(8192 * 512 * 6)
    };
    let estimate = estimate(machine(), &Demand { traffic: naive_matmul().traffic, ..demand });
    assert_eq!(estimate.limiter, Some(Limit::SharedMemory));
    // 35 x 8 x 1,088 wavefronts, one a clock.
    assert_us(estimate.term_s(Limit::SharedMemory), 213.78);
    // 35 x 8 x 64 requests of 128 bytes, 64 a clock.
    assert_us(estimate.term_s(Limit::Level1), 25.15);
}

#[test]
fn lanes_in_one_bank_of_level_1_wait_for_each_other() {
    // A column of a matrix: 32 lanes in 32 lines, all in one bank.
    let column = |wavefronts| {
        let traffic = Traffic { l1_lookups: 32_000, ..Traffic::default() };
        let demand = Demand {
            global_requests: 1000,
            global_bytes: 128_000,
            global_wavefronts: wavefronts,
            traffic: Some(traffic),
            ..launch(30)
        };
        estimate(machine(), &demand).term_s(Limit::Level1)
    };
    // 32,000 wavefronts, one a clock, over 30 SMs; without them 32,000 lines, 3.5 a clock.
    assert_us(column(Some(32_000)), 0.7485);
    assert_us(column(None), 0.21387);
}

#[test]
fn two_caches_of_a_unit_serve_two_requests_in_a_clock() {
    let demand = Demand { global_requests: 1000, global_bytes: 4000, global_wavefronts: Some(32_000), ..launch(1) };
    let of = |caches| {
        let mut rdna = Machine::builtin("rdna2").unwrap().clone();
        rdna.cache.l1_caches = caches;
        estimate(&rdna, &demand).term_s(Limit::Level1).expect("a time")
    };
    assert!((of(Some(1)) / of(Some(2)) - 2.0).abs() < 1e-9);
    assert_eq!(of(None), of(Some(1)));
}

/// Simon Boehm's ladder of SGEMM kernels (siboehm.com/articles/22/CUDA-MMM) on an RTX A6000 at 4096^3: his GFLOP/s, and
/// what one step of k asks of a subgroup: results per invocation, bytes and wavefronts from level 1, wavefronts of
/// workgroup memory.
const BOEHM: [(&str, f64, u64, u64, u64, u64); 4] = [
    ("naive: A by columns, 32 lanes in one bank", 309.0, 1, 256, 33, 0),
    ("coalesced: A is broadcast", 1986.5, 1, 256, 2, 0),
    ("32 x 32 tiles in workgroup memory", 2980.3, 1, 8, 0, 2),
    ("8 results an invocation: 8 of A and 1 of B", 8474.7, 8, 32, 1, 9),
];

#[test]
fn a_published_matmul_ladder_is_ranked_as_it_was_measured() {
    // GA102 with 84 SMs at 1.8 GHz.
    let mut a6000 = machine().clone();
    (a6000.unit.count, a6000.unit.clock_hz, a6000.dram.copy_byte_per_s) = (Some(84), Some(1.8e9), Some(722e9));
    let estimates = BOEHM.map(|(name, measured, results, bytes, wavefronts, shared)| {
        let steps = 4096_u64.pow(3) / results / 32;
        let demand = Demand {
            workgroups: 16_384 / results,
            subgroup_instructions: steps * (results + shared + bytes / 128),
            f32_flop: 2 * 4096_u64.pow(3),
            global_requests: steps * bytes / 128,
            global_bytes: steps * bytes,
            global_wavefronts: Some(steps * wavefronts),
            shared_wavefronts: steps * shared,
            ..Demand::default()
        };
        let seconds = estimate(&a6000, &demand).time_s.expect("it is modelled");
        (name, 2e-9 * 4096_f64.powi(3) / seconds, measured)
    });
    assert!(estimates.is_sorted_by(|a, b| a.1 < b.1), "{estimates:?}");
    for (name, estimated, measured) in estimates {
        assert!((measured * 0.9..measured * 1.7).contains(&estimated), "{name}: {estimated} for {measured} GFLOP/s");
    }
}

#[test]
fn divergence_costs_instructions_not_flop() {
    // 3,000 workgroups whose subgroups run 1,000 FMAs once, or in four paths of 8 lanes each.
    let kernel = |paths: u64| Demand {
        subgroup_instructions: 24_000 * 1000 * paths,
        lengths: lengths(3000, [1000 * paths, 0, 0]),
        f32_flop: 24_000 * 32 * 2000,
        ..launch(3000)
    };
    let (straight, divergent) = (estimate(machine(), &kernel(1)), estimate(machine(), &kernel(4)));
    assert_eq!(straight.term_s(Limit::F32), divergent.term_s(Limit::F32));
    assert_eq!(divergent.limiter, Some(Limit::Issue));
    // 100 workgroups a SM: 800 subgroups x 4,000 instructions at 4 a clock.
    assert_us(divergent.term_s(Limit::Issue), 561.4);
    let ratio = divergent.term_s(Limit::Issue).unwrap() / straight.term_s(Limit::Issue).unwrap();
    assert!((ratio - 4.0).abs() < 1e-12, "{ratio}");
}

#[test]
fn too_few_subgroups_are_limited_by_latency() {
    // One workgroup of 256 with 1,000 dependent instructions a subgroup.
    let lengths = lengths(1, [1000, 0, 0]);
    let demand = Demand { subgroup_instructions: 8000, lengths, f32_flop: 8000 * 64, ..launch(1) };
    let estimate = estimate(machine(), &demand);
    assert_eq!(estimate.limiter, Some(Limit::Latency));
    // 360 clocks to begin and 1,000 x 4, though issuing takes but 8,000 / 4.
    assert_us(estimate.term_s(Limit::Latency), 3.060);
    assert_us(estimate.term_s(Limit::Issue), 1.4035);
}

#[test]
fn special_functions_and_atomics_have_their_own_rates() {
    let demand = Demand {
        subgroup_instructions: 24_000,
        sfu_instructions: 240_000,
        atomics: AtomicContention { turns: 1_000_000, words: 1_000_000 },
        ..launch(3000)
    };
    let estimate = estimate(machine(), &demand);
    // 8,000 a SM, 32 lanes at 16 a clock.
    assert_us(estimate.term_s(Limit::SpecialFunctions), 11.228);
    // One a clock.
    assert_us(estimate.term_s(Limit::Atomics), 701.75);
    assert_eq!(estimate.limiter, Some(Limit::Atomics));
}

#[test]
fn a_barrier_takes_a_subgroup_two_clocks_where_16_invocations_are_noted_in_one() {
    let demand = Demand { subgroup_instructions: 24_000, barriers: 240_000, ..launch(3000) };
    let estimate = estimate(machine(), &demand);
    // 8,000 a SM, 32 lanes at 16 a clock.
    assert_us(estimate.term_s(Limit::Barriers), 11.228);
    assert_eq!(estimate.limiter, Some(Limit::Barriers));
    let rdna = super::estimate(Machine::builtin("rdna2").unwrap(), &demand);
    assert_eq!(rdna.term_s(Limit::Barriers), Some(0.0));
}

#[test]
fn a_wide_subgroup_takes_several_clocks_of_its_lanes() {
    let rdna = Machine::builtin("rdna2").unwrap();
    let loads = Demand { workgroups: 40, subgroup_instructions: 40_000, ..Demand::default() };
    // A WGP issues 4 a clock: 1,000 / 4 clocks at 2.25 GHz.
    assert_us(estimate(rdna, &loads).term_s(Limit::Issue), 0.1111);
    // But it computes for 2 of 64 lanes.
    let demand = Demand { arithmetic_instructions: 40_000, ..loads };
    assert_us(estimate(rdna, &demand).term_s(Limit::Issue), 0.2222);
    // And multiplies integers for half a subgroup.
    let multiplies = Demand { multiplies: 40_000, ..demand };
    assert_us(estimate(rdna, &multiplies).term_s(Limit::Issue), 0.8889);
    let wave32 = rdna.clone().with_subgroup_width(32).unwrap();
    assert_us(estimate(&wave32, &demand).term_s(Limit::Issue), 0.1111);
}

#[test]
fn what_a_machine_has_no_figure_for_is_named_and_not_guessed() {
    let estimate = estimate(Machine::builtin("lavapipe").unwrap(), &copy(4));
    assert_eq!((estimate.time_s, estimate.limiter, estimate.launch_s), (None, None, None));
    let missing: Vec<_> = estimate.not_modelled().map(|term| term.limit.name()).collect();
    assert_eq!(missing, ["issue", "l1", "l2", "dram", "latency"]);
    let issue = estimate.terms.iter().find(|term| term.limit == Limit::Issue).unwrap();
    assert_eq!(issue.missing, ["unit.count", "unit.clock_hz", "unit.issue_per_clock", "unit.lanes"]);
}

#[test]
fn a_launch_that_asks_for_nothing_has_no_limiter() {
    let estimate = estimate(machine(), &launch(1));
    assert_eq!((estimate.time_s, estimate.limiter), (None, None));
    assert_eq!(estimate.not_modelled().count(), 0);
}

/// One workgroup of 30 does all the work: the other units wait for it.
#[test]
fn the_longest_workgroup_is_a_lower_bound() {
    let even = Demand {
        subgroup_instructions: 30 * 8 * 9000,
        lengths: lengths(30, [9000, 0, 0]),
        f32_flop: 30 * 8 * 9000 * 64,
        ..launch(30)
    };
    let one = Path { instructions: 270_000, chain: 270_000, ..Path::default() };
    let lopsided =
        Demand { lengths: Lengths { paths: one, longest: one, heaviest: 8 * 270_000, heaviest_at: 0 }, ..even };
    let times = [even, lopsided].map(|demand| estimate(machine(), &demand).time_s.unwrap());
    assert!((25.0..=30.0).contains(&(times[1] / times[0])), "{times:?}");
}

/// 300 workgroups of 1024, one at a time on each of 30 units; one of them works as long as ten.
#[test]
fn a_long_workgroup_takes_longer_the_later_it_begins() {
    let occupancy = occupancy(machine(), Footprint { workgroup_size: 1024, shared_bytes: 0, registers: None });
    let of = |heaviest_at: u64| {
        let path = |instructions: u64| Path { instructions, chain: instructions, ..Path::default() };
        let lengths = Lengths { paths: path(309_000), longest: path(10_000), heaviest: 320_000, heaviest_at };
        let demand = Demand { subgroup_instructions: 32 * 309_000, lengths, occupancy, ..launch(300) };
        estimate(machine(), &demand).term_s(Limit::Issue).unwrap() * 1.425e9 / 8000.0
    };
    // In units of one of the others: all of them in ten rounds and some; those before it, and then itself.
    for (at, rounds) in [(0, 10.3), (29, 10.3), (60, 12.0), (299, 19.0)] {
        assert!((of(at) - rounds).abs() < 0.01, "{at}: {}", of(at));
    }
}

#[test]
fn a_missing_latency_leaves_a_lower_bound_that_says_so() {
    let mut machine = machine().clone();
    machine.dram.latency_clocks = None;
    let bound = estimate(&machine, &copy(4));
    assert!(bound.at_least() && bound.time_s.unwrap() < estimate(self::machine(), &copy(4)).time_s.unwrap());
    // The latency of level 2 stands in for what is not known.
    assert_us(bound.term_s(Limit::Latency), 156.25);
    let missing: Vec<_> = bound.not_modelled().flat_map(|term| term.missing.clone()).collect();
    assert_eq!(missing, ["dram.latency_clocks"]);
}

#[test]
fn operands_of_three_registers_run_short_of_ports() {
    // A multiply-add an instruction, of three registers or of two.
    let kernel = |registers: u64| Demand {
        subgroup_instructions: 3000 * 8 * 1000,
        register_reads: 3000 * 8 * 1000 * registers,
        lengths: lengths(3000, [1000, 0, 0]),
        f32_flop: 3000 * 8 * 1000 * 64,
        ..launch(3000)
    };
    let (three, two) = (estimate(machine(), &kernel(3)), estimate(machine(), &kernel(2)));
    assert_eq!((three.limiter, two.limiter), (Some(Limit::Registers), Some(Limit::F32)));
    let ratio = three.term_s(Limit::Registers).unwrap() / two.term_s(Limit::Issue).unwrap();
    assert!((ratio - 1.5).abs() < 1e-12, "{ratio}");
}
