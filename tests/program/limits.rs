//! What is right is not refused: solutions with other loops and other workgroup sizes, and the labs' own kernels, meet no limit that the
//! handout does not tell.

use std::path::Path;

use lockstep::device::Selector;
use lockstep::harness::{Done, Job, Request, work_whole};
use lockstep::host::Native;
use lockstep::lab::{Exercise, Lab, Shaders};
use lockstep::labs;
use lockstep::marking::{GoalStatus, Judgement, judge_by};

fn judged(lab: &Lab, exercise: &Exercise, text: String) -> Judgement {
    let job = Job::attempt_text(lab.name, exercise.name, exercise.file().into(), text);
    let request = Request { device: Selector::Simulated(String::new()), quick: true, ..Request::new(job) };
    let mut run = |request: &Request| pollster::block_on(work_whole(request, &Native, &mut |_| {})).and_then(Done::lab);
    judge_by(&request, &Native, &mut run).expect("it is judged")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn solution(lab: &Lab, exercise: &Exercise) -> String {
    let path = root().join("tests/exercises").join(lab.name).join(exercise.name).join("solution.wgsl");
    std::fs::read_to_string(path).expect("the exercise has a solution")
}

/// `text` with each `for` as a `while` in a block of its own.
fn with_while(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(at) = text.find("for (var ") {
        let open = at + text[at..].find(") {").expect("a body") + 2;
        let head: Vec<&str> = text[at + "for (".len()..open - 2].split(';').map(str::trim).collect();
        let [start, condition, step] = head[..] else { panic!("{}", &text[at..open]) };
        let mut depth = 0;
        let close = text[open..].char_indices().find_map(|(place, sign)| {
            depth += i32::from(sign == '{') - i32::from(sign == '}');
            (depth == 0).then_some(open + place)
        });
        let close = close.expect("the body ends");
        let body = &text[open + 1..close];
        text = format!("{}{{ {start}; while ({condition}) {{{body} {step}; }} }}{}", &text[..at], &text[close + 1..]);
    }
    text
}

/// `text` with each `while` as a `loop` that is left.
fn with_loop(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(at) = text.find("while (") {
        let open = at + text[at..].find(") {").expect("a body");
        let condition = text[at + "while (".len()..open].to_owned();
        text.replace_range(at..open + 3, &format!("loop {{ if (!({condition})) {{ break; }}"));
    }
    text
}

/// `text` for a workgroup of `times` as many invocations; `None` where its size is no constant of one dimension.
fn with_workgroup(text: &str, times: u32) -> Option<String> {
    let (before, rest) = text.split_once("const WORKGROUP: u32 = ")?;
    let (size, rest) = rest.split_once("u;")?;
    let size = size.parse::<u32>().ok()? * times;
    (size <= 256).then(|| format!("{before}const WORKGROUP: u32 = {size}u;{rest}"))
}

/// What of a right kernel's figures did not count, a line each.
fn refused(what: &str, judgement: &Judgement) -> Vec<String> {
    let capped = judgement.goals.iter().filter_map(|goal| Some((&goal.id, goal.capped.as_ref()?)));
    capped.map(|(id, capped)| format!("{what}: {id}: {capped}")).collect()
}

fn of_exercise(lab: &'static Lab, exercise: &'static Exercise) -> Vec<String> {
    let own = solution(lab, exercise);
    let name = |what: &str| format!("{}/{} {what}", lab.name, exercise.name);
    let mut wrong = Vec::new();
    let whiles = with_while(&own);
    for (what, text) in [("with while", whiles.clone()), ("with loop", with_loop(&whiles))] {
        let judgement = judged(lab, exercise, text);
        wrong.extend(refused(&name(what), &judgement));
        let unmet = judgement.goals.iter().filter(|goal| goal.outcome == GoalStatus::Unmet);
        wrong.extend(unmet.map(|goal| format!("{}: {} {:?} {}", name(what), goal.id, goal.measured, goal.detail)));
    }
    if let Some(text) = with_workgroup(&own, 2) {
        wrong.extend(refused(&name("with twice the workgroup"), &judged(lab, exercise, text)));
    }
    wrong
}

#[test]
fn other_loops_and_other_workgroup_sizes_of_a_solution_count_as_the_solution_does() {
    for name in ["coalescing", "divergence", "precision", "tiling"] {
        let lab = labs::find(name).expect("it is there");
        assert_eq!(of_exercise(lab, &lab.exercises[0]), Vec::<String>::new());
    }
}

#[test]
#[ignore = "every exercise, which takes minutes"]
fn no_right_kernel_is_refused_by_what_its_handout_does_not_tell() {
    let exercises = || labs::ALL.iter().flat_map(|lab| lab.exercises.iter().map(|exercise| (*lab, exercise)));
    let mut wrong: Vec<String> = exercises().flat_map(|(lab, exercise)| of_exercise(lab, exercise)).collect();
    for (lab, exercise) in exercises() {
        let files = lab.variants().flat_map(|(_, variant)| variant.passes).map(|pass| pass.shader);
        for file in files {
            let (path, text, _) = Shaders::embedded(lab.name, file).expect("it is there");
            let judgement = judged(lab, exercise, text);
            wrong.extend(refused(&format!("{path} as {}", exercise.name), &judgement));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn loops_are_written_in_other_words() {
    let own = "for (var i = 0u; i < 4u; i++) { if (i > 2u) { a(i); } }";
    let whiles = "{ var i = 0u; while (i < 4u) { if (i > 2u) { a(i); }  i++; } }";
    assert_eq!(with_while(own), whiles);
    let looped = "{ var i = 0u; loop { if (!(i < 4u)) { break; } if (i > 2u) { a(i); }  i++; } }";
    assert_eq!(with_loop(whiles), looped);
    assert_eq!(with_workgroup("const WORKGROUP: u32 = 64u; ", 2).as_deref(), Some("const WORKGROUP: u32 = 128u; "));
}
