//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::{Curve, CurvePoint, Seen};
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
pub fn sentences(seen: &Seen<'_>) -> Vec<String> {
    let flight: Vec<Curve> = seen.curves.iter().filter(|curve| curve.part == "flight").filter_map(steady).collect();
    let told = match seen.device.kind {
        DeviceType::Cpu => vec![processor(&flight)],
        _ => vec![latency(seen, &flight), knees(&flight), below_the_roof(seen, &flight), residents(&flight)],
    };
    let told: Vec<String> = told.into_iter().chain([few(seen), ballast(seen), registers(seen)]).flatten().collect();
    if told.is_empty() && !seen.curves.is_empty() {
        return vec!["The machine was too unsteady to say how much must be under way.".to_owned()];
    }
    told
}

/// That a curve has one point alone, where the size leaves no more.
fn few(seen: &Seen<'_>) -> Option<String> {
    let flight: Vec<&Curve> = seen.curves.iter().filter(|curve| curve.part == "flight").collect();
    let one = !flight.is_empty() && flight.iter().all(|curve| curve.points.len() == 1);
    one.then(|| {
        "One point is too few to say how much must be in flight: at a larger size the axis has more.".to_owned()
    })
}

/// The points on whose times there is a verdict; `None` without two of them.
fn steady(curve: &Curve) -> Option<Curve> {
    let points: Vec<CurvePoint> = curve.points.iter().filter(|point| point.unsteady.is_none()).cloned().collect();
    (points.len() > 1).then(|| Curve { points, ..curve.clone() })
}

fn bytes(point: &CurvePoint) -> Bytes {
    Bytes(f64::from(point.at))
}

/// The highest bandwidth of a curve.
fn best(curve: &Curve) -> f64 {
    curve.points.iter().map(|point| point.value).fold(0.0, f64::max)
}

/// Little's law read off where the bandwidth is proportional to what is in flight.
fn latency(seen: &Seen<'_>, curves: &[Curve]) -> Option<String> {
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
fn of_the_file(seen: &Seen<'_>, latency: f64) -> String {
    let file = seen.machine.and_then(|machine| Some(machine.dram.latency_clocks? / machine.unit.clock_hz?));
    match file {
        Some(file) if file < latency => format!(
            ": the machine file's {}, by which the dashed line stands, and the instructions between two loads",
            Seconds(file)
        ),
        _ => String::new(),
    }
}

/// Whether all curves that get to the top turn at the same bytes in flight.
fn knees(curves: &[Curve]) -> Option<String> {
    let top = curves.iter().map(best).fold(0.0, f64::max);
    let curves: Vec<&Curve> = curves.iter().filter(|curve| SAME * best(curve) >= top).collect();
    let found: Vec<(&Curve, f64)> = curves.iter().filter_map(|curve| Some((*curve, curve.knees.first()?.at))).collect();
    let without: Vec<String> =
        curves.iter().filter(|curve| curve.knees.is_empty()).map(|curve| format!("`{}`", curve.name)).collect();
    if found.is_empty() {
        return (!curves.is_empty()).then(|| {
            format!("No curve has a knee: this run does not show how much must be in flight ({}).", without.join(", "))
        });
    }
    let rest = if without.is_empty() { String::new() } else { format!(" {} has no knee.", without.join(", ")) };
    let least = found.iter().map(|(_, at)| *at).fold(f64::INFINITY, f64::min);
    let most = found.iter().map(|(_, at)| *at).fold(0.0, f64::max);
    if found.len() > 1 && most <= ONE_KNEE * least {
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
        return Some(format!("One curve turns: {one} in flight.{rest}"));
    }
    Some(format!(
        "The curves turn at different bytes in flight, {}: more or less is under way than the kernels say; a compiler may send loads early, or a \
         device may not hold all invocations.{rest}",
        each.join(", ")
    ))
}

/// That no curve gets to what memory allows, where none does: then their knees are not memory's.
fn below_the_roof(seen: &Seen<'_>, curves: &[Curve]) -> Option<String> {
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

/// What the rest takes that one load an invocation does not reach: where the other curve passes by the same bandwidth with the same
/// bytes in flight, and goes on.
fn short_of(one: &Curve, other: &Curve) -> Option<&'static str> {
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < NEAR;
    let full = one.points.iter().find(|point| near(point.value, best(one)))?;
    let same = other.points.iter().find(|point| point.at == full.at)?;
    let rest = near(same.value, full.value) && !near(best(one), best(other));
    rest.then_some(": the rest takes more in flight than one load for each invocation that fits")
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
fn ballast(seen: &Seen<'_>) -> Option<String> {
    let tile = steady(seen.curve("tile")?)?;
    let (first, last) = (tile.points.first()?, tile.points.last()?);
    let fall = first.value / last.value;
    if fall < SAME {
        let why = match seen.device.kind {
            DeviceType::Cpu => "a processor runs a workgroup to its end before the next, and has no unit to fill",
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

/// Of what WGSL does not show.
fn registers(seen: &Seen<'_>) -> Option<String> {
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
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::lab::Knee;

    fn curve(part: &str, name: &str, value: impl Fn(f64) -> f64, knee: Option<f64>) -> Curve {
        let point = |at: u32| CurvePoint {
            at,
            flop: 0.0,
            byte: 1.0,
            median_s: 1.0 / value(f64::from(at)),
            low_s: 0.98 / value(f64::from(at)),
            high_s: 1.02 / value(f64::from(at)),
            value: value(f64::from(at)),
            elements: 1,
            unsteady: None,
            steps: Vec::new(),
            counters: None,
        };
        let knees = knee.map(|at| Knee { at, low: at / 2.0, high: at * 2.0 }).into_iter().collect();
        let points = (12..22).map(|power| point(1 << power)).collect();
        Curve { part: part.to_owned(), name: name.to_owned(), points, knees }
    }

    fn of(kind: DeviceType, curves: Vec<Curve>) -> String {
        let device = Facts::of_kind(kind);
        let seen = Seen { byte_per_s: Some(336e9), curves, ..Seen::of(&device, Vec::new()) };
        sentences(&seen).join("\n")
    }

    /// 400 ns under way, and a limit.
    fn little(most: f64) -> impl Fn(f64) -> f64 {
        move |bytes| f64::min(bytes / 400e-9, most)
    }

    fn flight(name: &str, most: f64, knee: Option<f64>) -> Curve {
        curve("flight", name, little(most), knee)
    }

    #[test]
    fn latency_and_knees_are_told_where_bytes_in_flight_are_what_counts() {
        let curves = vec![flight("one-load", 316e9, Some(130e3)), flight("loads-8", 316e9, Some(140e3))];
        let text = of(DeviceType::Simulated, curves);
        assert!(text.contains("a byte is under way for 400 ns (Little's law)"), "{text}");
        assert!(text.contains("the memory roof of 336 GB/s needs 134 kB in flight"), "{text}");
        assert!(
            text.contains("2 curves turn between 130 kB and 140 kB") && text.contains("bytes count, not"),
            "{text}"
        );
        assert!(
            text.contains("100 % of what `loads-8` does") && text.contains("WGSL does not show registers"),
            "{text}"
        );
    }

    #[test]
    fn curves_far_below_the_roof_are_not_said_to_show_what_it_needs() {
        let text = of(DeviceType::Simulated, vec![flight("one-load", 15e9, None), flight("loads-8", 65e9, Some(17e3))]);
        assert!(text.contains("No curve comes near the memory roof: `loads-8` reaches 19 % of it"), "{text}");
        let near = of(DeviceType::Simulated, vec![flight("one-load", 316e9, Some(130e3))]);
        assert!(!near.contains("No curve comes near"), "{near}");
    }

    #[test]
    fn a_compiler_that_asks_ahead_and_a_device_that_is_full_contradict_the_lesson_and_are_told() {
        let ahead = vec![flight("one-load", 316e9, Some(34e3)), flight("loads-8", 316e9, Some(130e3))];
        let text = of(DeviceType::Discrete, ahead);
        assert!(
            text.contains("turn at different bytes in flight") && text.contains("a compiler may send loads early"),
            "{text}"
        );
        let full = vec![flight("one-load", 100e9, None), flight("loads-8", 316e9, Some(130e3))];
        let text = of(DeviceType::Discrete, full);
        assert!(text.contains("`one-load` reaches 100 GB/s and not more, `loads-8` reaches 316 GB/s"), "{text}");
        assert!(!text.contains("different bytes"), "{text}");
    }

    #[test]
    fn where_bandwidth_does_not_grow_with_what_is_in_flight_no_latency_is_told() {
        let flat = vec![curve("flight", "one-load", |_| 5e9, None)];
        let text = of(DeviceType::Integrated, flat);
        assert!(text.contains("the latency cannot be read off") && text.contains("No curve has a knee"), "{text}");
    }

    #[test]
    fn on_a_processor_occupancy_means_nothing_unless_the_run_says_otherwise() {
        let of_cpu = |one: f64, eight: f64| {
            vec![curve("flight", "one-load", move |_| one, None), curve("flight", "loads-8", move |_| eight, None)]
        };
        let text = of(DeviceType::Cpu, of_cpu(2e9, 6e9));
        assert!(
            text.contains("occupancy means nothing; instruction-level parallelism does, `loads-8` is 3.00 times"),
            "{text}"
        );
        assert!(of(DeviceType::Cpu, of_cpu(2e9, 2e9)).contains("no gain by independent loads either"));
        let growing = vec![flight("one-load", 1e15, None), flight("loads-8", 1e15, None)];
        assert!(of(DeviceType::Cpu, growing).contains("times as fast even on a processor"));
    }

    #[test]
    fn ballast_is_told_by_what_it_costs() {
        let falls =
            |name: &str, by: f64| curve("ballast", name, move |at| 3e11 / (1.0 + by * at / (1 << 21) as f64), None);
        let text = of(DeviceType::Discrete, vec![falls("tile", 2.0), falls("tile-registers", 0.0)]);
        assert!(text.contains("`tile` is 2.99 times slower"), "{text}");
        assert!(text.contains("`tile-registers` not at all"), "{text}");
        assert!(of(DeviceType::Cpu, vec![falls("tile", 0.0)]).contains("has no unit to fill"));
        assert!(of(DeviceType::Discrete, vec![falls("tile", 0.0)]).contains("enough workgroups are resident"));
    }

    #[test]
    fn many_loads_that_bring_less_are_not_praised_and_unsteady_points_say_nothing() {
        let spilled = vec![flight("one-load", 316e9, None), flight("loads-8", 100e9, None)];
        assert!(of(DeviceType::Discrete, spilled).contains("so many registers that fewer invocations fit"));
        let mut restless = flight("one-load", 316e9, None);
        restless.points.iter_mut().for_each(|point| point.unsteady = Some("a busy machine".to_owned()));
        assert!(of(DeviceType::Discrete, vec![restless]).starts_with("The machine was too unsteady"));
    }
}
