//! The table: every figure with its estimate, and how good the estimates are.

use std::fmt::Write;

use crate::data::{Figure, Ladder, Source};
use crate::run::Estimated;

/// Measurements that are no more than this factor apart count as equal: about what clocks and runs differ by.
const NOISE: f64 = 1.02;

/// A ladder with its estimates, in the order of its figures.
pub struct Rows<'a> {
    pub source: &'a Source,
    pub ladder: &'a Ladder,
    pub estimates: Vec<Estimated>,
}

impl Rows<'_> {
    /// The estimated over the measured time of each figure that proves something.
    fn ratios(&self) -> impl Iterator<Item = f64> {
        self.held().map(|(estimated, measured)| self.ladder.unit.ratio(estimated, measured))
    }

    fn held(&self) -> impl Iterator<Item = (f64, f64)> {
        let figures = self.ladder.figures.iter().zip(&self.estimates);
        let held = figures.filter(|(figure, estimated)| proves(figure, estimated));
        held.filter_map(|(figure, estimated)| Some((estimated.value?, figure.measured)))
    }

    /// Spearman's coefficient of estimates and measurements; none for fewer than three figures, or where all measurements
    /// are within 5 % of each other. Where measurements tie, the order of their estimates tells nothing.
    fn spearman(&self) -> Option<f64> {
        let (estimated, measured): (Vec<f64>, Vec<f64>) = self.held().unzip();
        let (low, high) =
            measured.iter().fold((f64::MAX, 0.0_f64), |(low, high), value| (low.min(*value), high.max(*value)));
        if measured.len() < 3 || high < 1.05 * low {
            return None;
        }
        let ties = ties(&measured);
        Some(correlation(&shared(&ranks(&estimated), &ties), &shared(&ranks(&measured), &ties)))
    }
}

/// Every ladder's rows in Markdown, which is readable on a terminal too.
pub fn rows(rows: &[Rows<'_>]) -> String {
    let mut text = String::new();
    let mut source = "";
    for rows in rows {
        if rows.source.name != source {
            source = &rows.source.name;
            let Source { name, address, date, note, .. } = rows.source;
            let _ = write!(text, "\n### {name}\n\n<{address}>, {date}. {note}\n");
        }
        let _ = write!(
            text,
            "\n**{}**, {}\n\n| kernel | measured | estimated | ratio of times | limiter |\n| --- | ---: | ---: | ---: | --- |\n",
            rows.ladder.name,
            rows.ladder.unit.name(),
        );
        for (figure, estimated) in rows.ladder.figures.iter().zip(&rows.estimates) {
            let ratio = estimated.value.map(|value| rows.ladder.unit.ratio(value, figure.measured));
            let _ = writeln!(
                text,
                "| {}{} | {} | {}{} | {}{} | {} |",
                figure.name,
                match (&figure.calibrates, estimated.beyond) {
                    (Some(_), _) => " (calibrates)",
                    (None, true) => " (beyond the GPU)",
                    (None, false) => "",
                },
                short(Some(figure.measured)),
                if estimated.bound { rows.ladder.unit.bound() } else { "" },
                short(estimated.value),
                ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}")),
                if ratio.is_some_and(is_miss) && proves(figure, estimated) { " miss" } else { "" },
                estimated.limiter,
            );
        }
    }
    text
}

/// Whether an estimate says something by how far it is from the figure: not where the machine was made from the figure, nor
/// where something else was measured.
fn proves(figure: &Figure, estimated: &Estimated) -> bool {
    figure.calibrates.is_none() && !estimated.beyond
}

/// How good the estimates are, all together, by source and by ladder.
pub fn summary(rows: &[Rows<'_>]) -> String {
    let mut text = String::new();
    let count = |set: std::collections::BTreeSet<&str>| set.len();
    let figures = || rows.iter().flat_map(|rows| rows.ladder.figures.iter().zip(&rows.estimates));
    let _ = writeln!(
        text,
        "{} figures from {} sources on {} GPUs. Left out of what follows: {} more that set a figure of the machine that they \
         were measured on, and {} beyond the GPU.\n",
        rows.iter().flat_map(Rows::ratios).count(),
        count(rows.iter().map(|rows| rows.source.name.as_str()).collect()),
        count(rows.iter().map(|rows| rows.ladder.machine.as_str()).collect()),
        figures().filter(|(figure, _)| figure.calibrates.is_some()).count(),
        figures().filter(|(figure, estimated)| figure.calibrates.is_none() && estimated.beyond).count(),
    );
    text += "| source | figures | median error | within 1.5 x | worst |\n| --- | ---: | ---: | ---: | ---: |\n";
    let mut sources: Vec<(&Source, Vec<f64>)> = Vec::new();
    for rows in rows {
        match sources.last_mut() {
            Some((source, ratios)) if source.name == rows.source.name => ratios.extend(rows.ratios()),
            _ => sources.push((rows.source, rows.ratios().collect())),
        }
    }
    for (name, unseen) in [("known", false), ("unseen", true)] {
        let mut all = Vec::new();
        for (source, ratios) in sources.iter().filter(|(source, _)| source.unseen == unseen) {
            let _ = writeln!(text, "| {} | {} |", source.name, statistics(ratios));
            all.extend(ratios);
        }
        let _ = writeln!(text, "| **{name}** | {} |", statistics(&all));
    }
    text += "\n| ladder | Spearman |\n| --- | ---: |\n";
    for rows in rows {
        if let Some(rho) = rows.spearman() {
            let _ = writeln!(text, "| {} | {rho:.2} |", rows.ladder.name);
        }
    }
    text
}

/// Count, median error, share within a factor of 1.5, and the ratio that is farthest from one.
fn statistics(ratios: &[f64]) -> String {
    if ratios.is_empty() {
        return "0 | - | - | -".to_owned();
    }
    let mut errors: Vec<f64> = ratios.iter().map(|ratio| (ratio - 1.0).abs()).collect();
    errors.sort_by(f64::total_cmp);
    let median = (errors[(errors.len() - 1) / 2] + errors[errors.len() / 2]) / 2.0;
    let within = ratios.iter().filter(|ratio| !is_miss(**ratio)).count();
    let worst = ratios.iter().max_by(|a, b| a.ln().abs().total_cmp(&b.ln().abs()));
    format!(
        "{} | {:.0} % | {:.0} % | {:.2}",
        ratios.len(),
        100.0 * median,
        100.0 * within as f64 / ratios.len() as f64,
        worst.copied().unwrap_or(1.0),
    )
}

fn is_miss(ratio: f64) -> bool {
    !(1.0 / 1.5..=1.5).contains(&ratio)
}

/// Three figures or so.
fn short(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value >= 100.0 => format!("{value:.0}"),
        Some(value) if value >= 10.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.2}"),
    }
}

/// The rank of each value; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let equal = values.iter().filter(|other| *other == value).count() as f64;
        below + (equal + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// For each value its tie: from the least up, those within [`NOISE`] of the least of their tie.
fn ties(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ties = vec![0; values.len()];
    let (mut tie, mut least) = (0, f64::INFINITY);
    for at in order {
        if values[at] > NOISE * least || least.is_infinite() {
            (tie, least) = (tie + 1, values[at]);
        }
        ties[at] = tie;
    }
    ties
}

/// Each rank's mean over its tie.
fn shared(ranks: &[f64], ties: &[usize]) -> Vec<f64> {
    let mean = |tie: &usize| {
        let (sum, count) = ranks
            .iter()
            .zip(ties)
            .filter(|(_, other)| *other == tie)
            .fold((0.0, 0.0), |(sum, count), (rank, _)| (sum + rank, count + 1.0));
        sum / count
    };
    ties.iter().map(mean).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |terms: &mut dyn Iterator<Item = f64>| terms.sum::<f64>();
    let both = sum(&mut a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)));
    let of_a = sum(&mut a.iter().map(|a| (a - mean_a).powi(2)));
    let of_b = sum(&mut b.iter().map(|b| (b - mean_b).powi(2)));
    if of_a * of_b > 0.0 { both / (of_a * of_b).sqrt() } else { 0.0 }
}
