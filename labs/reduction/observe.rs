//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::{CurvePoint, Measured, Measurements, Times, Together, becomes};
use crate::units::digits3;
use crate::verify::ROUNDOFF;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    let all =
        [turns(seen), scan(seen), skew(seen), errors(seen), tree(seen), blocks(seen), histogram(seen), experts(seen)];
    all.into_iter().flatten().collect()
}

fn on_cpu(seen: &Measurements<'_>) -> bool {
    seen.device.kind == DeviceType::Cpu
}

/// `compare` with what is said where the first is faster, where it is slower, and where neither is.
fn compared(seen: &Measurements<'_>, name: &str, base: &str, [faster, slower, same]: [&str; 3]) -> Option<String> {
    let (ratio, apart) = seen.ratio(name, base)?;
    let why = match (apart, ratio > 1.0) {
        (true, true) => faster,
        (true, false) => slower,
        (false, _) => same,
    };
    let compared = seen.compare(name, base)?;
    Some(if why.is_empty() { compared } else { format!("{compared}: {why}") })
}

fn turns(seen: &Measurements<'_>) -> Option<String> {
    let cheap = match seen.device.kind {
        DeviceType::Cpu => {
            "a CPU core adds atomically in its own cache, at little cost as long as few cores share the total"
        }
        DeviceType::Simulated => "so few turns at one address cost little",
        _ => "turns at one address cost little here, or the driver adds up a subgroup's lanes by itself",
    };
    let together = together(seen);
    let dear = match &together {
        Some(rate) => rate,
        None => "where every element took a turn at one address, a workgroup takes one",
    };
    Some(format!("Of the sums, {}.", compared(seen, "two-level", "atomic", [dear, cheap, cheap])?))
}

/// Atomics at one address are made one after the other, at most one a clock, and no device's clock is above this, in Hz.
const FASTEST_CLOCK: f64 = 6e9;

/// That additions came faster than an address takes turns: they were not made one by one.
fn together(seen: &Measurements<'_>) -> Option<String> {
    let atomic = seen.get("atomic")?;
    let rate = Some(atomic.flop / atomic.median_s).filter(|rate| *rate > FASTEST_CLOCK)?;
    Some(format!(
        "`atomic` adds {} elements a nanosecond, more than could take turns at one address, so the driver or the device adds up some of \
         them first; a workgroup takes one turn",
        digits3(1e-9 * rate)
    ))
}

/// What stands before the errors.
const ERRORS: &str = "Sums of f32 in eight orders: their error together, as a share of the sum, and the distance from the lowest to the highest:";

/// How far sums of f32 are off, and how much their order matters.
fn errors(seen: &Measurements<'_>) -> Option<String> {
    let all = ["one-by-one", "by-atomics", "by-tree", "compensated"].iter().filter_map(|name| {
        let error = seen.get(name)?.error?;
        Some((*name, error))
    });
    let all: Vec<(&str, Together)> = all.collect();
    let each = all.iter().map(|(name, error)| {
        let spread = error.high - error.low;
        if spread > 0.0 {
            format!("`{name}` {:.1e}, {spread:.1e} apart", error.error_l2)
        } else {
            format!("`{name}` {:.1e}, all equal", error.error_l2)
        }
    });
    let each: Vec<String> = each.collect();
    let nearest = all.iter().min_by(|a, b| a.1.error_l2.total_cmp(&b.1.error_l2))?;
    let fastest = all.iter().filter_map(|(name, _)| seen.get(name)).min_by(|a, b| a.median_s.total_cmp(&b.median_s))?;
    // No f32 is nearer to the true sum for sure.
    let exact: Vec<&str> = all.iter().filter(|(_, error)| error.error_l2 <= ROUNDOFF).map(|(name, _)| *name).collect();
    if let [rest @ .., last] = exact.as_slice()
        && !rest.is_empty()
    {
        let rest: Vec<String> = rest.iter().map(|name| format!("`{name}`")).collect();
        let fastest = match exact.contains(&fastest.name) {
            true => format!("`{}` is the fastest of all", fastest.name),
            false => format!("the fastest of all, `{}`, is not one of them", fastest.name),
        };
        return Some(format!(
            "{} {}. {} and `{last}` are as near to the true sum as the rounding of one f32, and {fastest}.",
            ERRORS,
            each.join("; "),
            rest.join(", ")
        ));
    }
    let both = if nearest.0 == fastest.name { "and the fastest" } else { "and not the fastest, which is" };
    let fastest = if nearest.0 == fastest.name { String::new() } else { format!(" `{}`", fastest.name) };
    Some(format!("{ERRORS} {}. `{}` is the nearest to the true sum {both}{fastest}.", each.join("; "), nearest.0))
}

fn experts(seen: &Measurements<'_>) -> Option<String> {
    let votes = [
        "a lane compares itself with all others at once, in six votes",
        "six votes and a table for each subgroup cost more than the loop",
        "the time is not spent on how a token finds its place",
    ];
    Some(format!(
        "Of the tokens in the order of their experts, {}.",
        compared(seen, "experts-ballot", "experts-loop", votes)?
    ))
}

fn tree(seen: &Measurements<'_>) -> Option<String> {
    let same = "the time is not spent on the idle lanes and banks of the tree";
    let slower = "fewer instructions and no bank conflicts gain nothing here";
    let words = ["whole subgroups work or rest, and no two words share a bank", slower, same];
    let tree = compared(seen, "sequential", "interleaved", words)?;
    let Some((ratio, true)) = seen.ratio("sequential", "atomic").filter(|_| on_cpu(seen)) else {
        return Some(format!("Of the trees, {tree}."));
    };
    let barriers = if ratio < 1.0 {
        "; but it takes longer than `atomic`, because at each barrier this driver goes through all lanes of a workgroup in turn"
    } else {
        ""
    };
    Some(format!("Of the trees, {tree}{barriers}."))
}

fn blocks(seen: &Measurements<'_>) -> Option<String> {
    let words = [
        "it makes fewer additions, 2 n instead of n times the logarithm of a block",
        "it makes fewer additions, but its indices, its barriers and its banks cost more than they save",
        "its fewer additions make no difference",
    ];
    let tree = compared(seen, "blelloch", "hillis-steele", words)?;
    let subgroup = compared(seen, "subgroup-scan", "hillis-steele", ["", "", ""]);
    let subgroup = subgroup.map_or(String::new(), |words| format!("; {words}, with one barrier"));
    Some(format!("Within a block, {tree}{subgroup}."))
}

/// Bytes an element of three passes, over those of one.
const PASSES: f64 = 12.0 / 8.0;

fn scan(seen: &Measurements<'_>) -> Option<String> {
    let (three, one) = (seen.get("three-pass")?, seen.get("look-back")?);
    let Times { least, most, .. } = seen.times("look-back", "three-pass")?;
    let why: &str = if most < 1.0 && on_cpu(seen) {
        "looking back takes barriers, at each of which this driver goes through all lanes of a workgroup in turn"
    } else if most < 1.0 && one.cause.is_none() {
        "looking back costs more than the bytes that it saves"
    } else if most < PASSES {
        &less(seen, three, one)
    } else if least > PASSES {
        "it is more, because two launches are saved as well"
    } else {
        "that lies within the intervals of this run"
    };
    let compared = seen.compare("look-back", "three-pass")?;
    Some(format!("Across workgroups, {compared}. 12 bytes an element became 8, which predicts {PASSES} times; {why}."))
}

/// Less of what the three passes move than this is not moved, because a cache holds it.
const HELD: f64 = 0.95;

/// Why one pass gains less than its bytes predict.
fn less(seen: &Measurements<'_>, three: &Measured, one: &Measured) -> String {
    let moved = three.traffic.zip(one.traffic).and_then(|(three, one)| Some(three.dram? / one.dram?));
    match moved {
        None => "it is less, because looking back takes time as well, or a cache holds what is read again".to_owned(),
        Some(moved) if moved < HELD * PASSES => format!(
            "it is less, because a cache holds some of what is read again: memory moves {} times less",
            digits3(moved)
        ),
        Some(_) => {
            let why = seen.cause(one.name).map_or(String::new(), |cause| format!("; {cause}"));
            format!("it is less, because bytes are not all that takes time{why}")
        }
    }
}

fn histogram(seen: &Measurements<'_>) -> Option<String> {
    let near = if on_cpu(seen) {
        "workgroup memory is ordinary memory here, and no nearer than the counts"
    } else {
        "the time is not spent on the way to the counts"
    };
    let far = ["lanes that meet at a bin meet in workgroup memory, and in one workgroup only", near, near];
    let workgroup = compared(seen, "workgroup", "global", far)?;
    let few = if on_cpu(seen) {
        "lanes do not meet here: the driver makes their additions one by one in any case"
    } else {
        "the time is not spent on lanes that meet at a bin"
    };
    let copies =
        compared(seen, "replicated", "workgroup", ["neighbours count in different copies, and meet less", few, few]);
    let slower = seen.ratio("replicated", "workgroup").is_some_and(|(ratio, apart)| apart && ratio < 1.0);
    let why = seen.cause("replicated").filter(|_| slower).map_or(String::new(), |cause| format!(" ({cause})"));
    let copies = copies.map_or(String::new(), |words| format!("; {words}{why}"));
    Some(format!("Of the histograms of skewed data, {workgroup}{copies}."))
}

/// How many times as long each histogram takes at the sweep's last point as at its first.
fn skew(seen: &Measurements<'_>) -> Option<String> {
    let mut found = Vec::new();
    let mut range = None;
    for name in ["global", "workgroup", "replicated", "aggregated"] {
        let Some(points @ [first, .., last]) = seen.curve(name).map(|curve| curve.points.as_slice()) else {
            continue;
        };
        range = Some((first.at, last.at));
        found.push(format!("`{name}` {}", course(points, first, last)));
    }
    let (first, last) = range?;
    Some(format!("As the share of one value goes from {first} to {last} %, {}.", found.join(", ")))
}

/// How a curve goes, and where it turns where it is highest between its ends.
fn course(points: &[CurvePoint], first: &CurvePoint, last: &CurvePoint) -> String {
    let ends = first.high_s.max(last.high_s);
    match points.iter().max_by(|a, b| a.median_s.total_cmp(&b.median_s)).filter(|peak| peak.low_s > ends) {
        Some(peak) => {
            format!("{} at {} % and {} at {} %", becomes(first, peak), peak.at, becomes(first, last), last.at)
        }
        None => becomes(first, last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::lab::{Curve, CurvePoint, Traffic};

    /// What is said of these variants, each with its seconds.
    fn of(kind: DeviceType, seconds: &[(&'static str, f64)]) -> String {
        let variants = seconds.iter().map(|(name, seconds)| Measured::of(name, *seconds)).collect();
        sentences(&Measurements::of(&Facts::of_kind(kind), variants)).join("\n")
    }

    const GPU: DeviceType = DeviceType::Discrete;
    const CPU: DeviceType = DeviceType::Cpu;

    #[test]
    fn turns_that_cost_nothing_are_told_from_those_that_do() {
        let sums = |kind, two_level| of(kind, &[("atomic", 50.0), ("two-level", two_level)]);
        assert!(sums(GPU, 1.0).contains("50.0 times as fast as `atomic`: where every element took a turn"));
        assert!(sums(GPU, 50.0).contains("no difference that this run can show: turns at one address cost little"));
        assert!(sums(CPU, 60.0).contains("takes 1.20 times as long as `atomic`: a CPU core"));
    }

    #[test]
    fn additions_that_come_faster_than_an_address_takes_turns_were_not_made_one_by_one() {
        let device = Facts::of_kind(GPU);
        let sums = |flop| {
            let of = |name, seconds| Measured { flop, ..Measured::of(name, seconds) };
            sentences(&Measurements::of(&device, vec![of("atomic", 1.6e-3), of("two-level", 76e-6)])).join("")
        };
        assert!(sums(67e6).contains("`atomic` adds 41.9 elements a nanosecond"), "{}", sums(67e6));
        assert!(sums(1e6).contains("where every element took a turn at one address"));
    }

    #[test]
    fn a_tree_that_loses_to_one_atomic_an_element_on_a_cpu_says_why() {
        let trees = |kind| of(kind, &[("atomic", 1.0), ("interleaved", 6.0), ("sequential", 5.0)]);
        assert!(trees(CPU).contains("takes longer than `atomic`, because at each barrier"), "{}", trees(CPU));
        assert!(trees(GPU).ends_with("no two words share a bank."), "{}", trees(GPU));
        let slower = of(GPU, &[("interleaved", 1.0), ("sequential", 2.0)]);
        assert!(slower.contains("gain nothing here"), "{slower}");
    }

    #[test]
    fn the_nearest_sum_is_told_from_the_fastest() {
        let sum = |name, seconds, error_l2| Measured {
            error: Some(Together { error_l2, tolerance_l2: 1e-4, low: -2.0 * error_l2, high: error_l2 }),
            ..Measured::of(name, seconds)
        };
        let reported = |line, tree| {
            let variants = vec![sum("one-by-one", 9.0, line), sum("by-tree", 1.0, tree)];
            let device = Facts::of_kind(GPU);
            sentences(&Measurements::of(&device, variants)).join("")
        };
        assert!(reported(1e-5, 1e-7).contains("`one-by-one` 1.0e-5, 3.0e-5 apart; `by-tree` 1.0e-7"));
        assert!(reported(5e-8, 4e-8).ends_with(
            "`one-by-one` and `by-tree` are as near to the true sum as the rounding of one f32, and `by-tree` is the fastest of all."
        ));
        assert!(reported(1e-5, 1e-7).ends_with("`by-tree` is the nearest to the true sum and the fastest."));
        assert!(
            reported(1e-7, 1e-5)
                .ends_with("`one-by-one` is the nearest to the true sum and not the fastest, which is `by-tree`.")
        );
    }

    #[test]
    fn fewer_additions_that_take_longer_are_not_praised() {
        let blocks = |blelloch| of(GPU, &[("hillis-steele", 2.0), ("blelloch", blelloch), ("subgroup-scan", 1.0)]);
        assert!(blocks(3.0).contains("1.50 times as long as `hillis-steele`: it makes fewer additions, but"));
        assert!(blocks(1.0).contains("2.00 times as fast as `hillis-steele`: it makes fewer additions, 2 n"));
        assert!(blocks(2.0).contains("its fewer additions make no difference; `subgroup-scan` is 2.00 times as fast"));
    }

    #[test]
    fn one_pass_is_held_against_what_its_bytes_predict() {
        let scans = |kind, look_back| of(kind, &[("three-pass", 3.0), ("look-back", look_back)]);
        assert!(scans(GPU, 2.0).contains("within the intervals"));
        assert!(scans(GPU, 1.0).contains("it is more"));
        assert!(scans(GPU, 2.5).contains("it is less"));
        assert!(scans(GPU, 4.0).ends_with("predicts 1.5 times; looking back costs more than the bytes that it saves."));
        assert!(scans(CPU, 4.0).contains("1.33 times as long as `three-pass`") && scans(CPU, 4.0).contains("barriers"));
    }

    #[test]
    fn of_an_estimate_that_gains_less_the_cause_is_told_that_was_counted() {
        let device = Facts::of_kind(DeviceType::Simulated);
        let reported = |dram| {
            let pass = |name, seconds, dram| Measured {
                cause: Some("instruction issue limits it".to_owned().into()),
                traffic: Some(Traffic { sectors: 1.0, dram: Some(dram) }),
                ..Measured::of(name, seconds)
            };
            let variants = vec![pass("three-pass", 2.6, dram), pass("look-back", 2.0, 8.0)];
            sentences(&Measurements::of(&device, variants)).join("\n")
        };
        let why = "because bytes are not all that takes time; of `look-back` the estimate says: instruction issue";
        assert!(reported(12.0).contains(why), "{}", reported(12.0));
        assert!(reported(9.0).contains("because a cache holds some of what is read again"), "{}", reported(9.0));
        let bins = |name, seconds| Measured {
            cause: Some("latency limits it".to_owned().into()),
            ..Measured::of(name, seconds)
        };
        let slower = sentences(&Measurements::of(
            &device,
            vec![bins("global", 9.0), bins("workgroup", 1.0), bins("replicated", 2.0)],
        ));
        assert!(slower.join("").ends_with("(of `replicated` the estimate says: latency limits it)."), "{slower:?}");
        let sums = of(DeviceType::Simulated, &[("atomic", 1.0), ("two-level", 1.2)]);
        assert!(sums.ends_with("so few turns at one address cost little."), "{sums}");
    }

    #[test]
    fn a_histogram_that_gains_nothing_from_workgroup_memory_or_copies_says_so() {
        let all = |kind, [workgroup, replicated]: [f64; 2]| {
            of(kind, &[("global", 10.0), ("workgroup", workgroup), ("replicated", replicated)])
        };
        assert!(
            all(GPU, [1.0, 0.5]).contains("meet in workgroup memory") && all(GPU, [1.0, 0.5]).contains("meet less")
        );
        assert!(
            all(GPU, [10.0, 20.0]).contains("not spent on the way to the counts")
                && all(GPU, [1.0, 2.0]).contains("not spent on lanes that meet")
        );
        assert!(all(CPU, [11.0, 14.0]).contains("ordinary memory") && all(CPU, [11.0, 14.0]).contains("one by one"));
    }

    #[test]
    fn curves_that_rise_fall_or_stay_are_told_apart() {
        let curve = |name: &str, [first, last]: [f64; 2]| {
            Curve::of("histogram", name, [CurvePoint::of(0, first), CurvePoint::of(100, last)], &[])
        };
        let curves = vec![curve("global", [1.0, 9.0]), curve("workgroup", [1.0, 1.0]), curve("aggregated", [3.0, 1.0])];
        let still = |seconds| CurvePoint { low_s: seconds, high_s: seconds, ..curves[1].points[0].clone() };
        assert_eq!(becomes(&still(1.0), &still(1.009)), "takes as long as before");
        let text = sentences(&Measurements { curves, ..Measurements::of(&Facts::of_kind(GPU), Vec::new()) }).join("");
        let wanted = "As the share of one value goes from 0 to 100 %, `global` takes 9.00 times as long, `workgroup` shows no \
                      change in this run, `aggregated` becomes 3.00 times as fast.";
        assert_eq!(text, wanted);
        let points = [(1, 10.8), (50, 30.2), (100, 1.64)].map(|(at, seconds)| CurvePoint::of(at, seconds));
        let curves = vec![Curve::of("histogram", "global", points, &[])];
        let text = sentences(&Measurements { curves, ..Measurements::of(&Facts::of_kind(GPU), Vec::new()) }).join("");
        assert!(
            text.ends_with("`global` takes 2.80 times as long at 50 % and becomes 6.59 times as fast at 100 %."),
            "{text}"
        );
    }

    #[test]
    fn variants_that_were_not_measured_are_not_spoken_of() {
        assert_eq!(of(GPU, &[]), "");
        assert_eq!(of(GPU, &[("global", 1.0), ("three-pass", 1.0), ("atomic", 1.0)]), "");
    }
}
