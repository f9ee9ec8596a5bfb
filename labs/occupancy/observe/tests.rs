//! What is said of runs that nobody made.

use super::*;
use crate::facts::Facts;
use crate::sim::Counters;
use crate::sim::machine::Machine;

fn curve(part: &str, name: &str, value: impl Fn(f64) -> f64, knee: Option<f64>) -> Curve {
    let point = |at: u32| {
        let value = value(f64::from(at));
        CurvePoint { value, ..CurvePoint::of(at, 1.0 / value) }
    };
    Curve::of(part, name, (12..22).map(|power| point(1 << power)), knee.as_slice())
}

fn of(kind: DeviceType, curves: Vec<Curve>) -> String {
    let device = Facts::of_kind(kind);
    let seen = Measurements { byte_per_s: Some(336e9), curves, ..Measurements::of(&device, Vec::new()) };
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
    assert!(text.contains("2 curves turn between 130 kB and 140 kB") && text.contains("bytes count, not"), "{text}");
    assert!(text.contains("100 % of what `loads-8` does") && text.contains("WGSL does not show registers"), "{text}");
}

#[test]
fn of_lower_curves_that_turn_it_is_not_said_that_one_curve_turns() {
    let lower = || flight("one-load", 15e9, Some(6e3));
    let one = of(DeviceType::Simulated, vec![lower(), flight("vec4", 65e9, Some(24e3))]);
    assert!(one.contains("that get furthest one turns: `vec4` at 24.0 kB in flight; `one-load` end lower"), "{one}");
    assert!(!one.contains("One curve turns"), "{one}");
    let none = of(DeviceType::Simulated, vec![lower(), flight("vec4", 65e9, None)]);
    assert!(none.contains("have no knee (`vec4`); `one-load` end lower") && !none.contains("No curve has"), "{none}");
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
fn where_most_curves_end_lower_it_is_not_said_that_bytes_alone_count() {
    let some = |lower: &[&'static str]| {
        let mut curves: Vec<Curve> = lower.iter().map(|name| flight(name, 100e9, Some(40e3))).collect();
        curves.extend([flight("loads-8", 294e9, Some(108e3)), flight("vec4", 294e9, Some(125e3))]);
        of(DeviceType::Simulated, curves)
    };
    let text = some(&["one-load", "loads-2", "loads-4"]);
    let wanted = "`loads-8` at 108 kB, `vec4` at 125 kB; `one-load`, `loads-2`, `loads-4` end lower, so that";
    assert!(text.contains(wanted) && !text.contains("bytes count, not"), "{text}");
    assert!(some(&["one-load"]).contains("2 curves turn between 108 kB and 125 kB"), "{}", some(&["one-load"]));
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
    let falls = |name: &str, by: f64| curve("ballast", name, move |at| 3e11 / (1.0 + by * at / (1 << 21) as f64), None);
    let text = of(DeviceType::Discrete, vec![falls("tile", 2.0), falls("tile-registers", 0.0)]);
    assert!(text.contains("`tile` is 2.99 times slower"), "{text}");
    assert!(text.contains("`tile-registers` not at all"), "{text}");
    assert!(of(DeviceType::Cpu, vec![falls("tile", 0.0)]).contains("has no unit to fill"));
    assert!(of(DeviceType::Discrete, vec![falls("tile", 0.0)]).contains("enough workgroups are resident"));
    let device = Facts::of_kind(DeviceType::Simulated);
    let launch = |waves| {
        let mut tile = falls("tile", 0.0);
        let counters = Counters { waves: Some(waves), ..Counters::default() };
        tile.points.iter_mut().for_each(|point| point.counters = Some(counters.clone()));
        let seen = Measurements {
            curves: vec![tile],
            machine: Machine::builtin("ampere-8.6").ok(),
            ..Measurements::of(&device, Vec::new())
        };
        sentences(&seen).join("\n")
    };
    assert!(launch(1).contains("the units hold all workgroups of so small a launch"), "{}", launch(1));
    assert!(launch(40).contains("enough workgroups are resident"), "{}", launch(40));
}

#[test]
fn many_loads_that_bring_less_are_not_praised_and_unsteady_points_say_nothing() {
    let spilled = vec![flight("one-load", 316e9, None), flight("loads-8", 100e9, None)];
    assert!(of(DeviceType::Discrete, spilled).contains("so many registers that fewer invocations fit"));
    let mut restless = flight("one-load", 316e9, None);
    restless.points.iter_mut().for_each(|point| point.unsteady = Some("a busy machine".to_owned()));
    assert!(of(DeviceType::Discrete, vec![restless]).starts_with("The machine was too unsteady"));
}
