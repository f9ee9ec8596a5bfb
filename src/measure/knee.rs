//! Where a curve turns up.

use crate::lab::Knee;

/// How much steeper a curve is after a knee than before it, as a difference of slopes in log-log: from flat to proportional
/// is 1.
const TURN: f64 = 0.4;

/// From this share of a knee's own turn on, the neighbouring point belongs to it.
const ALSO: f64 = 0.5;

/// The rule of [`knees`] in words.
pub const RULE: &str = "a knee is a point at which a curve turns: with both axes logarithmic, its slope over the next two steps is at \
                        least 0.4 more than over the two steps before, and it changes less at the neighbouring points; the figure \
                        is where two lines meet, one through the two points before it and one through the two points after it (a \
                        neighbour at which the curve turns half as much or more belongs to the knee, and is left out), or the point itself if they do \
                        not meet between its neighbours";

/// The knees of a curve of rising points, each a place on the axis and a value, all above 0.
pub fn knees(points: &[(f64, f64)]) -> Vec<Knee> {
    let logs: Vec<(f64, f64)> = points.iter().map(|(at, value)| (libm::log(*at), libm::log(*value))).collect();
    let inner = 1..logs.len().saturating_sub(1);
    let step = |at: usize| slope(&logs, at, at + 1) - slope(&logs, at - 1, at);
    let last = logs.len().saturating_sub(1);
    inner
        .clone()
        .filter(|&at| {
            let turn = slope(&logs, at, (at + 2).min(last)) - slope(&logs, at.saturating_sub(2), at);
            let beside = [at - 1, at + 1].into_iter().filter(|beside| inner.contains(beside));
            // Of two that turn alike, the first is the knee.
            turn >= TURN && beside.into_iter().all(|b| step(b) < step(at) || b > at && step(b) <= step(at))
        })
        .map(|at| {
            let (low, high) = (logs[at - 1].0, logs[at + 1].0);
            let place = meeting(&logs, at).filter(|place| (low..=high).contains(place)).unwrap_or(logs[at].0);
            Knee { at: libm::exp(place), low: points[at - 1].0, high: points[at + 1].0 }
        })
        .collect()
}

fn slope(logs: &[(f64, f64)], from: usize, to: usize) -> f64 {
    (logs[to].1 - logs[from].1) / (logs[to].0 - logs[from].0)
}

/// Where the line through the two points before a knee's neighbourhood meets that through the two after it. A neighbour at which a
/// curve that turns slowly turns as well belongs to the knee.
fn meeting(logs: &[(f64, f64)], at: usize) -> Option<f64> {
    let step = |at: usize| slope(logs, at, at + 1) - slope(logs, at - 1, at);
    let also = |beside: usize| (1..logs.len() - 1).contains(&beside) && step(beside) >= ALSO * step(at);
    let before = at.checked_sub(if at > 2 && also(at - 1) { 3 } else { 2 })?;
    let after = if at + 3 < logs.len() && also(at + 1) { at + 2 } else { at + 1 };
    let after = (after + 1 < logs.len()).then_some(after)?;
    let (left, right) = (slope(logs, before, before + 1), slope(logs, after, after + 1));
    let (a, b) = (logs[before], logs[after]);
    let place = (b.1 - a.1 + left * a.0 - right * b.0) / (left - right);
    place.is_finite().then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: impl Iterator<Item = u32>, value: impl Fn(f64) -> f64) -> Vec<Knee> {
        let points: Vec<(f64, f64)> = points.map(|at| (f64::from(at), value(f64::from(at)))).collect();
        knees(&points)
    }

    fn doublings(count: u32) -> impl Iterator<Item = u32> {
        (0..count).map(|power| 1 << power)
    }

    #[test]
    fn the_larger_of_two_costs_turns_where_they_are_equal_wherever_that_lies_between_the_points() {
        for planted in [20.0, 64.0, 70.0, 90.0, 91.0, 100.0, 127.0, 130.0] {
            let found = curve(doublings(11), |k| f64::max(1.0, k / planted));
            assert_eq!(found.len(), 1, "{planted}: {found:?}");
            assert!((found[0].at / planted - 1.0).abs() < 0.15, "{planted}: {found:?}");
            assert!(found[0].low <= planted && planted <= found[0].high, "{planted}: {found:?}");
        }
    }

    /// As where two resources overlap only in part.
    #[test]
    fn a_curve_that_turns_slowly_has_its_knee_where_the_lines_on_both_sides_meet() {
        for planted in [40.0, 64.0, 80.0, 91.0, 110.0, 128.0, 170.0] {
            let found = curve(doublings(12), |k| f64::hypot(1.0, k / planted));
            assert_eq!(found.len(), 1, "{planted}: {found:?}");
            assert!((found[0].at / planted - 1.0).abs() < 0.1, "{planted}: {found:?}");
        }
    }

    #[test]
    fn time_that_falls_and_then_stays_turns_where_it_stops_falling() {
        let found = curve(doublings(11), |lanes| f64::max(1.0 / lanes, 1.0 / 50.0));
        assert_eq!(found.len(), 1);
        assert!((found[0].at / 50.0 - 1.0).abs() < 0.15, "{found:?}");
    }

    #[test]
    fn each_step_of_a_staircase_turns_at_its_last_point() {
        let found = curve(doublings(14), |bytes| match bytes {
            bytes if bytes <= 32.0 => 27.0,
            bytes if bytes <= 1024.0 => 150.0,
            _ => 400.0,
        });
        let places: Vec<f64> = found.iter().map(|knee| knee.at.round()).collect();
        assert_eq!(places, [32.0, 1024.0], "{found:?}");
    }

    #[test]
    fn a_straight_line_a_falling_bend_and_too_few_points_have_no_knee() {
        assert_eq!(curve(doublings(11), |k| 3.0 * k), []);
        assert_eq!(curve(doublings(11), |k| f64::min(k, 100.0)), []);
        assert_eq!(curve(doublings(2), |k| k), []);
        assert_eq!(knees(&[]), []);
    }

    #[test]
    fn noise_of_a_few_percent_makes_no_knee() {
        let noise = [1.0, 1.04, 0.97, 1.02, 0.99, 1.03, 0.98];
        let points: Vec<(f64, f64)> = noise.iter().zip(doublings(7)).map(|(v, at)| (f64::from(at), *v)).collect();
        assert_eq!(knees(&points), []);
    }
}
