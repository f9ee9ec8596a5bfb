//! `latency`: a walk in which each load says where the next one goes.

use crate::lab::{Buffer, Expected, Fill, Problem, Role, Work, mix};

/// Words of a node: 64 bytes, which is a cache line of most CPUs and two sectors of a GPU's.
pub const NODE: usize = 16;

/// Bytes of a node.
pub const NODE_BYTES: u32 = 4 * NODE as u32;

/// The set of the row in the table: beyond the first level of every device, and within the last of most.
const ROW: u32 = 1 << 20;

/// Laps of a walk; even in a set too large for a level, the first lap still hits what the warm-up left.
const LAPS: u32 = 4;

/// Steps that a walk makes at least, and at most, for each unit of size, up to so many units.
const STEPS: [u32; 2] = [1 << 11, 1 << 13];
const MOST_UNITS: u32 = 64;

/// Sets whose walks enter their cycle late, at a place that the seed decides: whoever walks a part of the way, by a guess at the
/// cycle's length, ends elsewhere. The nodes are primes, of which no walk is a multiple.
pub static ENTERED_LATE: &[fn() -> Problem] =
    &[|| of(1, 307 * NODE_BYTES, entered_late), || of(3, 601 * NODE_BYTES, entered_late)];

/// The walk through the set of the table's row.
pub fn problem(size: u32) -> Problem {
    walk(size, ROW)
}

/// The walk through a set of so many bytes.
pub fn walk(size: u32, bytes: u32) -> Problem {
    of(size, bytes, entered_once)
}

fn of(size: u32, bytes: u32, links: fn(u64, usize) -> Vec<u32>) -> Problem {
    let nodes = (bytes / NODE_BYTES).max(1);
    let [least, most] = STEPS.map(|steps| steps * size.clamp(1, MOST_UNITS));
    let hops = nodes.saturating_mul(LAPS).clamp(least, most) / 16 * 16;
    let len = nodes as usize * NODE;
    Problem {
        label: format!("{hops} loads in a row, through a random cycle of {nodes} nodes of {NODE_BYTES} B"),
        size,
        extents: vec![("walks", 1)],
        work: Work::new(0.0, f64::from(bytes.min(hops.saturating_mul(NODE_BYTES))))
            .items(f64::from(hops))
            .waits(f64::from(hops)),
        buffers: vec![
            Buffer::params(vec![hops, len as u32]),
            Buffer::u32("next", 1, len, Role::Input(Fill::With(links))),
            Buffer::u32("end", 2, NODE, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let next = inputs.at(1);
            let next = next.whole();
            let end = (0..hops).fold(0, |at, _| next[at] as usize);
            vec![Expected::exactly(move |i| (end + i) as f64)]
        }),
    }
}

/// The first node leads into a cycle of all others: each of them is visited as often as another, to one, and no walk comes back to
/// where it began, so that a part of it which leaves out whole laps of all nodes ends elsewhere.
fn entered_once(seed: u64, len: usize) -> Vec<u32> {
    links(seed, len, 1)
}

/// Up to half of the nodes lie before the cycle.
fn entered_late(seed: u64, len: usize) -> Vec<u32> {
    let half = (len / NODE / 2) as u64;
    links(seed, len, 2 + (mix(seed ^ len as u64) % half.saturating_sub(1).max(1)) as usize)
}

/// One cycle through all nodes, by Sattolo's algorithm ("An algorithm to generate a random cyclic permutation", 1986), which makes
/// every cycle equally likely: of each node, which one follows.
pub fn cycle(seed: u64, nodes: usize) -> Vec<u32> {
    let mut after: Vec<u32> = (0..nodes as u32).collect();
    let mut rng = fastrand::Rng::with_seed(mix(seed));
    for at in (1..nodes).rev() {
        after.swap(at, rng.u64(0..at as u64) as usize);
    }
    after
}

/// A way through all nodes, whose last one leads to that in place `entry` of the way, by one link of a cycle that is moved: each word
/// holds where the same word of the next node lies.
fn links(seed: u64, len: usize, entry: usize) -> Vec<u32> {
    let nodes = len / NODE;
    let mut after = cycle(seed, nodes);
    let first = (0..entry.min(nodes.saturating_sub(1))).fold(0, |at, _| after[at as usize]);
    if let Some(last) = after.iter_mut().find(|node| **node == 0) {
        *last = first;
    }
    let links = after.iter().flat_map(|&node| (0..NODE as u32).map(move |word| node * NODE as u32 + word));
    links.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_comes_to_every_node_and_then_to_all_but_those_before_the_cycle() {
        for (seed, nodes, entry) in [(1, 1, 1), (1, 2, 1), (7, 3, 1), (5, 1024, 1), (9, 4099, 1), (3, 307, 100)] {
            let links = links(seed, nodes * NODE, entry);
            let mut seen = vec![0; nodes];
            let mut at = 0;
            for _ in 0..nodes {
                seen[at / NODE] += 1;
                at = links[at] as usize;
            }
            assert!(seen.iter().all(|visits| *visits == 1), "{nodes} nodes");
            for _ in 0..nodes - entry.min(nodes - 1) {
                seen[at / NODE] += 1;
                at = links[at] as usize;
            }
            let once = seen.iter().filter(|visits| **visits == 1).count();
            assert_eq!((once, seen.iter().max()), (entry.min(nodes - 1), Some(&2)), "{nodes} nodes");
            assert!(links.iter().enumerate().all(|(word, link)| word % NODE == *link as usize % NODE));
        }
    }

    #[test]
    fn a_walk_shortened_by_a_guess_at_its_cycle_ends_elsewhere_in_one_problem_at_least() {
        for seed in 0..50 {
            for guess in [|nodes: usize| nodes, |nodes| nodes - 1, |nodes| 2 * nodes] {
                let reported = |problem: &Problem| {
                    let inputs = problem.inputs(seed);
                    let (nodes, hops) = (inputs.u32(1).len() / NODE, problem.work.items as usize);
                    let end =
                        (1..=(hops - 1) % guess(nodes)).fold(inputs.u32(1)[0], |at, _| inputs.u32(1)[at as usize]);
                    (problem.reference)(&inputs)[0].value.as_ref()(0) == f64::from(end)
                };
                assert!(!ENTERED_LATE.iter().all(|problem| reported(&problem())), "seed {seed}");
            }
        }
    }

    /// A prefetcher guesses the next line, the one before, or a fixed distance.
    #[test]
    fn no_distance_between_nodes_is_common_so_that_a_walk_in_order_cannot_pass_for_a_random_one() {
        for seed in [1, 2, 3] {
            let nodes = 4096;
            let links = links(seed, nodes * NODE, 1);
            let mut distances = std::collections::BTreeMap::<i64, usize>::new();
            for node in 0..nodes {
                let next = links[node * NODE] as usize / NODE;
                *distances.entry(next as i64 - node as i64).or_default() += 1;
            }
            let most = distances.values().max().expect("there are nodes");
            assert!(*most < nodes / 200, "{most} of {nodes} steps are equally long");
        }
        assert_ne!(entered_once(1, 1 << 12), entered_once(2, 1 << 12));
    }

    #[test]
    fn a_walk_goes_round_a_set_often_enough_and_not_endlessly() {
        let hops = |size, bytes| walk(size, bytes).work.items;
        assert_eq!(hops(64, 4096), 131_072.0);
        assert_eq!(hops(64, 3 << 20), 4.0 * 49_152.0);
        assert_eq!(hops(64, 256 << 20), 524_288.0);
        assert_eq!(hops(1, 1 << 20), 8192.0);
        assert_eq!(hops(u32::MAX, 4096), 131_072.0);
    }

    #[test]
    fn no_walk_ends_where_it_began() {
        for bytes in (12..24).flat_map(|half| [1 << half, 3 << (half - 1)]) {
            let problem = walk(64, bytes);
            let end = &(problem.reference)(&problem.inputs(1))[0];
            assert!((end.value)(0) != 0.0, "{bytes}");
        }
    }
}
