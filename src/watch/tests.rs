use std::path::PathBuf;
use std::time::Duration;

use super::*;
use crate::labs;
use crate::marking::{GoalReport, GoalStatus as Reached, Judgement};
use crate::study::Progress;
use crate::text::{strip, width};

fn course() -> State {
    let spots = Spot::all(labs::ALL);
    let progress = Progress::default();
    let course = Course::new(spots, None, progress, PathBuf::from("shaders"));
    let course = course.expect("there are exercises");
    let path = course.path();
    State::new(Subject::Course(course), path, (80, 24))
}

fn save(state: &mut State, text: &str) -> Vec<Effect> {
    let change = FileChange::Text(text.to_owned());
    state.handle(Input::File(state.path.clone(), change))
}

fn press(state: &mut State, key: char) -> Vec<Effect> {
    state.handle(Input::Key(Key::Char(key)))
}

/// The numbers and sorts of the runs that are started.
fn started(effects: &[Effect]) -> Vec<(u64, &'static str)> {
    let start = |effect: &Effect| match effect {
        Effect::Start(id, Job::Judge(..)) => Some((*id, "judge")),
        Effect::Start(id, Job::Ladder(_)) => Some((*id, "ladder")),
        Effect::Start(id, Job::Explain) => Some((*id, "explain")),
        _ => None,
    };
    effects.iter().filter_map(start).collect()
}

/// A judgement of the first exercise, of which every goal ended like this.
fn judgement(outcome: Reached) -> Judgement {
    let exercise = &labs::ALL[0].exercises[0];
    let goals = exercise.goals.iter().map(|goal| GoalReport::new(goal.id, goal.title, outcome));
    let attempt = serde_json::json!({
        "name": "exercise", "part": "axpy", "shader": ["exercise.wgsl"], "status": "ok",
        "problem": {"label": "z = 2.5 x + y", "size": 1, "flop": 1.0, "byte": 1.0, "working_set": 1.0},
        "from_cache": false, "compiled": true, "findings": [],
    });
    let report = serde_json::json!({
        "schema": "lockstep/run/1", "lab": "coalescing", "question": "", "seed": 1,
        "device": {"name": "a", "backend": "sim", "type": "simulated", "driver": "", "subgroup_min": 32, "subgroup_max": 32},
        "clock": {"source": "estimate", "resolution_s": null, "detail": "", "sampling": "", "checks": "on"},
        "roofs": crate::harness::Roofs::default(),
        "problem": attempt["problem"].clone(), "variants": [attempt], "shows": [], "notes": [],
    });
    Judgement {
        schema: crate::marking::JUDGEMENT.to_owned(),
        lab: "coalescing".to_owned(),
        exercise: exercise.name.to_owned(),
        task: String::new(),
        earned: None,
        file: String::new(),
        goals: goals.collect(),
        seen: None,
        hint: Some(("id".to_owned(), "Look at the index.".to_owned())),
        lines: Default::default(),
        report: serde_json::from_value(report).expect("a report"),
        timed: None,
        beside: None,
        motion: None,
    }
}

fn judged(id: u64, outcome: Reached, timing: bool) -> Input {
    let event = JobEvent::Judged {
        judgement: Box::new(judgement(outcome)),
        text: "a text".to_owned(),
        took: Duration::from_millis(100),
        timing,
    };
    Input::Job(id, event)
}

fn shown(state: &State) -> String {
    let lines: Vec<String> = frame(state).iter().map(|line| strip(line)).collect();
    lines.join("\n")
}

#[test]
fn it_opens_with_the_goals_and_runs_the_file_as_soon_as_it_is_seen() {
    let mut state = course();
    let effects = state.begin();
    assert!(matches!(effects.as_slice(), [Effect::Remember(Remembered::Here(..)), Effect::Follow(_)]));
    let screen = shown(&state);
    let (lab, exercise) = (labs::ALL[0], &labs::ALL[0].exercises[0]);
    assert!(screen.starts_with(&format!("{} · {} ", lab.name, exercise.name)), "{screen}");
    assert!(screen.contains("exercise 1 of"), "{screen}");
    assert!(screen.contains(&format!("  · {}", exercise.goals[3].title)), "{screen}");
    assert_eq!(started(&save(&mut state, "a")), [(1, "judge")]);
    assert!(shown(&state).contains("● run 1"));
}

#[test]
fn a_newer_save_ends_the_older_run_whose_words_are_not_heard_any_more() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    assert_eq!(started(&save(&mut state, "b")), [(2, "judge")]);
    assert!(state.handle(judged(1, Reached::Met, false)).is_empty());
    assert!(state.running.is_some() && state.outcome.is_none());
    let effects = state.handle(judged(2, Reached::Met, false));
    assert!(matches!(effects.as_slice(), [Effect::Remember(Remembered::Tried { solved: true, .. })]));
    assert!(state.running.is_none());
    assert!(shown(&state).contains("✓ solved, run 1 in 100 ms"));
}

#[test]
fn a_file_of_another_exercise_that_is_told_late_is_not_run() {
    let mut state = course();
    state.begin();
    let late = state.path.clone();
    press(&mut state, 'n');
    let change = FileChange::Text("a".to_owned());
    assert!(state.handle(Input::File(late, change)).is_empty());
    assert!(state.running.is_none());
}

#[test]
fn nothing_is_solved_before_the_gpu_has_spoken() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    assert!(state.handle(judged(1, Reached::Met, true)).is_empty());
    let screen = shown(&state);
    assert!(screen.contains("looking for a GPU to time it"), "{screen}");
    assert!(!screen.to_lowercase().contains("solved:"), "{screen}");
    let effects = state.handle(judged(1, Reached::Unmet, false));
    assert!(matches!(effects.as_slice(), [Effect::Remember(Remembered::Tried { solved: false, .. })]));
    assert_eq!(state.runs, 1);
    let screen = shown(&state);
    let goals = labs::ALL[0].exercises[0].goals.len();
    assert!(screen.contains(&format!("✗ 0 of {goals} goals, run 1")), "{screen}");
    assert!(screen.contains("hint  Look at the index."), "{screen}");
}

#[test]
fn a_save_while_the_ladder_runs_waits_for_its_end() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    state.handle(judged(1, Reached::Unmet, false));
    assert_eq!(started(&press(&mut state, 'r')), [(2, "ladder")]);
    assert!(save(&mut state, "b").is_empty());
    assert!(shown(&state).contains("; then your kernel"));
    let ended = Input::Job(2, JobEvent::Failed("no".to_owned()));
    assert_eq!(started(&state.handle(ended)), [(3, "judge")]);
}

#[test]
fn where_the_ladder_ran_on_the_processor_a_gpus_is_a_command_and_no_key() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    state.handle(judged(1, Reached::Unmet, false));
    press(&mut state, 'r');
    let mut report = judgement(Reached::Unmet).report;
    report.device.kind = crate::device::DeviceType::Cpu;
    state.handle(Input::Job(2, JobEvent::Ladder(Box::new(report))));
    state.handle(Input::Key(Key::End));
    let text = shown(&state).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("A GPU's, by estimate: ") && text.contains("watch coalescing --device sim"), "{text}");
}

#[test]
fn a_run_that_the_ladder_ended_begins_anew_when_the_ladder_is_left() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    assert_eq!(started(&press(&mut state, 'r')), [(2, "ladder")]);
    let effects = state.handle(Input::Key(Key::Escape));
    assert!(matches!(effects.first(), Some(Effect::Cancel)));
    assert_eq!(started(&effects), [(3, "judge")]);
    assert_eq!(state.view, View::Main);
}

#[test]
fn what_runs_when_the_program_is_suspended_begins_anew_when_it_goes_on() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    let effects = state.handle(Input::Key(Key::Suspend));
    assert!(matches!(effects.as_slice(), [Effect::Cancel, Effect::Suspend]));
    let effects = state.handle(Input::Resumed);
    assert!(matches!(effects.first(), Some(Effect::Retake)));
    assert_eq!(started(&effects), [(2, "judge")]);
    // Continued once more by a signal: nothing begins twice.
    assert_eq!(started(&state.handle(Input::Resumed)), []);
}

#[test]
fn a_file_that_is_gone_ends_its_run_and_one_that_is_back_runs() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    let gone = Input::File(state.path.clone(), FileChange::Gone);
    assert!(matches!(state.handle(gone).as_slice(), [Effect::Cancel]));
    assert!(shown(&state).contains("is not there: waiting for it (x writes"));
    assert_eq!(started(&save(&mut state, "a")), [(2, "judge")]);
}

#[test]
fn keys_step_through_the_exercises_and_stop_at_the_ends() {
    let mut state = course();
    state.begin();
    assert!(press(&mut state, 'p').is_empty());
    assert!(shown(&state).contains("This is the first exercise"));
    let count = Spot::all(labs::ALL).len();
    for _ in 1..count {
        let effects = press(&mut state, 'n');
        assert!(matches!(effects.last(), Some(Effect::Follow(_))));
    }
    assert!(press(&mut state, 'n').is_empty());
    let screen = shown(&state);
    assert!(screen.contains("This is the last exercise"), "{screen}");
    assert!(screen.contains(&format!("exercise {count} of {count}")), "{screen}");
}

#[test]
fn a_reset_asks_and_only_yes_resets() {
    let mut state = course();
    state.begin();
    for no in [Key::Char('n'), Key::Escape, Key::Enter, Key::Char('q')] {
        press(&mut state, 'x');
        assert!(shown(&state).contains("Write the starting kernel back"));
        assert!(state.handle(Input::Key(no)).is_empty(), "{no:?}");
        assert_eq!(state.view, View::Main);
    }
    press(&mut state, 'x');
    assert!(matches!(press(&mut state, 'y').as_slice(), [Effect::Reset { .. }]));
}

#[test]
fn the_list_keeps_its_chosen_line_in_sight_on_a_small_screen() {
    let mut state = course();
    state.begin();
    state.handle(Input::Resized(60, 10));
    press(&mut state, 'l');
    for key in [Key::End, Key::Home, Key::PageDown, Key::Down, Key::Up] {
        state.handle(Input::Key(key));
        assert!(shown(&state).contains('›'), "{key:?}:\n{}", shown(&state));
    }
}

#[test]
fn a_screen_has_its_rows_and_no_line_is_wider_than_it() {
    let mut state = course();
    state.begin();
    save(&mut state, "a");
    state.handle(judged(1, Reached::Unmet, false));
    state.notice = Some("A notice of some length, with a path: /a/b/c/d/e/f/g/h.".repeat(3));
    for view in [View::Main, View::List(1), View::Help, View::Ladder, View::Reset] {
        state.view = view;
        for columns in (1..130).step_by(3) {
            for rows in [1, 2, 5, 9, 10, 11, 24, 60] {
                (state.columns, state.rows) = (columns, rows);
                let lines = frame(&state);
                assert_eq!(lines.len(), rows, "{view:?} {columns}x{rows}");
                let widest = lines.iter().map(|line| width(line)).max();
                assert!(widest <= Some(columns), "{view:?} {columns}x{rows}");
            }
        }
    }
}

#[test]
fn a_screen_of_80_by_24_names_every_key() {
    let mut state = course();
    state.begin();
    let screen = shown(&state);
    let last = screen.lines().last();
    let keys = "n next  p previous  h hint  l list  r ladder  o report  x reset  ? help  q quit";
    assert_eq!(last, Some(keys));
}

#[test]
fn scrolling_reaches_both_ends_and_no_further() {
    let mut state = course();
    state.begin();
    state.handle(Input::Resized(80, 12));
    for _ in 0..100 {
        state.handle(Input::Key(Key::PageDown));
    }
    assert!(shown(&state).contains("more above ↑"));
    state.handle(Input::Key(Key::Home));
    assert!(shown(&state).contains("more below ↓"));
    state.handle(Input::Key(Key::End));
    state.handle(Input::Key(Key::Up));
    assert!(shown(&state).contains("1 below ↓"));
}

#[test]
fn the_list_stands_any_size() {
    let mut state = course();
    state.begin();
    state.view = View::List(7);
    for rows in 1..30 {
        state.handle(Input::Resized(30, rows));
        state.handle(Input::Key(Key::Up));
        state.handle(Input::Key(Key::Down));
    }
}
