//! Every figure in the prose of the handouts and of the handbook rests on something that `tests/figures.txt` names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::arithmetic::value;
use crate::common::{counted, for_each, json, lockstep, read, unwrapped};
use crate::pages::{blocks, pages, root};
use lockstep::lab::{Goal, Lab, Test};
use lockstep::labs;
use serde_json::Value;

/// The numbers of a text in digits; not those of code, of names (`f32`, `2^-24`), of exercises, nor of bindings.
fn figures(text: &str) -> BTreeSet<String> {
    let plain: Vec<&str> = text.split('`').step_by(2).collect();
    let plain = plain.join(" ` ");
    let mut found = BTreeSet::new();
    let mut before = String::new();
    let letters: Vec<char> = plain.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let named = before.chars().last().is_some_and(|c| c.is_alphanumeric() || "_.^-".contains(c));
        let number: String = letters[at..].iter().take_while(|c| c.is_ascii_digit() || **c == '.').collect();
        let number = number.trim_end_matches('.').to_owned();
        if number.is_empty() || !letters[at].is_ascii_digit() {
            before.push(letters[at]);
            at += 1;
            continue;
        }
        at += number.len();
        let goes_on = letters.get(at).is_some_and(|c| c.is_alphanumeric() && *c != 'e' || *c == '_');
        let exercise =
            ["exercise ", "exercises ", "group ", "binding "].iter().any(|word| before.to_lowercase().ends_with(word));
        if !named && !goes_on && !exercise {
            found.insert(number.clone());
        }
        before += &number;
    }
    found
}

/// The numbers that a text has in words: of "half", "twice", "a quarter", "four times".
fn in_words(text: &str) -> BTreeSet<String> {
    const TIMES: [(&str, &str); 13] = [
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
        ("eight", "8"),
        ("nine", "9"),
        ("ten", "10"),
        ("twelve", "12"),
        ("sixteen", "16"),
        ("hundred", "100"),
        ("thousand", "1000"),
    ];
    let plain: Vec<&str> = text.split('`').step_by(2).collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words: Vec<String> = plain.join(" ` ").split_whitespace().map(bare).collect();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let number = |at: usize| {
        let (before, after) = (at.checked_sub(1).map_or("", word), word(at + 1));
        match (before, word(at), after) {
            (_, "half" | "halves" | "twice", _) => Some("2"),
            (_, "third", "of" | "fewer" | "more") | (_, "thirds", _) => Some("3"),
            (_, "quarter" | "quarters", _) => Some("4"),
            ("an", "eighth", _) => Some("8"),
            ("a", "tenth", _) | (_, "tenths", _) => Some("10"),
            (_, "thirty-second", _) => Some("32"),
            // "Divide the two times" speaks of durations.
            ("the" | "these", _, _) => None,
            (_, word, "times") => TIMES.iter().find(|(name, _)| *name == word).map(|(_, number)| *number),
            _ => None,
        }
    };
    (0..words.len()).filter_map(number).map(str::to_owned).collect()
}

#[test]
fn figures_are_found_in_digits_and_in_words() {
    let found = |text: &str| figures(text).union(&in_words(text)).cloned().collect::<Vec<_>>();
    assert_eq!(found("12.5 % of `f32` at 2^-24, f16"), ["12.5", "2"]);
    assert_eq!(found("Half of it; *twice* the steps, four times as long, three quarters, an eighth."), ["2", "4", "8"]);
    assert_eq!(found("Divide the two times: the third sentence, an own half-life."), Vec::<String>::new());
}

/// A block of a page, and what its figures rest on.
struct Entry {
    page: String,
    begins: String,
    holds: Vec<String>,
}

fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in read(&root().join("tests/figures.txt")).lines() {
        match (line.strip_prefix("    "), line.split_once(": ")) {
            _ if line.starts_with('#') || line.is_empty() => {}
            (Some(hold), _) => entries.last_mut().expect("a block comes first").holds.push(hold.to_owned()),
            (None, Some((page, begins))) => {
                entries.push(Entry { page: page.to_owned(), begins: begins.to_owned(), holds: Vec::new() });
            }
            (None, None) => panic!("tests/figures.txt: neither a block nor a line of one: {line}"),
        }
    }
    entries
}

#[test]
fn every_figure_in_the_prose_of_handouts_and_handbook_is_accounted_for() {
    let entries = entries();
    let mut used = BTreeSet::new();
    let mut missing = Vec::new();
    for (page, path) in pages() {
        for block in blocks(&read(&path)) {
            let figures: BTreeSet<String> = figures(&block).union(&in_words(&block)).cloned().collect();
            let own = entries.iter().position(|entry| entry.page == page && block.starts_with(&entry.begins));
            used.extend(own);
            let holds = own.map_or(&[] as &[String], |own| &entries[own].holds);
            let known: BTreeSet<String> = holds.iter().flat_map(|hold| accounted(hold)).collect();
            let open: Vec<&String> = figures.difference(&known).collect();
            if !open.is_empty() {
                missing.push(format!("{page}: {block}\n    {open:?} without a line in tests/figures.txt"));
            }
        }
    }
    let stale = entries.iter().enumerate().filter(|(at, _)| !used.contains(at));
    missing.extend(stale.map(|(_, entry)| format!("{}: no block begins with: {}", entry.page, entry.begins)));
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The figures for which a line accounts.
fn accounted(hold: &str) -> BTreeSet<String> {
    let lab = |name: &str| labs::find(name).unwrap_or_else(|| panic!("there is no lab {name}: {hold}"));
    match hold.split_once(' ') {
        Some(("bindings", name)) => bindings(name),
        Some(("goals", name)) => goals(lab(name)),
        // What is asked of a file may be code: `32u`.
        _ if hold.contains(" has ") => {
            let code = hold.replace(['u', '(', ')', '|'], " ");
            figures(&code)
        }
        _ => figures(hold),
    }
}

fn bindings(lab: &str) -> BTreeSet<String> {
    let shaders = ["shaders", "labs"].map(|folder| root().join(folder).join(lab));
    let files = shaders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let files =
        files.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension().is_some_and(|e| e == "wgsl"));
    let text: String = files.map(|path| read(&path)).collect();
    text.split("@binding(").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

fn goals(lab: &Lab) -> BTreeSet<String> {
    let bound = |goal: &Goal| match goal.test {
        Test::AtMost(_, bound) | Test::AtLeast(_, bound) | Test::Faster(bound) => Some(bound.to_string()),
        _ => None,
    };
    let numbers = (1..=lab.exercises.len()).map(|number| number.to_string());
    let sizes = lab.exercises.iter().map(|exercise| exercise.size.to_string());
    let bounds = lab.exercises.iter().flat_map(|exercise| exercise.goals).filter_map(bound);
    let caps = || lab.exercises.iter().flat_map(|exercise| exercise.caps);
    let most = caps().map(|cap| cap.most.to_string());
    let units = caps().flat_map(|cap| figures(cap.figure.unit()));
    numbers.chain(sizes).chain(bounds).chain(most).chain(units).collect()
}

/// Runs that lines name, each made once.
#[derive(Default)]
struct Runs(BTreeMap<String, Value>);

impl Runs {
    fn of(&mut self, arguments: &[&str]) -> &Value {
        self.0.entry(arguments.join(" ")).or_insert_with(|| json(&lockstep(arguments)))
    }

    fn counter(lab: &str, variant: &str, counter: &str) -> f64 {
        let report = &counted(labs::find(lab).expect("a lab")).0;
        let variants = report["variants"].as_array().expect("variants");
        let variant = variants.iter().find(|v| v["name"] == variant).expect("the variant");
        variant["counters"][counter].as_f64().expect("a counter")
    }
}

#[test]
fn what_figures_rest_on_holds() {
    // Side by side: the lines below take one after the other.
    for_each(labs::ALL, |lab| {
        counted(lab);
    });
    assert_holds(|hold| !hold.starts_with(LONG));
}

#[test]
#[ignore = "a minute: estimates of large launches on further machines, which .ci/long runs"]
fn what_figures_rest_on_that_takes_long_holds() {
    assert_holds(|hold| hold.starts_with(LONG));
}

/// What a line begins with whose run takes long.
const LONG: &str = "long ";

fn assert_holds(held: impl Fn(&str) -> bool) {
    let mut runs = Runs::default();
    let pages: BTreeMap<String, PathBuf> = pages().into_iter().collect();
    let mut wrong = Vec::new();
    for entry in entries() {
        let page = pages.get(&entry.page).unwrap_or_else(|| panic!("there is no page {}", entry.page));
        assert!(!entry.holds.is_empty(), "{}: {} has no line", entry.page, entry.begins);
        for hold in entry.holds.iter().filter(|hold| held(hold)) {
            if let Err(why) = holds(hold.trim_start_matches(LONG), &read(page), &mut runs) {
                wrong.push(format!("{}: {}\n    {hold}\n    {why}", entry.page, entry.begins));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn holds(hold: &str, page: &str, runs: &mut Runs) -> Result<(), String> {
    let words: Vec<&str> = hold.split(' ').collect();
    let said = |number: &str| number.parse::<f64>().map_err(|error| format!("{number}: {error}"));
    match words.as_slice() {
        ["chosen:", ..] | ["bindings" | "goals", _] => Ok(()),
        ["source", ..] => {
            let name = hold["source ".len()..].split(": ").next().unwrap_or_default();
            page.contains(name).then_some(()).ok_or_else(|| format!("the page does not name {name}"))
        }
        ["recorded", date, ..] => {
            let (device, figures) = hold[format!("recorded {date} ").len()..].split_once(": ").ok_or("no figures")?;
            let results = ["gpus", "accuracy", "conformance", "speed"];
            let results = results.map(|name| read(&root().join("labs/results").join(name).with_extension("md")));
            let all = format!("{page}\n{}", results.concat());
            let lacks = [*date, device].into_iter().chain(figures.split(' ')).find(|word| !all.contains(word));
            lacks.map_or(Ok(()), |word| Err(format!("neither the page nor labs/results names {word}")))
        }
        ["counted", lab, variant, counter, rest @ ..] => {
            let found = Runs::counter(lab, variant, counter);
            let (found, number) = match rest {
                ["over", base, number] => (found / Runs::counter(lab, base, counter), number),
                [number] => (found, number),
                _ => return Err("not as `counted` is written".to_owned()),
            };
            close(found, said(number)?, number)
        }
        ["estimated", lab, variants, size, rest @ ..] => {
            let (device, numbers) = match rest {
                ["on", machine, numbers @ ..] => (format!("sim:{machine}"), numbers),
                numbers => ("sim".to_owned(), numbers),
            };
            let report = timed(runs, &device, lab, variants, size);
            let variants: Vec<&str> = variants.split(',').collect();
            assert_eq!(variants.len(), numbers.len(), "{hold}");
            let mut pairs = variants.iter().zip(numbers);
            pairs.try_for_each(|(variant, number)| close(1e6 * time_of(report, variant), said(number)?, number))
        }
        ["order", lab, size, sides @ ..] => in_order(runs, lab, size, sides),
        ["curve", lab, variant, size, at, number] => {
            let report = runs.of(&["run", lab, "--device", "sim", "--variant", variant, "--size", size, "--json", "-"]);
            close(1e-9 * on_curve(report, variant, said(at)?)?, said(number)?, number)
        }
        ["tried", exercise, goal, number] => {
            let (lab, name) = exercise.split_once('/').ok_or("LAB/EXERCISE")?;
            let file = root().join(format!("tests/exercises/{lab}/{name}/solution.wgsl"));
            let file = file.to_string_lossy();
            let judged = runs.of(&["try", exercise, "--file", &file, "--device", "sim", "--json", "-"]);
            let goals = judged["goals"].as_array().ok_or("no goals")?;
            let found = goals.iter().find(|found| found["id"] == *goal).and_then(|found| found["measured"].as_f64());
            close(found.ok_or("no such figure")?, said(number)?, number)
        }
        _ => match hold.split_once(" has ") {
            Some((file, text)) => has(file, text),
            None => agree(hold),
        },
    }
}

/// Up to which share two times are as long.
const SAME: f64 = 0.05;

/// Whether the times of variants are `A > B = C`.
fn in_order(runs: &mut Runs, lab: &str, size: &str, sides: &[&str]) -> Result<(), String> {
    let names: Vec<&str> = sides.iter().step_by(2).copied().collect();
    let report = timed(runs, "sim", lab, &names.join(","), size);
    let times: Vec<f64> = names.iter().map(|name| 1e6 * time_of(report, name)).collect();
    let pairs = times.windows(2).zip(sides.iter().skip(1).step_by(2));
    let wrong = pairs.into_iter().find(|(pair, sign)| match **sign {
        "=" => (pair[0] / pair[1] - 1.0).abs() > SAME,
        ">" => pair[0] / pair[1] - 1.0 <= SAME,
        _ => true,
    });
    wrong.map_or(Ok(()), |(pair, sign)| Err(format!("{} us {sign} {} us does not hold", pair[0], pair[1])))
}

/// The value of a variant's curve at a point of its axis.
fn on_curve(report: &Value, variant: &str, at: f64) -> Result<f64, String> {
    let curves = report["sweeps"].as_array().into_iter().flatten().filter_map(|sweep| sweep["curves"].as_array());
    let curve = curves.flatten().find(|curve| curve["name"] == variant).ok_or("no such curve")?;
    let point = curve["points"].as_array().and_then(|points| points.iter().find(|point| point["at"] == at));
    point.and_then(|point| point["value"].as_f64()).ok_or_else(|| format!("{variant} has no point at {at}"))
}

/// A run of these variants on `device`: `sim`, or `sim:MACHINE`. Its sweeps, which have no part in the times, have one point.
fn timed<'r>(runs: &'r mut Runs, device: &str, lab: &str, variants: &str, size: &str) -> &'r Value {
    let sized = ["--size", size, "--points", "1", "--json", "-"];
    runs.of(&[&["run", lab, "--device", device, "--variant", variants], &sized[..]].concat())
}

/// Seconds of a variant of a run.
fn time_of(report: &Value, name: &str) -> f64 {
    let mut rows = report["variants"].as_array().into_iter().flatten();
    let row = rows.find(|row| row["name"] == name).unwrap_or_else(|| panic!("no variant {name}"));
    row["time"]["median_s"].as_f64().unwrap_or_else(|| panic!("no estimate of {name}"))
}

fn has(file: &str, text: &str) -> Result<(), String> {
    let files: Vec<PathBuf> = match file.split_once("*.") {
        None => vec![root().join(file)],
        Some((folder, extension)) => {
            let entries = fs::read_dir(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
            let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
            paths.filter(|path| path.extension().is_some_and(|own| own == extension)).collect()
        }
    };
    let found = files.iter().any(|path| unwrapped(&with_bases(path)).contains(text));
    found.then_some(()).ok_or_else(|| format!("{file} does not hold that"))
}

/// A file and, if it is a machine's, what it is laid over: figures that it does not state are stated there.
fn with_bases(path: &Path) -> String {
    let text = read(path);
    let base = text.lines().find_map(|line| line.strip_prefix("base = \"")?.strip_suffix('"'));
    let below = base.map(|base| with_bases(&root().join(format!("crates/machine/machines/{base}.toml"))));
    text + &below.unwrap_or_default()
}

/// Whether all sides of `A = B = C` are equal.
fn agree(sides: &str) -> Result<(), String> {
    let sides: Vec<&str> = sides.split(" = ").map(str::trim).collect();
    if sides.len() < 2 {
        return Err("neither arithmetic nor anything else that a line may be".to_owned());
    }
    let first = value(sides[0])?;
    sides[1..].iter().try_for_each(|side| close(first, value(side)?, side))
}

/// Equal to 1 %, or to what `written` is rounded to.
fn close(found: f64, said: f64, written: &str) -> Result<(), String> {
    let decimals = written.split_once('.').map_or(0, |(_, after)| after.len());
    let rounding = if written.parse::<f64>().is_ok() { 0.51 * 0.1_f64.powi(decimals as i32) } else { 0.0 };
    let apart = (found - said).abs() > rounding.max(0.011 * said.abs());
    if apart { Err(format!("{found} and not {said}")) } else { Ok(()) }
}
