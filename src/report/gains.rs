//! An attempt beside the start of its exercise: factor by factor, and the access that limits as a picture of both.

use anstyle::Style;

use super::access::{counterpart, limiting, limiting_about, pair, picture};
use super::table::{Align, Cell, table};
use crate::harness::{Report, SourceReport};
use crate::lab::TimedAt;
use crate::marking::{Beside, Gain, Judgement, tells_of_unmet};
use crate::text::paragraph;
use crate::units::{digits3, digits3_or_power};

/// Each figure of the start and of the attempt, and why they differ; empty where the start was not run.
pub fn gains(judgement: &Judgement) -> String {
    let Some(beside) = &judgement.beside else {
        return String::new();
    };
    let bold = Style::new().bold();
    let time = beside.time.map(|(start, yours)| {
        let factor = changed(start.0, yours.0);
        vec!["".into(), "estimated time".into(), start.into(), yours.into(), factor.into()]
    });
    let rows: Vec<Vec<Cell>> = time.into_iter().chain(beside.gains.iter().map(row)).collect();
    let header =
        [("", Align::Left), ("", Align::Left), ("start", Align::Right), ("yours", Align::Right), ("", Align::Left)];
    let mut text = format!("\n{bold}From the start to yours{bold:#}\n{}", table(&header, &rows));
    text += &beside.limits.as_ref().map_or_else(String::new, |limits| paragraph(&format!("{limits}."), 2));
    text += &why(beside);
    text + &paragraph(&basis(beside), 2)
}

/// What the figures of both rest on.
pub(super) fn basis(beside: &Beside) -> String {
    let Report { device, problem, .. } = &beside.start;
    let place = format!("for {} at this size: {}", device.name, problem.label);
    match beside.timed {
        TimedAt::Judged => format!("Counted and estimated {place}."),
        TimedAt::Size(_) => format!("Counted {place}. That is too small for times to say much."),
        TimedAt::Never(why) => format!("Counted {place}. No times are compared. {why}"),
    }
}

/// The estimated times of the start and of an attempt that is right and not there yet.
pub fn times(judgement: &Judgement) -> String {
    let both = judgement.beside.as_ref().and_then(|beside| beside.time).filter(|_| !judgement.solved());
    both.map_or_else(String::new, |(start, yours)| {
        let factor = changed(start.0, yours.0);
        paragraph(&format!("Estimated time: the start {start}, yours {yours} ({factor})."), 0)
    })
}

fn why(beside: &Beside) -> String {
    let mut reported = beside.why.iter();
    let first = reported.next().map(|sentence| paragraph(&format!("Why: {sentence}."), 2));
    let rest = reported.map(|sentence| paragraph(&format!("And: {sentence}."), 2));
    let price = beside.price.iter().map(|sentence| paragraph(&format!("The price: {sentence}."), 2));
    first.into_iter().chain(rest).chain(price).collect()
}

fn row(gain: &Gain) -> Vec<Cell> {
    let factor = changed(gain.start, gain.yours);
    vec![
        "".into(),
        gain.unit.into(),
        digits3_or_power(gain.start).into(),
        digits3_or_power(gain.yours).into(),
        factor.into(),
    ]
}

/// "8 times less", "1.5 times as much", or that nothing changed.
pub(super) fn changed(start: f64, yours: f64) -> String {
    let (ratio, word) = if yours <= start { (start / yours, "less") } else { (yours / start, "as much") };
    match ratio {
        ratio if !ratio.is_finite() => "-".to_owned(),
        ratio if ratio < 1.01 => "the same".to_owned(),
        ratio => format!("{} times {word}", digits3(ratio)),
    }
}

/// The access that limits as a picture: of an attempt that is not there yet, its own beside the start's; of a solution,
/// the start's beside its own. Empty where no access takes more than it must.
pub fn pictures(judgement: &Judgement) -> String {
    let Some(beside) = &judgement.beside else {
        return String::new();
    };
    let (Some(start), Some(yours)) = (beside.start.sources.last(), judgement.report.sources.last()) else {
        return String::new();
    };
    let limiting = |source: &'_ SourceReport| limiting(&source.first_requests, &source.findings).cloned();
    let mut text = String::new();
    if judgement.solved() {
        let Some(slow) = &limiting(start) else {
            return text;
        };
        text += &match counterpart(slow, &yours.first_requests) {
            Some(now) => pair(("the start", slow), ("yours", now)),
            None => picture("the start", slow),
        };
    } else {
        let Some(exercise) = judgement.definition() else { return text };
        let about = |kind| tells_of_unmet(kind, exercise, &judgement.goals);
        let Some(slow) = limiting_about(&yours.first_requests, about) else { return text };
        let before = counterpart(slow, &start.first_requests).filter(|before| before.goes != slow.goes);
        text += &match before {
            Some(before) => pair(("the start", before), ("yours", slow)),
            None => picture("yours", slow),
        };
    }
    format!("\n{text}")
}
