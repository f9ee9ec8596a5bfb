//! The host's last-level cache: what a device that runs on the CPU caches in.

use std::fs;
use std::path::Path;

use super::provenance::{Figure, Source};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
