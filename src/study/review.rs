//! Answers beside a report, each difference explained with the run's figures.

use super::causes::{equal, less_at_once, limits};
use super::prediction::{Accuracy, Answers, FEWEST_BYTES, Question, Questionnaire, Review, Row};
use super::steps::{both_run_kernels, told_apart};
use crate::compare::{Side, Takes, ideas};
use crate::harness::{Report, Roofs, Status, VariantReport};
use crate::lab::Prediction;
use crate::measure::{Clock, Summary};
use crate::roof::pair::{Bound, RoofPair};
use crate::units::{BytePerSecond, Bytes, FlopPerSecond, Seconds, digits3, intensity, percent};

/// How far a number of bytes may be off and be right: 4 MB and 4 MiB are the same thought.
const SAME_BYTES: f64 = 1.1;
/// How far a speedup may be off and be right.
const SAME_FACTOR: f64 = 1.2;
/// How far a number may be off and be close.
const CLOSE: f64 = 2.0;
/// Times within this factor of each other count as alike: what the kernels have in common comes before what differs.
const ALIKE: f64 = 1.1;

/// When a number is right and when it is close, in a sentence.
pub fn tolerance(review: &Review) -> String {
    let asked = review.rows.iter().any(|row| row.question == FEWEST_BYTES);
    let bytes = if asked { format!(", one of bytes within {SAME_BYTES},") } else { String::new() };
    format!("A number is right within a factor of {SAME_FACTOR}{bytes} and close within {CLOSE}.")
}

/// Each answer beside what `report` found, with the reason for the result.
pub fn review(questionnaire: &Questionnaire, answers: &Answers, report: &Report) -> Review {
    let part = PartResult::of(questionnaire, report);
    Review {
        lab: questionnaire.lab.to_owned(),
        part: questionnaire.part.to_owned(),
        rows: questionnaire
            .questions()
            .into_iter()
            .map(|question| answered(question, questionnaire, answers, &part))
            .collect(),
    }
}

fn answered(question: Question, questionnaire: &Questionnaire, answers: &Answers, part: &PartResult<'_>) -> Row {
    let found = match question {
        Question::Bound => bound(questionnaire, answers, part),
        Question::Bytes => bytes(questionnaire, answers, part),
        Question::Winner => winner(answers, part),
        Question::Factor => factor(answers, part),
        Question::Handout(at) => handout(questionnaire.prediction(at), answers.handout.get(&at).copied(), part),
    };
    let ComparedAnswer { predicted, result, accuracy, why } = found;
    let accuracy = match (&predicted, &result) {
        (None, _) => Accuracy::Unanswered,
        (_, None) => Accuracy::Unknown,
        _ => accuracy,
    };
    Row { question: questionnaire.name(question), predicted, result, accuracy, why }
}

/// An answer beside the result.
struct ComparedAnswer {
    predicted: Option<String>,
    result: Option<String>,
    accuracy: Accuracy,
    why: String,
}

/// What a report says of the part that was asked about.
struct PartResult<'a> {
    lab: &'a str,
    roofs: &'a Roofs,
    variants: Vec<&'a VariantReport>,
    estimated: bool,
}

impl<'a> PartResult<'a> {
    fn of(questionnaire: &Questionnaire, report: &'a Report) -> Self {
        let of_part = |variant: &&VariantReport| variant.part == questionnaire.part;
        Self {
            lab: &report.lab,
            roofs: &report.roofs,
            variants: report.variants.iter().filter(of_part).collect(),
            estimated: report.clock.source == Clock::Estimate,
        }
    }

    /// The right variants that were timed, in the ladder's order.
    fn timed(&self) -> impl Iterator<Item = (&'a VariantReport, f64)> {
        let right = self.variants.iter().filter(|v| v.status == Status::Ok);
        right.filter_map(|variant| Some((*variant, variant.time?.median.0)))
    }

    fn fastest(&self) -> Option<(&'a VariantReport, f64)> {
        self.timed().min_by(|x, y| x.1.total_cmp(&y.1))
    }

    /// "measured" or "estimated", before a time.
    fn word(&self) -> &'static str {
        if self.estimated { "estimated" } else { "measured" }
    }
}

fn row(predicted: Option<String>, result: Option<String>, accuracy: Accuracy, why: String) -> ComparedAnswer {
    ComparedAnswer { predicted, result, accuracy, why }
}

/// Right within a factor of `same`, close within [`CLOSE`].
fn nearness(predicted: f64, result: f64, same: f64) -> Accuracy {
    let off = if predicted > result { predicted / result } else { result / predicted };
    match off {
        off if off <= same => Accuracy::Right,
        off if off <= CLOSE => Accuracy::Close,
        _ => Accuracy::Wrong,
    }
}

/// As [`nearness`], of a factor: an effect that is predicted and not there, or that goes the other way, is what the question was about.
fn effect(predicted: f64, result: f64) -> Accuracy {
    let way = |factor: f64| match factor {
        factor if factor > ALIKE => 1,
        factor if factor * ALIKE < 1.0 => -1,
        _ => 0,
    };
    match nearness(predicted, result, SAME_FACTOR) {
        Accuracy::Close if way(predicted) != way(result) => Accuracy::Wrong,
        other => other,
    }
}

fn bound(questionnaire: &Questionnaire, answers: &Answers, part: &PartResult<'_>) -> ComparedAnswer {
    let work = questionnaire.problem.work;
    let flop_per_byte = work.intensity();
    let predicted = answers.bound.map(|bound| bound.name().to_owned());
    let needs = format!("{} for {} at least is {} FLOP/B", work.flop, work.byte, intensity(flop_per_byte));
    let roofs = part.roofs.telling();
    let Some(found) = roofs.bound(flop_per_byte) else {
        let why = format!("{needs}; the device's roofs are not both known, so that there is no ridge to compare with");
        return row(predicted, None, Accuracy::Unknown, why);
    };
    let accuracy = if answers.bound == Some(found) { Accuracy::Right } else { Accuracy::Wrong };
    let why = format!("{needs}, {}{}", beside(found, &roofs), reached(part, found));
    row(predicted, Some(found.name().to_owned()), accuracy, why)
}

/// The side of the ridge, with the rates that make it.
fn beside(bound: Bound, roofs: &RoofPair) -> String {
    let (Some(flop), Some(byte), Some(ridge)) = (roofs.compute, roofs.memory, roofs.ridge()) else {
        return String::new();
    };
    let (side, busy) = match bound {
        Bound::Memory => ("left", "moving the bytes takes longer than the arithmetic"),
        Bound::Compute => ("right", "the arithmetic takes longer than moving the bytes"),
    };
    let rates = format!("{} {} over {}", roofs.kind, FlopPerSecond(flop), BytePerSecond(byte));
    format!("{side} of the device's ridge at {} FLOP/B ({rates}): {busy}", digits3(ridge))
}

/// How near the fastest variant came to the roof that bounds it.
fn reached(part: &PartResult<'_>, bound: Bound) -> String {
    let Some((fastest, time)) = part.fastest() else {
        return String::new();
    };
    let (roof, amount) = match bound {
        Bound::Memory => (part.roofs.highest_memory(), fastest.problem.byte.0),
        Bound::Compute => (part.roofs.highest_compute(), fastest.problem.flop.0),
    };
    let Some(share) = roof.map(|roof| amount / time / roof) else {
        return String::new();
    };
    let but = if share < 0.5 { "; neither roof limits it yet" } else { "" };
    format!(". `{}` reaches {} of the {} roof ({}){but}", fastest.name, percent(share), bound.name(), part.word())
}

fn bytes(questionnaire: &Questionnaire, answers: &Answers, part: &PartResult<'_>) -> ComparedAnswer {
    let fewest = questionnaire.problem.work.byte;
    let predicted = answers.bytes.map(|bytes| Bytes(bytes).to_string());
    let mut why = "each input is read once and each output written once".to_owned();
    if let Some(sum) = questionnaire.buffers() {
        why += &format!(": {sum}");
    }
    if let Some(bytes) = answers.bytes
        && nearness(bytes, fewest.0, SAME_BYTES) != Accuracy::Right
    {
        why += &format!("; your figure is {}x that", digits3(bytes / fewest.0));
    }
    why += &moved(part, fewest.0);
    let accuracy = answers.bytes.map_or(Accuracy::Unanswered, |bytes| nearness(bytes, fewest.0, SAME_BYTES));
    row(predicted, Some(fewest.to_string()), accuracy, why)
}

/// What the first and the fastest variant asked of memory, as the simulator counted it at its own size.
fn moved(part: &PartResult<'_>, fewest: f64) -> String {
    let counted = |variant: &VariantReport| {
        let counters = variant.counters.as_ref()?;
        Some((counters.global_bytes as f64, counters.dram_bytes? as f64))
    };
    let Some(((first, _), (fastest, _))) = part.timed().next().zip(part.fastest()) else {
        return String::new();
    };
    let Some(((asked, dram), (asked_last, dram_last))) = counted(first).zip(counted(fastest)) else {
        return String::new();
    };
    // Beside measured times the counters are of another size: only their ratios can be compared with the fewest bytes.
    let times = |bytes: f64| {
        if part.estimated { format!(" ({}x)", digits3(bytes / fewest)) } else { String::new() }
    };
    let mut text = format!(
        ". On the simulator `{}` asks for {}{} and moves {} to and from DRAM",
        first.name,
        Bytes(asked),
        times(asked),
        Bytes(dram)
    );
    if first.name != fastest.name {
        let (asked, dram) = (asked_last, Bytes(dram_last));
        text += &format!("; `{}` asks for {}{} and moves {dram}", fastest.name, Bytes(asked), times(asked));
    }
    text
}

fn winner(answers: &Answers, part: &PartResult<'_>) -> ComparedAnswer {
    let predicted = answers.winner.clone();
    let Some((fastest, time)) = part.fastest() else {
        let why = "no variant was both right and timed".to_owned();
        return row(predicted, None, Accuracy::Unknown, why);
    };
    let mut accuracy = Accuracy::Wrong;
    let mut why = format!("`{}` takes {} ({})", fastest.name, Seconds(time), part.word());
    match predicted.as_deref() {
        Some(name) if name == fastest.name => {
            accuracy = Accuracy::Right;
            let others = part.timed().filter(|(other, _)| other.name != fastest.name);
            if let Some((second, its)) = others.min_by(|x, y| x.1.total_cmp(&y.1)) {
                why += &format!(", then comes `{}` with {}", second.name, Seconds(its));
            }
        }
        Some(name) => match part.variants.iter().find(|variant| variant.name == name) {
            Some(chosen) if chosen.status != Status::Ok => {
                let reason = chosen.reason.as_deref().unwrap_or_default();
                let reason = reason.lines().next().unwrap_or_default();
                let status = format!("{:?}", chosen.status).to_lowercase();
                why += &format!("; `{name}` is {status}: {reason}");
            }
            Some(chosen) => {
                if let Some((its, best)) = chosen.time.zip(fastest.time) {
                    let ratio = digits3(its.median.0 / best.median.0);
                    if its.apart(&best) {
                        why += &format!(", `{name}` {} ({ratio}x)", its.median);
                    } else if part.estimated {
                        accuracy = Accuracy::Right;
                        why += &format!(", `{name}` {}: the estimates show no difference", its.median);
                    } else {
                        accuracy = Accuracy::Close;
                        why += &format!(
                            ", `{name}` {}: their intervals overlap, so this run shows no difference",
                            its.median
                        );
                    }
                }
            }
            None => {}
        },
        None => {}
    }
    row(predicted, Some(fastest.name.clone()), accuracy, why)
}

fn factor(answers: &Answers, part: &PartResult<'_>) -> ComparedAnswer {
    let predicted = answers.factor.map(|factor| format!("{}x", digits3(factor)));
    let ends = part.timed().next().zip(part.fastest());
    let Some(((first, from), (fastest, to))) = ends else {
        let why = "no variant was both right and timed".to_owned();
        return row(predicted, None, Accuracy::Unknown, why);
    };
    let found = from / to;
    let accuracy = answers.factor.map_or(Accuracy::Unanswered, |factor| effect(factor, found));
    let mut why = if first.name == fastest.name {
        format!("`{}` takes {} ({}): no other variant is faster", first.name, Seconds(from), part.word())
    } else {
        format!("`{}` takes {}, `{}` {} ({})", first.name, Seconds(from), fastest.name, Seconds(to), part.word())
    };
    if let Some(most) = allowed(part.roofs, first, from) {
        why += &format!("; the roofs allow {}x at most", digits3(most));
    }
    if first.name != fastest.name {
        why += &told_apart(part.lab, first, fastest).map_or_else(String::new, |steps| format!(". {steps}"));
        why +=
            &mechanism(first, fastest).map_or_else(String::new, |idea| format!(". What the simulator counts: {idea}"));
    }
    row(predicted, Some(format!("{}x", digits3(found))), accuracy, why)
}

/// One of the handout's questions, with both times and what the simulator counts.
fn handout(asked: Prediction, answer: Option<f64>, part: &PartResult<'_>) -> ComparedAnswer {
    let times = |factor: f64| format!("{}x", digits3(factor));
    let predicted = answer.map(times);
    let named = |name: &str| part.timed().find(|(variant, _)| variant.name == name);
    let Some(((variant, its), (base, bases))) = named(asked.variant).zip(named(asked.base)) else {
        let why = "one of the two was not both right and timed".to_owned();
        return row(predicted, None, Accuracy::Unknown, why);
    };
    let found = if asked.longer { its / bases } else { bases / its };
    let accuracy = answer.map_or(Accuracy::Unanswered, |factor| effect(factor, found));
    let mut why =
        format!("`{}` takes {}, `{}` {} ({})", base.name, Seconds(bases), variant.name, Seconds(its), part.word());
    let overlap = |(a, b): (Summary, Summary)| !part.estimated && !a.apart(&b);
    if variant.time.zip(base.time).is_some_and(overlap) {
        why += "; their intervals overlap, so this run shows no difference";
    }
    let alike = found.max(1.0 / found) <= ALIKE;
    if alike {
        why += &equal(base, variant);
    }
    why += &told_apart(part.lab, base, variant).map_or_else(String::new, |steps| format!(". {steps}"));
    if let Some(idea) = mechanism(base, variant) {
        let what = if alike { "What differs, and hardly matters here" } else { "What the simulator counts" };
        why += &format!(". {what}: {idea}");
    }
    if its > ALIKE * bases {
        why += &less_at_once(base, variant).unwrap_or_default();
    }
    if !alike || base.cause != variant.cause {
        why += &limits(base, variant);
    }
    row(predicted, Some(times(found)), accuracy, why)
}

/// How many times as fast as `time` the roofline lets any kernel be.
fn allowed(roofs: &Roofs, variant: &VariantReport, time: f64) -> Option<f64> {
    if variant.from_cache || !variant.steps.is_empty() {
        return None; // memory's roof does not hold, or the host and its link have a part in it
    }
    let compute = variant.problem.flop.0 / roofs.highest_compute()?;
    let memory = variant.problem.byte.0 / roofs.highest_memory()?;
    Some(time / compute.max(memory)).filter(|most| *most > 1.0)
}

/// What tells the fastest from the first, by their counters.
fn mechanism(first: &VariantReport, fastest: &VariantReport) -> Option<String> {
    if !both_run_kernels(first, fastest) {
        return None;
    }
    let names = [first, fastest].map(|variant| format!("`{}`", variant.name));
    let [a, b] = [(first, &names[0]), (fastest, &names[1])].map(|(variant, name)| Side {
        name,
        passes: &[],
        counters: variant.counters.as_ref(),
        takes: Takes::of(variant.time, &variant.terms),
    });
    let reported: Vec<String> = ideas(&a, &b).into_iter().take(2).map(|idea| idea.sentence).collect();
    (!reported.is_empty()).then(|| reported.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_where_there_is_none_is_not_close() {
        assert_eq!([(2.0, 2.1), (1.0, 1.05)].map(|(said, found)| effect(said, found)), [Accuracy::Right; 2]);
        assert_eq!([(2.0, 3.0), (0.3, 0.5)].map(|(said, found)| effect(said, found)), [Accuracy::Close; 2]);
        let wrong = [(2.0, 1.0), (2.0, 1.06), (1.0, 1.9), (1.5, 0.8), (2.0, 9.0)];
        assert_eq!(wrong.map(|(said, found)| effect(said, found)), [Accuracy::Wrong; 5]);
    }
}
