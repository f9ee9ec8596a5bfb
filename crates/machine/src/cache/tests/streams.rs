//! Launches of which a few workgroups say what all ask for.

use super::*;

#[test]
fn a_long_launch_is_told_from_a_part_of_its_lines() {
    // Each workgroup of 1024 x 512 reads and writes a KiB of its own, and reads one that all of its row read.
    const KIB: u64 = 1024;
    let (row, all) = (512 * KIB, 1024 * 512 * KIB);
    let (caches, regions) = (of("ampere-8.6"), Regions::new([row, all, all]));
    let trace = |[x, y]: [u64; 2]| {
        let mut l1 = caches.l1();
        l1.begin();
        for (binding, does, at) in [(0, Read, y), (1, Read, x + 1024 * y), (2, Write, x + 1024 * y)] {
            l1.request(ONE, does, regions.base(binding) + KIB * at, std::iter::once((0, KIB as u32)));
        }
        l1.finish()
    };
    let [own, along, down] = [[5, 7], [6, 7], [5, 8]].map(trace);
    let next = [Some((1, &along)), Some((1, &down)), None];
    let stream = Stream::new(&caches, &regions, [5, 7, 0], &own, next).unwrap();
    let (Passed::All(flow), true) = stream.passed(&caches, [1024, 512, 1]) else { panic!("it is short enough") };
    let off = |sectors: u64, bytes: u64| (sectors as f64 * 32.0 / bytes as f64 - 1.0).abs();
    assert!(off(flow.dram_reads, all + row) < 1e-3 && off(flow.dram_writes, all) < 1e-3, "{flow:?}");
    assert!(off(flow.l2_reads, 2 * all) < 1e-3, "{flow:?}");
}

#[test]
fn workgroups_that_ask_for_the_same_much_later_are_not_at_a_distance() {
    let caches = of("ampere-8.6");
    let regions = Regions::new([1 << 20]);
    let trace = |lines: &[u64]| {
        let mut l1 = caches.l1();
        l1.begin();
        for line in lines {
            l1.request(ONE, Fetch, line * 128, std::iter::once((0, 128)));
        }
        l1.finish()
    };
    let lines: Vec<u64> = (0..1024).collect();
    let turned = |by: usize| [&lines[by..], &lines[..by]].concat();
    let [own, next] = [&lines[..1023], &lines[1..]].map(trace);
    let mut swapped = lines[1..].to_vec();
    swapped.swap(3, 4);
    assert_eq!(distances(&caches, &regions, &own, &next), Some(vec![4]));
    assert_eq!(distances(&caches, &regions, &own, &trace(&swapped)), Some(vec![4]));
    assert_eq!(distances(&caches, &regions, &trace(&lines), &trace(&turned(512))), None);
}
