//! What a run of the lab shows.

use super::crossing::{amdahl, by_degree, counted, crossing, predicted};
use crate::facts::DeviceType;
use crate::lab::{CurvePoint, Line, Measurements, StepKind};
use crate::units::{BytePerSecond, Bytes, Seconds, digits3, percent};

/// The ways of `dispatches` and what each is called.
const WAYS: [(&str, &str); 4] = [
    ("submit-each", "in a submission of its own"),
    ("pass-each", "in a pass of its own"),
    ("one-pass", "among others in one pass"),
    ("indirect", "with its workgroups read from a buffer"),
];

/// From this distance of a point on, a line says nothing.
const NO_LINE: f64 = 0.25;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    [
        crossing(seen),
        costs(seen),
        amdahl(seen),
        predicted(seen),
        by_degree(seen),
        counted(seen),
        link(seen),
        overlapped(seen),
        ways(seen),
        single(seen),
        device_caveat(seen),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A caveat about the device, said first.
fn device_caveat(seen: &Measurements<'_>) -> Option<String> {
    match (seen.device.kind, seen.device.kind_on_silicon()) {
        (DeviceType::Cpu, _) => Some(
            "This device is the host's own processors: a launch wakes threads up, a copy stays in the same memory, and host and \
             device compete for the same cores."
                .to_owned(),
        ),
        (DeviceType::Simulated, _) if timed(seen) => Some(
            "Launches and copies are estimated from the machine's table of its link and its host; `--machine \
             link.byte_per_s=24e9` is another link."
                .to_owned(),
        ),
        (DeviceType::Simulated, _) => Some(
            "The machine's file does not know the link to the host, or the host: what uses them has no estimate. `--machine` can give \
             the figures, such as `link.latency_s=30e-6`."
                .to_owned(),
        ),
        (_, DeviceType::Integrated) => Some(
            "Host and device share their memory: `cold` only copies from one place of it to another.".to_owned(),
        ),
        _ => None,
    }
}

/// Whether anything that the host does has a time.
fn timed(seen: &Measurements<'_>) -> bool {
    seen.variants.iter().any(|variant| variant.name == "submit-each" || variant.name == "cold")
}

/// The points on whose times there is a verdict.
pub(super) fn steady(seen: &Measurements<'_>, name: &str) -> Vec<CurvePoint> {
    seen.curve(name).map(|curve| curve.steady().points).unwrap_or_default()
}

/// Its times over the axis, on a line.
pub(super) fn line(seen: &Measurements<'_>, name: &str) -> Option<Line> {
    let points: Vec<(f64, f64)> = steady(seen, name).iter().map(|p| (f64::from(p.at), p.median_s)).collect();
    Line::fit(&points)
}

/// What a dispatch costs: a slope, and never one launch.
fn costs(seen: &Measurements<'_>) -> Option<String> {
    let lines: Vec<(&str, &str, Line)> =
        WAYS.iter().filter_map(|(name, way)| Some((*name, *way, line(seen, name)?))).collect();
    let (good, bad): (Vec<_>, Vec<_>) = lines.iter().partition(|(_, _, l)| l.residual <= NO_LINE && l.slope > 0.0);
    let worst = good.iter().map(|(_, _, line)| line.residual).fold(0.0, f64::max);
    let good: Vec<String> =
        good.iter().map(|(name, way, l)| format!("{} {way} (`{name}`)", Seconds(l.slope))).collect();
    let bad: Vec<String> = bad.iter().map(|(name, ..)| format!("`{name}`")).collect();
    let no_line = match bad.as_slice() {
        [] => String::new(),
        bad => format!(
            " The times of {} do not lie on a line: this run cannot say what one dispatch costs.",
            bad.join(" and ")
        ),
    };
    if good.is_empty() {
        return (!bad.is_empty()).then(|| no_line.trim().to_owned());
    }
    Some(format!(
        "A dispatch costs {}: {}, from which the points differ by at most {}.{no_line}",
        good.join(", "),
        if good.len() == 1 { "the slope of a line" } else { "slopes of lines" },
        percent(worst)
    ))
}

/// How far off one launch alone would be.
fn single(seen: &Measurements<'_>) -> Option<String> {
    let line = line(seen, "one-pass").filter(|line| line.residual <= NO_LINE && line.slope > 0.0)?;
    let points = steady(seen, "one-pass");
    let first = points.first().filter(|point| point.at == 1)?;
    Some(format!(
        "One dispatch alone takes {}, {} times as long as one more among many: it includes the way there and back, and the work on the elements.",
        Seconds(first.median_s),
        digits3(first.median_s / line.slope)
    ))
}

fn ways(seen: &Measurements<'_>) -> Option<String> {
    let reported = [("one-pass", "submit-each"), ("one-dispatch", "one-pass")];
    let late = |name| {
        let lost = seen.ratio("one-pass", "submit-each").is_some_and(|(ratio, apart)| apart && ratio < 1.0);
        let known = lost && name == "one-pass" && seen.device.kind == DeviceType::Simulated;
        if known {
            ", because the device begins only when all are recorded, and needs longer for each than the host"
        } else {
            ""
        }
    };
    let reported =
        reported.iter().filter_map(|(name, base)| Some(format!("{}{}", seen.compare(name, base)?, late(*name))));
    let reported: Vec<String> = reported.collect();
    (!reported.is_empty()).then(|| format!("With 64 shares, {}.", reported.join("; ")))
}

/// The ways up of `copies`.
const ROADS: [&str; 4] = ["write-buffer", "staging", "belt", "mapped"];

/// Bytes and seconds of one sort of step of a variant, on a line.
fn copies(seen: &Measurements<'_>, name: &str, kind: StepKind) -> Option<Line> {
    let of = |point: &CurvePoint| {
        let step = point.steps.iter().find(|step| step.kind == kind)?;
        Some((step.byte, step.seconds?))
    };
    let points: Vec<(f64, f64)> = steady(seen, name).iter().filter_map(of).collect();
    Line::fit(&points)
}

/// A start and a rate in words.
fn copied(line: &Line) -> String {
    if line.slope <= 0.0 || line.start <= 0.0 {
        return "a time that does not grow with the bytes".to_owned();
    }
    let miss = match line.residual {
        miss if miss > NO_LINE => format!(" (a rough line: points differ from it by {})", percent(miss)),
        _ => String::new(),
    };
    format!(
        "{} and {}, half of that rate at {}{miss}",
        Seconds(line.start),
        BytePerSecond(1.0 / line.slope),
        Bytes(line.half_speed())
    )
}

/// The ways up and the way down, each as a start and a rate.
fn link(seen: &Measurements<'_>) -> Option<String> {
    let up = |name: &&str| Some(format!("`{name}` {}", copied(&copies(seen, name, StepKind::Upload)?)));
    let up: Vec<String> = ROADS.iter().filter_map(up).collect();
    let down = copies(seen, ROADS[0], StepKind::Download).map(|line| format!("; back, {}", copied(&line)));
    let reported = format!(
        "A copy that is waited for alone takes a start plus its bytes over a rate: {}{}.",
        up.join(", "),
        down.unwrap_or_default()
    );
    (!up.is_empty()).then_some(reported)
}

/// Whether chunks that are not waited for bring anything.
fn overlapped(seen: &Measurements<'_>) -> Option<String> {
    let (ratio, apart) = seen.ratio("double-buffered", "serial")?;
    let reported = match (apart, ratio > 1.0) {
        (true, true) => {
            "the host does not wait after each chunk, but once at the end, and fills the next chunk while the device works"
        }
        (true, false) => "not waiting costs more than it gains here",
        (false, _) => {
            "there is one queue, in which copies and kernels follow each other, and the host had nothing to do meanwhile"
        }
    };
    let whole = in_one_piece(seen).unwrap_or_default();
    Some(format!("In 8 chunks, {}: {reported}.{whole}", seen.compare("double-buffered", "serial")?))
}

/// Whether cutting what is copied brings anything at all.
fn in_one_piece(seen: &Measurements<'_>) -> Option<String> {
    let points = steady(seen, "double-buffered");
    let one = points.first().filter(|point| point.at == 1)?;
    let others = points.iter().skip(1);
    let best = others.min_by(|a, b| a.median_s.total_cmp(&b.median_s))?;
    let times = |point: &CurvePoint| Seconds(point.median_s);
    let (reported, why) = match (best.high_s < one.low_s, one.high_s < best.low_s) {
        (true, _) => (times(best), "the overlap saves more than each chunk costs again"),
        (_, true) => (
            times(best),
            "a launch and the starts of two copies, which each chunk needs again, cost more than the overlap saves",
        ),
        _ => {
            return Some(format!(
                " In one piece it takes as long as in {} chunks, as far as this run can show.",
                best.at
            ));
        }
    };
    Some(format!(" In one piece it takes {}, in {} chunks {reported}: {why}.", times(one), best.at))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::lab::{Curve, Measured, StepTime};

    pub fn curve(part: &str, name: &str, points: &[u32], time: impl Fn(f64) -> f64) -> Curve {
        Curve::of(part, name, points.iter().map(|at| CurvePoint::of(*at, time(f64::from(*at)))), &[])
    }

    /// `cold` with a start and a rate for each of its copies, `host` and `warm` with seconds an element.
    pub fn crossover(host: f64, start: f64, rate: f64, kernel: f64) -> Vec<Curve> {
        const AT: [u32; 6] = [256, 1024, 4096, 16_384, 65_536, 262_144];
        let copy = |n: f64| start + 4.0 * n / rate;
        let mut cold = curve("crossover", "cold", &AT, |n| 2.0 * copy(n) + kernel * n);
        for point in &mut cold.points {
            let n = f64::from(point.at);
            let step = |name: &str, kind, byte, seconds| StepTime {
                name: name.to_owned(),
                kind,
                times: 1,
                byte,
                seconds: Some(seconds),
            };
            point.steps = vec![
                step("upload x", StepKind::Upload, 4.0 * n, copy(n)),
                step("dispatch", StepKind::Dispatch, 0.0, kernel * n),
                step("download y", StepKind::Download, 4.0 * n, copy(n)),
            ];
        }
        let warm = curve("crossover", "warm", &AT, |n| 1e-6 + kernel * n);
        vec![curve("crossover", "host", &AT, |n| 1e-6 + host * n), cold, warm]
    }

    pub fn sentences_of(kind: DeviceType, curves: Vec<Curve>) -> String {
        let device = Facts::of_kind(kind);
        let seen = Measurements { curves, ..Measurements::of(&device, Vec::new()) };
        sentences(&seen).join("\n")
    }

    #[test]
    fn a_copy_is_told_as_a_start_and_a_rate_with_its_half_speed() {
        let mut curves = crossover(2e-9, 3e-5, 12.35e9, 1e-10);
        curves[1].name = "write-buffer".to_owned();
        let text = sentences_of(DeviceType::Discrete, curves);
        assert!(
            text.contains("`write-buffer` 30.0 µs and 12.4 GB/s, half of that rate at 371 kB; back, 30.0 µs"),
            "{text}"
        );
    }

    #[test]
    fn chunks_that_are_not_waited_for_are_praised_only_where_they_are_faster() {
        let device = Facts::of_kind(DeviceType::Discrete);
        let with = |serial: f64, double: f64| {
            let variants = vec![Measured::of("serial", serial), Measured::of("double-buffered", double)];
            sentences(&Measurements::of(&device, variants)).join("\n")
        };
        assert!(with(2.0, 1.0).contains("2.00 times as fast as `serial`: the host does not wait after each chunk"));
        assert!(with(1.0, 1.01).contains("there is one queue"));
        assert!(with(1.0, 2.0).contains("not waiting costs more than it gains here"));
    }

    #[test]
    fn whether_it_pays_to_cut_what_is_copied_is_told_from_the_curve() {
        let device = Facts::of_kind(DeviceType::Discrete);
        let with = |time: fn(f64) -> f64| {
            let variants = vec![Measured::of("serial", 2.0), Measured::of("double-buffered", 1.0)];
            let curves = vec![curve("overlap", "double-buffered", &[1, 4, 16], time)];
            sentences(&Measurements { curves, ..Measurements::of(&device, variants) }).join("\n")
        };
        let text = with(|chunks| 1e-3 * chunks);
        assert!(text.contains("In one piece it takes 1.00 ms, in 4 chunks 4.00 ms: a launch and the starts"), "{text}");
        let text = with(|chunks| 1e-3 / chunks);
        assert!(text.contains("in 16 chunks 62.5 µs: the overlap saves more"), "{text}");
        assert!(with(|_| 1e-3).contains("as long as in 4 chunks, as far as this run can show"));
    }

    #[test]
    fn a_device_on_the_hosts_processors_and_one_on_its_memory_are_said_to_be_that() {
        let curves = || crossover(2e-9, 3e-5, 12.35e9, 1e-10);
        assert!(sentences_of(DeviceType::Cpu, curves()).contains("a launch wakes threads up"));
        assert!(sentences_of(DeviceType::Integrated, curves()).contains("share their memory"));
        assert!(!sentences_of(DeviceType::Discrete, curves()).contains("share their memory"));
        assert!(
            sentences_of(DeviceType::Simulated, Vec::new()).contains("does not know the link to the host, or the host")
        );
    }

    #[test]
    fn a_dispatch_costs_a_slope_and_not_its_first_launch() {
        const AT: [u32; 5] = [1, 4, 16, 64, 256];
        let line = |name: &str, slope: f64| curve("dispatches", name, &AT, move |c| 1e-3 + slope * c);
        let text = sentences_of(DeviceType::Discrete, vec![line("submit-each", 3e-5), line("one-pass", 1e-6)]);
        assert!(
            text.contains("costs 30.0 µs in a submission of its own (`submit-each`), 1.00 µs among others"),
            "{text}"
        );
        assert!(text.contains("1001 times as long"), "{text}");
    }

    #[test]
    fn where_the_times_lie_on_no_line_no_cost_is_told() {
        const AT: [u32; 5] = [1, 4, 16, 64, 256];
        let rises = curve("dispatches", "submit-each", &AT, |c| 1e-6 * c * c);
        let text = sentences_of(DeviceType::Discrete, vec![rises]);
        assert!(text.contains("The times of `submit-each` do not lie on a line"), "{text}");
        assert!(!text.contains("A dispatch costs"), "{text}");
    }

    #[test]
    fn one_pass_that_loses_to_submissions_of_their_own_is_told_with_its_cause_where_it_is_modelled() {
        let with = |kind, one_pass| {
            let variants = vec![Measured::of("submit-each", 1.0), Measured::of("one-pass", one_pass)];
            sentences(&Measurements::of(&Facts::of_kind(kind), variants)).join("\n")
        };
        let late = "as long as `submit-each`, because the device begins only when all are recorded";
        assert!(with(DeviceType::Simulated, 1.2).contains(late), "{}", with(DeviceType::Simulated, 1.2));
        assert!(!with(DeviceType::Discrete, 1.2).contains("because the device begins"));
        assert!(!with(DeviceType::Simulated, 0.5).contains("because the device begins"));
    }

    #[test]
    fn an_unsteady_run_says_nothing_of_costs_and_crossings() {
        let mut curves = crossover(2e-9, 3e-5, 12.35e9, 1e-10);
        let points = curves.iter_mut().flat_map(|curve| &mut curve.points);
        points.for_each(|point| point.unsteady = Some("a busy machine".to_owned()));
        assert_eq!(sentences_of(DeviceType::Discrete, curves), "");
    }
}
