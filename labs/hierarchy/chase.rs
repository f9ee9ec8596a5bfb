//! `latency`: a walk in which each load says where the next one goes.

use super::buffers::{mix, params, words};
use crate::lab::{Expected, Fill, Problem, Role, Work};

/// Words of a node: 64 bytes, which is a cache line of most CPUs and two sectors of a GPU's.
pub const NODE: usize = 16;

/// Bytes of a node.
pub const NODE_BYTES: u32 = 4 * NODE as u32;

/// The set of the row in the table: beyond the first level of every device, and within the last of most.
const ROW: u32 = 1 << 20;

/// Laps of a walk: of a set that a level cannot hold, the first still finds there what the look at the whole set left.
const LAPS: u32 = 4;

/// Steps that a walk makes at least, and at most, for each unit of size, up to so many units.
const STEPS: [u32; 2] = [1 << 11, 1 << 13];
const MOST_UNITS: u32 = 64;

/// The walk through the set of the table's row.
pub fn problem(size: u32) -> Problem {
    walk(size, ROW)
}

/// The walk through a set of so many bytes.
pub fn walk(size: u32, bytes: u32) -> Problem {
    let nodes = (bytes / NODE_BYTES).max(1);
    let [least, most] = STEPS.map(|steps| steps * size.clamp(1, MOST_UNITS));
    let hops = nodes.saturating_mul(LAPS).clamp(least, most) / 16 * 16;
    // After whole laps a walk is where it began, and so is one that never moved.
    let hops = if hops % nodes == 0 { hops + 16 } else { hops };
    let len = nodes as usize * NODE;
    Problem {
        label: format!("{hops} loads in a row, through a random cycle of {nodes} nodes of {NODE_BYTES} B"),
        size,
        extents: vec![("walks", 1)],
        work: Work::new(0.0, f64::from(bytes.min(hops.saturating_mul(NODE_BYTES)))).items(f64::from(hops)),
        buffers: vec![
            params(vec![hops, len as u32]),
            words("next", 1, len, Role::Input(Fill::With(cycle))),
            words("end", 2, NODE, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let next = inputs.at(1);
            let next = next.whole();
            let end = (0..hops).fold(0, |at, _| next[at] as usize);
            vec![Expected::exactly(move |i| (end + i) as f64)]
        }),
    }
}

/// One cycle through all nodes: each word holds where the same word of the next node lies. Sattolo's algorithm ("An algorithm to
/// generate a random cyclic permutation", 1986) makes every such cycle equally likely.
fn cycle(seed: u64, len: usize) -> Vec<u32> {
    let nodes = len / NODE;
    let mut after: Vec<u32> = (0..nodes as u32).collect();
    let mut rng = fastrand::Rng::with_seed(mix(seed));
    for at in (1..nodes).rev() {
        after.swap(at, rng.u64(0..at as u64) as usize);
    }
    let links = after.iter().flat_map(|&node| (0..NODE as u32).map(move |word| node * NODE as u32 + word));
    links.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_comes_to_every_node_before_it_comes_back() {
        for (seed, nodes) in [(1, 1), (1, 2), (7, 3), (5, 1024), (9, 4099)] {
            let links = cycle(seed, nodes * NODE);
            let mut seen = vec![false; nodes];
            let mut at = 0;
            for _ in 0..nodes {
                assert!(!std::mem::replace(&mut seen[at / NODE], true), "{nodes} nodes");
                at = links[at] as usize;
            }
            assert_eq!(at, 0);
            assert!(links.iter().enumerate().all(|(word, link)| word % NODE == *link as usize % NODE));
        }
    }

    /// A prefetcher guesses the next line, the one before, or a fixed distance.
    #[test]
    fn no_distance_between_nodes_is_common_so_that_a_walk_in_order_cannot_pass_for_a_random_one() {
        for seed in [1, 2, 3] {
            let nodes = 4096;
            let links = cycle(seed, nodes * NODE);
            let mut distances = std::collections::BTreeMap::<i64, usize>::new();
            for node in 0..nodes {
                let next = links[node * NODE] as usize / NODE;
                *distances.entry(next as i64 - node as i64).or_default() += 1;
            }
            let most = distances.values().max().expect("there are nodes");
            assert!(*most < nodes / 200, "{most} of {nodes} steps are equally long");
        }
        assert_ne!(cycle(1, 1 << 12), cycle(2, 1 << 12));
    }

    #[test]
    fn a_walk_goes_round_a_set_often_enough_and_not_endlessly() {
        let hops = |size, bytes| walk(size, bytes).work.items;
        assert_eq!(hops(64, 4096), 131_072.0 + 16.0);
        assert_eq!(hops(64, 3 << 20), 4.0 * 49_152.0 + 16.0);
        assert_eq!(hops(64, 256 << 20), 524_288.0);
        assert_eq!(hops(1, 1 << 20), 8192.0);
        assert_eq!(hops(u32::MAX, 4096), 131_072.0 + 16.0);
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
