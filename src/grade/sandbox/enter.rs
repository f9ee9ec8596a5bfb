//! Putting this process under its bounds, with what the system offers.

use std::path::Path;

use super::{Bounds, Profile};

/// Bounds this thread, and every thread that it starts from now on, to `own` files and to no network and no other
/// process; the whole process to `bounds` for `exercises` exercises. What the system does not enforce, in words.
///
/// To be called before any other thread is there.
pub fn enter(profile: Profile, bounds: &Bounds, exercises: u64, own: &[&Path]) -> Vec<String> {
    let mut failed = resources(profile, bounds, exercises);
    failed.extend(files(profile, own));
    failed.extend(processes());
    failed
}

/// Takes the rest away from every thread of a process that only simulates: from now on it opens no file and starts no
/// thread. What the system does not enforce, in words.
pub fn seal(profile: Profile) -> Vec<String> {
    match profile {
        Profile::Simulated => all_but_computing(),
        Profile::Device => Vec::new(),
    }
}

#[cfg(unix)]
fn resources(profile: Profile, bounds: &Bounds, exercises: u64) -> Vec<String> {
    super::limits::set(profile, bounds, exercises)
}

#[cfg(not(unix))]
fn resources(_: Profile, _: &Bounds, _: u64) -> Vec<String> {
    vec!["memory, processes and open files: not bounded on this system".to_owned()]
}

#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
use super::linux::{all_but_computing, files, processes};

#[cfg(not(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
)))]
fn files(_: Profile, _: &[&Path]) -> Vec<String> {
    vec!["files: not bounded on this system".to_owned()]
}

#[cfg(not(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
)))]
fn processes() -> Vec<String> {
    vec!["network and processes: not bounded on this system".to_owned()]
}

#[cfg(not(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
)))]
fn all_but_computing() -> Vec<String> {
    Vec::new()
}
