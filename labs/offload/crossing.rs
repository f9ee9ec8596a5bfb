//! What the curves of `crossover` show: from where it pays to leave the host, what predicts it, and what bounds the gain.

use super::observe::{line, steady};
use crate::lab::{CurvePoint, Line, Measurements};
use crate::units::{BytePerSecond, FlopPerSecond, Seconds, digits3};

/// The two curves at the points that both have.
fn both(seen: &Measurements<'_>, a: &str, b: &str) -> Vec<(CurvePoint, CurvePoint)> {
    let others = steady(seen, b);
    let with = |p: CurvePoint| Some((p.clone(), others.iter().find(|other| other.at == p.at)?.clone()));
    steady(seen, a).into_iter().filter_map(with).collect()
}

/// The points between which `cold` falls below `host` for good: none before, or none after.
fn passes(pairs: &[(CurvePoint, CurvePoint)]) -> [Option<u32>; 2] {
    let before = pairs.iter().rposition(|(host, cold)| cold.median_s >= host.median_s);
    let after = before.map_or(0, |at| at + 1);
    [before.map(|at| pairs[at].0.at), pairs.get(after).map(|(host, _)| host.at)]
}

pub fn crossing(seen: &Measurements<'_>) -> Option<String> {
    let pairs = both(seen, "host", "cold");
    let last = pairs.last()?;
    let ratio = last.0.median_s / last.1.median_s;
    let reported = match passes(&pairs) {
        [Some(before), Some(after)] => format!(
            "It pays to leave the host from between {before} and {after} elements on: at {} `cold`, with all copies, is {} times as \
             fast as `host`.",
            last.0.at,
            digits3(ratio)
        ),
        [None, _] => format!(
            "Even at {} elements `cold` is faster than `host`: here it always pays to leave the host.",
            pairs[0].0.at
        ),
        _ => format!(
            "Up to {} it does not pay to leave the host: `cold` takes {} times as long as `host` there.",
            elements(last.0.at),
            digits3(1.0 / ratio)
        ),
    };
    Some(format!("{reported} {}", whose(seen)))
}

fn elements(count: u32) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}

/// Whose the host is: a crossing says something of both sides.
fn whose(seen: &Measurements<'_>) -> String {
    let figures = seen
        .machine
        .and_then(|machine| Some((FlopPerSecond(machine.host.flop_per_s?), BytePerSecond(machine.host.byte_per_s?))));
    figures.map_or_else(
        || "The host is this computer.".to_owned(),
        |(flop, byte)| format!("The host is the machine file's, of {flop} and {byte}."),
    )
}

/// What `cold` takes beside its kernel, at each point: the copies as they are within it, with one wait for all.
fn beside(seen: &Measurements<'_>) -> Option<Line> {
    let rest = |(cold, warm): &(CurvePoint, CurvePoint)| (f64::from(cold.at), cold.median_s - warm.median_s);
    Line::fit(&both(seen, "cold", "warm").iter().map(rest).collect::<Vec<_>>())
}

/// The crossing that the parts predict: the host's line, that of the kernel, and that of what `cold` takes beside it.
pub fn predicted(seen: &Measurements<'_>) -> Option<String> {
    const LINES: &str = "The lines of the host, of the kernel (`warm`) and of what `cold` takes beside it";
    let (host, warm, rest) = (line(seen, "host")?, line(seen, "warm")?, beside(seen)?);
    let cold = Line { start: warm.start + rest.start, slope: warm.slope + rest.slope, residual: 0.0 };
    let pairs = both(seen, "host", "cold");
    let at: Vec<u32> = pairs.iter().map(|(host, _)| host.at).collect();
    let measured = passes(&pairs);
    let Some(predicted) = cold.below_from(&host) else {
        let agrees = measured[0].is_none() || measured[1].is_none();
        let verdict = if agrees { "and neither have the curves" } else { "but the curves have one" };
        return Some(format!("{LINES} have no crossing, {verdict}."));
    };
    // Within one point: not before the point before `before`, nor after the one after `after`.
    let place = |point: Option<u32>, none: usize| point.and_then(|p| at.iter().position(|at| *at == p)).unwrap_or(none);
    let (before, after) = (place(measured[0], 0), place(measured[1], at.len().checked_sub(1)?));
    let low = if measured[0].is_none() { 0.0 } else { f64::from(at[before.saturating_sub(1)]) };
    let high = if measured[1].is_none() { f64::INFINITY } else { f64::from(at[(after + 1).min(at.len() - 1)]) };
    let verdict = if (low..=high).contains(&predicted) {
        "within one point of where the curves cross"
    } else {
        "more than one point from where the curves cross: the times do not lie on straight lines here"
    };
    Some(format!("{LINES} cross at {} elements, {verdict}.", digits3(predicted)))
}

/// What the fastest kernel could bring at the largest size, beside what this one does: `cold` without all that its kernel takes,
/// a launch included, is the least that the rest can take.
pub fn amdahl(seen: &Measurements<'_>) -> Option<String> {
    let pairs = both(seen, "host", "cold");
    let (host, cold) = pairs.last()?;
    let warm = steady(seen, "warm").into_iter().find(|point| point.at == host.at)?;
    let rest = cold.median_s - warm.median_s;
    if rest <= 0.0 {
        return None;
    }
    let (bound, speedup) = (host.median_s / rest, host.median_s / cold.median_s);
    let without =
        format!("Amdahl: without its kernel (`warm`) `cold` takes {} at {}", Seconds(rest), elements(host.at));
    Some(if bound <= 1.0 {
        format!(
            "{without}, {} times as long as `host`: no kernel, however fast, makes up for that.",
            digits3(1.0 / bound)
        )
    } else {
        format!(
            "{without}: no kernel makes it more than {} times as fast as `host`; it is {} times.",
            digits3(bound),
            digits3(speedup)
        )
    })
}

/// The degree from which on a few elements are worth the way.
pub fn by_degree(seen: &Measurements<'_>) -> Option<String> {
    let pairs = both(seen, "host-k", "cold-k");
    let last = pairs.last()?;
    let moved = |k: u32| digits3(f64::from(k) / 4.0);
    Some(match passes(&pairs) {
        [Some(before), Some(after)] => format!(
            "With fewer elements it takes more work for each: `cold-k` is faster than `host-k` from between k = {before} and {after} on, {} \
             to {} FLOP for each byte that is copied.",
            moved(before),
            moved(after)
        ),
        [None, _] => format!("With k = {} even few elements pay for their copies.", pairs[0].0.at),
        _ => format!(
            "Few elements do not pay for their copies up to k = {}, {} FLOP for each byte that is copied.",
            last.0.at,
            moved(last.0.at)
        ),
    })
}

/// Whether work with hardly an operation a byte is worth the way, and from where on without the way up.
pub fn counted(seen: &Measurements<'_>) -> Option<String> {
    let cold = both(seen, "count-host", "count-cold");
    let (host, last) = cold.last()?;
    let reported = match passes(&cold) {
        [_, None] => format!(
            "does not pay for the copies at any size up to {}: there `count-cold` takes {} times as long as `count-host`",
            host.at,
            digits3(last.median_s / host.median_s)
        ),
        [None, _] => "pays for the copies at every size".to_owned(),
        [Some(before), Some(after)] => format!("pays for the copies from between {before} and {after} elements on"),
    };
    let stays = match passes(&both(seen, "count-host", "count-warm")) {
        [_, None] => "and the device is not faster even if the numbers are there already",
        [None, _] => "and if the numbers are on the device already, it is always faster",
        [Some(before), Some(after)] => {
            return Some(format!(
                "Counting numbers, one operation for four bytes, {reported}; if the numbers are on the device already, it is faster from \
                 between {before} and {after} elements on."
            ));
        }
    };
    Some(format!("Counting numbers, one operation for four bytes, {reported}; {stays}."))
}

#[cfg(test)]
mod tests {
    use super::super::observe::tests::{crossover, curve, sentences_of};
    use crate::facts::DeviceType;

    #[test]
    fn a_crossing_is_told_with_its_prediction_and_with_amdahls_bound() {
        let text = sentences_of(DeviceType::Discrete, crossover(2e-9, 3e-5, 12.35e9, 1e-10));
        assert!(text.contains("pays to leave the host from between 16384 and 65536 elements"), "{text}");
        assert!(text.contains("within one point of where the curves cross"), "{text}");
        assert!(text.contains("makes it more than 2.30 times as fast as `host`"), "{text}");
    }

    #[test]
    fn where_the_link_eats_the_gain_leaving_the_host_is_not_praised() {
        let text = sentences_of(DeviceType::Discrete, crossover(2e-10, 3e-5, 12.35e9, 1e-11));
        assert!(text.contains("no kernel, however fast, makes up for that"), "{text}");
        assert!(text.contains("Up to 262144 elements it does not pay to leave the host"), "{text}");
        assert!(text.contains("have no crossing, and neither have the curves"), "{text}");
        assert!(!text.contains("It pays"), "{text}");
    }

    #[test]
    fn what_is_never_worth_the_way_is_told_from_what_need_not_go() {
        const AT: [u32; 4] = [256, 1024, 4096, 16_384];
        let with = |cold: f64, warm: f64| {
            let curves = vec![
                curve("", "count-host", &AT, |n| 1e-9 * n),
                curve("", "count-cold", &AT, move |n| 1e-6 + cold * n),
                curve("", "count-warm", &AT, move |n| warm + 1e-10 * n),
            ];
            sentences_of(DeviceType::Discrete, curves)
        };
        assert!(
            with(2e-9, 2e-6).contains("at any size up to 16384: there `count-cold` takes 2.06 times"),
            "{}",
            with(2e-9, 2e-6)
        );
        assert!(
            with(2e-9, 2e-6).contains("on the device already, it is faster from between 1024 and 4096 elements on")
        );
        assert!(with(2e-9, 1e-3).contains("and the device is not faster even if the numbers are there already"));
        assert!(with(1e-10, 1e-3).contains("from between 1024 and 4096 elements on"));
    }

    #[test]
    fn the_degree_from_which_on_few_elements_pay_is_told_where_there_is_one() {
        const AT: [u32; 5] = [8, 32, 128, 512, 2048];
        let with = |host: f64| {
            let curves =
                vec![curve("", "host-k", &AT, move |k| host * k), curve("", "cold-k", &AT, |k| 1e-4 + 1e-8 * k)];
            sentences_of(DeviceType::Discrete, curves)
        };
        assert!(with(1e-6).contains("between k = 32 and 128 on, 8.00 to 32.0 FLOP for each byte"), "{}", with(1e-6));
        assert!(with(2e-8).contains("do not pay for their copies up to k = 2048, 512 FLOP"), "{}", with(2e-8));
        assert!(with(1e-3).contains("With k = 8 even few elements pay for their copies"), "{}", with(1e-3));
    }
}
