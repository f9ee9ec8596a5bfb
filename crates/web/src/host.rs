//! Where a page runs: it has a clock and no files.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

use lockstep::host::Host;

pub struct Page;

fn no_files<T>() -> Result<T> {
    Err(Error::new(ErrorKind::NotFound, "a page has no files"))
}

impl Host for Page {
    fn now(&self) -> Duration {
        now()
    }

    fn step(&self) -> Duration {
        step()
    }

    fn length(&self, _: &Path) -> Result<Option<u64>> {
        no_files()
    }

    fn read(&self, _: &Path) -> Result<Vec<u8>> {
        no_files()
    }

    fn entries(&self, _: &Path) -> Result<Vec<PathBuf>> {
        no_files()
    }

    fn write(&self, _: &Path, _: &[u8]) -> Result<()> {
        no_files()
    }
}

#[cfg(target_family = "wasm")]
fn now() -> Duration {
    Duration::from_secs_f64(crate::browser::now() / 1e3)
}

/// A browser's clock goes in steps: the shortest of a few.
#[cfg(target_family = "wasm")]
fn step() -> Duration {
    const LOOKS: usize = 4;
    let tick = || {
        let before = now();
        std::iter::repeat_with(now).map(|now| now - before).find(|step| !step.is_zero())
    };
    (0..LOOKS).filter_map(|_| tick()).min().unwrap_or_default()
}

#[cfg(not(target_family = "wasm"))]
fn now() -> Duration {
    lockstep::host::Native.now()
}

#[cfg(not(target_family = "wasm"))]
fn step() -> Duration {
    lockstep::host::Native.step()
}
