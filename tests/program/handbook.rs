//! The handbook under `labs/` must hold together: every chapter listed, every link leading somewhere. What a handout must have,
//! `lockstep check` holds.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{counted, for_each, lockstep, read};
use lockstep::cli::COUNTED;
use lockstep::labs;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("labs")
}

/// The targets of the links in a Markdown text, without those that leave the checkout.
fn links(markdown: &str) -> Vec<String> {
    markdown
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://"))
        .map(|target| target.split('#').next().unwrap_or_default().to_owned())
        .filter(|target| !target.is_empty())
        .collect()
}

fn chapters() -> Vec<String> {
    links(&read(&root().join("SUMMARY.md")))
}

#[test]
fn every_handout_and_every_page_is_a_chapter() {
    let chapters: BTreeSet<String> = chapters().into_iter().collect();
    let mut wanted: BTreeSet<String> = labs::ALL.iter().map(|lab| format!("{}/README.md", lab.name)).collect();
    for folder in ["handbook", "results"] {
        for page in fs::read_dir(root().join(folder)).expect("a folder of the book") {
            let name = page.expect("an entry").file_name();
            wanted.insert(format!("{folder}/{}", name.to_string_lossy()));
        }
    }
    assert_eq!(chapters, wanted);
}

#[test]
fn every_link_of_every_chapter_leads_to_a_file() {
    let mut broken = Vec::new();
    for chapter in chapters() {
        let path = root().join(&chapter);
        let folder = path.parent().expect("a folder").to_owned();
        for target in links(&read(&path)) {
            if !folder.join(&target).exists() {
                broken.push(format!("{chapter}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_column_that_the_handbook_explains_stands_over_a_table_of_a_run() {
    let run = |more: &[&str]| {
        let arguments = [&["run", "coalescing", "--device", "sim"], more].concat();
        String::from_utf8(lockstep(&arguments).stdout).expect("text")
    };
    let (screen, whole) = (run(&["--size", "256"]), run(&["--size", "256", "--detail"]));
    let sampled = run(&["--variant", "copy", "--detail"]);
    let titles = |text: &str, first: &str| -> Vec<String> {
        let titled = text.lines().filter(|line| line.starts_with(first));
        titled.flat_map(|line| line.split("  ")).map(|title| title.trim().to_owned()).collect()
    };
    let tables = ["variant", "counted", "instructions", "caches and units"];
    let runs = [&screen, &whole, &sampled];
    let printed: Vec<String> = tables.iter().flat_map(|table| runs.map(|run| titles(run, table))).flatten().collect();
    let mut explained = 0;
    for page in ["reading-the-tables", "the-memory-hierarchy"] {
        let page = read(&root().join("handbook").join(format!("{page}.md")));
        for table in page.split("| column | means |").skip(1) {
            for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
                let names = row.split('|').nth(1).expect("a cell").split('`').skip(1).step_by(2);
                for name in names {
                    // A measured run's, where an estimated one has `estimated`.
                    assert!(name == "time" || printed.iter().any(|title| title == name), "{name} in {printed:?}");
                    explained += 1;
                }
            }
        }
    }
    assert!(explained > 10, "{explained}");
}

fn handout(lab: &str) -> String {
    read(&root().join(lab).join("README.md"))
}

/// The counter that a word of a handout's table stands for.
fn figure(variant: &Value, word: &str) -> f64 {
    let name = COUNTED.iter().find_map(|(known, name)| (*known == word).then_some(*name)).expect("a word of the table");
    variant["counters"][name].as_f64().unwrap_or_else(|| panic!("{name} of {}", variant["name"]))
}

/// Half a unit in the last digit that is written.
fn rounding(figure: &str) -> f64 {
    let decimals = figure.split_once('.').map_or(0, |(_, after)| after.len());
    0.51 * 0.1_f64.powi(decimals as i32)
}

#[test]
fn every_figure_that_a_handout_says_the_simulator_counts_is_counted() {
    for_each(labs::ALL, |lab| {
        let variants = counted(lab).0["variants"].as_array().expect("variants");
        let find = |name: &str| variants.iter().find(|variant| variant["name"] == name.trim_matches('`'));
        let find = |name: &str| find(name).unwrap_or_else(|| panic!("{}: no variant {name}", lab.name));
        let handout = handout(lab.name);
        let (_, table) =
            handout.split_once("| variant | against | what | counted |\n").expect("a table of what is counted");
        for row in table.lines().skip(1).take_while(|line| line.starts_with('|')) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let [variant, against, word, written] = cells[..] else { panic!("{row}") };
            let (of, base) = (figure(find(variant), word), figure(find(against), word));
            let (found, number) = match written.strip_suffix(" %") {
                Some(percent) => (100.0 * of, percent),
                None => (of / base, written),
            };
            let said: f64 = number.parse().expect("a figure");
            assert!((found - said).abs() <= rounding(number), "{}: {row}: counted {found:.3}", lab.name);
        }
    });
}

#[test]
fn every_option_that_handouts_handbook_and_readme_name_is_one() {
    let commands = [
        "run", "try", "hint", "watch", "explain", "exec", "diff", "tune", "devices", "choose", "assign", "grade",
        "check", "labs",
    ];
    let help = |command: &&str| String::from_utf8_lossy(&lockstep(&[command, "--help"]).stdout).into_owned();
    let known: String = commands.iter().map(help).collect();
    // Cargo's and mdbook's own.
    let others = ["--bin", "--release", "--locked", "--path", "--manifest-path", "--"];
    let pages = chapters().into_iter().map(|chapter| root().join(chapter));
    let pages =
        pages.filter(|page| page.parent() != Some(&root().join("results")) && !page.ends_with("published-times.md"));
    let mut unknown = Vec::new();
    for page in pages.chain([root().join("../README.md")]) {
        let text = read(&page);
        let mut words =
            text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| word.starts_with("--"));
        unknown.extend(
            words.by_ref().filter(|word| word.len() > 2 && word.chars().any(char::is_alphabetic)).filter_map(|word| {
                let named = others.contains(&word)
                    || known.contains(&format!("{word} "))
                    || known.contains(&format!("{word}\n"));
                let named = named || known.contains(&format!("{word}[")) || known.contains(&format!("{word}="));
                (!named).then(|| format!("{}: {word}", page.display()))
            }),
        );
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
