use super::*;
use crate::grade::mark::example::{book, mark};

#[test]
fn goals_findings_and_hints_are_counted_by_submission() {
    let class = summarise(&book(vec![mark("a", 1.0), mark("b", 0.0), mark("c", 0.0)]));
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
    let class = summarise(&book(Vec::new()));
    assert_eq!(class.quartiles, None);
    assert!(html(&class).contains("0 submissions"));
    assert!(csv(&class).expect("it can be written").starts_with("what,"));
}

#[test]
fn one_far_below_a_class_stands_out_and_so_do_twins() {
    let mut marks: Vec<_> = (0..9).map(|i| mark(&format!("s{i}"), 1.0)).collect();
    for (i, mark) in marks.iter_mut().enumerate() {
        mark.digest = Some(i.to_string());
    }
    marks.push(mark("low", 0.0));
    marks.push(mark("twin", 1.0));
    marks[10].digest = Some("3".to_owned());
    let outliers = summarise(&book(marks)).outliers;
    let why = |name: &str| {
        let found = outliers.iter().find(|outlier| outlier.submission == name);
        found.map(|outlier| outlier.why.as_str()).unwrap_or_default()
    };
    assert!(why("low").starts_with("far below the class"), "{}", why("low"));
    assert!(why("twin").ends_with("as s3"), "{}", why("twin"));
    assert!(why("s3").ends_with("as twin"), "{}", why("s3"));
    assert_eq!(why("s1"), "");
}

#[test]
fn what_a_submission_says_is_escaped() {
    let mut bad = mark("<script>alert(1)</script>", 0.0);
    bad.exercises[0].findings[0].message = "=HYPERLINK(\"x\")<img src=x>".to_owned();
    let class = summarise(&book(vec![bad.clone(), bad]));
    let page = html(&class);
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    let sheet = csv(&class).expect("it can be written");
    assert!(sheet.contains("'=HYPERLINK"), "{sheet}");
}
