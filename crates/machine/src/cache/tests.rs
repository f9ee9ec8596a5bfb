//! Closed forms: what each level must do, in numbers that can be worked out by hand.

mod streams;

use super::*;
use crate::machine::Machine;
use crate::occupancy::{Footprint, occupancy};

/// The default machine's figures, small enough to fill: 16 lines of L1 a workgroup, 64 lines of L2.
fn caches() -> Caches {
    let mut caches = of("ampere-8.6");
    (caches.l1_lines, caches.l2_lines, caches.wave) = (Some(16), Some(64), 1);
    caches
}

/// The first subgroup, which waits for each of its requests.
const ONE: Requester = Requester { subgroup: 0, waits: true };

/// Workgroups of a launch that fills every place.
const MANY: u64 = 1 << 16;

fn of(name: &str) -> Caches {
    let machine = Machine::builtin(name).unwrap();
    let footprint = Footprint { workgroup_size: 256, shared_bytes: 0, registers: None };
    Caches::new(machine, occupancy(machine, footprint).as_ref(), 0, MANY)
}

/// Runs workgroups, each a list of accesses to byte ranges, as far as `workgroups` says (sampled if more than there are).
fn run(caches: &Caches, bytes: &[u64], groups: &[Vec<(Asks, u64, u64)>], workgroups: u64) -> Traffic {
    let regions = Regions::new(bytes.iter().copied());
    let run = groups.len() as u64;
    let factor = workgroups as f64 / run as f64;
    let mut asked = caches.asked(&regions, &[factor], run < workgroups);
    let (mut l1, mut memory) = (caches.l1(), caches.memory());
    for group in groups {
        l1.begin();
        for (access, address, bytes) in group {
            if *bytes > 0 {
                l1.request(ONE, *access, *address, std::iter::once((0, *bytes as u32)));
            }
        }
        let trace = l1.finish();
        asked.push(&trace, 0);
        memory.push(trace);
    }
    memory.flush();
    let passed = match run < workgroups {
        true => Passed::First(Flow::default()),
        false => Passed::All(memory.flow()),
    };
    caches.traffic(&asked, passed, &Reuse::default())
}

use Asks::{Fetches as Fetch, Reads as Read, Updates as Atomic, Writes as Write};

#[test]
fn lines_in_one_bank_of_the_tags_are_looked_up_one_after_the_other() {
    let lookups = |machine: &str, lanes: &dyn Fn(u32) -> u32| {
        let mut l1 = of(machine).l1();
        l1.begin();
        let mut at: Vec<u32> = (0..32).map(|lane| 4 * lanes(lane)).collect();
        at.sort_unstable();
        l1.request(ONE, Read, 0, at.into_iter().map(|at| (at, at + 4)));
        l1.finish().lookups
    };
    let rows = |of: u32| move |lane: u32| lane % of + lane / of * 4098;
    // An RDNA compute unit looks up four lines a clock: 16, 16, 8 and 4 clocks.
    assert_eq!([1, 2, 4, 8].map(|of| lookups("rdna2", &rows(of))), [64, 64, 32, 16]);
    // 32 lines in a row, and every second one of 64.
    assert_eq!([32, 64].map(|apart| lookups("rdna2", &|lane| lane * apart)), [32, 64]);
    assert_eq!([1, 2, 4, 8].map(|of| lookups("ampere-8.6", &rows(of))), [32, 16, 8, 4]);
}

#[test]
fn a_copy_moves_each_byte_once_each_way() {
    let size = 1 << 16;
    let groups: Vec<_> = (0..64)
        .map(|group| {
            let rows = (0..8).flat_map(move |row| {
                let at = group * 1024 + row * 128;
                [(Read, at, 128), (Write, size + at, 128)]
            });
            rows.collect()
        })
        .collect();
    for name in ["ampere-8.6", "rdna2", "xe-hpg", "apple-m1"] {
        let traffic = run(&of(name), &[size, size], &groups, 64);
        assert_eq!((traffic.dram_read_bytes, traffic.dram_write_bytes), (Some(size), Some(size)), "{name}");
    }
    let traffic = run(&caches(), &[size, size], &groups, 64);
    assert_eq!((traffic.l2_read_sectors, traffic.l2_write_sectors, traffic.l1_read_hits), (2048, 2048, 0));
}

#[test]
fn a_strided_read_brings_a_whole_sector_for_each_word() {
    // 32 words, 128 bytes apart: one sector of 32 bytes each.
    let group: Vec<_> = (0..32).map(|lane| (Read, lane * 128, 4)).collect();
    let traffic = run(&of("ampere-8.6"), &[4096], std::slice::from_ref(&group), 1);
    assert_eq!((traffic.l2_read_sectors, traffic.dram_bytes()), (32, Some(1024)));
    // A machine without sectors brings the whole line.
    assert_eq!(run(&of("rdna2"), &[4096], &[group], 1).dram_bytes(), Some(4096));
}

#[test]
fn level_1_keeps_what_fits_and_forgets_it_with_the_workgroup() {
    let sweep = |lines: u64| (0..lines).map(|line| (Read, line * 128, 128));
    let twice = |lines| sweep(lines).chain(sweep(lines)).collect::<Vec<_>>();
    // 16 lines fit: the second sweep hits.
    let traffic = run(&caches(), &[1 << 20], &[twice(16)], 1);
    assert_eq!((traffic.l1_read_sectors, traffic.l1_read_hits, traffic.l2_read_sectors), (128, 64, 64));
    // 17 lines do not, and the least recently used line is always the next one needed.
    let traffic = run(&caches(), &[1 << 20], &[twice(17)], 1);
    assert_eq!((traffic.l1_read_hits, traffic.l2_read_sectors), (0, 136));
    // Another workgroup begins with an empty L1, but L2 has the lines.
    let traffic = run(&caches(), &[1 << 20], &[sweep(16).collect(), sweep(16).collect()], 2);
    assert_eq!((traffic.l1_read_hits, traffic.l2_read_sectors, traffic.l2_read_hits), (0, 128, Some(64)));
    assert_eq!(traffic.dram_bytes(), Some(16 * 128));
}

#[test]
fn level_2_keeps_what_fits() {
    let sweep = |lines: u64| -> Vec<_> { (0..lines).map(|line| (Read, line * 128, 128)).collect() };
    for (lines, sweeps_that_miss) in [(64, 1), (65, 3)] {
        let traffic = run(&caches(), &[1 << 20], &[sweep(lines), sweep(lines), sweep(lines)], 3);
        assert_eq!(traffic.dram_read_bytes, Some(sweeps_that_miss * lines * 128), "{lines} lines");
    }
}

#[test]
fn writes_to_one_sector_reach_dram_once_unless_it_was_evicted() {
    // 8 words of one sector, written one at a time by 8 requests.
    let words: Vec<_> = (0..8).map(|word| (Write, word * 4, 4)).collect();
    let traffic = run(&caches(), &[1 << 20], &[words], 1);
    assert_eq!((traffic.l2_write_sectors, traffic.dram_write_bytes, traffic.dram_read_bytes), (8, Some(32), Some(0)));
    // 65 lines do not fit: each is written back before it is written again.
    let sweep: Vec<_> = (0..65).map(|line| (Write, line * 128, 32)).collect();
    let traffic = run(&caches(), &[1 << 20], &[sweep.clone(), sweep], 2);
    assert_eq!(traffic.dram_write_bytes, Some(2 * 65 * 32));
}

#[test]
fn a_workgroup_reads_what_it_wrote_from_level_2() {
    let traffic = run(&caches(), &[1 << 20], &[vec![(Write, 0, 128), (Read, 0, 128)]], 1);
    assert_eq!((traffic.l1_read_hits, traffic.l2_read_hits, traffic.dram_bytes()), (0, Some(4), Some(128)));
}

#[test]
fn atomics_are_done_in_level_2() {
    let group = vec![(Read, 0, 4), (Atomic, 0, 4), (Atomic, 0, 4), (Read, 0, 4)];
    let traffic = run(&caches(), &[1 << 20], &[group], 1);
    assert_eq!((traffic.l1_read_hits, traffic.l2_read_sectors, traffic.l2_write_sectors), (0, 4, 2));
    // Both atomics read and write at once.
    assert_eq!(traffic.l2_sectors(), 4);
    assert_eq!((traffic.dram_read_bytes, traffic.dram_write_bytes), (Some(32), Some(32)));
}

#[test]
fn atomic_loads_read_what_level_2_has() {
    let group = vec![(Read, 0, 4), (Fetch, 0, 4), (Fetch, 0, 4), (Read, 0, 4)];
    let traffic = run(&caches(), &[1 << 20], &[group], 1);
    assert_eq!((traffic.l1_read_hits, traffic.l2_read_sectors, traffic.l2_write_sectors), (1, 3, 0));
    assert_eq!((traffic.dram_read_bytes, traffic.dram_write_bytes), (Some(32), Some(0)));
}

#[test]
fn a_memory_side_cache_catches_what_level_2_drops() {
    let mut caches = caches();
    caches.last_lines = Some(1024);
    let sweep: Vec<_> = (0..65).map(|line| (Read, line * 128, 128)).collect();
    let traffic = run(&caches, &[1 << 20], &[sweep.clone(), sweep], 2);
    assert_eq!((traffic.l2_read_hits, traffic.last_read_hits), (Some(0), Some(260)));
    assert_eq!(traffic.dram_bytes(), Some(65 * 128));
}

#[test]
fn workgroups_of_a_wave_share_level_2_while_they_run() {
    // Each of two workgroups walks 64 lines of its own twice: alone that fits L2, together it does not.
    let walk = |group: u64| -> Vec<_> { (0..128).map(|step| (Read, group * 8192 + step % 64 * 128, 128)).collect() };
    let mut caches = caches();
    let bytes = |caches: &Caches| run(caches, &[1 << 20], &[walk(0), walk(1)], 2).dram_bytes();
    assert_eq!(bytes(&caches), Some(2 * 64 * 128));
    caches.wave = 2;
    assert!(bytes(&caches) > Some(3 * 64 * 128), "they must thrash");
}

#[test]
fn subgroups_run_abreast_whatever_order_they_were_executed_in() {
    // 4 subgroups walk the same 64 lines, of which L1 holds 16: one fetches, three hit.
    let regions = Regions::new([1 << 20]);
    let trace = |order: [usize; 4]| {
        let caches = caches();
        let (mut l1, mut asked) = (caches.l1(), caches.asked(&regions, &[1.0], false));
        l1.begin();
        for subgroup in order {
            (0..64).for_each(|line| l1.access(subgroup, Read, line, 0b1111));
        }
        asked.push(&l1.finish(), 0);
        caches.traffic(&asked, Passed::First(Flow::default()), &Reuse::default())
    };
    let traffic = trace([0, 1, 2, 3]);
    assert_eq!((traffic.l1_read_sectors, traffic.l1_read_hits), (4 * 256, 3 * 256));
    assert_eq!(traffic, trace([2, 0, 3, 1]));
}

#[test]
fn a_subgroup_keeps_its_turn_until_it_waits_or_has_had_its_requests() {
    // 4 subgroups read a sector of each of their own 8 lines so many times: L1 holds 16 lines.
    let regions = Regions::new([1 << 20]);
    let passed_on = |turn_requests: Option<u32>, times: u32, waits: fn(u32) -> bool| {
        let mut caches = caches();
        caches.turn_requests = turn_requests;
        let (mut l1, mut asked) = (caches.l1(), caches.asked(&regions, &[1.0], false));
        l1.begin();
        for (subgroup, time) in (0..4).flat_map(|subgroup| (0..times).map(move |time| (subgroup, time))) {
            let lines = (0..8).map(|line| 128 * (8 * subgroup as u32 + line));
            l1.request(Requester { subgroup, waits: waits(time) }, Read, 0, lines.map(|at| (at, at + 4)));
        }
        asked.push(&l1.finish(), 0);
        caches.traffic(&asked, Passed::First(Flow::default()), &Reuse::default()).l2_read_sectors
    };
    let own = 4 * 8;
    assert_eq!(passed_on(Some(63), 4, |time| time == 0), own);
    assert_eq!(passed_on(Some(63), 4, |_| true), 4 * own);
    assert_eq!([8, 9, 16].map(|times| passed_on(Some(8), times, |_| false)), [own, 2 * own, 2 * own]);
    assert_eq!(passed_on(None, 4, |_| false), 4 * own);
}

#[test]
fn the_turns_of_a_workgroups_subgroups_have_all_of_level_1_and_later_ones_their_share() {
    // 2 subgroups read the same 32 lines, once or twice each: the workgroup's share is 16 of them, all of L1 holds more.
    let regions = Regions::new([1 << 20]);
    let passed_on = |times: u32, waits: bool| {
        let mut caches = caches();
        caches.turn_requests = Some(63);
        let (mut l1, mut asked) = (caches.l1(), caches.asked(&regions, &[1.0], false));
        l1.begin();
        for (subgroup, time) in (0..2).flat_map(|subgroup| (0..times).map(move |time| (subgroup, time))) {
            let lines = (0..32).map(|line| (128 * line, 128 * line + 4));
            l1.request(Requester { subgroup, waits: waits || time == 0 }, Read, 0, lines);
        }
        asked.push(&l1.finish(), 0);
        caches.traffic(&asked, Passed::First(Flow::default()), &Reuse::default()).l2_read_sectors
    };
    assert_eq!([(1, true), (2, false), (2, true)].map(|(times, waits)| passed_on(times, waits)), [32, 32, 64]);
}

#[test]
fn sampled_launches_scale_but_not_beyond_the_binding() {
    // Every workgroup reads all of a 4 KiB table, and a private 1 KiB of a 64 KiB buffer. 16 of 64 are run.
    let group = |index: u64| vec![(Read, 0, 4096), (Read, 4096 + index * 1024, 1024)];
    let bytes = [4096, 1 << 16];
    let all: Vec<_> = (0..64).map(group).collect();
    let some: Vec<_> = (0..64).step_by(4).map(group).collect();
    let [all, some] = [all, some].map(|groups| run(&of("ampere-8.6"), &bytes, &groups, 64));
    assert_eq!(all.waited.iter().sum::<u64>(), some.waited.iter().sum());
    // By requests, what is touched first is known of those only that were run.
    assert_eq!(all, Traffic { waited: all.waited, ..some });
}

#[test]
fn a_trace_is_bounded_and_its_end_extrapolated() {
    let caches = caches();
    let lines = (TRACE_ENTRIES * 2) as u64;
    let group: Vec<_> = (0..lines).map(|line| (Read, line * 128, 32)).collect();
    let traffic = run(&caches, &[lines * 128], &[group], 1);
    assert!(traffic.truncated);
    assert_eq!((traffic.l2_read_sectors, traffic.dram_read_bytes), (lines, Some(lines * 32)));
}

#[test]
fn without_a_figure_for_level_2_dram_is_not_modelled() {
    let traffic = run(&of("lavapipe"), &[1 << 20], &[vec![(Read, 0, 128), (Read, 0, 128)]], 1);
    assert_eq!((traffic.l2_read_sectors, traffic.l2_read_hits, traffic.dram_bytes()), (4, None, None));
    // What is read once and what is written once must pass, however often, in a launch that is run whole or in part.
    let group = |index: u64| vec![(Read, 64 * index, 64), (Read, 64 * index, 64), (Write, 64 * index, 64)];
    for run_of in [64, 16] {
        let groups: Vec<_> = (0..run_of).map(|index| group(index * 64 / run_of)).collect();
        let traffic = run(&of("adreno-x1"), &[1 << 20], &groups, 64);
        assert_eq!(traffic.least_dram_bytes, Some(2 * 64 * 64));
    }
}

#[test]
fn ranges_end_in_the_last_sector_that_they_touch() {
    let sectors = |address, bytes| run(&caches(), &[1 << 20], &[vec![(Read, address, bytes)]], 1).l2_read_sectors;
    assert_eq!((sectors(0, 0), sectors(0, 1), sectors(31, 2), sectors(0, 32), sectors(96, 64)), (0, 1, 2, 1, 2));
    assert_eq!((sectors(4, 128), sectors(0, 512), sectors(100, 4096)), (5, 16, 129));
}

#[test]
fn workgroup_memory_takes_its_share_of_level_1() {
    let machine = Machine::builtin("ampere-8.6").unwrap();
    let lines = |workgroup_size, shared_bytes| {
        let occupancy = occupancy(machine, Footprint { workgroup_size, shared_bytes, registers: None });
        Caches::new(machine, occupancy.as_ref(), shared_bytes, MANY).l1_lines
    };
    // 6 workgroups of 256 share 128 KiB.
    assert_eq!(lines(256, 0), Some(131_072 / 6 / 128));
    // 5 workgroups of 16 KiB need the 100 KiB carveout: 28 KiB are left.
    assert_eq!(lines(256, 16 << 10), Some((131_072 - 102_400) / 5 / 128));
    // 6 workgroups of 1 KiB need the 8 KiB carveout.
    assert_eq!(lines(256, 1 << 10), Some((131_072 - 8192) / 6 / 128));
}

#[test]
fn a_launch_of_few_workgroups_shares_level_1_among_these() {
    let machine = Machine::builtin("ampere-8.6").unwrap();
    let occupancy = occupancy(machine, Footprint { workgroup_size: 256, shared_bytes: 0, registers: None });
    let lines = |workgroups| Caches::new(machine, occupancy.as_ref(), 0, workgroups).l1_lines;
    // 30 units of 6 places, and 128 KiB each.
    assert_eq!([1, 30, 31, 90, 1000].map(lines), [1024, 1024, 512, 341, 170].map(Some));
}

#[test]
fn a_request_waits_once_however_many_lines_it_has() {
    // 16 KiB in one request, which L1 of 2 KiB does not keep, and 256 requests for its last line.
    let mut group = vec![(Read, 0, 16 << 10)];
    group.extend([(Read, (16 << 10) - 128, 128); 256]);
    let traffic = run(&caches(), &[1 << 20], &[group], 1);
    let [near, l2, last, dram] = traffic.waited;
    assert_eq!((near, l2, last, dram), (256, 0, 0, 1));
}

#[test]
fn a_request_of_which_level_1_has_some_lines_waits_for_the_others() {
    // The second request has half of its two lines from the first.
    let group = vec![(Read, 0, 128), (Read, 64, 128), (Read, 0, 192)];
    let traffic = run(&caches(), &[1 << 20], &[group], 1);
    assert_eq!(traffic.waited, [1, 0, 0, 2]);
}

/// What workgroups that each read so much of a table, and as much of their own, have of each other.
fn reuse(table: &[u64], own: u64) -> Reuse {
    let caches = caches();
    let (mut l1, mut reuse) = (caches.l1(), Reuse::default());
    for (at, table) in (0..).zip(table) {
        l1.begin();
        let lines = (0..*table).chain((0..own).map(|line| 1000 + at * own + line));
        lines.for_each(|line| l1.access(0, Read, line, 0b11));
        reuse.push(&l1.finish());
    }
    reuse
}

#[test]
fn a_table_that_all_read_is_in_level_1_from_the_second_workgroup_of_a_unit_on_where_it_fits() {
    let share = reuse(&[6, 6, 6], 2).share(8);
    assert_eq!((share.sectors, share.requests), (0.75, 0.75));
    assert_eq!(reuse(&[6, 6, 6], 2).share(7), Default::default());
    assert_eq!(reuse(&[6, 6, 6], 0).share(6).sectors, 1.0);
    // Only one of them reads the table.
    assert_eq!(reuse(&[6, 0, 0], 2).share(64), Default::default());
}

#[test]
fn what_is_found_again_is_no_longer_asked_of_level_2() {
    let caches = caches();
    let group = vec![(Read, 0, 1024)];
    let cold = run(&caches, &[1024], &vec![group.clone(); 4], 4);
    let mut found = cold;
    found.find_again(reuse(&[8, 8, 8, 8], 0).share(16).times(0.5));
    assert_eq!(cold.l1_read_hits, 0);
    assert_eq!(found.l1_read_hits, cold.l1_read_sectors / 2);
    assert_eq!(found.l2_read_sectors, cold.l2_read_sectors / 2);
    assert_eq!(found.l2_read_hits, cold.l2_read_hits.map(|hits| hits - cold.l2_read_sectors / 2));
    assert_eq!(found.dram_bytes(), cold.dram_bytes());
    assert_eq!(found.waited.iter().sum::<u64>(), cold.waited.iter().sum::<u64>());
}
