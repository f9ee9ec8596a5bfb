//! Races: accesses that nothing orders, barriers that not all invocations reach, and atomics whose order matters.

mod accesses;
mod atomic_order;
mod atomics;
mod barriers;
mod deferred;
mod early_loads;
mod vectors;

pub use atomic_order::{AtomicResult, Change};
pub use atomics::Atomics;
pub use deferred::Deferred;
