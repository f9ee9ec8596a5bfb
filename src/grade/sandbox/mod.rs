//! The bounds of a process that runs a submission: time, memory, output, processes, network, files, privileges.
//!
//! The process puts itself under them ([`enter`]) before it reads a byte of the submission, and once more ([`seal`])
//! before it runs anything. What holds is not believed but tried ([`probe()`]).

mod enter;
mod probe;

#[cfg_attr(
    all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")),
    path = "linux.rs"
)]
#[cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))),
    path = "nowhere.rs"
)]
mod confine;

pub use enter::{Bounds, Profile, allow_seconds, enter, seal, seconds_taken};
pub use probe::{Boundary, Tried, probe};
