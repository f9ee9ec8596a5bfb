//! What a run of the lab shows.

use super::axis::{has_latencies, is_full};
use super::chase::NODE_BYTES;
use crate::facts::DeviceType;
use crate::lab::{Curve, CurvePoint, Knee, Measurements};
use crate::sim::machine::Machine;
use crate::units::{Bytes, Seconds, si};

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    let reported = [distance(seen), lanes(seen), width(seen), sharing(seen), banks(seen)];
    let reported: Vec<String> = reported.into_iter().flatten().collect();
    if reported.is_empty() && seen.curves.iter().any(Curve::is_restless) {
        return vec!["The machine was too unsteady to say how far a number is, or how wide the road.".to_owned()];
    }
    reported
}

/// The points of a curve on whose times there is a verdict; `None` without any.
fn steady(seen: &Measurements<'_>, name: &str) -> Option<Curve> {
    Some(seen.curve(name)?.steady()).filter(|curve| !curve.points.is_empty())
}

/// A curve's two ends, where it has two.
fn ends(curve: &Curve) -> Option<[&CurvePoint; 2]> {
    let (first, last) = (curve.points.first()?, curve.points.last()?);
    (first.at < last.at).then_some([first, last])
}

/// Less than this is no difference between two latencies.
const SAME: f64 = 1.15;

/// Points that far apart, as a factor, do not say where a step between them lies.
const FAR_APART: f64 = 4.0;

/// A larger set whose loads take so much less than a smaller one's did.
const FALLS: f64 = 0.8;

fn distance(seen: &Measurements<'_>) -> Option<String> {
    let name = ["chase-uniform", "chase-lane"].into_iter().find(|name| seen.curve(name).is_some())?;
    let curve = &steady(seen, name)?;
    let restless = seen.curve(name)?.is_restless();
    let [first, last] = ends(curve)?;
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
    let steps: Vec<String> = curve.knees.iter().map(knee_in_words).collect();
    let times = last.value / first.value;
    let where_ = match steps.as_slice() {
        [] if restless => "the machine was too unsteady to say where it steps up".to_owned(),
        [] => "it rises slowly, without a step that this run can name".to_owned(),
        [one] => format!("it steps up {one}, where a cache is full"),
        many => format!("it steps up {}: a cache is full at each", joined(many)),
    };
    let unnamed = if steps.is_empty() { String::new() } else { between_steps(curve, seen.machine) };
    let below = seen.machine.and_then(|machine| below(machine, last)).unwrap_or_default();
    let whose = whose(seen, !unnamed.is_empty(), &below);
    Some(format!(
        "A load that waits for the one before takes {near} from a set of {} and {far} from {}, {times:.1} times as long; {where_}.{unnamed}{whose}",
        bytes(first),
        bytes(last)
    ))
}

/// Whose caches or latencies these are, where it is not the device's own memory; `unnamed` where some steps have no name.
fn whose(seen: &Measurements<'_>, unnamed: bool, below: &str) -> String {
    match seen.device.kind {
        DeviceType::Cpu => {
            " These are the caches of the host's processor, which is built for short distances.".to_owned()
        }
        DeviceType::Simulated if unnamed => {
            format!(
                " Where the steps lie was simulated; the heights hold the machine file's own latencies, and what else a walk takes: if it is short, \
                 the first look at the whole set{below}."
            )
        }
        DeviceType::Simulated => format!(
            " The heights are the machine file's own latencies, and what else a walk takes, which is little: the load itself, and the first look at the whole set{below}; where the steps lie was simulated."
        ),
        DeviceType::Integrated => " What lies beyond the last step is the host's memory.".to_owned(),
        _ => String::new(),
    }
}

/// Why a load from a set that no cache holds takes less than the file's DRAM does, where it does.
fn below(machine: &Machine, last: &CurvePoint) -> Option<String> {
    let dram = machine.dram.latency_clocks? / machine.unit.clock_hz?;
    let caches = [machine.cache.l1_bytes, machine.cache.l2_bytes, machine.cache.last_bytes];
    let held = caches.into_iter().flatten().max().is_some_and(|bytes| bytes as f64 >= f64::from(last.at));
    (!held && last.value < dram).then(|| {
        format!(" (at {} less than DRAM's {}, because a cache still has some of the nodes)", bytes(last), Seconds(dram))
    })
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
fn knee_in_words(knee: &Knee) -> String {
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

fn lanes(seen: &Measurements<'_>) -> Option<String> {
    let (uniform, lane) = (steady(seen, "chase-uniform")?, steady(seen, "chase-lane")?);
    let (uniform, lane) = (uniform.points.first()?, lane.points.first()?);
    let ratio = lane.value / uniform.value;
    if seen.device.kind == DeviceType::Simulated || lane.at != uniform.at || (1.0 / SAME..=SAME).contains(&ratio) {
        return None;
    }
    let words = if ratio > 1.0 {
        format!("takes {ratio:.2} times as long as `chase-uniform`")
    } else {
        format!("is {:.2} times as fast as `chase-uniform`", 1.0 / ratio)
    };
    Some(match seen.device.kind {
        DeviceType::Cpu => format!(
            "`chase-lane` {words}: a driver on a processor loads for one lane after the other, or once for all."
        ),
        _ => format!("Near by, `chase-lane` {words}: loads of one address by all lanes take another path here."),
    })
}

fn width(seen: &Measurements<'_>) -> Option<String> {
    let curve = &steady(seen, "read-shared-set")?;
    let [first, last] = ends(curve)?;
    let ratio = first.value / last.value;
    let (near, far) = (si(first.value, "B/s"), si(last.value, "B/s"));
    let most = if seen.get(&curve.name).is_some_and(|row| row.lower_bound) { "at most " } else { "" };
    let ends = format!("{most}{near} of a set of {} and {far} of {}", bytes(first), bytes(last));
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
    let wider = steady(seen, "vec4-shared-set").and_then(|curve| {
        let point = curve.points.first().filter(|point| point.at == first.at)?;
        Some(point.value / first.value)
    });
    let vec4 = match wider {
        Some(times) if times > SAME => format!(
            " With four words a load, the nearest level gives {times:.2} times as much: it counts loads, not bytes."
        ),
        _ => String::new(),
    };
    Some(format!("All workgroups together read {ends}: near by the bandwidth is {ratio:.1} times as high.{vec4}"))
}

fn sharing(seen: &Measurements<'_>) -> Option<String> {
    let (shared, own) = (steady(seen, "read-shared-set")?, steady(seen, "read-own-set")?);
    let last = own.points.last()?;
    let same = shared.points.iter().find(|point| point.at == last.at)?;
    let ratio = same.value / last.value;
    let size = bytes(last);
    Some(if ratio > SAME {
        format!(
            "If each workgroup has its own {size}, they read {ratio:.1} times slower than if all read the same {size}: {}.",
            why_own_sets_are_slower(seen.machine, last)
        )
    } else {
        format!(
            "If each workgroup has its own {size}, they read as fast as if all read the same {size}: this run does not show which units share a cache."
        )
    })
}

/// Why sets that are not shared take longer, at the point `own` of their curve.
fn why_own_sets_are_slower(machine: Option<&Machine>, own: &CurvePoint) -> String {
    let all = Bytes(own.byte);
    let level2 = machine.and_then(|machine| machine.cache.l2_bytes).map(|held| Bytes(held as f64));
    match level2 {
        Some(held) if own.byte > held.0 => {
            format!("together their sets have {all}, more than the {held} of level 2, which holds the shared one")
        }
        _ => format!("their sets have {all} together, and each byte must come from memory once before a cache has it"),
    }
}

fn banks(seen: &Measurements<'_>) -> Option<String> {
    let at = |name: &str, apart: u32| {
        Some(seen.curve(name)?.points.iter().find(|point| point.at == apart && point.unsteady.is_none())?.value)
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
        let all = steady(seen, name)?;
        let worst = all.points.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
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
pub mod tests;
