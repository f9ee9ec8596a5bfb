//! What a run of the lab shows.

use super::axis::{has_latencies, is_full};
use super::chase::NODE_BYTES;
use crate::facts::DeviceType;
use crate::lab::{Curve, CurvePoint, Knee, Seen};
use crate::sim::machine::Machine;
use crate::units::{Bytes, Seconds, si};

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Seen<'_>) -> Vec<String> {
    [distance(seen), lanes(seen), width(seen), sharing(seen), banks(seen)].into_iter().flatten().collect()
}

/// Less than this is no difference between two latencies.
const SAME: f64 = 1.15;

/// Points that far apart, as a factor, do not say where a step between them lies.
const FAR_APART: f64 = 4.0;

/// A larger set whose loads take so much less than a smaller one's did.
const FALLS: f64 = 0.8;

fn distance(seen: &Seen<'_>) -> Option<String> {
    let curve = seen.curve("chase-uniform").or_else(|| seen.curve("chase-lane"))?;
    let (first, last) = (curve.points.first()?, curve.points.last()?);
    if seen.machine.is_some_and(|machine| !has_latencies(machine)) {
        return Some(
            "This machine's file has no latencies, and so no time of a load that waits for the one before can be estimated. The times of \
             the walks hold only their instructions and bytes: they are lower bounds, and say nothing of the caches."
                .to_owned(),
        );
    }
    if let Some(fall) = falls(curve) {
        return Some(format!(
            "Inconclusive: a load of `{}` took {} in a set of {}, and {} in one of {}. More bytes cannot be nearer: the clock was still \
             rising, because one subgroup is too little work for a device to speed up, or something else ran. Run it again after another lab.",
            curve.name,
            Seconds(fall[0].value),
            bytes(fall[0]),
            Seconds(fall[1].value),
            bytes(fall[1]),
        ));
    }
    let (near, far) = (Seconds(first.value), Seconds(last.value));
    if last.value < SAME * first.value {
        return Some(format!(
            "From {} to {}, a load takes {near} to {far}: this run shows no step, and so no cache's size.",
            bytes(first),
            bytes(last)
        ));
    }
    let steps: Vec<String> = curve.knees.iter().map(place).collect();
    let times = last.value / first.value;
    let where_ = match steps.as_slice() {
        [] => "it rises slowly, without a step that this run can name".to_owned(),
        [one] => format!("it steps up {one}, where a cache is full"),
        many => format!("it steps up {}: a cache is full at each", joined(many)),
    };
    let unnamed = if steps.is_empty() { String::new() } else { between_steps(curve, seen.machine) };
    let whose = match seen.device.kind {
        DeviceType::Cpu => " These are the caches of the host's processor, which is built for short distances.",
        DeviceType::Simulated if !unnamed.is_empty() => {
            " Where the steps lie was simulated; the heights hold the machine file's own latencies, and what else a walk takes: if it is short, \
             the first look at the whole set."
        }
        DeviceType::Simulated => {
            " The heights are the machine file's own latencies, and a clock or two for the load itself; where the steps lie was simulated."
        }
        DeviceType::Integrated => " What lies beyond the last step is the host's memory.",
        _ => "",
    };
    Some(format!(
        "A load that waits for the one before takes {near} from a set of {} and {far} from {}, {times:.1} times as long; {where_}.{unnamed}{whose}",
        bytes(first),
        bytes(last)
    ))
}

/// Where the curve rises between its knees, or beside them: a step that too few points show, or a slope.
fn between_steps(curve: &Curve, machine: Option<&Machine>) -> String {
    let begins = std::iter::once(0.0).chain(curve.knees.iter().map(|knee| knee.high));
    let ends = curve.knees.iter().map(|knee| knee.low).chain([f64::INFINITY]);
    let rises = begins.zip(ends).filter_map(|(begin, end)| {
        let within = |point: &&CurvePoint| (begin..=end).contains(&f64::from(point.at));
        let (first, last) = (curve.points.iter().find(within)?, curve.points.iter().rfind(within)?);
        let [from, to] = [first, last].map(|point| format!("{} at {}", Seconds(point.value), bytes(point)));
        let whose = machine.and_then(|machine| level(machine, [first, last])).unwrap_or_default();
        (last.value >= SAME * first.value).then(|| format!("from {from} to {to}{whose}"))
    });
    match rises.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        rises => format!(" It also rises {}, without a step that this run can name.", joined(rises)),
    }
}

/// The cache that holds sets of these sizes and no smaller cache does, by the machine's file, and why they may differ within it.
fn level(machine: &Machine, [first, last]: [&CurvePoint; 2]) -> Option<String> {
    let cache = &machine.cache;
    let levels =
        [(cache.l1_bytes, "level 1"), (cache.l2_bytes, "level 2"), (cache.last_bytes, "the memory-side cache")];
    let known: Vec<(f64, &str)> = levels.into_iter().filter_map(|(bytes, name)| Some((bytes? as f64, name))).collect();
    let at = known.iter().position(|(bytes, _)| *bytes >= f64::from(last.at))?;
    let nearer = known[..at].last()?;
    if nearer.0 >= f64::from(first.at) {
        return None;
    }
    let nodes = machine.sector_bytes() / NODE_BYTES;
    let why = match nodes {
        0 | 1 => String::new(),
        _ => format!(
            ": {} still has some of their nodes, because a load brings {nodes} of them, and has fewer the larger the set is",
            nearer.1
        ),
    };
    Some(format!(" (these sets are {}'s{why})", known[at].1))
}

/// Where a step lies; between which sizes, where the points are too far apart to say more.
fn place(knee: &Knee) -> String {
    if knee.high > FAR_APART * knee.low {
        return format!("somewhere between {} and {}", Bytes(knee.low), Bytes(knee.high));
    }
    format!("at {}", Bytes(knee.at))
}

/// Two points of which the later one takes much less.
fn falls(curve: &Curve) -> Option<[&CurvePoint; 2]> {
    let mut highest = curve.points.first()?;
    for point in &curve.points {
        if point.value < FALLS * highest.value && point.high_s / point.median_s * point.value < highest.value {
            return Some([highest, point]);
        }
        if point.value > highest.value {
            highest = point;
        }
    }
    None
}

fn lanes(seen: &Seen<'_>) -> Option<String> {
    let [uniform, lane] = ["chase-uniform", "chase-lane"].map(|name| Some(seen.curve(name)?.points.first()?.value));
    let ratio = lane? / uniform?;
    if seen.device.kind == DeviceType::Simulated || (1.0 / SAME..=SAME).contains(&ratio) {
        return None;
    }
    let (times, than) = if ratio > 1.0 { (ratio, "as long as") } else { (1.0 / ratio, "less time than") };
    Some(match seen.device.kind {
        DeviceType::Cpu => format!(
            "`chase-lane` takes {times:.2} times {than} `chase-uniform`: a driver on a processor loads for one lane after the other, or once for all."
        ),
        _ => format!(
            "Near by, `chase-lane` takes {times:.2} times {than} `chase-uniform`: loads of one address by all lanes take another path here."
        ),
    })
}

fn width(seen: &Seen<'_>) -> Option<String> {
    let curve = seen.curve("read-shared-set")?;
    let (first, last) = (curve.points.first()?, curve.points.last()?);
    let ratio = first.value / last.value;
    let (near, far) = (si(first.value, "B/s"), si(last.value, "B/s"));
    let ends = format!("{near} of a set of {} and {far} of {}", bytes(first), bytes(last));
    if ratio < SAME {
        let why = match seen.device.kind {
            DeviceType::Cpu => "the instructions around each load limit them all, before any cache does",
            _ if is_full(seen.machine, first.value) => {
                "what level 1 hands to the units limits both: all else is faster"
            }
            _ => "something other than the caches limits them, such as the loads that are under way at once",
        };
        return Some(format!(
            "All workgroups together read {ends}: no level has more bandwidth than another here; {why}."
        ));
    }
    let wider = seen.curve("vec4-shared-set").and_then(|curve| Some(curve.points.first()?.value / first.value));
    let vec4 = match wider {
        Some(times) if times > SAME => format!(
            " With four words a load, the nearest level gives {times:.2} times as much: it counts loads, not bytes."
        ),
        _ => String::new(),
    };
    Some(format!("All workgroups together read {ends}: near by the bandwidth is {ratio:.1} times as high.{vec4}"))
}

fn sharing(seen: &Seen<'_>) -> Option<String> {
    let (shared, own) = (seen.curve("read-shared-set")?, seen.curve("read-own-set")?);
    let last = own.points.last()?;
    let same = shared.points.iter().find(|point| point.at == last.at)?;
    let ratio = same.value / last.value;
    let size = bytes(last);
    Some(if ratio > SAME {
        format!(
            "If each workgroup has its own {size}, they read {ratio:.1} times slower than if all read the same {size}: together their sets are too large for a cache that holds one set."
        )
    } else {
        format!(
            "If each workgroup has its own {size}, they read as fast as if all read the same {size}: this run does not show which units share a cache."
        )
    })
}

fn banks(seen: &Seen<'_>) -> Option<String> {
    let at = |name: &str, apart: u32| {
        let point = seen.curve(name)?.points.iter().find(|point| point.at == apart)?;
        Some(point.value)
    };
    let slower = |name: &str, apart: u32| Some(at(name, apart)? / at(name, 1)?);
    let words = slower("words", 32)?;
    if words < SAME {
        let why = match seen.device.kind {
            DeviceType::Cpu => "workgroup memory is ordinary memory here, and has no banks",
            _ => "something other than the banks limits the kernel",
        };
        return Some(format!("Words 32 apart cost no more than neighbours: {why}."));
    }
    let ways = ["padded", "swizzled"].map(|name| {
        let good = slower(name, 32)?;
        let worst = seen.curve(name)?.points.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        let times = slower(name, worst.at)?;
        let but = if times < SAME { String::new() } else { format!(", but {times:.1} times at {}", worst.at) };
        Some(format!("`{name}` {good:.1} times{but}"))
    });
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    let rest = if ways.is_empty() { String::new() } else { format!("; {}", joined(&ways)) };
    Some(format!("Words 32 apart take `words` {words:.1} times as long as neighbours{rest}."))
}

fn bytes(point: &CurvePoint) -> Bytes {
    Bytes(f64::from(point.at))
}

fn joined(words: &[String]) -> String {
    match words {
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::facts::{Facts, Limits};

    pub fn facts(kind: DeviceType) -> Facts {
        let plain = Facts::of_kind(kind);
        let limits = Limits { max_buffer_size: 1 << 30, max_storage_binding: 1 << 30, ..plain.limits };
        Facts { limits, ..plain }
    }

    fn curve(name: &str, points: &[(u32, f64)], knees: &[f64]) -> Curve {
        let point = |&(at, value): &(u32, f64)| CurvePoint {
            flop: 0.0,
            byte: 1.0,
            at,
            median_s: 1.0,
            low_s: 0.98,
            high_s: 1.02,
            value,
            elements: 1,
            unsteady: None,
            counters: None,
            steps: Vec::new(),
        };
        Curve {
            part: String::new(),
            name: name.to_owned(),
            points: points.iter().map(point).collect(),
            knees: knees.iter().map(|&at| Knee { at, low: at / 2.0, high: at * 2.0 }).collect(),
        }
    }

    fn of(kind: DeviceType, curves: Vec<Curve>) -> String {
        on(None, kind, curves)
    }

    fn on(name: Option<&str>, kind: DeviceType, curves: Vec<Curve>) -> String {
        let machine = name.and_then(|name| Machine::builtin(name).ok());
        let (device, variants) = (&facts(kind), Vec::new());
        sentences(&Seen { device, variants, ridge: None, byte_per_s: None, curves, machine }).join("\n")
    }

    #[test]
    fn a_machine_without_latencies_is_not_said_to_have_no_caches() {
        let walk = || vec![curve("chase-uniform", &[(4096, 1.09e-9), (1 << 23, 1.12e-9)], &[])];
        let text = on(Some("apple-m1"), DeviceType::Simulated, walk());
        assert!(text.contains("has no latencies") && !text.contains("no step"), "{text}");
        assert!(!on(Some("rdna2"), DeviceType::Simulated, walk()).contains("has no latencies"));
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
            vec![curve(
                "chase-uniform",
                &[(4096, 27e-9), (1 << 20, 150e-9), (1 << 23, 400e-9)],
                &[131_072.0, 3_145_728.0],
            )]
        };
        let text = of(DeviceType::Simulated, stairs());
        assert!(text.contains("27.0 ns") && text.contains("400 ns") && text.contains("14.8 times as long"), "{text}");
        assert!(
            text.contains("a cache is full at each") && text.contains("the machine file's own latencies"),
            "{text}"
        );
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
    fn a_clock_that_was_still_rising_makes_it_inconclusive() {
        let rising = curve("chase-uniform", &[(4096, 90e-9), (8192, 88e-9), (16_384, 27e-9), (1 << 23, 400e-9)], &[]);
        let text = of(DeviceType::Discrete, vec![rising]);
        assert!(text.starts_with("Inconclusive: a load of `chase-uniform` took 90.0 ns"), "{text}");
    }

    #[test]
    fn another_way_for_uniform_loads_is_told_where_there_is_one() {
        let both =
            |lane| vec![curve("chase-uniform", &[(4096, 20e-9)], &[]), curve("chase-lane", &[(4096, lane)], &[])];
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
        let both = |own| {
            vec![curve("read-shared-set", &[(262_144, 4e12)], &[]), curve("read-own-set", &[(262_144, own)], &[])]
        };
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
        let text =
            of(DeviceType::Discrete, vec![words(32e-9), curve("padded", &[(1, 1e-9), (32, 1e-9)], &[]), swizzled]);
        assert!(text.contains("`padded` 1.0 times and `swizzled` 1.0 times, but 3.0 times at 31."), "{text}");
        assert!(of(DeviceType::Cpu, vec![words(1e-9)]).contains("has no banks"));
        assert_eq!(of(DeviceType::Cpu, Vec::new()), "");
    }
}
