//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::{Measured, Measurements};
use crate::units::{digits3, percent};

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    // Reuse first: it is the lab's question, and the first screen shows three.
    let of_matrices = [matrix_units(seen), matrix_ideas(seen)];
    [top(seen), registers(seen), workgroup(seen), order(seen), caches(seen), no_faster(seen)]
        .into_iter()
        .chain(of_matrices)
        .flatten()
        .collect()
}

fn on_cpu(seen: &Measurements<'_>) -> bool {
    seen.device.kind == DeviceType::Cpu
}

/// The fastest rung, and how far it is from the roof.
fn top(seen: &Measurements<'_>) -> Option<String> {
    let fastest = seen.fastest("matmul")?;
    let compared = seen.compare(fastest.name, "naive")?;
    if fastest.name == "naive" {
        return None;
    }
    let reaches = reaches(fastest).map_or(String::new(), |reaches| format!(", and {reaches}"));
    Some(format!("The ladder's fastest: {compared}{reaches}{}.", beside(seen, fastest)))
}

/// `; `a` and `b` are as fast`: the others that take the same time.
fn beside(seen: &Measurements<'_>, fastest: &Measured) -> String {
    let names: Vec<String> = seen.as_fast(fastest).iter().map(|other| format!("`{}`", other.name)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} is as fast"),
        [rest @ .., last] => format!("; {} and {last} are as fast", rest.join(", ")),
    }
}

fn reaches(variant: &Measured) -> Option<String> {
    Some(format!("reaches {} of the measured f32 roof", percent(variant.of_measured?)))
}

/// Rungs that should be faster than those that they build on, and these: of the rungs above register tiles, and of those on matrix units.
const STEPS: [(&str, &str); 11] = [
    ("vec4-loads", "named-sums"),
    ("vec4-columns", "vec4-loads"),
    ("vectorised", "vec4-columns"),
    ("prefetched", "vectorised"),
    ("unchecked", "prefetched"),
    ("lane-blocks", "unchecked"),
    ("matrix-vec4", "matrix-units"),
    ("matrix-direct", "matrix-vec4"),
    ("matrix-4x4", "matrix-direct"),
    ("matrix-padded", "matrix-4x4"),
    ("matrix-stages", "matrix-padded"),
];

/// The steps of the ladder that made it slower. Times alone do not say why; an estimate does.
fn no_faster(seen: &Measurements<'_>) -> Option<String> {
    if on_cpu(seen) {
        return None; // there they are not expected to gain
    }
    let slower = |(name, base): &(&str, &str)| {
        let (times, _) = seen.ratio(name, base).filter(|(times, differ)| *differ && *times < 1.0)?;
        let cause = seen.get(name)?.cause.as_ref().map(ToString::to_string);
        let why = fewer_resident(seen, name, base).or(cause).map_or(String::new(), |why| format!(" ({why})"));
        Some(format!("`{name}` takes {} times as long as `{base}`{why}", digits3(1.0 / times)))
    };
    let found: Vec<String> = STEPS.iter().filter_map(slower).collect();
    let (last, rest) = found.split_last()?;
    let all = if rest.is_empty() { last.clone() } else { format!("{} and {last}", rest.join(", ")) };
    let steps = if rest.is_empty() {
        "A step that was to gain and costs here"
    } else {
        "Steps that were to gain and cost here"
    };
    let estimated = STEPS.iter().any(|(name, _)| seen.get(name).is_some_and(|variant| variant.cause.is_some()));
    let why = if estimated { "" } else { "; times alone do not say why" };
    Some(format!("{steps}: {all}{why}."))
}

/// That a unit has room for many fewer subgroups of one variant than of another, by the estimate.
fn fewer_resident(seen: &Measurements<'_>, name: &str, base: &str) -> Option<String> {
    let room = |name| seen.get(name)?.occupancy;
    let (fewer, more) = (room(name)?, room(base)?);
    (FEWER * fewer <= more).then(|| {
        format!(
            "a unit holds fewer of its workgroups: {} of the places for subgroups, not {}",
            percent(fewer),
            percent(more)
        )
    })
}

/// From which factor on fewer resident subgroups are what costs: a whole workgroup of two.
const FEWER: f64 = 2.0;

/// Whether the order of the invocations mattered.
fn order(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare("coalesced", "naive")?;
    let (ratio, apart) = seen.ratio("coalesced", "naive")?;
    let why = match (apart && ratio > 1.2, on_cpu(seen)) {
        (true, _) => "the same loads, asked for by neighbours that need neighbouring addresses",
        (false, true) => "a CPU driver loads lane by lane, and gains little from lanes that read side by side",
        (false, false) => {
            return Some(match seen.cause("coalesced") {
                Some(cause) => format!("On coalescing: {compared}; {cause}."),
                None => format!("On coalescing: {compared}; here the order of the loads makes no difference."),
            });
        }
    };
    Some(format!("On coalescing: {compared}; {why}."))
}

/// What workgroup memory alone brought.
fn workgroup(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare("tiled", "coalesced")?;
    let (ratio, apart) = seen.ratio("tiled", "coalesced")?;
    let why = match (apart, ratio > 1.0, on_cpu(seen)) {
        (true, false, true) => {
            "on a CPU workgroup memory is memory like any other, the caches held the data already, \
             and at each barrier the driver must store the state of every subgroup and load it again"
        }
        (true, false, false) => "the caches served `coalesced` better than its barriers serve it",
        (true, true, _) => "each float from memory serves a whole row or column of the tile",
        (false, ..) => "the caches already did what the tile does",
    };
    Some(format!("On workgroup memory: {compared}; {why}."))
}

/// What reuse in registers brought.
fn registers(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare("register-2d", "tiled")?;
    let (ratio, apart) = seen.ratio("register-2d", "tiled")?;
    let why = match (apart && ratio > 1.0, seen.cause("register-2d")) {
        (true, _) => "16 loads, not 128, feed 64 multiply-adds: reuse in registers is what makes a matrix product fast"
            .to_owned(),
        (false, Some(cause)) => format!("16 loads feed 64 multiply-adds where `tiled` needs 128, but {cause}"),
        (false, None) => {
            "16 loads feed 64 multiply-adds where `tiled` needs 128, but that is not the limit here".to_owned()
        }
    };
    Some(format!("On register tiles: {compared}; {why}."))
}

/// The caches instead of workgroup memory.
fn caches(seen: &Measurements<'_>) -> Option<String> {
    let (tiles, caches) = (seen.fastest("matmul")?, seen.fastest("matmul-cached")?);
    let compared = seen.compare(caches.name, tiles.name)?;
    let why = match seen.ratio(caches.name, tiles.name)? {
        (_, false) => "copies into workgroup memory neither gain nor cost much here",
        (ratio, true) if ratio > 1.0 => {
            "it needs no copy and no barrier before its multiply-adds, and the caches are fast enough at this size"
        }
        _ => match (&caches.cause, &tiles.cause) {
            (Some(a), Some(b)) if a == b => &format!("for each of the two, the estimate says that {a}"),
            (Some(cause), _) => &format!("of `{}` the estimate says that {cause}", caches.name),
            (None, _) => "each of its loads is a request to a cache, and workgroup memory serves them faster",
        },
    };
    let roof = reaches(caches).map_or(String::new(), |reaches| format!("; `{}` {reaches}", caches.name));
    Some(format!("On caches alone: {compared}{roof}; {why}{}.", cached_after(seen, caches)))
}

/// The rungs after the fastest one without workgroup memory, which cost time on this device.
fn cached_after(seen: &Measurements<'_>, fastest: &Measured) -> String {
    let after = ["cached", "cached-rows", "subgroup"].into_iter().skip_while(|name| *name != fastest.name).skip(1);
    let slower = after.filter_map(|name| {
        let (times, _) = seen.ratio(fastest.name, name).filter(|(times, differ)| *differ && *times > 1.0)?;
        Some(format!("`{name}` takes {} times", digits3(times)))
    });
    let slower: Vec<String> = slower.collect();
    if slower.is_empty() { String::new() } else { format!("; after it, {} as long", slower.join(" and ")) }
}

/// What matrix units brought.
fn matrix_units(seen: &Measurements<'_>) -> Option<String> {
    let rungs = seen.fastest("matmul-f16").map(|fastest| fastest.name).filter(|name| *name != "half");
    let name = rungs.unwrap_or("matrix-units");
    let compared = seen.compare(name, "half")?;
    let slower = seen.times(name, "half")?.most < 1.0;
    let why = match seen.cause(name).filter(|_| slower) {
        Some(cause) => format!("; {cause}"),
        None if slower => "; such units multiply faster than that, so they wait, most likely for tiles that are filled a number at a time \
                       between two barriers"
            .to_owned(),
        None => String::new(),
    };
    Some(format!(
        "On matrix units: {compared}{why}; their rate is not part of the f32 roof, and their factors are f16."
    ))
}

/// Which idea of the matrix rungs pays on this device, the best first; those that cost are in [`no_faster`].
fn matrix_ideas(seen: &Measurements<'_>) -> Option<String> {
    let ideas = STEPS.iter().filter(|(name, _)| name.starts_with("matrix-"));
    let seen: Vec<(&str, &str, f64, bool)> = ideas
        .filter_map(|(name, base)| seen.ratio(name, base).map(|(times, differ)| (*name, *base, times, differ)))
        .collect();
    let mut gains: Vec<_> = seen.iter().filter(|(_, _, times, differ)| *differ && *times > 1.0).collect();
    gains.sort_by(|a, b| b.2.total_cmp(&a.2));
    let named = |names: Vec<&str>| names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let level = named(seen.iter().filter(|(.., differ)| !differ).map(|(name, ..)| *name).collect());
    let without = if level.is_empty() { String::new() } else { format!("; no gain that this run can show: {level}") };
    let Some(((best, base, times, _), rest)) = gains.split_first() else {
        return (!level.is_empty())
            .then(|| format!("On the ideas of the matrix rungs: none of them pays here{without}."));
    };
    let then = |(name, _, times, _): &&(&str, &str, f64, bool)| format!(", `{name}` {}", digits3(*times));
    let rest: String = rest.iter().map(then).collect();
    Some(format!(
        "On the ideas of the matrix rungs: `{best}` is {} times as fast as `{base}`{rest}{without}.",
        digits3(*times)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;

    fn of(variants: &[(&'static str, &'static str, f64)]) -> String {
        let variant = |&(part, name, seconds): &(&'static str, &'static str, f64)| Measured {
            part,
            of_measured: Some(0.49),
            ..Measured::of(name, seconds)
        };
        let device = Facts::of_kind(DeviceType::Discrete);
        sentences(&Measurements::of(&device, variants.iter().map(variant).collect())).join("\n")
    }

    #[test]
    fn what_a_run_cannot_tell_apart_is_the_subject_of_no_other_clause() {
        let text = of(&[("matmul", "lane-blocks", 4.1), ("matmul-cached", "cached", 4.2)]);
        let wanted = "between `cached` and `lane-blocks` there is no difference that this run can show; `cached` reaches 49 % of";
        assert!(text.contains(wanted), "{text}");
    }

    #[test]
    fn steps_that_make_the_ladder_slower_are_told() {
        let ladder = |prefetched| {
            let rungs = [("vec4-columns", 4.5), ("vectorised", 4.5), ("prefetched", prefetched), ("unchecked", 3.0)];
            of(&rungs.map(|(name, seconds)| ("matmul", name, seconds)))
        };
        let slower = "A step that was to gain and costs here: `prefetched` takes 1.50 times as long as `vectorised`; times alone";
        assert!(ladder(6.75).contains(slower), "{}", ladder(6.75));
        assert!(!ladder(4.0).contains("costs here"));
    }

    #[test]
    fn a_step_that_costs_because_fewer_workgroups_fit_says_so() {
        let rung = |name, seconds, occupancy| Measured { occupancy, part: "matmul", ..Measured::of(name, seconds) };
        let text = |fewer| {
            let rungs = vec![rung("vec4-columns", 5.7, Some(1.0 / 6.0)), rung("vectorised", 9.3, fewer)];
            sentences(&Measurements::of(&Facts::of_kind(DeviceType::Simulated), rungs)).join("\n")
        };
        let why =
            "as `vec4-columns` (a unit holds fewer of its workgroups: 8.3 % of the places for subgroups, not 17 %)";
        assert!(text(Some(1.0 / 12.0)).contains(why), "{}", text(Some(1.0 / 12.0)));
        assert!(!text(Some(1.0 / 8.0)).contains("holds fewer") && !text(None).contains("holds fewer"));
    }

    #[test]
    fn of_the_matrix_rungs_the_fastest_is_held_against_arithmetic() {
        let rungs = [("half", 5.0), ("matrix-units", 2.5), ("matrix-stages", 0.5), ("matrix-padded", 1.0)];
        let text = of(&rungs.map(|(name, seconds)| ("matmul-f16", name, seconds)));
        assert!(text.contains("On matrix units: `matrix-stages`"), "{text}");
        assert!(text.contains("10.0 times as fast as `half`"), "{text}");
    }

    #[test]
    fn of_the_matrix_rungs_those_that_pay_are_told_the_best_first_and_those_that_cost_as_well() {
        let rungs = [("matrix-units", 9.0), ("matrix-vec4", 4.5), ("matrix-direct", 4.5), ("matrix-4x4", 1.5)];
        let slower = [("matrix-padded", 3.0), ("matrix-stages", 2.0)];
        let text = of(&rungs.into_iter().chain(slower).map(|(name, s)| ("matmul-f16", name, s)).collect::<Vec<_>>());
        let pays = "rungs: `matrix-4x4` is 3.00 times as fast as `matrix-direct`, `matrix-vec4` 2.00, `matrix-stages` 1.50; \
                    no gain that this run can show: `matrix-direct`.";
        assert!(text.contains(pays), "{text}");
        let costs = "that was to gain and costs here: `matrix-padded` takes 2.00 times as long as `matrix-4x4`; times";
        assert!(text.contains(costs), "{text}");
        let none = of(&[("matmul-f16", "matrix-units", 1.0), ("matmul-f16", "matrix-vec4", 1.0)]);
        assert!(none.contains("none of them pays here; no gain that this run can show: `matrix-vec4`."), "{none}");
    }

    #[test]
    fn matrix_units_that_are_slower_than_arithmetic_are_not_praised() {
        let units = |seconds| of(&[("matmul-f16", "half", 5.0), ("matmul-f16", "matrix-units", seconds)]);
        assert!(
            units(8.7).contains("1.74 times as long as `half`; such units multiply faster than that, so they wait")
        );
        assert!(units(1.0).contains("5.00 times as fast as `half`; their rate"));
    }
}
