//! The host's memory: what a device that runs on the CPU shares with everything else on the machine.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rayon::prelude::*;

use super::provenance::{Figure, Source};
use crate::host::Host;

/// Linux' description of the first core's caches.
const CACHES: &str = "/sys/devices/system/cpu/cpu0/cache";

/// Bytes of the largest cache that the first core sees.
pub fn last_level_cache() -> Figure {
    largest(Path::new(CACHES)).map_or_else(
        || Figure::unknown("the system does not tell the size of its caches"),
        |bytes| Figure::new(bytes, Source::Queried, CACHES),
    )
}

fn largest(folder: &Path) -> Option<f64> {
    fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| fs::read_to_string(entry.ok()?.path().join("size")).ok())
        .filter_map(|size| parse(size.trim()))
        .reduce(f64::max)
}

/// Reads `32768K` or `32M`: sysfs counts in binary units.
fn parse(size: &str) -> Option<f64> {
    let digits = size.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match &size[digits.len()..] {
        "K" => 1024.0,
        "M" => 1024.0 * 1024.0,
        "G" => 1024.0 * 1024.0 * 1024.0,
        "" => 1.0,
        _ => return None,
    };
    Some(digits.parse::<f64>().ok()? * scale)
}

/// Elements that one task copies.
const PIECE: usize = 1 << 18;

/// Timed copies; the fastest counts, as in STREAM.
const TIMES: usize = 6;

/// A host's measured copy bandwidth.
#[derive(Clone, Debug, PartialEq)]
pub struct CopyRate {
    /// Bytes read and bytes written a second, together.
    pub byte_per_s: f64,
    /// How it was measured.
    pub detail: String,
}

/// Copies between two arrays of `bytes` bytes each with all threads, as STREAM does (McCalpin, 1995), and counts each
/// byte twice: read and written.
pub fn copy_rate(bytes: usize, host: &dyn Host) -> CopyRate {
    let elements = (bytes / 8).max(PIECE);
    // Written before it is timed: the first touch of a page is slow.
    let source: Vec<u64> = (0..elements as u64).into_par_iter().collect();
    let mut target = vec![1u64; elements];
    let fastest = (0..TIMES).map(|_| copy(&source, &mut target, host)).min().unwrap_or(Duration::MAX);
    // Read, so that no copy is dead.
    assert_eq!(source[elements / 2], target[elements / 2]);
    CopyRate {
        byte_per_s: 16.0 * elements as f64 / fastest.as_secs_f64(),
        detail: format!(
            "a copy on the host, as STREAM does it: {} threads, arrays of {:.0} MB, the fastest of {TIMES}",
            rayon::current_num_threads(),
            8.0 * elements as f64 / 1e6
        ),
    }
}

fn copy(source: &[u64], target: &mut [u64], host: &dyn Host) -> Duration {
    let start = host.now();
    target
        .par_chunks_mut(PIECE)
        .zip(source.par_chunks(PIECE))
        .for_each(|(target, source)| target.copy_from_slice(source));
    host.now() - start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Native;

    #[test]
    fn sizes_are_read_as_linux_writes_them() {
        assert_eq!(parse("32768K"), Some(33_554_432.0));
        assert_eq!(parse("16M"), Some(16_777_216.0));
        assert_eq!(parse("many"), None);
    }

    #[test]
    fn a_system_without_the_folder_gives_none() {
        assert_eq!(largest(Path::new("/nonexistent")), None);
    }

    #[test]
    fn a_copy_on_the_host_has_a_rate_and_a_method() {
        let rate = copy_rate(1 << 22, &Native);
        assert!(rate.byte_per_s.is_finite() && rate.byte_per_s > 0.0);
        assert!(rate.detail.contains("STREAM"));
    }
}
