//! How two variants differ in what the host does for them, step by step.

use crate::harness::VariantReport;
use crate::lab::{Step, StepKind, StepTime, Way};
use crate::labs;
use crate::units::{BytePerSecond, Bytes, Seconds};

/// Step times that differ by less are the same.
const SAME: f64 = 1.05;

/// Whether counters of the two can be compared: not where one of them runs no kernel.
pub(super) fn both_run_kernels(base: &VariantReport, variant: &VariantReport) -> bool {
    let runs = |of: &VariantReport| of.steps.is_empty() || of.steps.iter().any(|step| step.kind == StepKind::Dispatch);
    runs(base) && runs(variant)
}

/// What the steps of two variants of `lab` take, the base's first: those that one of them has alone, and those that both have.
/// `None` where they have none, or the same in the same times.
pub(super) fn told_apart(lab: &str, base: &VariantReport, variant: &VariantReport) -> Option<String> {
    let (mut shared, mut differ) = (Vec::new(), false);
    for step in &base.steps {
        let Some(other) = named(variant, &step.name) else { continue };
        differ |= !alike(step, other);
        shared.push(if alike(step, other) {
            format!("both have {}", once(step))
        } else {
            format!(
                "`{}` has {}, `{}` {}",
                base.name,
                step_in_words(lab, base, step),
                variant.name,
                step_in_words(lab, variant, other)
            )
        });
    }
    let alone = [alone(base, variant), alone(variant, base)];
    differ |= alone.iter().any(Option::is_some);
    let all: Vec<String> = alone.into_iter().flatten().chain(shared).collect();
    differ.then(|| format!("Steps, each alone with a wait of its own: {}", all.join("; ")))
}

fn named<'a>(variant: &'a VariantReport, name: &str) -> Option<&'a StepTime> {
    variant.steps.iter().find(|step| step.name == name)
}

/// The steps that only `variant` has.
fn alone(variant: &VariantReport, other: &VariantReport) -> Option<String> {
    let own: Vec<String> = variant.steps.iter().filter(|step| named(other, &step.name).is_none()).map(once).collect();
    (!own.is_empty()).then(|| format!("only `{}` has {}", variant.name, own.join(", ")))
}

fn alike(step: &StepTime, other: &StepTime) -> bool {
    let near = |(a, b): (f64, f64)| a.max(b) <= SAME * a.min(b);
    step.times == other.times && step.seconds.zip(other.seconds).is_none_or(near)
}

/// A step with its bytes, its time and its rate.
fn once(step: &StepTime) -> String {
    let times = if step.times == 1 { String::new() } else { format!("{} times ", step.times) };
    let bytes = (step.byte > 0.0).then(|| Bytes(step.byte).to_string());
    let time = step.seconds.map(|seconds| Seconds(seconds).to_string());
    let rate = step.rate().map(|rate| format!("at {}", BytePerSecond(rate)));
    let figures: Vec<String> = [bytes, time, rate].into_iter().flatten().collect();
    let figures = if figures.is_empty() { String::new() } else { format!(" ({})", figures.join(", ")) };
    format!("{times}{}{figures}", step.name)
}

/// The same of a step that the other has in another number, or in another time.
fn step_in_words(lab: &str, variant: &VariantReport, step: &StepTime) -> String {
    let many = step.times > 1;
    let each = step.seconds.map(|seconds| seconds / f64::from(step.times.max(1)));
    let each = each.map(|seconds| format!("{}{}", Seconds(seconds), if many { " each" } else { "" }));
    let way = if step.kind == StepKind::Dispatch { way(lab, &variant.name) } else { None };
    let figures: Vec<String> = way.filter(|_| many).map(str::to_owned).into_iter().chain(each).collect();
    let figures = if figures.is_empty() { String::new() } else { format!(" ({})", figures.join(", ")) };
    format!("{}{}{figures}", if many { format!("{} times ", step.times) } else { String::new() }, step.name)
}

/// How the dispatches of a variant reach the device.
fn way(lab: &str, name: &str) -> Option<&'static str> {
    fn first(steps: &[Step]) -> Option<Way> {
        steps.iter().find_map(|step| match step {
            Step::Dispatch { way, .. } => Some(*way),
            Step::Repeat(_, steps) => first(steps),
            _ => None,
        })
    }
    Some(match first(labs::find(lab)?.named_variant(name).ok()?.1.steps)? {
        Way::OwnSubmission => "each in a submission of its own",
        Way::OwnPass => "each in a pass of its own",
        Way::InPass | Way::Indirect => "in one submission",
    })
}

#[cfg(test)]
#[path = "tests/steps.rs"]
mod tests;
