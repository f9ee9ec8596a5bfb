//! The bounds of a process that runs a submission: time, memory, output, processes, network and files.
//!
//! The process puts itself under them ([`enter`]) before it reads a byte of the submission, and once more ([`seal`])
//! before it runs anything. What holds is not believed but tried ([`probe()`]).

mod bounds;
mod enter;
#[cfg(unix)]
mod limits;
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
mod linux;
mod probe;
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
mod syscalls;

pub use bounds::{Bounds, Profile};
pub use enter::{enter, seal};
pub use probe::{Boundary, Tried, probe};
