//! How long a variant takes, whether the machine held still meanwhile, and how fast it could be.

pub mod canary;
pub mod clock_report;
pub mod credible;
pub mod estimate;
pub mod interference;
pub mod measured_roofs;
pub mod session_plan;
pub mod sessions;
pub mod steadiness;
pub mod timer;
