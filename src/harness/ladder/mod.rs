//! A lab's run, step by step: what runs is prepared, verified, timed, placed next to the roofs, and observed.

pub mod context;
pub mod execution_trace;
pub mod place;
pub mod prepare;
pub mod run;
pub mod sweep;
pub mod time;
pub mod verify;
