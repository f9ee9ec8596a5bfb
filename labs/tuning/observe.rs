//! What a run of the lab shows.

use super::shapes::TILE;
use crate::lab::{Curve, CurvePoint, Measured, Measurements, becomes};
use crate::units::{digits3, percent};

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    [choices(seen), travel(seen), stairs(seen), edges(seen), split(seen), specialised(seen), checks(seen)]
        .into_iter()
        .flatten()
        .collect()
}

fn named(variants: &[&Measured]) -> String {
    let names: Vec<String> = variants.iter().map(|variant| format!("`{}`", variant.name)).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The others of a part that this run cannot tell from `best`.
fn beside<'a>(seen: &'a Measurements<'_>, best: &Measured) -> Vec<&'a Measured> {
    let others = seen.variants.iter().filter(|other| other.part == best.part && other.name != best.name);
    others.filter(|other| seen.ratio(other.name, best.name).is_some_and(|(_, differ)| !differ)).collect()
}

/// Which choice is the fastest, all that are named where several may be.
fn choices(seen: &Measurements<'_>) -> Option<String> {
    let best = seen.fastest("choices")?;
    let count = seen.variants.iter().filter(|variant| variant.part == "choices").count();
    let compared = seen.compare(best.name, "default").filter(|_| best.name != "default" && count > 1)?;
    Some(match beside(seen, best).as_slice() {
        [] => format!("Of these {count} choices `{}` is the fastest: {compared}.", best.name),
        others => format!(
            "Of these {count} choices this run cannot tell which is the fastest: `{}`, or {}. As it measured them, {compared}.",
            best.name,
            named(others).replace(" and ", " or ")
        ),
    })
}

/// How near to the fastest here the best of two other searches come.
fn travel(seen: &Measurements<'_>) -> Option<String> {
    let best = seen.fastest("choices")?;
    let reaches = |name: &str| {
        let (value, differ) = seen.ratio(name, best.name)?;
        Some(if name == best.name || !differ { "all".to_owned() } else { percent(value) })
    };
    let (simulated, processor) = (reaches("searched")?, reaches("searched-elsewhere")?);
    let lesson = match (simulated.as_str(), processor.as_str()) {
        ("all", "all") => "both answers hold here, as far as this run can tell",
        ("all", _) | (_, "all") => "one of the answers holds here, the other is a guess",
        _ => "neither answer holds here: search where the program is to run",
    };
    Some(format!(
        "Of the speed of the fastest here, `searched` (the best of a search on a simulated GPU) reaches {simulated}, `searched-elsewhere` (on a \
         CPU device) {processor}: {lesson}."
    ))
}

/// A step of the staircase: a side that is a multiple of the tile, and one more.
fn step(curve: &Curve) -> Option<[CurvePoint; 2]> {
    let steady = curve.steady();
    let pair = steady.points.windows(2).find(|pair| pair[0].at % TILE == 0 && pair[1].at == pair[0].at + 1)?;
    Some([pair[0].clone(), pair[1].clone()])
}

/// How many times the elements of C tiles of this side cover, of those that are there.
fn covered(side: u32, tile: u32) -> f64 {
    (f64::from(side.next_multiple_of(tile)) / f64::from(side)).powi(2)
}

/// What one row and one column more cost.
fn stairs(seen: &Measurements<'_>) -> Option<String> {
    let reported: Vec<String> = ["tile-64", "tile-32", "edge-tile"]
        .iter()
        .filter_map(|name| {
            let [from, to] = step(seen.curve(name)?)?;
            Some(format!("`{name}` {}", becomes(&from, &to)))
        })
        .collect();
    let [from, to] = step(seen.curve("tile-64")?)?;
    let flop = to.counters.as_ref().map_or(String::new(), |counters| {
        format!(" ({} times the FLOPs that are needed were counted)", digits3(counters.flop as f64 / to.flop))
    });
    let unshaken = seen.cause("tile-64").filter(|_| to.low_s <= from.high_s);
    let why =
        unshaken.map_or(String::new(), |cause| format!("; that this costs so little time has another cause: {cause}"));
    Some(format!(
        "From N = {} to {}: {}. Tiles of 64 x 64 then cover {} times the elements of C{flop}, tiles of 32 x 32 {} times{why}.",
        from.at,
        to.at,
        reported.join(", "),
        digits3(covered(to.at, TILE)),
        digits3(covered(to.at, TILE / 2))
    ))
}

/// The two ways out at the row's side.
fn edges(seen: &Measurements<'_>) -> Option<String> {
    let small = seen.compare("tile-32", "tile-64")?;
    let edge = seen.compare("edge-tile", "tile-64")?;
    Some(format!("One above a multiple of 64, {small}, and {edge}."))
}

/// What came of more workgroups.
fn split(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare_first("split-k", "tile-64")?;
    let why = match (seen.ratio("split-k", "tile-64")?, seen.cause("split-k")) {
        ((ratio, true), _) if ratio > 1.0 => "; its workgroups are four times as many".to_owned(),
        (_, Some(cause)) => format!("; {cause}"),
        _ => "; four products are written and read again".to_owned(),
    };
    Some(format!("{compared}{why}."))
}

/// What a constant in place of a parameter brought.
fn specialised(seen: &Measurements<'_>) -> Option<String> {
    let constant = seen.compare("in-const", "in-params")?;
    let kept = seen.compare("kept", "in-const")?;
    Some(format!(
        "With the length of a row as a constant, {constant}; with the row in registers, which needs one, {kept}."
    ))
}

/// What the checks cost that make the program right for other lengths again.
fn checks(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare("guarded", "kept")?;
    let overall = seen.compare("guarded", "in-params")?;
    Some(format!("With a check at each element, for all rows up to a length, {compared}, and {overall}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{DeviceType, Facts};

    fn sentences_of(variants: &[(&'static str, &'static str, f64)], curves: Vec<Curve>) -> String {
        let variant = |&(part, name, seconds): &(&'static str, &'static str, f64)| Measured {
            part,
            ..Measured::of(name, seconds)
        };
        let device = Facts::of_kind(DeviceType::Discrete);
        let seen = Measurements { curves, ..Measurements::of(&device, variants.iter().map(variant).collect()) };
        sentences(&seen).join("\n")
    }

    fn of_choices(default: f64, searched: f64, elsewhere: f64) -> String {
        let rungs = [("default", default), ("searched", searched), ("searched-elsewhere", elsewhere)];
        sentences_of(&rungs.map(|(name, seconds)| ("choices", name, seconds)), Vec::new())
    }

    #[test]
    fn the_fastest_choice_is_named_and_what_other_searches_found_is_held_against_it() {
        let text = of_choices(2.0, 1.0, 4.0);
        assert!(text.contains("`searched` is the fastest: `searched` is 2.00 times as fast as `default`"), "{text}");
        assert!(text.contains("`searched` (the best of a search on a simulated GPU) reaches all, `searched-elsewhere` (on a CPU device) 25 %"), "{text}");
        assert!(text.contains("one of the answers holds here"), "{text}");
    }

    #[test]
    fn where_two_cannot_be_told_apart_both_are_named() {
        let text = of_choices(2.0, 1.0, 1.02);
        assert!(text.contains("cannot tell which is the fastest: `searched`, or `searched-elsewhere`"), "{text}");
        assert!(text.contains("both answers hold here"), "{text}");
    }

    #[test]
    fn where_the_guess_wins_neither_answer_holds() {
        let text = of_choices(1.0, 2.0, 4.0);
        assert!(text.contains("reaches 50 %") && text.contains("neither answer holds here"), "{text}");
    }

    #[test]
    fn a_device_without_a_staircase_is_told_so() {
        let curve =
            |name, after| Curve::of("shapes", name, [CurvePoint::of(256, 1.0), CurvePoint::of(257, after)], &[]);
        let text = sentences_of(&[], vec![curve("tile-64", 1.0), curve("tile-32", 1.5)]);
        assert!(
            text.contains(
                "From N = 256 to 257: `tile-64` shows no change in this run, `tile-32` takes 1.50 times as long"
            ),
            "{text}"
        );
        assert!(text.contains("cover 1.55 times the elements of C, tiles of 32 x 32 1.26 times"), "{text}");
    }

    #[test]
    fn parts_of_a_sum_that_gain_nothing_are_not_praised() {
        let text = sentences_of(&[("shapes", "tile-64", 1.0), ("shapes", "split-k", 2.0)], Vec::new());
        assert!(text.contains("`split-k` takes 2.00 times as long as `tile-64`; four products are written"), "{text}");
    }
}
