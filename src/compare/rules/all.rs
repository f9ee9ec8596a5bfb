//! The list of rules.

use super::words::Found;
use super::{flow, make, memory};
use crate::compare::pair::Side;

/// What looks at two kernels for one mechanism.
type Rule = fn(&Side<'_>, &Side<'_>) -> Option<Found>;

/// Every rule that looks at counters or at what kernels are made of.
pub(in crate::compare) const ALL: &[Rule] = &[
    make::dispatches,
    make::cooperative,
    make::subgroup_operations,
    memory::workgroup_memory,
    make::half_precision,
    memory::coalescing,
    memory::bank_conflicts,
    flow::divergence,
    flow::branches,
    memory::vectors,
    memory::reuse_of_shared,
    memory::traffic,
    memory::dram,
    flow::barriers,
    flow::arithmetic,
    flow::atomics,
    flow::instructions,
    make::named_variables,
    make::work_of_an_invocation,
    make::occupancy,
    make::constants,
];
