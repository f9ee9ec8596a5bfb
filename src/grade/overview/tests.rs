use super::*;
use crate::grade::mark::example::{book, mark};

#[test]
fn goals_findings_and_hints_are_counted_by_submission() {
    let class = summarise(&book(vec![mark("a", 1.0), mark("b", 0.0), mark("c", 0.0)]), &[]);
    assert_eq!((class.submissions, class.refused), (3, 0));
    let coalesced = class.goals.iter().find(|goal| goal.id == "coalesced");
    let coalesced = coalesced.expect("the assignment has it");
    assert_eq!((coalesced.met, coalesced.unmet), (1, 2));
    assert_eq!(class.findings[0].kind.name(), "uncoalesced");
    assert_eq!(class.findings[0].submissions, 2);
    assert_eq!(class.hints[0].submissions, 2);
}

#[test]
fn a_class_of_nobody_is_no_error() {
    let class = summarise(&book(Vec::new()), &[]);
    assert_eq!(class.quartiles, None);
    assert!(html(&class).contains("0 submissions"));
    assert!(csv(&class).expect("it can be written").starts_with("what,"));
}

#[test]
fn one_far_below_a_class_stands_out_and_those_who_look_alike_are_listed() {
    let mut marks: Vec<_> = (0..9).map(|i| mark(&format!("s{i}"), 1.0)).collect();
    for (i, mark) in marks.iter_mut().enumerate() {
        mark.exercises[0].program = Some(i.to_string());
    }
    marks.push(mark("low", 0.0));
    marks.push(mark("twin", 1.0));
    marks[10].exercises[0].program = Some("3".to_owned());
    let start = crate::labs::find("coalescing").and_then(|lab| lab.exercise("exercise")).expect("it is there").start;
    for untouched in ["one", "two"] {
        marks.push(mark(untouched, 1.0));
        marks.last_mut().expect("pushed").exercises[0].program = crate::marking::program(start);
    }
    let class = summarise(&book(marks), &[]);
    let why = |name: &str| {
        let found = class.outliers.iter().find(|outlier| outlier.submission == name);
        found.map(|outlier| outlier.why.as_str()).unwrap_or_default()
    };
    assert!(why("low").starts_with("far below the class"), "{}", why("low"));
    assert_eq!(class.alike, [("coalescing/exercise".to_owned(), vec!["s3".to_owned(), "twin".to_owned()])]);
    assert_eq!(why("one"), "handed in as it was handed out: coalescing/exercise");
    assert_eq!(why("s1"), "");
}

#[test]
fn a_row_without_a_mark_counts_nowhere_but_in_its_own_list() {
    let mut open = mark("open", 0.0);
    open.open = Some("its process ended 3 times".to_owned());
    let class = summarise(&book(vec![mark("a", 1.0), open]), &[]);
    assert_eq!(class.quartiles, Some([10.0; 5]));
    assert_eq!(class.goals[1].met, 1);
    assert_eq!(class.open.len(), 1);
    assert!(html(&class).contains("Not marked"));
    assert!(csv(&class).expect("it can be written").contains("not marked,,open,"));
}

#[test]
fn what_a_submission_says_is_escaped() {
    let mut bad = mark("<script>alert(1)</script>", 0.0);
    bad.exercises[0].findings[0].message = "=HYPERLINK(\"x\")<img src=x>".to_owned();
    let class = summarise(&book(vec![bad.clone(), bad]), &[]);
    let page = html(&class);
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    let sheet = csv(&class).expect("it can be written");
    assert!(sheet.contains("'=HYPERLINK"), "{sheet}");
}

#[test]
fn what_may_be_marked_wrongly_stands_first_and_half_an_assignment_is_no_slip() {
    use crate::grade::mark::MarkOutcome;
    use crate::grade::worker::refused;
    let mut half = mark("half", 1.0);
    let mut other = refused(&book(Vec::new()).assignment.exercises[0], None, "no file is named `x`; there are: `y`");
    other.name = "exercise-2".to_owned();
    half.exercises.push(other);
    let mut misnamed = half.clone();
    misnamed.submission = "misnamed".to_owned();
    misnamed.notes.push("left out, since only .wgsl files are marked: `a.zip`".to_owned());
    let mut late = mark("late", 1.0);
    late.late = Some(crate::grade::class::Late { days: 1, free: 0, penalty: 1.0 });
    let mut elsewhere = mark("elsewhere", 1.0);
    let speed = crate::grade::mark::GoalMark {
        id: "faster".to_owned(),
        outcome: MarkOutcome::Unmet,
        measured: None,
        ..elsewhere.exercises[0].goals[0].clone()
    };
    elsewhere.exercises[0].goals.push(speed);
    let class = summarise(&book(vec![late, half, misnamed, elsewhere]), &[]);
    let rows: Vec<(&str, &str)> =
        class.outliers.iter().map(|outlier| (outlier.submission.as_str(), outlier.why.as_str())).collect();
    assert_eq!(
        rows,
        [
            ("elsewhere", "coalescing/exercise: right on the simulator, wrong on this machine's GPU"),
            ("misnamed", "no file answers coalescing/exercise-2"),
            ("misnamed", "left out, since only .wgsl files are marked: `a.zip`"),
            ("late", "late by a day"),
        ]
    );
}
