//! Races: accesses that nothing orders, barriers that not all invocations reach, and atomics whose order matters.

mod accesses;
mod atomic_order;
mod atomics;
mod barriers;
mod between_workgroups;
mod deferred;
mod early_loads;
mod report;
mod shadow;
mod vectors;
mod within_workgroup;

pub use atomic_order::{AtomicResult, Change};
pub use atomics::Atomics;
pub use between_workgroups::LaunchShadow;
pub use deferred::Deferred;
pub use shadow::Shadow;
pub use within_workgroup::Record;
