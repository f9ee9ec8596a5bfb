//! The ideas in which two kernels differ, weightiest first.

use serde::{Deserialize, Serialize};

use super::advantages::advantages;
use super::figures::counter_rows;
use super::pair::Side;
use super::rules::{Found, code, flow, make, memory};

/// One mechanism by which the second kernel differs from the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Idea {
    /// In a word: `coalescing`, `workgroup-memory`, `divergence`, ...
    pub kind: String,
    /// The mechanism with its figures and lines.
    pub sentence: String,
}

/// Ideas that are told: the first is the main one, the others go with it.
const TOLD: usize = 4;

/// What is told already where the first is: its effect, or the same in other words.
const TOLD_WITH: &[(&str, &[&str])] = &[
    ("coalescing", &["spread"]),
    ("fusion", &["reuse", "branches", "work-per-invocation"]),
    ("subgroup-operations", &["register-reuse", "barriers", "bank-conflicts"]),
    ("workgroup-memory", &["barriers", "branches", "register-reuse", "occupancy", "spread", "reuse"]),
    ("vector-loads", &["branches"]),
    ("register-reuse", &["named-variables"]),
    ("atomics", &["branches"]),
];

/// Each mechanism that tells `b` from `a`, the weightiest first. Empty where neither counters nor code differ.
pub fn ideas(a: &Side<'_>, b: &Side<'_>) -> Vec<Idea> {
    let mut found: Vec<Found> = ALL.iter().filter_map(|rule| rule(a, b)).collect();
    let kinds: Vec<&str> = found.iter().map(|found| found.kind).collect();
    let told = |kind: &str| {
        let mut with = TOLD_WITH.iter().filter(|(first, _)| kinds.contains(first));
        with.any(|(_, others)| others.contains(&kind))
    };
    found.retain(|found| !told(found.kind));
    // Stable: of equal weights, the rule that stands first.
    found.sort_by(|x, y| y.weight.total_cmp(&x.weight));
    let of_the_code = |found: &Found| ["constants", "named-variables"].contains(&found.kind);
    // Registers are a consequence of the code, and estimated: the code is told first.
    let of_registers = |found: &Found| found.kind == "registers";
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
    found.into_iter().take(TOLD).map(|found| Idea { kind: found.kind.to_owned(), sentence: found.sentence }).collect()
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
