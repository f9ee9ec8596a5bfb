//! The host's memory bandwidth by a copy, as STREAM measures it (McCalpin, 1995): what a device that runs on the CPU
//! shares with everything else on the machine.

use std::time::{Duration, Instant};

use rayon::prelude::*;

/// Elements that one task copies.
const PIECE: usize = 1 << 18;

/// Timed copies; the fastest counts, as in STREAM.
const TIMES: usize = 6;

/// A host's measured copy bandwidth.
#[derive(Clone, Debug, PartialEq)]
pub struct HostStream {
    /// Bytes read and bytes written a second, together.
    pub byte_per_s: f64,
    /// How it was measured.
    pub detail: String,
}

/// Copies between two arrays of `bytes` bytes each with all threads, and counts each byte twice: read and written.
pub fn host_stream(bytes: usize) -> HostStream {
    let elements = (bytes / 8).max(PIECE);
    // Written before it is timed: the first touch of a page is slow.
    let source: Vec<u64> = (0..elements as u64).into_par_iter().collect();
    let mut target = vec![1u64; elements];
    let fastest = (0..TIMES)
        .map(|_| copy(&source, &mut target))
        .min()
        .unwrap_or(Duration::MAX);
    // Read, so that no copy is dead.
    assert_eq!(source[elements / 2], target[elements / 2]);
    HostStream {
        byte_per_s: 16.0 * elements as f64 / fastest.as_secs_f64(),
        detail: format!(
            "a copy on the host, as STREAM does it: {} threads, arrays of {:.0} MB, the fastest of {TIMES}",
            rayon::current_num_threads(),
            8.0 * elements as f64 / 1e6
        ),
    }
}

fn copy(source: &[u64], target: &mut [u64]) -> Duration {
    let start = Instant::now();
    target
        .par_chunks_mut(PIECE)
        .zip(source.par_chunks(PIECE))
        .for_each(|(target, source)| target.copy_from_slice(source));
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_s_bandwidth_is_a_positive_number_with_its_method() {
        let stream = host_stream(1 << 22);
        assert!(stream.byte_per_s.is_finite() && stream.byte_per_s > 0.0);
        assert!(stream.detail.contains("STREAM"));
    }
}
