//! `shared` and `own`: sets that are read again and again, by all workgroups or by one.

use crate::lab::{Buffer, Expected, Fill, Problem, Role, Work, mix};
use crate::units::Bytes;

/// Words of a block: what a workgroup reads in one pass of its loop.
pub const BLOCK: usize = 4096;

/// Bytes of a block.
pub const BLOCK_BYTES: u32 = 4 * BLOCK as u32;

/// Blocks that a workgroup reads at least.
const ROUNDS: u32 = 16;

/// How often each block is read at least, by whomever.
const LAPS: u32 = 2;

/// The sets of the table's rows: the shared one is beyond level 1, a workgroup's own is within.
const ROWS: [u32; 2] = [1 << 20, 1 << 15];

/// Sets of three blocks, which nobody goes through in whole laps: one lap times their number is not the sum.
pub static SHARED_BETWEEN: &[fn() -> Problem] = &[|| shared_of(5, 3 * BLOCK_BYTES)];
pub static OWN_BETWEEN: &[fn() -> Problem] = &[|| own_of(5, 3 * BLOCK_BYTES)];

/// One set for all workgroups.
pub fn shared(size: u32) -> Problem {
    shared_of(size, ROWS[0])
}

/// A set for each workgroup.
pub fn own(size: u32) -> Problem {
    own_of(size, ROWS[1])
}

/// One set of so many bytes, read by `size` workgroups from starts that lie evenly in it.
pub fn shared_of(size: u32, bytes: u32) -> Problem {
    let blocks = (bytes / BLOCK_BYTES).max(1);
    let start = move |group: u32| (u64::from(group) * u64::from(blocks) / u64::from(size.max(1))) as u32 % blocks;
    let rounds = ROUNDS.max(LAPS * blocks.div_ceil(size.max(1)));
    let (set, block) = (bytes_of(blocks), bytes_of(1));
    let label = match size {
        1 => format!("one workgroup reads {rounds} blocks of {block} from a set of {set}"),
        _ => format!("{size} workgroups share one set of {set}; each reads {rounds} blocks of {block} from it"),
    };
    problem(size, [blocks, rounds], u64::from(blocks), label, move |group| (0, start(group)))
}

/// A set of so many bytes for each of `size` workgroups.
pub fn own_of(size: u32, bytes: u32) -> Problem {
    let blocks = (bytes / BLOCK_BYTES).max(1);
    let (all, rounds) = (u64::from(blocks) * u64::from(size), ROUNDS.max(LAPS * blocks));
    let (set, block) = (bytes_of(blocks), bytes_of(1));
    let label = format!(
        "{}a set of {set}, and reads {rounds} blocks of {block} from it, over and over",
        if size == 1 { "one workgroup has ".to_owned() } else { format!("each of {size} workgroups has ") }
    );
    problem(size, [blocks, rounds], all, label, move |group| (group as usize * blocks as usize, 0))
}

/// The bytes of so many blocks.
fn bytes_of(blocks: u32) -> Bytes {
    Bytes(f64::from(blocks) * f64::from(BLOCK_BYTES))
}

/// `all` blocks, of which a workgroup reads `rounds` out of `blocks`, from `first` on: where its set begins, and where in it.
fn problem(
    size: u32,
    [blocks, rounds]: [u32; 2],
    all: u64,
    label: String,
    first: impl Fn(u32) -> (usize, u32) + Send + Sync + Copy + 'static,
) -> Problem {
    let len = usize::try_from(all).unwrap_or(usize::MAX).saturating_mul(BLOCK);
    let read = f64::from(size) * f64::from(rounds) * f64::from(BLOCK_BYTES);
    Problem {
        label,
        size,
        extents: vec![("invocations", size.saturating_mul(256))],
        work: Work::new(0.0, (4 * len) as f64).items(read),
        buffers: vec![
            Buffer::params(vec![blocks, rounds, size]),
            Buffer::u32("sets", 1, len, Role::Input(Fill::At(value))),
            Buffer::u32("sums", 2, size as usize, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let sets = inputs.at(1);
            let blocks_of =
                |at: usize| sets.words(at * BLOCK..(at + 1) * BLOCK).iter().fold(0u32, |a, b| a.wrapping_add(*b));
            let sums: Vec<u32> = (0..all as usize).map(blocks_of).collect();
            vec![Expected::exactly(move |group| {
                let (base, start) = first(group as u32);
                let of = |pass: u32| sums[base + ((start + pass) % blocks) as usize];
                f64::from((0..rounds).map(of).fold(0, u32::wrapping_add))
            })]
        }),
    }
}

fn value(seed: u64, _len: usize, at: usize) -> u32 {
    mix(seed ^ at as u64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starts_in_a_shared_set_lie_evenly() {
        let problem = shared_of(4, 8 * BLOCK_BYTES);
        let (_, sums) = problem.posed(3);
        // 16 rounds over 8 blocks are 2 laps, whatever the start.
        assert!((1..4).all(|group| (sums.value)(group) == (sums.value)(0)));
        let odd = shared_of(4, 5 * BLOCK_BYTES);
        let sums = &(odd.reference)(&odd.inputs(3))[0];
        assert!((sums.value)(0) != (sums.value)(1));
    }

    #[test]
    fn a_heading_says_how_much_of_its_set_a_workgroup_reads() {
        let shared = shared(64).label;
        assert_eq!(shared, "64 workgroups share one set of 1.05 MB; each reads 16 blocks of 16.4 kB from it");
        let own = own(64).label;
        let wanted =
            "each of 64 workgroups has a set of 32.8 kB, and reads 16 blocks of 16.4 kB from it, over and over";
        assert_eq!(own, wanted);
    }

    #[test]
    fn own_sets_do_not_overlap() {
        let problem = own_of(3, 2 * BLOCK_BYTES);
        assert_eq!(problem.buffers[1].len, 3 * 2 * BLOCK);
        let inputs = problem.inputs(1);
        let block = |at: usize| inputs.u32(1)[at * BLOCK..][..BLOCK].iter().fold(0u32, |a, b| a.wrapping_add(*b));
        let sums = &(problem.reference)(&inputs)[0];
        let twice = block(4).wrapping_add(block(5)).wrapping_mul(8);
        assert_eq!((sums.value)(2), f64::from(twice));
    }
}
