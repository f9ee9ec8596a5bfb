//! What speaks for each of two kernels: the costs that it has less of.

use super::figures::CounterRow;
use crate::sim::Counters;
use crate::units::{digits3, si};

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

/// A smaller factor is no advantage.
const WORTH: f64 = 1.1;

/// Advantages that are told of each.
const TOLD: usize = 3;

/// The advantages of the first and of the second of two kernels, each with both figures.
pub fn advantages(rows: &[CounterRow]) -> [Vec<String>; 2] {
    [false, true].map(|second| {
        let costs = COSTS.iter().filter_map(|name| rows.iter().find(|row| row.name == *name));
        costs.filter_map(|row| advantage(row, second)).take(TOLD).collect()
    })
}

fn advantage(row: &CounterRow, second: bool) -> Option<String> {
    let (a, b) = row.a.zip(row.b)?;
    let (mine, other) = if second { (b, a) } else { (a, b) };
    if other <= WORTH * mine {
        return None;
    }
    let words = Counters::TABLE.iter().find(|counter| counter.name == row.name)?.words;
    let factor = match mine {
        0.0 => "none, the other has some".to_owned(),
        mine => format!("{} times fewer", digits3(other / mine)),
    };
    Some(format!("{}: {factor} ({} against {})", words.to_lowercase(), si(mine, ""), si(other, "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_the_costs_of_which_it_has_less() {
        let row = |name: &str, a, b| CounterRow { name: name.to_owned(), a: Some(a), b: Some(b), ratio: Some(b / a) };
        let rows = [row("barriers", 10.0, 1000.0), row("dram_bytes", 4000.0, 1000.0), row("flop", 100.0, 101.0)];
        let [a, b] = advantages(&rows);
        assert!(a[0].starts_with("barriers: 100 times fewer"), "{a:?}");
        assert!(b[0].contains("4.00 times fewer") && a.len() == 1 && b.len() == 1, "{b:?}");
    }
}
