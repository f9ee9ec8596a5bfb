//! Resource limits: what every Unix offers.

use rustix::process::{Resource, Rlimit, setrlimit};

use super::{Bounds, Profile};

/// Sets the limits; what could not be set, in words.
pub fn set(profile: Profile, bounds: &Bounds, exercises: u64) -> Vec<String> {
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
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most + u64::from(matches!(resource, Resource::Cpu))),
        };
        let error = setrlimit(resource, limit).err()?;
        Some(format!("{what}: {error}"))
    };
    wanted.into_iter().filter_map(failed).collect()
}
