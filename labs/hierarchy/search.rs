//! `search`, the first exercise's problem: lists that are walked until a key is found.

use super::chase::cycle;
use crate::lab::{Buffer, Expected, Fill, Part, Problem, Role, Work, mix};

/// The part: it has no ladder of its own.
pub static PART: Part = Part { also: &[|| of::<FAR>(20), || of::<NONE>(20)], ..Part::new("search", problem, &[]) };

/// Steps of the shortest search, and how many longer ones there are.
const SHORTEST: u32 = 60;
/// Steps of the shortest search at a hidden size: only the list tells the distance.
const FAR: u32 = 300;
const LENGTHS: u32 = 5;
/// Steps of the shortest search at another hidden size: some end where they begin. There every search begins at a node to which no
/// link leads, so that whoever never looks at it never finds it.
const NONE: u32 = 0;

/// As many searches as a square of side `size` has elements, in a list of as many nodes.
fn problem(size: u32) -> Problem {
    of::<SHORTEST>(size)
}

/// The same with searches of `FEWEST` steps and some more.
fn of<const FEWEST: u32>(size: u32) -> Problem {
    let n = usize::try_from(u64::from(size) * u64::from(size)).unwrap_or(usize::MAX);
    let nodes = n.max(64);
    let steps = f64::from(FEWEST + LENGTHS - 1);
    Problem {
        label: format!("{n} searches of {FEWEST} to {steps} steps in a list of {nodes} nodes"),
        size,
        extents: vec![("elements", u32::try_from(n).unwrap_or(u32::MAX))],
        // A step reads a key and a link; a search begins with its start and the key that it wants, and ends with a place.
        work: Work::new(0.0, n as f64 * (8.0 * (steps - 1.0) + 12.0)).items(n as f64 * steps),
        buffers: vec![
            Buffer::params(vec![n as u32]),
            Buffer::u32("keys", 1, nodes, Role::Input(Fill::At(key))),
            Buffer::u32("links", 2, nodes, Role::Input(Fill::Shared(links::<FEWEST>))),
            Buffer::u32("starts", 3, n, Role::Input(Fill::At(start::<FEWEST>))),
            Buffer::u32("wanted", 4, n, Role::Input(Fill::Shared(wanted::<FEWEST>))),
            Buffer::u32("found", 5, n, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let [links, starts] = [2, 3].map(|binding| inputs.u32(binding).to_vec());
            vec![Expected::exactly(move |i| f64::from(walked(&links, starts[i], FEWEST + longer(i))))]
        }),
    }
}

/// Nodes of the list of `searches` searches.
fn nodes_of(searches: usize) -> usize {
    searches.max(64)
}

/// Steps of a search beyond those of the shortest.
fn longer(search: usize) -> u32 {
    (mix(search as u64) % u64::from(LENGTHS)) as u32
}

fn walked(links: &[u32], start: u32, steps: u32) -> u32 {
    (0..steps).fold(start, |at, _| links[at as usize])
}

/// An odd factor leaves all keys apart.
fn key(seed: u64, _len: usize, at: usize) -> u32 {
    (at as u32).wrapping_mul(0x9E37_79B1) ^ mix(seed) as u32
}

/// Nodes that follow each other in a ring: all, or the first half.
fn ring<const FEWEST: u32>(nodes: usize) -> usize {
    if FEWEST == NONE { nodes / 2 } else { nodes }
}

/// A ring, and nodes outside of it with a link into it.
fn links<const FEWEST: u32>(seed: u64, nodes: usize) -> Vec<u32> {
    let ring = ring::<FEWEST>(nodes);
    let mut links = cycle(seed, ring);
    links.extend((ring..nodes).map(|outside| (outside % ring) as u32));
    links
}

fn start<const FEWEST: u32>(seed: u64, len: usize, at: usize) -> u32 {
    let nodes = nodes_of(len);
    let from = if FEWEST == NONE { ring::<FEWEST>(nodes) } else { 0 };
    (from as u64 + mix(seed ^ at as u64) % (nodes - from) as u64) as u32
}

/// The key of the node at which each search is to end.
fn wanted<const FEWEST: u32>(seed: u64, searches: usize) -> Vec<u32> {
    let nodes = nodes_of(searches);
    let links = links::<FEWEST>(seed, nodes);
    let end = |search: usize| walked(&links, start::<FEWEST>(seed, searches, search), FEWEST + longer(search));
    (0..searches).map(|search| key(seed, nodes, end(search) as usize)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_search_ends_at_the_one_node_that_has_its_key() {
        let hidden = [(of::<FAR>(20), 300), (of::<NONE>(20), 0)];
        for (problem, fewest) in [1, 7, 20].map(|size| (problem(size), 60)).into_iter().chain(hidden) {
            let inputs = problem.inputs(3);
            let [keys, links, starts, wanted] = [1, 2, 3, 4].map(|binding| inputs.u32(binding));
            let expected = &(problem.reference)(&inputs)[0];
            for search in 0..wanted.len() {
                let (mut at, mut steps) = (starts[search] as usize, 0);
                while keys[at] != wanted[search] {
                    (at, steps) = (links[at] as usize, steps + 1);
                }
                assert_eq!((expected.value)(search), at as f64);
                assert!((fewest..fewest + 5).contains(&steps) || keys.len() == 64, "{steps}");
            }
        }
    }

    #[test]
    fn some_searches_end_where_they_begin_at_a_node_to_which_no_link_leads() {
        let inputs = of::<NONE>(20).inputs(3);
        let [keys, links, starts, wanted] = [1, 2, 3, 4].map(|binding| inputs.u32(binding));
        let at_once = starts.iter().zip(wanted).filter(|(start, wanted)| keys[**start as usize] == **wanted);
        assert!((40..160).contains(&at_once.count()));
        assert!(starts.iter().all(|start| !links.contains(start)));
    }
}
