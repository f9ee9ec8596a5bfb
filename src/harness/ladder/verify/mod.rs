//! Whether a variant is right: its outputs, what the simulator finds, other orders of workgroups, what a workgroup covers.

pub mod audit;
pub mod audited_before;
pub mod audits;
pub mod checked_run;
pub mod coverage;
pub mod fault;
pub mod interleaving;
pub mod own_pool;
pub mod side_by_side;
pub mod variant;
