//! What the curves of `crossover` show: from where it pays to leave the host, what predicts it, and what bounds the gain.

use super::observe::{copies, line, steady};
use crate::lab::{CurvePoint, Line, Seen, StepKind};
use crate::units::{BytePerSecond, FlopPerSecond, digits3, percent};

/// The two curves at the points that both have.
fn both(seen: &Seen<'_>, a: &str, b: &str) -> Vec<(CurvePoint, CurvePoint)> {
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

pub fn crossing(seen: &Seen<'_>) -> Option<String> {
    let pairs = both(seen, "host", "cold");
    let last = pairs.last()?;
    let ratio = last.0.median_s / last.1.median_s;
    let told = match passes(&pairs) {
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
    Some(format!("{told} {}", whose(seen)))
}

fn elements(count: u32) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}

/// Whose the host is: a crossing says something of both sides.
fn whose(seen: &Seen<'_>) -> String {
    let figures = seen
        .machine
        .and_then(|machine| Some((FlopPerSecond(machine.host.flop_per_s?), BytePerSecond(machine.host.byte_per_s?))));
    figures.map_or_else(
        || "The host is this computer.".to_owned(),
        |(flop, byte)| format!("The host is the machine file's, of {flop} and {byte}."),
    )
}

/// The crossing that the parts predict: the host's line, and those of both copies and of the kernel.
pub fn predicted(seen: &Seen<'_>) -> Option<String> {
    let (host, warm) = (line(seen, "host")?, line(seen, "warm")?);
    let (up, down) = (copies(seen, "cold", StepKind::Upload)?, copies(seen, "cold", StepKind::Download)?);
    let cold = Line {
        start: warm.start + up.start + down.start,
        slope: warm.slope + 4.0 * (up.slope + down.slope),
        residual: 0.0,
    };
    let pairs = both(seen, "host", "cold");
    let at: Vec<u32> = pairs.iter().map(|(host, _)| host.at).collect();
    let measured = passes(&pairs);
    let Some(predicted) = cold.below_from(&host) else {
        let agrees = measured[0].is_none() || measured[1].is_none();
        let verdict = if agrees { "and neither have the curves" } else { "but the curves have one" };
        return Some(format!("The lines of the host, of both copies and of the kernel have no crossing, {verdict}."));
    };
    // Within one point: not before the point before `before`, nor after the one after `after`.
    let place = |point: Option<u32>, none: usize| point.and_then(|p| at.iter().position(|at| *at == p)).unwrap_or(none);
    let (before, after) = (place(measured[0], 0), place(measured[1], at.len().checked_sub(1)?));
    let low = if measured[0].is_none() { 0.0 } else { f64::from(at[before.saturating_sub(1)]) };
    let high = if measured[1].is_none() { f64::INFINITY } else { f64::from(at[(after + 1).min(at.len() - 1)]) };
    let verdict = if (low..=high).contains(&predicted) {
        "within one point of where the curves cross"
    } else {
        "more than one point from where the curves cross: the parts do not add up here"
    };
    Some(format!(
        "The lines of the host, of both copies and of the kernel cross at {} elements, {verdict}.",
        digits3(predicted)
    ))
}

/// What the fastest kernel could bring at the largest size, beside what this one does.
pub fn amdahl(seen: &Seen<'_>) -> Option<String> {
    let pairs = both(seen, "host", "cold");
    let (host, cold) = pairs.last()?;
    let copies: Option<f64> = cold.steps.iter().filter(|s| s.kind != StepKind::Dispatch).map(|s| s.seconds).sum();
    let copies = copies.filter(|copies| *copies > 0.0)?;
    let (bound, speedup) = (host.median_s / copies, host.median_s / cold.median_s);
    if bound <= 1.0 {
        return Some(format!(
            "Amdahl: at {} the copies of `cold` alone take {} times as long as `host` takes for all of it: no kernel, however fast, \
             makes up for that.",
            elements(host.at),
            digits3(1.0 / bound)
        ));
    }
    let over = if speedup > bound { ": copies that do not wait overlap with the rest" } else { "" };
    Some(format!(
        "Amdahl: at {} elements the copies of `cold` alone take {} of the host's time, so that no kernel, however fast, makes it more than {} \
         times as fast; it is {} times{over}.",
        host.at,
        percent(copies / host.median_s),
        digits3(bound),
        digits3(speedup)
    ))
}

/// The degree from which on a few elements are worth the way.
pub fn by_degree(seen: &Seen<'_>) -> Option<String> {
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
pub fn counted(seen: &Seen<'_>) -> Option<String> {
    let cold = both(seen, "count-host", "count-cold");
    let (host, last) = cold.last()?;
    let told = match passes(&cold) {
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
                "Counting numbers, one operation for four bytes, {told}; if the numbers are on the device already, it is faster from \
                 between {before} and {after} elements on."
            ));
        }
    };
    Some(format!("Counting numbers, one operation for four bytes, {told}; {stays}."))
}

#[cfg(test)]
mod tests {
    use super::super::observe::tests::{crossover, curve, told};
    use crate::facts::DeviceType;

    #[test]
    fn a_crossing_is_told_with_its_prediction_and_with_amdahls_bound() {
        let text = told(DeviceType::Discrete, crossover(2e-9, 3e-5, 12.35e9, 1e-10));
        assert!(text.contains("pays to leave the host from between 16384 and 65536 elements"), "{text}");
        assert!(text.contains("within one point of where the curves cross"), "{text}");
        assert!(text.contains("makes it more than 2.29 times as fast"), "{text}");
    }

    #[test]
    fn where_the_link_eats_the_gain_leaving_the_host_is_not_praised() {
        let text = told(DeviceType::Discrete, crossover(2e-10, 3e-5, 12.35e9, 1e-11));
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
            told(DeviceType::Discrete, curves)
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
            told(DeviceType::Discrete, curves)
        };
        assert!(with(1e-6).contains("between k = 32 and 128 on, 8.00 to 32.0 FLOP for each byte"), "{}", with(1e-6));
        assert!(with(2e-8).contains("do not pay for their copies up to k = 2048, 512 FLOP"), "{}", with(2e-8));
        assert!(with(1e-3).contains("With k = 8 even few elements pay for their copies"), "{}", with(1e-3));
    }
}
