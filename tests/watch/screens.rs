//! Every screen at 80x24, 100x40 and 200x60: nothing is cut, and what a screen promises is in sight.

use std::collections::BTreeMap;
use std::fs;
use std::thread;

use lockstep::lab::Lab;
use lockstep::labs;
use portable_pty::CommandBuilder;

use crate::session::{Desk, LOCKSTEP, Session, repository, solution, start_with};

/// Columns and rows of the terminals that are promised.
const SIZES: [(u16, u16); 3] = [(80, 24), (100, 40), (200, 60)];

/// Rows that hold everything at once.
const TALL: u16 = 600;

/// How often each character stands in a text, white space and what is drawn aside: lines may break anywhere.
fn written(text: &str) -> BTreeMap<char, usize> {
    let mut count = BTreeMap::new();
    for letter in text.chars().filter(|c| !c.is_whitespace() && !"│|─".contains(*c)) {
        *count.entry(letter).or_default() += 1;
    }
    count
}

/// That `narrow` has all that `wide` has, and hides nothing behind a sign.
fn nothing_is_cut(what: &str, wide: &str, narrow: &str) {
    assert!(!narrow.contains('…'), "{what} has an ellipsis:\n{narrow}");
    let (all, kept) = (written(wide), written(narrow));
    let lost: Vec<_> = all.iter().filter(|(letter, count)| kept.get(letter).unwrap_or(&0) < count).collect();
    assert!(lost.is_empty(), "{what} lacks {lost:?}:\n{narrow}\nof\n{wide}");
}

/// The screen, drawn anew at so many columns and rows; the size between is too small to leave anything behind.
fn redrawn(session: &mut Session, (columns, rows): (u16, u16)) -> String {
    session.resize(30, 6);
    session.see(&["30x6 is too small"]);
    session.resize(columns, rows);
    let rule = "─".repeat(columns.into());
    session.wait(&format!("a screen of {columns}x{rows}"), |screen| {
        let lines: Vec<&str> = screen.lines().collect();
        let drawn = lines.len() == usize::from(rows) && lines[1] == rule;
        drawn
            && lines
                .last()
                .is_some_and(|keys| ["quit", "back", "no"].iter().any(|word| keys.trim_end().ends_with(word)))
    })
}

/// The whole screen at so many columns.
fn whole(session: &mut Session, columns: u16) -> String {
    redrawn(session, (columns, TALL))
}

/// Looks at what is shown at every size: the whole has the same words, and `in_sight` stands on the first page.
fn look(session: &mut Session, what: &str, in_sight: &[&str]) {
    let wide = whole(session, 200);
    for (columns, rows) in SIZES {
        nothing_is_cut(&format!("{what} at {columns} columns"), &wide, &whole(session, columns));
        let page = redrawn(session, (columns, rows));
        for text in in_sight {
            assert!(page.contains(text), "{what} at {columns}x{rows} shows {text}:\n{page}");
        }
    }
}

/// A kernel that is right, and uncoalesced still.
fn unmet() -> String {
    start_with("first + local * ITEMS + item", "first + local / 2u * 2u * ITEMS + item * 2u + local % 2u")
}

/// A line far longer than any screen does not compile.
fn refused() -> String {
    let sum = vec!["x[i]"; 60].join(" + ");
    start_with("A * x[i] + y[i]", &format!("{sum} + nothing_of_this_name[i] + {sum}"))
}

#[test]
fn the_exercise_is_whole_in_each_of_its_states() {
    let desk = Desk::new("screens");
    let mut session = desk.open(&[]);
    let goals = [
        "compiles",
        "every element right",
        "at most 1.1 x the fewest sectors for its requests",
        "at least 0.9 of the lanes",
    ];
    let with = |more: &[&'static str]| [goals.as_slice(), more].concat();
    session.see(&["run 1 in"]);
    look(&mut session, "the start", &with(&["Edit ", "hint  This is still the start", "? help", "q quit"]));
    desk.save(&refused());
    session.see(&["run 2 in"]);
    look(&mut session, "a compile error", &["✗ compiles", "nothing_of_this_name", "q quit"]);
    desk.save(&start_with("A * x[i] + y[i]", "A * x[i] - y[i]"));
    session.see(&["run 3 in"]);
    look(
        &mut session,
        "a wrong output",
        &with(&["✗ every element right", "hint  Every element must be computed once"]),
    );
    desk.save(&unmet());
    session.see(&["run 4 in"]);
    look(&mut session, "a goal that is not met", &with(&["(wanted 1.10)", "hint  ", "of 7 goals"]));
    session.press("hhh");
    session.see(&["hint 3 of 3"]);
    look(&mut session, "open hints", &["q quit"]);
    fs::remove_file(desk.exercise()).expect("removed");
    session.see(&["is not there: waiting for it"]);
    look(&mut session, "no file", &with(&["x writes the starting"]));
    desk.save(&solution());
    session.see(&["✓ solved"]);
    look(
        &mut session,
        "a solution",
        &with(&["Solved: 6 of 7 goals", "From the start to yours", "h hints", "a answers"]),
    );
    let folded = whole(&mut session, 80);
    for text in
        ["Explain it to a friend", "A subgroup's load or store", "1. Why is the start slow", "a shows the answers"]
    {
        assert!(folded.contains(text), "{text} in\n{folded}");
    }
    assert!(
        folded.contains("3 hints are folded away") && !folded.contains("In one iteration of the loop the 32 lanes")
    );
    session.press("a");
    session.wait("the answers", |screen| screen.contains("In one iteration of the loop the 32 lanes"));
    look(&mut session, "answers", &["q quit"]);
    session.press("h");
    session.see(&["hint 3 of 3"]);
    look(&mut session, "a solution with its hints", &["q quit"]);
}

#[test]
fn goals_that_wait_make_room_for_the_hint() {
    let desk = Desk::new("screens-hint");
    let file = desk.folder.join("shaders/tiling/exercise-2.wgsl");
    let start = fs::read_to_string(&file).expect("the exercise is there");
    let mut session = desk.open(&["watch", "tiling/exercise-2"]);
    session.see(&["run 1 in"]);
    fs::write(&file, start.replace("params.m", "params.mm")).expect("saved");
    session.see(&["run 2 in"]);
    look(&mut session, "a compile error", &["✗ compiles", "hint  "]);
    let (small, large) = (redrawn(&mut session, (80, 24)), redrawn(&mut session, (100, 40)));
    assert!(small.contains("8 more goals wait for that"), "{small}");
    assert!(large.contains("at most 3.5 x the fewest sectors for the problem"), "{large}");
}

#[test]
fn lists_help_questions_and_the_last_exercise_are_whole() {
    let desk = Desk::new("screens-more");
    let labs = labs::ALL;
    let (lab, all) = (labs.last().expect("a lab"), labs.iter().map(|lab| lab.exercises.len()).sum::<usize>());
    let exercise = lab.exercises.last().expect("an exercise").name;
    let (name, place) = (format!("{}/{exercise}", lab.name), format!("exercise {all} of {all}"));
    let mut session = desk.open(&["watch", &name]);
    session.see(&[&place, "run 1 in"]);
    session.press("?");
    session.see(&["Keys"]);
    look(&mut session, "help", &["next and previous exercise", "Esc back"]);
    session.press("\x1b");
    session.see(&[&place]);
    session.press("l");
    session.see(&["(here)"]);
    look(&mut session, "the list", &["(here)", "Enter open"]);
    session.press("\x1b");
    session.see(&[&place]);
    session.press("x");
    session.see(&["y yes"]);
    look(&mut session, "the question", &["Write the starting kernel back", "n no"]);
    session.press("n");
    session.see(&["Nothing was changed"]);
    session.press("n");
    session.see(&["This is the last exercise"]);
    look(&mut session, "after the last", &["This is the last exercise. Still open:", "goes to one"]);
    let last = repository(&format!("tests/exercises/{name}/solution.wgsl"));
    let last = fs::read_to_string(last).expect("a solution");
    fs::write(desk.folder.join(format!("shaders/{name}.wgsl")), last).expect("saved");
    session.see(&["✓ solved"]);
    look(&mut session, "the last exercise solved", &["Solved: ", "q quit"]);
    let words: Vec<String> = whole(&mut session, 200).split_whitespace().map(str::to_owned).collect();
    assert!(words.join(" ").contains("l lists what is left"));
}

const KERNEL: &str = "\
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    b[id.x] = a[id.x * STRIDE] + a[id.x] + a[id.x] + a[id.x] + a[id.x] + a[id.x] + a[id.x] + a[id.x] + a[id.x] + a[id.x] + a[id.x] + a[id.x];
}
";

const BUFFERS: [&str; 6] = ["--dispatch", "4", "--buffer", "0.0=rand:f32:8192", "--buffer", "0.1=zero:1024"];

#[test]
fn a_kernel_of_ones_own_is_whole() {
    let desk = Desk::new("screens-own");
    fs::write(desk.folder.join("mine.wgsl"), KERNEL.replace("STRIDE", "32u")).expect("written");
    let mut session = desk.open(&[&["watch", "mine.wgsl"], BUFFERS.as_slice()].concat());
    session.see(&["✓ no faults, run 1 in"]);
    look(&mut session, "a kernel", &["mine.wgsl", "✓ no faults", "q quit"]);
}

/// What a command prints on a terminal of each width.
fn printed_at<const N: usize>(desk: &Desk, arguments: &[&str], widths: [u16; N]) -> [String; N] {
    thread::scope(|scope| {
        let threads = widths.map(|columns| scope.spawn(move || printed(desk, arguments, columns)));
        threads.map(|thread| thread.join().expect("it is printed"))
    })
}

/// The same on one of so many columns.
fn printed(desk: &Desk, arguments: &[&str], columns: u16) -> String {
    let mut command = CommandBuilder::new(LOCKSTEP);
    command.args(arguments);
    let mut session = Session::sized(command, &desk.folder, (columns, 1000));
    session.end();
    session.screen()
}

#[test]
fn what_commands_print_is_whole_at_every_width() {
    let desk = Desk::new("screens-commands");
    for (name, stride) in [("mine.wgsl", "32u"), ("other.wgsl", "1u")] {
        fs::write(desk.folder.join(name), KERNEL.replace("STRIDE", stride)).expect("written");
    }
    desk.save(&unmet());
    let explain = [&["explain", "mine.wgsl"], BUFFERS.as_slice()].concat();
    let diff = [&["diff", "mine.wgsl", "other.wgsl", "--device", "sim"], BUFFERS.as_slice()].concat();
    let exec = [&["exec", "mine.wgsl", "--device", "sim"], BUFFERS.as_slice()].concat();
    let commands: [&[&str]; 11] = [
        &explain,
        &diff,
        &exec,
        &["labs"],
        &["devices"],
        &["devices", "--lookup", "GeForce RTX 3060"],
        &["devices", "--compare", "GeForce RTX 3060", "MI300X"],
        &["try", "coalescing", "--device", "sim"],
        &["hint", "coalescing", "--all"],
        &["hint", "tiling", "--answers"],
        &["run", "coalescing", "--device", "sim", "--size", "64", "--detail"],
    ];
    for arguments in commands {
        let [wide, narrow @ ..] = printed_at(&desk, arguments, [200, 80, 100]);
        assert!(wide.lines().count() > 2, "{arguments:?}: {wide}");
        for (columns, narrow) in [80, 100].iter().zip(&narrow) {
            nothing_is_cut(&format!("{arguments:?} at {columns} columns"), &wide, narrow);
        }
    }
}

#[test]
fn what_the_doctor_says_fits_every_width_and_ends_with_what_to_change() {
    let desk = Desk::new("screens-doctor");
    let widths = [80, 100, 200];
    let screens = printed_at(&desk, &["doctor", "--device", "sim"], widths);
    for (columns, screen) in widths.iter().zip(screens) {
        // What it measures differs from run to run: a line that did not fit would have been broken by the terminal.
        for head in ["lockstep ", "devices ", "simulator ", "times ", "machine ", "What to change"] {
            assert!(screen.lines().any(|line| line.starts_with(head)), "{head} at {columns} columns in\n{screen}");
        }
        assert!(screen.lines().all(|line| line.trim_end().chars().count() <= 80), "{screen}");
    }
}

#[test]
fn a_labs_first_screen_is_one_screen_of_which_nothing_is_cut() {
    // A picture, a plot, the host's steps.
    labs_are_whole(["coalescing", "occupancy", "offload"].map(|name| labs::find(name).expect("a lab")));
}

#[test]
#[ignore = "half a minute: every lab at two widths, which .ci/long runs"]
fn any_labs_first_screen_is_one_screen_of_which_nothing_is_cut() {
    labs_are_whole(labs::ALL.iter().copied());
}

fn labs_are_whole(all: impl IntoIterator<Item = &'static Lab>) {
    let desk = Desk::new("screens-labs");
    for lab in all {
        let arguments = ["run", lab.name, "--device", "sim", "--size", "16"];
        let [wide, screen] = printed_at(&desk, &arguments, [200, 80]);
        nothing_is_cut(lab.name, &wide, &screen);
        is_one_screen(lab, &screen);
    }
}

fn is_one_screen(lab: &Lab, screen: &str) {
    let rows = screen.trim_end().lines().count();
    // Two rows stand around each table; a plot takes the place of the picture, and some more.
    let tables = 2 * lab.parts.len() + lab.variants().count();
    let beside = if screen.contains("logarithmic") { 48 } else { 34 };
    assert!(rows <= tables + beside, "{} takes {rows} rows, {tables} of them for tables:\n{screen}", lab.name);
    for text in ["device ", "peaks ", "times ", "vs. first", "What this run shows", "--detail"] {
        assert!(screen.contains(text), "{}: {text} in\n{screen}", lab.name);
    }
}
