//! What is said of runs that nobody made.

use super::*;
use crate::facts::{Facts, Limits};

pub fn facts(kind: DeviceType) -> Facts {
    let plain = Facts::of_kind(kind);
    let limits = Limits { max_buffer_size: 1 << 30, max_storage_binding: 1 << 30, ..plain.limits };
    Facts { limits, ..plain }
}

fn curve(name: &str, points: &[(u32, f64)], knees: &[f64]) -> Curve {
    let points = points.iter().map(|&(at, value)| CurvePoint { value, ..CurvePoint::of(at, 1.0) });
    Curve::of("", name, points, knees)
}

fn of(kind: DeviceType, curves: Vec<Curve>) -> String {
    on(None, kind, curves)
}

fn on(name: Option<&str>, kind: DeviceType, curves: Vec<Curve>) -> String {
    let machine = name.and_then(|name| Machine::builtin(name).ok());
    let (device, variants) = (&facts(kind), Vec::new());
    sentences(&Measurements { device, variants, ridge: None, byte_per_s: None, curves, machine }).join("\n")
}

#[test]
fn a_machine_without_latencies_is_not_said_to_have_no_caches() {
    let walk = || vec![curve("chase-uniform", &[(4096, 1.09e-9), (1 << 23, 1.12e-9)], &[])];
    let text = on(Some("apple-m1"), DeviceType::Simulated, walk());
    assert!(text.contains("has no latencies") && !text.contains("no step"), "{text}");
    assert!(!on(Some("rdna2"), DeviceType::Simulated, walk()).contains("has no latencies"));
}

#[test]
fn where_the_farthest_loads_take_less_than_dram_it_is_said_beside_an_unnamed_rise() {
    let points = [(4096, 27e-9), (65_536, 40e-9), (262_144, 150e-9), (2_097_152, 152e-9), (1 << 23, 266e-9)];
    let mut stairs = curve("chase-uniform", &points, &[185_000.0, 3_000_000.0]);
    stairs.knees[0].high = 262_144.0;
    let text = on(Some("ampere-8.6"), DeviceType::Simulated, vec![stairs]);
    assert!(
        text.contains("It also rises from 27.0 ns") && text.contains("at 8.39 MB less than DRAM's 400 ns"),
        "{text}"
    );
}

#[test]
fn a_rise_within_a_cache_is_told_with_its_name() {
    let points = [(4096, 33e-9), (46_336, 69e-9), (2_965_824, 99e-9), (1 << 23, 162e-9)];
    let mut stairs = curve("chase-uniform", &points, &[32_768.0, 4_194_304.0]);
    stairs.knees[0].high = 46_336.0;
    stairs.knees[1].low = 2_965_824.0;
    let text = on(Some("rdna2"), DeviceType::Simulated, vec![stairs]);
    assert!(text.contains("99.0 ns at 2.97 MB (these sets are level 2's: level 1 still has some"), "{text}");
}

#[test]
fn a_staircase_is_told_with_its_steps() {
    let stairs = || {
        vec![curve("chase-uniform", &[(4096, 27e-9), (1 << 20, 150e-9), (1 << 23, 400e-9)], &[131_072.0, 3_145_728.0])]
    };
    let text = of(DeviceType::Simulated, stairs());
    assert!(text.contains("27.0 ns") && text.contains("400 ns") && text.contains("14.8 times as long"), "{text}");
    assert!(text.contains("a cache is full at each") && text.contains("the machine file's own latencies"), "{text}");
    assert!(of(DeviceType::Cpu, stairs()).contains("the host's processor"));
    assert!(of(DeviceType::Integrated, stairs()).contains("the host's memory"));
}

#[test]
fn a_step_between_points_far_apart_is_told_as_between_them() {
    let mut stairs = curve("chase-uniform", &[(4096, 27e-9), (1 << 23, 400e-9)], &[23_200.0]);
    stairs.knees[0] = Knee { at: 23_200.0, low: 4096.0, high: 185_000.0 };
    let text = of(DeviceType::Simulated, vec![stairs]);
    assert!(text.contains("it steps up somewhere between 4.10 kB and 185 kB, where a cache is full"), "{text}");
}

#[test]
fn a_rise_that_no_knee_names_is_told_beside_those_that_have_one() {
    let points = [(4096, 27e-9), (23_200, 27e-9), (185_000, 150e-9), (1_050_000, 152e-9), (1 << 23, 400e-9)];
    let mut stairs = curve("chase-uniform", &points, &[23_200.0]);
    stairs.knees[0] = Knee { at: 23_200.0, low: 4096.0, high: 185_000.0 };
    let text = of(DeviceType::Simulated, vec![stairs]);
    assert!(text.contains("It also rises from 150 ns at 185 kB to 400 ns at 8.39 MB, without a step"), "{text}");
    let points = [(4096, 20e-9), (8192, 40e-9), (1 << 20, 41e-9), (1 << 21, 400e-9)];
    let mut late = curve("chase-uniform", &points, &[1.5e6]);
    late.knees[0] = Knee { at: 1.5e6, low: 1_048_576.0, high: 2_097_152.0 };
    let text = of(DeviceType::Discrete, vec![late]);
    assert!(text.contains("It also rises from 20.0 ns at 4.10 kB to 41.0 ns at 1.05 MB"), "{text}");
    let named = [(4096, 27e-9), (65_536, 27e-9), (131_072, 30e-9), (262_144, 150e-9)];
    let text = of(DeviceType::Simulated, vec![curve("chase-uniform", &named, &[131_072.0])]);
    assert!(!text.contains("also rises"), "{text}");
}

#[test]
fn without_a_step_it_says_so() {
    let flat = of(DeviceType::Cpu, vec![curve("chase-uniform", &[(4096, 27e-9), (1 << 23, 29e-9)], &[])]);
    assert!(flat.contains("this run shows no step"), "{flat}");
    let slope = of(DeviceType::Discrete, vec![curve("chase-lane", &[(4096, 27e-9), (1 << 23, 60e-9)], &[])]);
    assert!(slope.contains("without a step that this run can name"), "{slope}");
}

#[test]
fn a_load_beyond_all_caches_that_takes_less_than_dram_is_said_to_meet_some_nodes() {
    let near = [(4096, 28.2e-9), (1 << 17, 28.2e-9), (1 << 19, 152e-9), (1 << 20, 152e-9)];
    let far = |last| {
        let points = [&near[..], &[(1 << 23, last)]].concat();
        on(Some("ampere-8.6"), DeviceType::Simulated, vec![curve("chase-uniform", &points, &[262_144.0, 3_145_728.0])])
    };
    let reported = "(at 8.39 MB less than DRAM's 400 ns, because a cache still has some of the nodes)";
    assert!(far(399e-9).contains(reported), "{}", far(399e-9));
    assert!(!far(401e-9).contains("less than DRAM's"), "{}", far(401e-9));
    let held = curve("chase-uniform", &near, &[262_144.0]);
    let text = on(Some("ampere-8.6"), DeviceType::Simulated, vec![held]);
    assert!(text.contains("the machine file's own latencies") && !text.contains("less than DRAM's"), "{text}");
}

#[test]
fn points_without_a_verdict_say_nothing() {
    let unsteady = |all: &[(u32, f64)], name: &str, from: usize| {
        let mut one = curve(name, all, &[]);
        one.points[from..].iter_mut().for_each(|point| point.unsteady = Some("a busy machine".to_owned()));
        one
    };
    let walk = [(4096, 10e-9), (8192, 11e-9), (1 << 20, 80e-9), (1 << 22, 300e-9), (1 << 23, 400e-9)];
    let road = [(16_384, 9e9), (1 << 20, 5e9), (1 << 23, 1e9)];
    let words = [(1, 1e-9), (32, 32e-9), (64, 32e-9)];
    let all = |from| {
        of(
            DeviceType::Cpu,
            vec![
                unsteady(&walk, "chase-uniform", from),
                unsteady(&road, "read-shared-set", from),
                unsteady(&words, "words", from),
            ],
        )
    };
    assert_eq!(all(0), "The machine was too unsteady to say how far a number is, or how wide the road.");
    let text = of(DeviceType::Cpu, vec![unsteady(&walk, "chase-uniform", 2)]);
    assert!(!text.contains("400 ns") && !text.contains("rises slowly"), "{text}");
    let mut rising = curve("chase-uniform", &walk, &[]);
    rising.points[1..4].iter_mut().for_each(|point| point.unsteady = Some("a busy machine".to_owned()));
    let text = of(DeviceType::Cpu, vec![rising]);
    assert!(text.contains("the machine was too unsteady to say where it steps up"), "{text}");
}

#[test]
fn a_clock_that_was_still_rising_makes_it_inconclusive() {
    let rising = curve("chase-uniform", &[(4096, 90e-9), (8192, 88e-9), (16_384, 27e-9), (1 << 23, 400e-9)], &[]);
    let text = of(DeviceType::Discrete, vec![rising]);
    assert!(text.starts_with("Inconclusive: a load of `chase-uniform` took 90.0 ns"), "{text}");
}

#[test]
fn another_way_for_uniform_loads_is_told_where_there_is_one() {
    let both = |lane| vec![curve("chase-uniform", &[(4096, 20e-9)], &[]), curve("chase-lane", &[(4096, lane)], &[])];
    assert!(of(DeviceType::Discrete, both(40e-9)).contains("2.00 times as long as `chase-uniform`"));
    assert!(!of(DeviceType::Discrete, both(21e-9)).contains("chase-lane"));
    assert!(of(DeviceType::Cpu, both(60e-9)).contains("one lane after the other"));
}

#[test]
fn a_road_as_wide_everywhere_contradicts_the_lesson_and_is_told_as_such() {
    let road = |near, far| vec![curve("read-shared-set", &[(16_384, near), (1 << 23, far)], &[])];
    assert!(of(DeviceType::Discrete, road(9e12, 0.3e12)).contains("near by the bandwidth is 30.0 times as high"));
    assert!(of(DeviceType::Cpu, road(9e9, 8.8e9)).contains("before any cache does"));
    assert!(of(DeviceType::Integrated, road(9e9, 8.8e9)).contains("under way at once"));
}

#[test]
fn a_set_of_ones_own_costs_a_shared_cache_or_does_not() {
    let both =
        |own| vec![curve("read-shared-set", &[(262_144, 4e12)], &[]), curve("read-own-set", &[(262_144, own)], &[])];
    assert!(of(DeviceType::Discrete, both(1e12)).contains("4.0 times slower"));
    assert!(of(DeviceType::Discrete, both(4e12)).contains("does not show which units share a cache"));
}

#[test]
fn memory_without_banks_is_told_from_conflicts() {
    let words = |far| curve("words", &[(1, 1e-9), (32, far)], &[]);
    let padded = curve("padded", &[(1, 1e-9), (31, 31e-9), (32, 1e-9)], &[]);
    let text = of(DeviceType::Discrete, vec![words(32e-9), padded]);
    assert!(text.contains("32.0 times as long as neighbours; `padded` 1.0 times, but 31.0 times at 31"), "{text}");
    let swizzled = curve("swizzled", &[(1, 1e-9), (31, 3e-9), (32, 1e-9), (33, 2e-9)], &[]);
    let text = of(DeviceType::Discrete, vec![words(32e-9), curve("padded", &[(1, 1e-9), (32, 1e-9)], &[]), swizzled]);
    assert!(text.contains("`padded` 1.0 times and `swizzled` 1.0 times, but 3.0 times at 31."), "{text}");
    assert!(of(DeviceType::Cpu, vec![words(1e-9)]).contains("has no banks"));
    assert_eq!(of(DeviceType::Cpu, Vec::new()), "");
}
