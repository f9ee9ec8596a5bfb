//! What a run of the lab shows.

use super::operators;
use crate::lab::{Curve, CurvePoint, Measured, Measurements};
use crate::units::{BytePerSecond, FlopPerSecond, digits3, percent};

/// Within this much of the least time, a point belongs to the flat stretch.
const FLAT: f64 = 1.05;

/// Points without which nothing is said.
const FEWEST: usize = 4;

/// A knee no further from the roofs' ridge than this is theirs.
const NEAR: f64 = 1.15;

/// From this share of the memory roof on, the flat stretch is at the roof.
const AT_THE_ROOF: f64 = 0.9;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    curves(seen).into_iter().chain(operators(seen)).collect()
}

/// What the curves over the degree show.
fn curves(seen: &Measurements<'_>) -> Vec<String> {
    let curves: Vec<Curve> = seen.curves.iter().filter(|curve| curve.part == "intensity").map(Curve::steady).collect();
    let top_of = |curve: &&Curve| curve.points.iter().map(rate).fold(0.0, f64::max);
    // The curve with the highest rate of arithmetic.
    let Some(curve) = curves.iter().max_by(|a, b| top_of(a).total_cmp(&top_of(b))) else {
        return Vec::new();
    };
    if curve.points.len() < FEWEST {
        let all = seen.curves.iter().filter(|curve| curve.part == "intensity").map(|curve| curve.points.len()).max();
        return vec![match all.unwrap_or_default() {
            few if few < FEWEST => {
                format!("Too few points ({few}) to say where the time turns: at least {FEWEST} are needed.")
            }
            _ => "The machine was too unsteady to say where the time turns.".to_owned(),
        }];
    }
    [knee(seen, curve), flat(seen, curve), top(curve), chains(&curves)].into_iter().flatten().collect()
}

fn rate(point: &CurvePoint) -> f64 {
    point.flop / point.median_s
}

/// From this factor on two intensities are said to differ.
const OTHER: f64 = 1.2;

/// Where the operators stand below their roofs, and which of them move more or less than they need.
fn operators(seen: &Measurements<'_>) -> Vec<String> {
    let all: Vec<&Measured> = operators::NAMES.iter().filter_map(|name| seen.get(name)).collect();
    let needed = |one: &Measured| one.flop / one.byte;
    let Some((ridge, byte_per_s)) = seen.ridge.zip(seen.byte_per_s).filter(|_| !all.is_empty()) else {
        return Vec::new();
    };
    let reached = |one: &Measured| one.flop / one.median_s / (byte_per_s * needed(one).min(ridge));
    let each = all
        .iter()
        .map(|one| format!("`{}`, {} FLOP a byte, {}", one.name, digits3(needed(one)), percent(reached(one))));
    let each: Vec<String> = each.collect();
    let least = all.iter().min_by(|a, b| reached(a).total_cmp(&reached(b)));
    let why = least.and_then(|one| seen.cause(one.name)).map_or(String::new(), |why| format!("; {why}"));
    let mut reported = vec![format!(
        "The share that each operator reaches of what the roofs allow at its intensity: {}{why}.",
        each.join("; ")
    )];
    let moved = all.iter().filter_map(|one| Some((one, one.counted?))).filter(|(one, counted)| {
        let ratio = counted / needed(one);
        ratio.max(1.0 / ratio) >= OTHER
    });
    let moved: Vec<String> = moved
        .map(|(one, counted)| format!("`{}` {} instead of {}", one.name, digits3(counted), digits3(needed(one))))
        .collect();
    if !moved.is_empty() {
        reported.push(format!(
            "Operations for each byte to and from memory, where the count is not what the problem needs: {}. Fewer means that bytes \
             move twice; more means that operations are done twice, or that a cache served some bytes.",
            moved.join(", ")
        ));
    }
    reported
}

fn knee(seen: &Measurements<'_>, curve: &Curve) -> Option<String> {
    let ridge = seen.ridge.map_or(String::new(), |ridge| {
        format!("; the roofs meet at {} FLOP a byte, which is k = {}", digits3(ridge), digits3(4.0 * ridge))
    });
    let (first, last) = (curve.points.first()?, curve.points.last()?);
    let Some(knee) = curve.knees.first() else {
        let grown = digits3(last.median_s / first.median_s);
        return Some(format!(
            "`{}` has no knee: from k = {} to {} its time grows {grown} times, and does not turn from flat to a line anywhere{ridge}.",
            curve.name, first.at, last.at
        ));
    };
    Some(format!(
        "`{}`: the time turns at k = {} (between {} and {}), {} FLOP a byte{ridge}{}.",
        curve.name,
        digits3(knee.at),
        digits3(knee.low),
        digits3(knee.high),
        digits3(knee.at / 4.0),
        elsewhere(seen, curve, knee.at).unwrap_or_default()
    ))
}

/// Why a curve does not turn where the roofs meet: its flat stretch or its line lies below its roof.
fn elsewhere(seen: &Measurements<'_>, curve: &Curve, knee: f64) -> Option<String> {
    let (ridge, byte_per_s) = seen.ridge.zip(seen.byte_per_s)?;
    let off = knee / (4.0 * ridge);
    if off.max(1.0 / off) <= NEAR {
        return None;
    }
    let least = curve.points.iter().map(|point| point.median_s).fold(f64::INFINITY, f64::min);
    let of_memory = curve.points.first()?.byte / least / byte_per_s;
    let of_peak = curve.points.iter().map(rate).fold(0.0, f64::max) / (ridge * byte_per_s);
    let reached = format!(
        "at its fastest it reaches {} of the memory roof and {} of the arithmetic's",
        percent(of_memory),
        percent(of_peak)
    );
    let own = off / (of_peak / of_memory);
    Some(if own.max(1.0 / own) <= NEAR {
        format!(". The ridge cannot be read off here: {reached}, and a curve turns where its own two parts meet")
    } else {
        format!(". The ridge cannot be read off here: {reached}, and between the two the time turns little by little")
    })
}

/// How fast memory is where steps cost nothing.
fn flat(seen: &Measurements<'_>, curve: &Curve) -> Option<String> {
    let least = curve.points.iter().map(|point| point.median_s).fold(f64::INFINITY, f64::min);
    let stretch: Vec<&CurvePoint> = curve.points.iter().take_while(|point| point.median_s <= FLAT * least).collect();
    let (first, last) = (curve.points.first()?, stretch.last());
    let moved = first.byte / least;
    let share = seen.byte_per_s.map(|roof| moved / roof);
    let of = share.map_or("; the memory roof is unknown".to_owned(), |share| {
        let copies = seen.machine.and_then(|machine| machine.dram.copy_byte_per_s);
        let why = match copies {
            _ if share >= AT_THE_ROOF => String::new(),
            Some(copies) if moved >= AT_THE_ROOF * copies => {
                format!(": by its file this machine copies {} at most", BytePerSecond(copies))
            }
            _ => ", so something other than memory takes time there".to_owned(),
        };
        format!(", {} of the memory roof{why}", percent(share))
    });
    Some(match last {
        Some(last) if last.at > first.at => format!(
            "Up to k = {}, {} FLOP a byte, all steps together add less than 5 % to the time: `{}` moves {}{of}.",
            last.at,
            digits3(f64::from(last.at) / 4.0),
            curve.name,
            BytePerSecond(moved)
        ),
        _ => format!(
            "No step is free here: from the first one on the time of `{}` grows. It moves {} at most{of}.",
            curve.name,
            BytePerSecond(moved)
        ),
    })
}

fn top(curve: &Curve) -> Option<String> {
    let (first, last) = (curve.points.first()?, curve.points.last()?);
    let (steps, time) = (f64::from(last.at) / f64::from(first.at), last.median_s / first.median_s);
    Some(format!(
        "From k = {} to {}, {} times the steps take `{}` {} times as long: {} in place of {}.",
        first.at,
        last.at,
        digits3(steps),
        curve.name,
        digits3(time),
        FlopPerSecond(rate(last)),
        FlopPerSecond(rate(first))
    ))
}

fn chains(curves: &[Curve]) -> Option<String> {
    let last = |name: &str| curves.iter().find(|curve| curve.name == name)?.points.last();
    let (one, four) = last("scalar").zip(last("chains-4")).filter(|(one, four)| one.at == four.at)?;
    let apart = four.high_s < one.low_s || one.high_s < four.low_s;
    let ratio = one.median_s / four.median_s;
    let reported = match (apart, ratio > 1.0) {
        (false, _) => "there is no difference between `chains-4` and `scalar` that this run can show".to_owned(),
        (true, true) => format!(
            "`chains-4` is {} times as fast as `scalar`: four elements share the instructions around the steps, and the \
             steps of one need not wait for those of another",
            digits3(ratio)
        ),
        (true, false) => format!("`chains-4` takes {} times as long as `scalar`", digits3(1.0 / ratio)),
    };
    Some(format!("At k = {} {reported}.", one.at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{DeviceType, Facts};

    fn curve(name: &str, time: impl Fn(f64) -> f64, knee: Option<f64>) -> Curve {
        let point =
            |k: u32| CurvePoint { flop: 2e6 * f64::from(k), byte: 8e6, ..CurvePoint::of(k, time(f64::from(k))) };
        Curve::of("intensity", name, (0..=10).map(|power| point(1 << power)), knee.as_slice())
    }

    fn sentences_of(curves: Vec<Curve>, ridge: Option<f64>, byte_per_s: Option<f64>) -> String {
        let device = Facts::of_kind(DeviceType::Cpu);
        sentences(&Measurements { ridge, byte_per_s, curves, ..Measurements::of(&device, Vec::new()) }).join("\n")
    }

    #[test]
    fn operators_are_told_by_their_share_of_the_roofs_and_by_what_they_move_besides() {
        let operator = |name, [flop, byte]: [f64; 2], counted| Measured {
            flop,
            byte,
            counted,
            cause: Some("it waits".to_owned().into()),
            ..Measured::of(name, 1e-3)
        };
        let variants = vec![
            operator("silu", [3e7, 8e7], Some(3.0 / 8.0)),
            operator("layer-norm", [7e7, 8e7], Some(1.5)),
            operator("product", [1e9, 1e7], None),
        ];
        let device = Facts::of_kind(DeviceType::Discrete);
        let seen =
            |ridge| Measurements { ridge, byte_per_s: Some(1e11), ..Measurements::of(&device, variants.clone()) };
        let text = sentences(&seen(Some(20.0))).join("\n");
        let wanted = "`silu`, 0.38 FLOP a byte, 80 %; `layer-norm`, 0.88 FLOP a byte, 80 %; `product`, 100 FLOP a byte, 50 %; of `product` the";
        assert!(text.contains(wanted) || text.contains(&wanted.replace("0.38", "0.37")), "{text}");
        assert!(text.contains("problem needs: `layer-norm` 1.50 instead of 0.8"), "{text}");
        assert_eq!(sentences(&seen(None)).len(), 0);
    }

    #[test]
    fn a_roofline_is_told_by_its_knee_and_by_the_bytes_of_its_flat_stretch() {
        let time = |k: f64| 1e-4 * f64::max(1.0, k / 128.0);
        let text = sentences_of(vec![curve("vec4", time, Some(128.0))], Some(32.0), Some(8e10));
        assert!(text.contains("turns at k = 128 (between 64.0 and 256), 32.0 FLOP a byte"), "{text}");
        assert!(text.contains("Up to k = 128"), "{text}");
        assert!(text.contains("100 % of the memory roof"), "{text}");
    }

    #[test]
    fn where_every_step_costs_time_no_step_is_called_free_and_no_knee_is_told() {
        let text = sentences_of(vec![curve("vec4", |k| 1e-4 * (1.0 + k), None)], Some(10.0), Some(8e11));
        assert!(text.contains("has no knee: from k = 1 to 1024 its time grows 512 times"), "{text}");
        assert!(text.contains("No step is free here"), "{text}");
        assert!(text.contains("something other than memory takes time"), "{text}");
    }

    #[test]
    fn a_run_without_a_verdict_on_its_points_says_only_that() {
        let mut restless = curve("vec4", |k| 1e-4 * k, None);
        restless.points.iter_mut().for_each(|point| point.unsteady = Some("a busy machine".to_owned()));
        assert_eq!(
            sentences_of(vec![restless], None, None),
            "The machine was too unsteady to say where the time turns."
        );
        let mut short = curve("vec4", |k| 1e-4 * k, None);
        short.points.truncate(2);
        let reported = sentences_of(vec![short], None, None);
        assert_eq!(reported, "Too few points (2) to say where the time turns: at least 4 are needed.");
    }

    #[test]
    fn a_knee_that_is_not_the_roofs_is_not_read_as_their_ridge() {
        // 8e6 B in 1e-4 s are 80 GB/s.
        let time = |k: f64| 1e-4 * f64::max(1.0, k / 128.0);
        let of =
            |ridge, byte_per_s| sentences_of(vec![curve("vec4", time, Some(128.0))], Some(ridge), Some(byte_per_s));
        assert!(!of(32.0, 8e10).contains("cannot be read off"));
        let text = of(16.0, 1.6e11);
        assert!(
            text.contains("reaches 50 % of the memory roof and 100 % of the arithmetic's, and a curve turns where"),
            "{text}"
        );
        let text = sentences_of(vec![curve("vec4", time, Some(20.0))], Some(32.0), Some(8e10));
        assert!(text.contains("cannot be read off here") && text.contains("little by little"), "{text}");
    }

    #[test]
    fn chains_that_bring_nothing_are_not_praised() {
        let time = |k: f64| 1e-4 * f64::max(1.0, k / 128.0);
        let text = sentences_of(vec![curve("scalar", time, None), curve("chains-4", time, None)], None, None);
        assert!(text.contains("there is no difference between `chains-4` and `scalar`"), "{text}");
        assert!(text.contains("the memory roof is unknown"), "{text}");
    }
}
