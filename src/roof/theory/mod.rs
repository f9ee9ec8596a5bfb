//! Theoretical roofs: what a device could do at best, queried, derived, looked up or given by the user.
mod above;
pub mod cpu;
mod cpu_clock;
pub mod cpu_host;
mod derive;
pub mod given;
mod peak;
mod rate;

pub use above::above_roof;
pub use derive::{Theory, of_cpu, of_gpu, theory};
pub use given::GivenPeaks;
