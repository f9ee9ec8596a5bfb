//! `banks`: words of workgroup memory at a distance from each other.

use crate::lab::{Buffer, Expected, Fill, Problem, Role, Work};

/// Words of the table.
pub const WORDS: usize = 2048;

/// Lanes that are served together, as the kernels lay them out.
const LANES: usize = 32;

/// Invocations of a workgroup.
const WORKGROUP: usize = 256;

/// Words that an invocation reads.
const LOADS: u32 = 128;

/// The distance of the table's row: a column of a tile that is 32 words wide.
const ROW: u32 = 32;

/// The distances the handout sweeps: each kind of divisor, and 32's neighbours.
pub const DISTANCES: [u32; 16] = [1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 24, 31, 32, 33, 48, 64];

/// The same on a CPU, which has no banks: enough to see that the distance does not matter, and whether a kernel is right at each sort.
pub const WITHOUT_BANKS: [u32; 8] = [1, 2, 12, 31, 32, 33, 48, 64];

/// Words `ROW` apart.
pub fn problem(size: u32) -> Problem {
    apart(size, ROW)
}

/// Each of `size` workgroups of lanes that read words so far apart.
pub fn apart(size: u32, apart: u32) -> Problem {
    let n = size as usize * WORKGROUP;
    Problem {
        label: format!("{LOADS} words of workgroup memory each, lanes {apart} words apart"),
        size,
        extents: vec![("invocations", u32::try_from(n).unwrap_or(u32::MAX))],
        work: Work::new(0.0, (4 * (n + WORDS)) as f64).items(n as f64 * f64::from(LOADS)),
        buffers: vec![
            Buffer::params(vec![apart, LOADS, n as u32]),
            Buffer::u32("words", 1, WORDS, Role::Input(Fill::Below(1 << 20))),
            Buffer::u32("sums", 2, n, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let words = inputs.u32(1).to_vec();
            vec![Expected::exactly(move |i| {
                let local = i % WORKGROUP;
                let first = local % LANES * apart as usize + local / LANES;
                let read = (0..LOADS as usize).map(|load| words[(first + load) % WORDS]);
                f64::from(read.fold(0, u32::wrapping_add))
            })]
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_starts_so_many_words_after_its_neighbour() {
        let problem = apart(1, 7);
        let inputs = problem.inputs(2);
        let words = inputs.u32(1);
        let sums = &(problem.reference)(&inputs)[0];
        let from = |first: usize| f64::from((first..first + 128).map(|at| words[at % WORDS]).sum::<u32>());
        assert_eq!(((sums.value)(1), (sums.value)(31), (sums.value)(32)), (from(7), from(217), from(1)));
    }

    #[test]
    fn the_sum_of_an_invocation_fits_a_word() {
        assert!(u64::from(LOADS) << 20 < 1 << 32);
    }
}
