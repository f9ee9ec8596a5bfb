//! What speaks for each of two kernels: the costs that it has less of, and the units that it fills.

use super::figures::CounterRow;
use super::idea::Idea;
use crate::sim::Counters;
use crate::units::{count, digits3, percent};

/// Counters of which fewer is better, the weightiest first.
const COSTS: [&str; 8] = [
    "dram_bytes",
    "global_sectors",
    "shared_wavefronts",
    "subgroup_instructions",
    "flop",
    "atomic_serializations",
    "divergent_branches",
    "barriers",
];

/// Shares of the machine of which more is better.
const SHARES: [&str; 2] = ["unit_share", "occupancy"];

/// A smaller factor is no advantage.
const WORTH: f64 = 1.1;

/// Advantages that are told of each.
const TOLD: usize = 3;

/// What an idea's sentence says of these counters, which need not be said once more.
const TOLD_BY: &[(&str, &[&str])] = &[
    ("coalescing", &["global_sectors"]),
    ("spread", &["global_sectors"]),
    ("dram", &["dram_bytes"]),
    ("workgroup-memory", &["global_sectors", "shared_wavefronts", "barriers"]),
    ("bank-conflicts", &["shared_wavefronts"]),
    ("register-reuse", &["shared_wavefronts"]),
    ("divergence", &["divergent_branches"]),
    ("atomics", &["atomic_serializations"]),
    ("barriers", &["barriers"]),
    ("arithmetic", &["flop"]),
    ("instructions", &["subgroup_instructions"]),
    ("occupancy", &["occupancy"]),
    ("registers", &["occupancy"]),
];

/// The advantages of the first and of the second of two kernels, each with both figures, but for what `told` says already.
pub fn advantages(rows: &[CounterRow], told: &[Idea]) -> [Vec<String>; 2] {
    let is_told = |kind: &str| told.iter().any(|idea| idea.kind == kind);
    let known = |name: &str| TOLD_BY.iter().any(|(kind, counters)| counters.contains(&name) && is_told(kind));
    [false, true].map(|second| {
        let row = |name: &&str| rows.iter().find(|row| row.name == **name && !known(name));
        let costs = COSTS.iter().filter_map(row).filter_map(|row| cost(row, second)).take(TOLD);
        let shares = SHARES.iter().filter_map(row).filter_map(|row| share(row, second));
        costs.chain(shares).collect()
    })
}

/// The figures of the one whose advantages are told, and of the other.
fn sides(row: &CounterRow, second: bool) -> Option<(f64, f64)> {
    let (a, b) = row.a.zip(row.b)?;
    Some(if second { (b, a) } else { (a, b) })
}

/// What a counter counts, in the middle of a sentence.
fn words(row: &CounterRow) -> Option<String> {
    let words = Counters::TABLE.iter().find(|counter| counter.name == row.name)?.words;
    let (first, rest) = words.split_at(words.chars().next()?.len_utf8());
    let abbreviated = rest.starts_with(char::is_uppercase);
    Some(if abbreviated { words.to_owned() } else { first.to_lowercase() + rest })
}

fn cost(row: &CounterRow, second: bool) -> Option<String> {
    let (mine, other) = sides(row, second)?;
    if other <= WORTH * mine {
        return None;
    }
    let factor = match mine {
        0.0 => "none, the other has some".to_owned(),
        mine => format!("{} times fewer", digits3(other / mine)),
    };
    Some(format!("{}: {factor} ({} against {})", words(row)?, count(mine), count(other)))
}

fn share(row: &CounterRow, second: bool) -> Option<String> {
    let (mine, other) = sides(row, second)?;
    (mine > WORTH * other).then_some(())?;
    // What the words explain after a colon is known from the table below.
    let words = words(row)?;
    let name = words.split(": ").next()?;
    Some(format!("{name}: {} against {}", percent(mine), percent(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_the_costs_of_which_it_has_less() {
        let row = |name: &str, a, b| CounterRow { name: name.to_owned(), a: Some(a), b: Some(b), ratio: Some(b / a) };
        let rows = [row("barriers", 10.0, 1000.0), row("dram_bytes", 4000.0, 1000.0), row("flop", 100.0, 101.0)];
        let [a, b] = advantages(&rows, &[]);
        assert!(a[0].starts_with("barriers, one a subgroup: 100 times fewer"), "{a:?}");
        assert!(b[0].starts_with("bytes to and from DRAM: 4.00 times fewer (1.00 k against 4.00 k)"), "{b:?}");
        assert!(a.len() == 1 && b.len() == 1, "{b:?}");
        let told = |kind: &str| Idea { kind: kind.to_owned(), sentence: String::new() };
        assert_eq!(advantages(&rows, &[told("dram"), told("barriers")]), [[""; 0]; 2]);
    }

    #[test]
    fn units_that_one_of_the_two_leaves_without_work_speak_for_the_other() {
        let row = |name: &str, a, b| CounterRow { name: name.to_owned(), a: Some(a), b: Some(b), ratio: Some(b / a) };
        let [a, b] = advantages(&[row("unit_share", 1.0, 0.133), row("divergent_branches", 256.0, 0.0)], &[]);
        assert_eq!(a, ["units with a workgroup, of all: 100 % against 13 %"]);
        assert_eq!(b, ["divergent branches: none, the other has some (0 against 256)"]);
    }
}
