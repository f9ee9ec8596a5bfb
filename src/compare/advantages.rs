//! What speaks for each of two kernels: the costs that it has less of, and the units that it fills.

use super::figures::{CounterRow, counters};
use super::idea::Idea;
use crate::sim::Counter;
use crate::units::{count, digits3, percent};

/// Counters of which fewer is better, the weightiest first.
const COSTS: [&Counter; 8] = counters([
    "dram_bytes",
    "global_sectors",
    "shared_wavefronts",
    "subgroup_instructions",
    "flop",
    "atomic_serializations",
    "divergent_branches",
    "barriers",
]);

/// Shares of the machine of which more is better.
const SHARES: [&Counter; 2] = counters(["unit_share", "occupancy"]);

/// A smaller factor is no advantage.
const WORTH: f64 = 1.1;

/// How many advantages of each are reported.
const REPORTED: usize = 3;

/// The advantages of the first and of the second of two kernels, each with both figures, except for what `told` says already.
pub fn advantages(rows: &[CounterRow], reported: &[Idea]) -> [Vec<String>; 2] {
    let known = |counter: &Counter| reported.iter().any(|idea| idea.kind.quotes(counter.name));
    [false, true].map(|second| {
        let row = |counter: &&'static Counter| {
            let row = rows.iter().find(|row| row.name == counter.name).filter(|_| !known(counter))?;
            let (a, b) = row.a.zip(row.b)?;
            Some((*counter, if second { (b, a) } else { (a, b) }))
        };
        let costs = COSTS.iter().filter_map(row).filter_map(|(counter, sides)| cost(counter, sides)).take(REPORTED);
        let shares = SHARES.iter().filter_map(row).filter_map(|(counter, sides)| share(counter, sides));
        costs.chain(shares).collect()
    })
}

/// What a counter counts, in the middle of a sentence.
fn words(counter: &Counter) -> String {
    let words = counter.words;
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    let abbreviated = rest.starts_with(char::is_uppercase);
    if abbreviated { words.to_owned() } else { first.to_lowercase() + rest }
}

/// What one side has less of than the other.
fn cost(counter: &Counter, (mine, other): (f64, f64)) -> Option<String> {
    if other <= WORTH * mine {
        return None;
    }
    let factor = match mine {
        0.0 => "none, the other has some".to_owned(),
        mine => format!("{} times fewer", digits3(other / mine)),
    };
    Some(format!("{}: {factor} ({} against {})", words(counter), count(mine), count(other)))
}

/// What one side has more of than the other.
fn share(counter: &Counter, (mine, other): (f64, f64)) -> Option<String> {
    (mine > WORTH * other).then_some(())?;
    // What the words explain after a colon is known from the table below.
    let words = words(counter);
    let name = words.split(": ").next()?;
    Some(format!("{name}: {} against {}", percent(mine), percent(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::IdeaKind;

    #[test]
    fn each_side_has_the_costs_of_which_it_has_less() {
        let row = |name: &str, a, b| CounterRow { name: name.to_owned(), a: Some(a), b: Some(b), ratio: Some(b / a) };
        let rows = [row("barriers", 10.0, 1000.0), row("dram_bytes", 4000.0, 1000.0), row("flop", 100.0, 101.0)];
        let [a, b] = advantages(&rows, &[]);
        assert!(a[0].starts_with("barriers, one a subgroup: 100 times fewer"), "{a:?}");
        assert!(b[0].starts_with("bytes to and from DRAM: 4.00 times fewer (1.00 k against 4.00 k)"), "{b:?}");
        assert!(a.len() == 1 && b.len() == 1, "{b:?}");
        let reported = |kind| Idea { kind, sentence: String::new() };
        assert_eq!(advantages(&rows, &[reported(IdeaKind::Dram), reported(IdeaKind::Barriers)]), [[""; 0]; 2]);
    }

    #[test]
    fn units_that_one_of_the_two_leaves_without_work_speak_for_the_other() {
        let row = |name: &str, a, b| CounterRow { name: name.to_owned(), a: Some(a), b: Some(b), ratio: Some(b / a) };
        let [a, b] = advantages(&[row("unit_share", 1.0, 0.133), row("divergent_branches", 256.0, 0.0)], &[]);
        assert_eq!(a, ["units with a workgroup, of all: 100 % against 13 %"]);
        assert_eq!(b, ["divergent branches: none, the other has some (0 against 256)"]);
    }
}
