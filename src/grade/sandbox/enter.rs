//! Putting this process under its bounds, with what the system offers.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::confine::{all_but_computing, descriptors, files, privileges, processes, sought_after};

/// The bounds of one submission's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Seconds of processor time for one run of one exercise: how busy the machine is changes no mark. Where the system
    /// does not bound that, and on a GPU, of wall-clock time.
    pub seconds: u64,
    /// Seconds of processor time for all exercises of a submission together.
    #[serde(default = "submission_seconds")]
    pub submission_seconds: u64,
    /// MiB of address space, with the program itself.
    pub memory_mib: u64,
}

impl Default for Bounds {
    /// Far above what a kernel needs at the sizes of an exercise, so that a slow machine gives the same marks.
    fn default() -> Self {
        Self { seconds: 60, submission_seconds: submission_seconds(), memory_mib: 2048 }
    }
}

/// Some ten times what a right submission of every exercise takes in a build that is not optimised.
fn submission_seconds() -> u64 {
    240
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

/// Bounds this thread, and every thread that it starts from now on, to `own` files, to no network, no other process, no
/// inherited descriptor and no privilege but reading; the whole process to `bounds`. What the system does not enforce, in
/// words.
///
/// To be called before any other thread is there.
pub fn enter(profile: Profile, bounds: &Bounds, own: &[&Path]) -> Vec<String> {
    sought_after();
    let mut failed = descriptors();
    failed.extend(resources(profile, bounds));
    failed.extend(privileges(true));
    failed.extend(files(profile, own));
    failed.extend(processes());
    failed
}

/// Takes the rest away: every privilege of this thread, and from every thread of a process that only simulates the opening
/// of files and the starting of threads. What the system does not enforce, in words.
pub fn seal(profile: Profile) -> Vec<String> {
    let mut failed = privileges(false);
    if profile == Profile::Simulated {
        failed.extend(all_but_computing());
    }
    failed
}

/// Seconds of processor time that this process took so far; 0 where the system does not bound them.
#[cfg(unix)]
pub fn seconds_taken() -> u64 {
    let taken = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    u64::try_from(taken.tv_sec).unwrap_or(0)
}

/// Seconds of processor time that this process took so far; 0 where the system does not bound them.
#[cfg(not(unix))]
pub fn seconds_taken() -> u64 {
    0
}

/// Leaves this process `seconds` of processor time from now on; SIGXCPU ends it after them.
#[cfg(unix)]
pub fn allow_seconds(seconds: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let most = getrlimit(Resource::Cpu).maximum;
    // The second that has begun counts as taken.
    let wanted = seconds_taken().saturating_add(seconds).saturating_add(1);
    let current = most.map_or(wanted, |most| wanted.min(most.saturating_sub(1)));
    // Whether limits can be set at all was reported when the process was put under them.
    let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(current), maximum: most });
}

/// Leaves this process `seconds` of processor time from now on: nothing here does.
#[cfg(not(unix))]
pub fn allow_seconds(_seconds: u64) {}

/// How far the limit that cannot be raised lies above the one that is: SIGKILL comes there, and looks like somebody else's.
#[cfg(unix)]
const MARGIN: u64 = 60;

/// Resource limits, which every Unix offers; what could not be set, in words.
#[cfg(unix)]
fn resources(profile: Profile, bounds: &Bounds) -> Vec<String> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let mut wanted = vec![
        (Resource::Core, 0, "core dumps"),
        (Resource::Cpu, bounds.submission_seconds, "processor time"),
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
        let above = if matches!(resource, Resource::Cpu) { MARGIN } else { 0 };
        let limit = Rlimit { current: Some(most), maximum: Some(most.saturating_add(above)) };
        let error = setrlimit(resource, limit).err()?;
        Some(format!("{what}: {error}"))
    };
    wanted.into_iter().filter_map(failed).collect()
}

#[cfg(not(unix))]
fn resources(_: Profile, _: &Bounds) -> Vec<String> {
    vec!["memory, processes and open files: not bounded on this system".to_owned()]
}
