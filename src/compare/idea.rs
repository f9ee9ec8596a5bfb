//! The ideas in which two kernels differ, what explains their times first.

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

/// How many ideas are reported: the first is the main one, the others go with it.
const TOLD: usize = 4;

/// Each mechanism that tells `b` from `a`: first what, by the estimate, made the faster one faster, and of what that does not
/// part the weightiest. Empty where neither counters nor code differ.
pub fn ideas(a: &Side<'_>, b: &Side<'_>) -> Vec<Idea> {
    let mut found: Vec<Found> = ALL.iter().filter_map(|rule| rule(a, b)).collect();
    let kinds: Vec<IdeaKind> = found.iter().map(|found| found.kind).collect();
    found.retain(|found| !kinds.iter().any(|first| first.tells(found.kind)));
    // Stable: of equal weights, the rule that stands first.
    found.sort_by(|x, y| y.weight.total_cmp(&x.weight));
    found.sort_by(|x, y| saves(y.kind, a, b).total_cmp(&saves(x.kind, a, b)));
    let of_the_code = |found: &Found| matches!(found.kind, IdeaKind::Constants | IdeaKind::NamedVariables);
    // Registers are a consequence of the code, and estimated: the code comes first.
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

/// Of times that differ by a smaller factor nothing is the cause.
const APART: f64 = 1.1;

/// Seconds that a mechanism can account for of what the slower of two kernels takes longer: the resource on which it bears
/// that saves most, where the mechanism itself speaks for the faster one. 0 where nothing is estimated,
/// or hardly anything differs.
fn saves(kind: IdeaKind, a: &Side<'_>, b: &Side<'_>) -> f64 {
    let Some((first, second)) = a.takes.zip(b.takes) else { return 0.0 };
    let (faster, slower, [before, after]) = match second.time.0 > first.time.0 {
        true => (first, second, [b.counters, a.counters]),
        false => (second, first, [a.counters, b.counters]),
    };
    if slower.time.0 < APART * faster.time.0 {
        return 0.0;
    }
    let against = before.zip(after).is_some_and(|(before, after)| kind.spends(before, after) > 1.0);
    if against { 0.0 } else { slower.more_than(&faster, kind.limits()) }
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
    flow::divisions,
    flow::instructions,
    make::named_variables,
    make::work_of_an_invocation,
    make::occupancy,
    make::constants,
];
