//! The handout: what a student finds in every one, at the same place.

use std::fs;
use std::path::Path;

use crate::lab::{Lab, Part};

/// The headings, in their order.
const HEADINGS: [&str; 10] = [
    "## The question",
    "## The mechanism",
    "## Predict before you run",
    "## What to look for",
    "## What the simulator counts",
    "## Change the kernel",
    YOUR_TURN,
    EXPLAIN,
    "## Questions",
    "## Further reading",
];

/// The headings that a lab without exercises does not need.
const YOUR_TURN: &str = "## Your turn";
const EXPLAIN: &str = "## What you can now explain";

/// The head of the table of what the simulator counts.
const TABLE: &str = "| variant | against | what | counted |";

/// Rows that this table must at least have.
const FEWEST_ROWS: usize = 5;

/// What the table counts in: its words, and the counters in the JSON that they stand for.
pub const COUNTED: [(&str, &str); 8] = [
    ("sectors", "global_sectors"),
    ("requests", "global_requests"),
    ("passes", "shared_wavefronts"),
    ("instructions", "subgroup_instructions"),
    ("turns", "atomic_serializations"),
    ("bytes", "global_bytes"),
    ("FLOPs", "flop"),
    ("lanes", "lane_efficiency"),
];

/// Beginnings of lines that every handout has, and what the line is to say.
const LINES: [(&str, &str); 2] = [
    ("Where the answers are: ", "after the questions of \"Predict before you run\", where a run prints the answers"),
    (
        "**The picture to look at** ",
        "in \"What the simulator counts\", which plot or listing shows the lesson, and the command that draws it",
    ),
];

/// What `lab`'s handout lacks, a line each.
pub fn of_lab(root: &Path, lab: &Lab) -> Vec<String> {
    let path = format!("labs/{}/README.md", lab.name);
    let Ok(text) = fs::read_to_string(root.join(&path)) else {
        return vec![format!("{path}: missing: the handout")];
    };
    lacking(lab, &text).into_iter().map(|what| format!("{path}: {what}")).collect()
}

fn lacking(lab: &Lab, text: &str) -> Vec<String> {
    let begins = |start: &str| text.lines().any(|line| line.starts_with(start));
    let lines = LINES.iter().filter(|(start, _)| !begins(start));
    let variants = lab.variants().filter(|(_, variant)| !text.contains(variant.name));
    let mut missing: Vec<String> = headings(lab, text).into_iter().collect();
    missing.extend(lines.map(|(start, says)| format!("no line begins with `{start}`: it says, {says}")));
    missing.extend(variants.map(|(_, variant)| format!("the variant `{}` is not mentioned", variant.name)));
    missing.extend(predictions(lab, text));
    missing.extend(table(lab, text));
    missing
}

fn headings(lab: &Lab, text: &str) -> Option<String> {
    let found: Vec<&str> = text.lines().filter(|line| line.starts_with("##")).collect();
    let optional = |heading: &str| lab.exercises.is_empty() && [YOUR_TURN, EXPLAIN].contains(&heading);
    let wanted: Vec<&str> = HEADINGS.into_iter().filter(|it| found.contains(it) || !optional(it)).collect();
    let absent: Vec<&str> = wanted.iter().filter(|it| !found.contains(it)).copied().collect();
    match absent[..] {
        [] if found == wanted => None,
        [] => Some(format!("its headings are not those of every handout, in their order: {}", wanted.join(", "))),
        _ => Some(format!("headings are missing: {}", absent.join(", "))),
    }
}

/// What is asked before a run stands in the handout, and so does how `--predict` asks it.
fn predictions(lab: &Lab, text: &str) -> Vec<String> {
    let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let unasked = lab.predictions.iter().filter(|asked| !squeezed.contains(asked.question));
    let unasked =
        unasked.map(|asked| format!("a question of PREDICTIONS is not there, word by word: {}", asked.question));
    let named = text.split("--predict=").skip(1).map(|rest| rest.split(['`', ' ']).next().unwrap_or_default());
    let unknown = named.filter(|named| !lab.parts.iter().any(|part| part.name == *named));
    let unknown = unknown.map(|named| format!("`--predict={named}`: the lab has no such part"));
    // `--predict` alone asks about the first part.
    let asked = |part: &&Part| lab.predictions.iter().any(|asked| part.ladder.iter().any(|v| v.name == asked.variant));
    let hidden = lab.parts.iter().skip(1).filter(asked).map(|part| format!("`--predict={}`", part.name));
    let hidden = hidden.filter(|flag| !text.contains(flag));
    let hidden = hidden.map(|flag| format!("{flag} is not mentioned: it asks the questions about that part"));
    unasked.chain(unknown).chain(hidden).collect()
}

/// The table of what is counted. Whether its figures are what the simulator counts, `cargo test` says.
fn table(lab: &Lab, text: &str) -> Vec<String> {
    let words = COUNTED.map(|(word, _)| word).join(", ");
    let looks = format!(
        "| `VARIANT` | `VARIANT` | WHAT | 0.25 |, where WHAT is one of {words}, and the figure a ratio, or the first one's own as `87 %`"
    );
    let rows: Vec<&str> =
        text.lines().skip_while(|line| *line != TABLE).skip(2).take_while(|it| it.starts_with('|')).collect();
    if rows.len() < FEWEST_ROWS {
        return vec![format!(
            "{} rows below `{TABLE}` and `| --- | --- | --- | --- |`, {FEWEST_ROWS} or more are needed, such as {looks}",
            rows.len()
        )];
    }
    let known = |name: &str| lab.variants().any(|(_, variant)| format!("`{}`", variant.name) == name);
    let good = |row: &&&str| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [variant, against, what, counted] = cells[..] else { return false };
        let number = counted.strip_suffix(" %").unwrap_or(counted);
        known(variant)
            && known(against)
            && COUNTED.iter().any(|(word, _)| *word == what)
            && number.parse::<f64>().is_ok()
    };
    rows.iter().filter(|row| !good(row)).map(|row| format!("the row {row} is not {looks}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_handout_lacks_is_named_and_how_it_looks() {
        let lab = crate::labs::find("coalescing").expect("a lab");
        let reported = |from: &str, to: &str| {
            assert!(lab.handout.contains(from), "{from}");
            lacking(lab, &lab.handout.replace(from, to)).join("\n")
        };
        assert_eq!(reported("#", "#"), "");
        for (from, to, wanted) in [
            ("## Change the kernel", "**Change**", "missing: ## Change the kernel"),
            (
                "## The mechanism",
                "### Aside\n\n## The mechanism",
                "not those of every handout, in their order: ## The question",
            ),
            ("Where the answers are: ", "Answers: ", "`Where the answers are: `"),
            ("**The picture to look at**", "The picture", "draws it"),
            (TABLE, "| variant |", "0 rows below `| variant"),
            (
                "| `vec4` | `copy` | requests | 0.25 |",
                "| `vec4` | `copy` | loads | 0.25 |",
                "| loads | 0.25 | is not | `VARIANT`",
            ),
            ("`--predict=records`", "", "`--predict=records` is not mentioned"),
            ("--predict=records", "--predict=rows", "no such part"),
            ("`vec4` moves the same bytes", "It moves as much", "word by word: `vec4` moves the same bytes"),
            ("stride-16", "stride", "`stride-16` is not mentioned"),
        ] {
            assert!(reported(from, to).contains(wanted), "{wanted} in:\n{}", reported(from, to));
        }
    }
}
