//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::{Curve, CurvePoint, Measurements};
use crate::units::{BytePerSecond, Bytes, Seconds, digits3};

/// Less than this is no difference between two figures.
const SAME: f64 = 1.15;

/// From this share of proportional on, a bandwidth grows with the bytes in flight: what is left is latency.
const PROPORTIONAL: f64 = 0.8;

/// Bandwidths that differ by less are the same stretch of a curve.
const NEAR: f64 = 0.03;

/// From this share of the memory roof on, memory is what stops a curve.
const AT_THE_ROOF: f64 = 0.7;

/// Knees that lie no further apart are one: between points that are doublings each is known to a quarter, up or down.
const ONE_KNEE: f64 = 1.6;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    let flight: Vec<Curve> = seen.curves.iter().filter(|curve| curve.part == "flight").filter_map(steady).collect();
    let reported = match seen.device.kind {
        DeviceType::Cpu => vec![processor(&flight)],
        _ => vec![latency(seen, &flight), knees(&flight), below_the_roof(seen, &flight), residents(&flight)],
    };
    let reported: Vec<String> =
        reported.into_iter().chain([few(seen), ballast(seen), registers(seen)]).flatten().collect();
    if reported.is_empty() && !seen.curves.is_empty() {
        return vec!["The machine was too unsteady to say how much must be under way.".to_owned()];
    }
    reported
}

/// That a curve has one point alone, where the size leaves no more.
fn few(seen: &Measurements<'_>) -> Option<String> {
    let flight: Vec<&Curve> = seen.curves.iter().filter(|curve| curve.part == "flight").collect();
    let one = !flight.is_empty() && flight.iter().all(|curve| curve.points.len() == 1);
    one.then(|| {
        "One point is too few to say how much must be in flight: at a larger size the axis has more.".to_owned()
    })
}

/// The points on whose times there is a verdict; `None` without two of them.
fn steady(curve: &Curve) -> Option<Curve> {
    Some(curve.steady()).filter(|curve| curve.points.len() > 1)
}

fn bytes(point: &CurvePoint) -> Bytes {
    Bytes(f64::from(point.at))
}

/// The highest bandwidth of a curve.
fn best(curve: &Curve) -> f64 {
    curve.points.iter().map(|point| point.value).fold(0.0, f64::max)
}

/// Little's law read off where the bandwidth is proportional to what is in flight.
fn latency(seen: &Measurements<'_>, curves: &[Curve]) -> Option<String> {
    let curve = curves.first()?;
    let [first, second, ..] = curve.points.as_slice() else {
        return None;
    };
    let grown = (second.value / first.value) / (f64::from(second.at) / f64::from(first.at));
    if grown < PROPORTIONAL {
        return Some(format!(
            "From {} to {} in flight the bandwidth of `{}` grows less than its bytes in flight do: something other than latency takes time there, \
             and the latency cannot be read off.",
            bytes(first),
            bytes(second),
            curve.name
        ));
    }
    let latency = f64::from(first.at) / first.value;
    let needed = seen.byte_per_s.map_or(String::new(), |roof| {
        format!("; the memory roof of {} needs {} in flight", BytePerSecond(roof), Bytes((roof * latency).round()))
    });
    Some(format!(
        "With {} in flight `{}` moves {}, so a byte is under way for {} (Little's law){}{needed}.",
        bytes(first),
        curve.name,
        BytePerSecond(first.value),
        Seconds(latency),
        of_the_file(seen, latency)
    ))
}

/// How much of the latency that a run shows the machine file gives: the mark on the axis is drawn with that alone.
fn of_the_file(seen: &Measurements<'_>, latency: f64) -> String {
    let file = seen.machine.and_then(|machine| Some(machine.dram.latency_clocks? / machine.unit.clock_hz?));
    match file {
        Some(file) if file < latency => format!(
            ": {} in the machine's file, from which the dashed line is drawn, and the rest for the instructions between two loads",
            Seconds(file)
        ),
        _ => String::new(),
    }
}

/// Whether all curves that get to the top turn at the same bytes in flight.
fn knees(curves: &[Curve]) -> Option<String> {
    let top = curves.iter().map(best).fold(0.0, f64::max);
    let (curves, lower): (Vec<&Curve>, Vec<&Curve>) = curves.iter().partition(|curve| SAME * best(curve) >= top);
    let found: Vec<(&Curve, f64)> = curves.iter().filter_map(|curve| Some((*curve, curve.knees.first()?.at))).collect();
    let without: Vec<String> =
        curves.iter().filter(|curve| curve.knees.is_empty()).map(|curve| format!("`{}`", curve.name)).collect();
    let lower_names = || lower.iter().map(|curve| format!("`{}`", curve.name)).collect::<Vec<_>>().join(", ");
    if found.is_empty() && lower.iter().any(|curve| !curve.knees.is_empty()) {
        return Some(format!(
            "The curves that get furthest have no knee ({}); {} end lower: this run does not show how much must be in flight.",
            without.join(", "),
            lower_names()
        ));
    }
    if found.is_empty() {
        return (!curves.is_empty()).then(|| {
            format!("No curve has a knee: this run does not show how much must be in flight ({}).", without.join(", "))
        });
    }
    let rest = if without.is_empty() { String::new() } else { format!(" {} has no knee.", without.join(", ")) };
    let least = found.iter().map(|(_, at)| *at).fold(f64::INFINITY, f64::min);
    let most = found.iter().map(|(_, at)| *at).fold(0.0, f64::max);
    if found.len() > 1 && most <= ONE_KNEE * least && lower.len() < found.len() {
        return Some(format!(
            "{} curves turn between {} and {} in flight, however many loads an invocation has under way: bytes count, not \
             invocations.{rest}",
            found.len(),
            Bytes(least.round()),
            Bytes(most.round())
        ));
    }
    let each: Vec<String> =
        found.iter().map(|(curve, at)| format!("`{}` at {}", curve.name, Bytes(at.round()))).collect();
    if let [one] = each.as_slice() {
        return Some(match lower.as_slice() {
            [] => format!("One curve turns: {one} in flight.{rest}"),
            _ => format!(
                "Of the curves that get furthest one turns: {one} in flight; {} end lower.{rest}",
                lower_names()
            ),
        });
    }
    if most <= ONE_KNEE * least {
        return Some(format!(
            "Of the curves that get furthest each turns by itself, {}; {} end lower, so that this run does not show whether bytes alone count.{rest}",
            each.join(", "),
            lower_names()
        ));
    }
    Some(format!(
        "The curves turn at different bytes in flight, {}: more or less is under way than the kernels say; a compiler may send loads early, or a \
         device may not hold all invocations.{rest}",
        each.join(", ")
    ))
}

/// That no curve gets to what memory allows, where none does: then their knees are not memory's.
fn below_the_roof(seen: &Measurements<'_>, curves: &[Curve]) -> Option<String> {
    let top = curves.iter().max_by(|a, b| best(a).total_cmp(&best(b)))?;
    let share = best(top) / seen.byte_per_s?;
    (share < AT_THE_ROOF).then(|| {
        format!(
            "No curve comes near the memory roof: `{}` reaches {} of it, and something else stops it there. So this run does not show how much \
             must be in flight to reach the roof.",
            top.name,
            crate::units::percent(share)
        )
    })
}

/// Whether invocations alone were enough.
fn residents(curves: &[Curve]) -> Option<String> {
    let one = curves.iter().find(|curve| curve.name == "one-load")?;
    let other = curves.iter().filter(|curve| curve.name != "one-load").max_by(|a, b| best(a).total_cmp(&best(b)))?;
    let share = best(one) / best(other);
    Some(if share * SAME < 1.0 {
        format!(
            "`one-load` reaches {} and not more, `{}` reaches {}: the device holds no more invocations at a time, and each of them has too little in flight.",
            BytePerSecond(best(one)),
            other.name,
            BytePerSecond(best(other))
        )
    } else {
        format!(
            "At most `one-load` reaches {} of what `{}` does{}.",
            crate::units::percent(share),
            other.name,
            short_of(one, other).unwrap_or_default()
        )
    })
}

/// What limits one load per invocation, where the other curve passes the same bandwidth and goes on rising.
fn short_of(one: &Curve, other: &Curve) -> Option<&'static str> {
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < NEAR;
    let full = one.points.iter().find(|point| near(point.value, best(one)))?;
    let same = other.points.iter().find(|point| point.at == full.at)?;
    let rest = near(same.value, full.value) && !near(best(one), best(other));
    rest.then_some(": for more, an invocation must have more than one load under way")
}

/// On a processor what hides latency are independent instructions of one core.
fn processor(curves: &[Curve]) -> Option<String> {
    let one = curves.iter().find(|curve| curve.name == "one-load")?;
    let other = curves.iter().filter(|curve| curve.name != "one-load").max_by(|a, b| best(a).total_cmp(&best(b)))?;
    let last = one.points.last()?;
    let same = other.points.iter().find(|point| point.at == last.at)?;
    let ratio = same.value / last.value;
    let apart = same.high_s < last.low_s || last.high_s < same.low_s;
    let middle = &one.points[one.points.len() / 2];
    let grown = last.value / middle.value;
    let occupancy = if grown < SAME {
        format!(
            "From {} to {} in flight `one-load` gains nothing: on a processor occupancy means nothing",
            bytes(middle),
            bytes(last)
        )
    } else {
        format!(
            "From {} to {} in flight `one-load` becomes {grown:.2} times as fast even on a processor",
            bytes(middle),
            bytes(last)
        )
    };
    let parallel = if apart && ratio > SAME {
        format!(
            "instruction-level parallelism does, `{}` is {} times as fast with the same bytes in flight",
            other.name,
            digits3(ratio)
        )
    } else {
        format!(
            "and this run shows no gain by independent loads either, `{}` takes as long with the same bytes in flight",
            other.name
        )
    };
    Some(format!("{occupancy}; {parallel}."))
}

/// What memory that nobody uses costs.
fn ballast(seen: &Measurements<'_>) -> Option<String> {
    let tile = steady(seen.curve("tile")?)?;
    let (first, last) = (tile.points.first()?, tile.points.last()?);
    let fall = first.value / last.value;
    if fall < SAME {
        let why = match seen.device.kind {
            DeviceType::Cpu => "a processor runs a workgroup to its end before the next, and has no unit to fill",
            _ if fits_at_once(seen, last) => "the units hold all workgroups of so small a launch in any case",
            _ => "enough workgroups are resident beside it",
        };
        return Some(format!(
            "{} of ballast instead of {} cost `tile` nothing here: {why}.",
            bytes(last),
            bytes(first)
        ));
    }
    let resident = |point: &CurvePoint| Some(crate::units::percent(point.counters.as_ref()?.occupancy?));
    let fell = match (resident(first), resident(last)) {
        (Some(before), Some(after)) => format!(" (occupancy falls from {before} to {after})"),
        _ => String::new(),
    };
    let other = seen.curve("tile-registers").and_then(steady).and_then(|curve| {
        let fall = curve.points.first()?.value / curve.points.last()?.value;
        Some(if fall < SAME {
            ", `tile-registers` not at all".to_owned()
        } else {
            format!(", `tile-registers` {fall:.2} times")
        })
    });
    Some(format!(
        "With {} of ballast instead of {}, `tile` is {fall:.2} times slower{fell}{}.",
        bytes(last),
        bytes(first),
        other.unwrap_or_default()
    ))
}

/// Whether a launch has no more workgroups than the units hold at a time: then more room for them changes nothing.
fn fits_at_once(seen: &Measurements<'_>, point: &CurvePoint) -> bool {
    seen.machine.is_some() && point.counters.as_ref().and_then(|counted| counted.waves).is_some_and(|waves| waves <= 1)
}

/// What registers cost, which WGSL does not show.
fn registers(seen: &Measurements<'_>) -> Option<String> {
    let (one, eight) = (best(&steady(seen.curve("one-load")?)?), best(&steady(seen.curve("loads-8")?)?));
    if eight * SAME < one {
        return Some(
            "`loads-8` never gets as far as `one-load`: its sums may take so many registers that fewer invocations fit, which WGSL does not show."
                .to_owned(),
        );
    }
    (seen.device.kind == DeviceType::Simulated).then(|| {
        "WGSL does not show registers: how many an invocation needs, and so how many invocations fit, is estimated from the values in use.".to_owned()
    })
}

#[cfg(test)]
mod tests;
