//! The ideas in which two kernels differ, weightiest first.

use serde::{Deserialize, Serialize};

use super::advantages::advantages;
use super::figures::counter_rows;
use super::kind::IdeaKind;
use super::pair::Side;
use super::rules::{Found, code, flow, make, memory};

/// One mechanism by which the second kernel differs from the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Idea {
    /// The mechanism.
    pub kind: IdeaKind,
    /// The mechanism with its figures and lines.
    pub sentence: String,
}

/// Ideas that are told: the first is the main one, the others go with it.
const TOLD: usize = 4;

/// Each mechanism that tells `b` from `a`, the weightiest first. Empty where neither counters nor code differ.
pub fn ideas(a: &Side<'_>, b: &Side<'_>) -> Vec<Idea> {
    let mut found: Vec<Found> = ALL.iter().filter_map(|rule| rule(a, b)).collect();
    let kinds: Vec<IdeaKind> = found.iter().map(|found| found.kind).collect();
    found.retain(|found| !kinds.iter().any(|first| first.tells(found.kind)));
    // Stable: of equal weights, the rule that stands first.
    found.sort_by(|x, y| y.weight.total_cmp(&x.weight));
    let of_the_code = |found: &Found| matches!(found.kind, IdeaKind::Constants | IdeaKind::NamedVariables);
    // Registers are a consequence of the code, and estimated: the code is told first.
    let of_registers = |found: &Found| found.kind == IdeaKind::Registers;
    if found.iter().all(|found| of_the_code(found) || of_registers(found)) {
        if !found.iter().any(of_the_code) {
            found.splice(..0, code(a, b));
        }
        let still = match a.counters.zip(b.counters) {
            Some((a, b)) if advantages(&counter_rows(a, b), &[]).iter().all(Vec::is_empty) => {
                "no counter moves by a tenth; "
            }
            _ => "",
        };
        for found in found.iter_mut().filter(|found| !of_registers(found)) {
            found.sentence.insert_str(0, still);
        }
    }
    found.into_iter().take(TOLD).map(|found| Idea { kind: found.kind, sentence: found.sentence }).collect()
}

/// What looks at two kernels for one mechanism.
type Rule = fn(&Side<'_>, &Side<'_>) -> Option<Found>;

/// Every rule that looks at counters or at what kernels are made of.
const ALL: &[Rule] = &[
    make::dispatches,
    make::cooperative,
    make::subgroup_operations,
    memory::workgroup_memory,
    make::half_precision,
    memory::coalescing,
    memory::spread,
    memory::waits,
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
