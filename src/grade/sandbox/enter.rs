//! Putting this process under its bounds, with what the system offers.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::confine::{all_but_computing, files, processes};

/// The bounds of one submission's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Seconds of wall-clock time for one exercise; of processor time, for all of a submission's exercises together.
    pub seconds: u64,
    /// MiB of address space, with the program itself.
    pub memory_mib: u64,
}

impl Default for Bounds {
    /// Far above what a kernel needs at the sizes of an exercise, so that a slow machine gives the same marks.
    fn default() -> Self {
        Self { seconds: 60, memory_mib: 2048 }
    }
}

impl Bounds {
    /// Bytes that the process may write to its parent, who ends it beyond them.
    pub const OUTPUT: u64 = 16 << 20;

    /// Files that may be open at once.
    pub const FILES: u64 = 64;
}

/// What a process needs of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Profile {
    /// Nothing but memory and the submission's own files: kernels run on the simulator.
    Simulated,
    /// A GPU's driver too: kernels are timed. The driver reads the system's folders, opens devices, starts threads, and
    /// reserves address space without bound; the rest stays closed.
    Device,
}

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

/// Resource limits, which every Unix offers; what could not be set, in words.
#[cfg(unix)]
fn resources(profile: Profile, bounds: &Bounds, exercises: u64) -> Vec<String> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let seconds = bounds.seconds.saturating_mul(exercises.max(1));
    let mut wanted = vec![
        (Resource::Core, 0, "core dumps"),
        // SIGXCPU a second before SIGKILL.
        (Resource::Cpu, seconds, "processor time"),
        (Resource::Nofile, Bounds::FILES, "open files"),
    ];
    if profile == Profile::Simulated {
        wanted.extend([
            (Resource::As, bounds.memory_mib << 20, "memory"),
            (Resource::Fsize, 0, "written files"),
            // Without effect for the administrator: the filter of system calls holds for all.
            (Resource::Nproc, 0, "processes"),
        ]);
    }
    let failed = |(resource, most, what): (Resource, u64, &str)| {
        let limit = Rlimit { current: Some(most), maximum: Some(most + u64::from(matches!(resource, Resource::Cpu))) };
        let error = setrlimit(resource, limit).err()?;
        Some(format!("{what}: {error}"))
    };
    wanted.into_iter().filter_map(failed).collect()
}

#[cfg(not(unix))]
fn resources(_: Profile, _: &Bounds, _: u64) -> Vec<String> {
    vec!["memory, processes and open files: not bounded on this system".to_owned()]
}
