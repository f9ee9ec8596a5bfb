//! Who needs a person, and why.

use std::collections::BTreeMap;

use serde::Serialize;

use super::copies::{Pair, Typical};
use super::summary::marked;
use crate::grade::mark::{ExerciseMark, Gradebook, Mark, MarkOutcome};
use crate::grade::worker::is_missing;
use crate::lab::Test;
use crate::labs;
use crate::units::percent;

/// How far outside the middle half a mark must lie to stand out, in widths of that half (Tukey's fence).
const FENCE: f64 = 1.5;

/// Fewest submissions from which quartiles say anything about one of them.
const FEWEST: usize = 8;

/// Others that are named in one sentence.
const NAMED: usize = 5;

/// A submission to look at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outlier {
    /// Whose.
    pub submission: String,
    /// The page to open, from the class report's place.
    pub page: String,
    /// Points reached.
    pub points: f64,
    /// What stands out.
    pub why: String,
}

/// What a person should look at: first what may have been marked wrongly, then what is to be known, each submission by submission.
pub fn outliers(
    book: &Gradebook,
    quartiles: Option<[f64; 5]>,
    starts: &BTreeMap<String, String>,
    pairs: &[Pair],
    typical: &Typical,
) -> Vec<Outlier> {
    let far = quartiles.filter(|_| book.marks.len() >= FEWEST);
    let doubtful = |mark: &Mark| -> Vec<String> {
        let refused = mark.refused.iter().map(|why| format!("nothing could be marked: {why}"));
        let odd = mark.exercises.iter().flat_map(|exercise| odd(exercise, book.assignment.faulty, starts, typical));
        refused.chain(unanswered(mark)).chain(odd).chain(mark.notes.iter().cloned()).chain(differs(mark)).collect()
    };
    let telling = |mark: &Mark| -> Vec<String> {
        let far = far.filter(|_| mark.refused.is_none()).and_then(|quartiles| far_off(mark.points, quartiles));
        let late = mark.late.map(|late| match late.days {
            1 => "late by a day".to_owned(),
            days => format!("late by {days} days"),
        });
        far.into_iter().chain(unchanged(mark, starts)).chain(late).chain(shared(mark, pairs)).collect()
    };
    let row = |mark: &Mark, why| Outlier {
        submission: mark.submission.clone(),
        page: format!("feedback/{}.html", mark.stem),
        points: mark.points,
        why,
    };
    let rows = |reasons: &dyn Fn(&Mark) -> Vec<String>| -> Vec<Outlier> {
        marked(book).flat_map(|mark| reasons(mark).into_iter().map(move |why| row(mark, why))).collect()
    };
    [rows(&doubtful), rows(&telling)].concat()
}

/// The exercises that no file answers, where that may be a slip: nothing does, or something was left out.
fn unanswered(mark: &Mark) -> Option<String> {
    let (none, some): (Vec<&ExerciseMark>, Vec<&ExerciseMark>) =
        mark.exercises.iter().partition(|exercise| exercise.refused.as_deref().is_some_and(is_missing));
    let slip = !none.is_empty() && (some.is_empty() || !mark.notes.is_empty());
    let names: Vec<String> = none.iter().map(|exercise| exercise.title()).collect();
    slip.then(|| format!("no file answers {}", names.join(", ")))
}

/// What is odd about an exercise: a file that cannot be judged, hardly a point in spite of work, perhaps as it is another exercise's
/// file, wrong only where students cannot see it, no end in time, another result on a GPU.
fn odd(exercise: &ExerciseMark, faulty: f64, starts: &BTreeMap<String, String>, typical: &Typical) -> Vec<String> {
    let title = exercise.title();
    if let Some(why) = &exercise.refused {
        return (!is_missing(why)).then(|| format!("{title}: {why}")).into_iter().collect();
    }
    let changed = exercise.program.as_ref().is_none_or(|program| !starts.contains_key(program));
    let reported = exercise.endless || exercise.wrong_hidden;
    let little = !reported && exercise.file.is_some() && changed && exercise.points <= faulty * exercise.of;
    let said = [
        (exercise.endless, "it did not end in time"),
        (exercise.wrong_hidden, "right in all that students see, wrong in a hidden case"),
        (wrong_on_device(exercise), "right on the simulator, wrong on this machine's GPU"),
        (little, "hardly a point in spite of work"),
    ];
    let other = typical.other_exercise(exercise).filter(|_| little);
    let other = other.map(|other| format!("{title}: its file looks like one for {other}"));
    let said = said.into_iter().filter(|(holds, _)| *holds).map(|(_, why)| format!("{title}: {why}"));
    said.chain(other).collect()
}

/// Whether a kernel that is right on the simulator could not be timed on a GPU, because it was wrong or failed there.
fn wrong_on_device(exercise: &ExerciseMark) -> bool {
    let defined = labs::find(&exercise.lab).and_then(|lab| lab.exercise(&exercise.name));
    let is_speed = |id: &str| {
        let goal = defined.and_then(|exercise| exercise.goal(id));
        goal.is_some_and(|goal| matches!(goal.test, Test::Faster(_)))
    };
    let goals = exercise.goals.iter();
    goals.filter(|goal| is_speed(&goal.id)).any(|goal| goal.outcome == MarkOutcome::Unmet && goal.measured.is_none())
}

/// The reports of a student's own that say something else than the marking: another device, or another kernel.
fn differs(mark: &Mark) -> impl Iterator<Item = String> {
    let differ = mark.evidence.iter().filter(|seen| !seen.differences.is_empty());
    differ.map(|seen| format!("its {} differs from what was marked", seen.file))
}

/// Exercises whose file is the start of one, unchanged but for names.
fn unchanged(mark: &Mark, starts: &BTreeMap<String, String>) -> Option<String> {
    let exercises = mark.exercises.iter();
    let found: Vec<String> = exercises
        .filter_map(|exercise| {
            let start = starts.get(exercise.program.as_ref()?)?;
            let title = exercise.title();
            Some(if *start == title { title } else { format!("{title} (the start of {start})") })
        })
        .collect();
    (!found.is_empty()).then(|| format!("handed in as it was handed out: {}", found.join(", ")))
}

/// With whom a submission has kernels in common: a sentence for each exercise, with the largest share.
fn shared(mark: &Mark, pairs: &[Pair]) -> Vec<String> {
    let mut by_exercise: BTreeMap<&str, (f64, Vec<&str>)> = BTreeMap::new();
    for pair in pairs {
        let Some(place) = pair.sides.iter().position(|(name, _)| *name == mark.submission) else { continue };
        let (most, others) = by_exercise.entry(&pair.exercise).or_default();
        *most = pair.alike.max(*most);
        others.push(&pair.sides[1 - place].0);
    }
    let words = |(exercise, (most, others)): (&str, (f64, Vec<&str>))| {
        let more = if others.len() > NAMED { format!(" and {} more", others.len() - NAMED) } else { String::new() };
        let named = others[..others.len().min(NAMED)].join(", ");
        format!("{exercise}: up to {} of its features are those of {named}{more}", percent(most))
    };
    by_exercise.into_iter().map(words).collect()
}

fn far_off(points: f64, [_, lower, _, upper, _]: [f64; 5]) -> Option<String> {
    let fence = FENCE * (upper - lower);
    if points < lower - fence {
        Some(format!("far below the class: half of it has {lower} to {upper} points"))
    } else if points > upper + fence {
        Some(format!("far above the class: half of it has {lower} to {upper} points"))
    } else {
        None
    }
}
