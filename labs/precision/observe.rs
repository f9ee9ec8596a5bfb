//! What a run of the lab shows.

use crate::lab::{Curve, Measurements};
use crate::units::{digits3, percent, share};

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    [stored(seen), accumulated(seen), gradients(seen), products(seen), compensated(seen)]
        .into_iter()
        .flatten()
        .collect()
}

/// What fewer bits brought, and what they cost.
fn stored(seen: &Measurements<'_>) -> Option<String> {
    let first = seen.get("stored-f32")?;
    let forms = ["stored-f16", "stored-bf16", "stored-e4m3"].into_iter().filter_map(|name| {
        let form = seen.get(name)?;
        let (compared, error) = (seen.compare(name, "stored-f32")?, form.accuracy?.error_l2);
        let bytes = digits3(form.byte / first.byte);
        Some(format!("{compared}, with {bytes} of its bytes and an error of {error:.1e}"))
    });
    let forms: Vec<String> = forms.collect();
    let slower = seen.ratio("stored-f16", "stored-f32").is_some_and(|(ratio, differ)| differ && ratio < 1.2);
    let why = if slower { "; so bytes are not what takes the time here" } else { "" };
    (!forms.is_empty()).then(|| format!("On storing: {}{why}.", forms.join("; ")))
}

/// The error of a curve at its last point, and the terms there.
fn last(curve: &Curve) -> Option<(u32, f64)> {
    curve.points.last().map(|point| (point.at, point.value))
}

/// How the errors grew with the number of terms.
fn accumulated(seen: &Measurements<'_>) -> Option<String> {
    let ends: Vec<(&str, u32, f64)> = ["sum-f16", "sum-bf16", "sum-f32", "pairwise", "kahan"]
        .into_iter()
        .filter_map(|name| last(seen.curve(name)?).map(|(terms, error)| (name, terms, error)))
        .collect();
    let terms = ends.iter().map(|(_, terms, _)| *terms).max()?;
    let reported: Vec<String> = ends
        .iter()
        .filter(|(_, at, _)| *at == terms)
        .map(|(name, _, error)| match error {
            error if *error > 0.01 => format!("`{name}` by {}", percent(*error)),
            error => format!("`{name}` by {error:.1e}"),
        })
        .collect();
    Some(format!("On adding up: of {terms} terms, the sums are off as a share of the truth: {}.", reported.join(", ")))
}

/// What a loss scale keeps: the share lost without one, the least that is lost, and at which scale.
fn gradients(seen: &Measurements<'_>) -> Option<String> {
    let without = seen.curve("gradient-f16")?.points.first()?.value;
    let scaled = seen.curve("gradient-scaled")?;
    let least = scaled.points.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let bf16 = seen.curve("gradient-bf16").and_then(|curve| curve.points.first());
    let beside =
        bf16.map_or(String::new(), |point| format!("; of those in bf16 {}, without a scale", share(point.value)));
    let gain = if least.value < without { "" } else { ", so that no scale helps here" };
    Some(format!(
        "On gradients: of those stored in f16 as they are, {} became zero or infinite; at a loss scale of {} {} did{gain}{beside}.",
        share(without),
        least.at,
        share(least.value),
    ))
}

/// What a compensated sum costs, and whether it is one.
fn compensated(seen: &Measurements<'_>) -> Option<String> {
    let (plain, kahan) = (seen.get("sum-f32")?.accuracy?, seen.get("kahan")?.accuracy?);
    let compared = seen.compare_first("kahan", "sum-f32")?;
    Some(if kahan.error_l2 == plain.error_l2 && plain.max_ulp > 2.0 {
        format!(
            "{compared}, and has the same error of {:.1e}: the compiler has left the compensation out.",
            plain.error_l2
        )
    } else {
        format!(
            "{compared}, and its error is {:.1e} where that of `sum-f32` is {:.1e}.",
            kahan.error_l2, plain.error_l2
        )
    })
}

/// What matrix units lose, and what three products give back.
fn products(seen: &Measurements<'_>) -> Option<String> {
    let error = |name: &str| Some(seen.get(name)?.accuracy?.error_l2);
    let whole = error("product-f32")?;
    let Some((half, split)) = error("matrix-f32-sum").zip(error("split-3")) else {
        return Some(format!(
            "On products: the error of `product-f32` is {whole:.1e}; the rungs of matrix units did not run here, and the simulator has them."
        ));
    };
    let compared = seen.compare("split-3", "matrix-f32-sum")?;
    Some(format!(
        "On products: the error of `product-f32` is {whole:.1e}, of `matrix-f32-sum` {half:.1e}, and of `split-3` {split:.1e}; {compared}."
    ))
}
