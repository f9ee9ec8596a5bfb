//! What a run of the lab shows.

use crate::facts::{DeviceType, Facts};
use crate::lab::Measurements;
use crate::units::digits3;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    [ways(seen), grain(seen), cures(seen), trips(seen)].into_iter().flatten().collect()
}

const WAYS: [(&str, f64); 6] =
    [("2-way", 2.0), ("4-way", 4.0), ("8-way", 8.0), ("16-way", 16.0), ("32-way", 32.0), ("64-way", 64.0)];

/// Of the times that `ways` paths could cost, the share from which on they count as run one after the other.
const SERIAL: f64 = 0.6;

fn subgroups(device: &Facts) -> String {
    if device.subgroup_min == device.subgroup_max {
        format!("subgroups of {}", device.subgroup_max)
    } else {
        format!("subgroups of {} to {}", device.subgroup_min, device.subgroup_max)
    }
}

fn ways(seen: &Measurements<'_>) -> Option<String> {
    let (name, ways) = WAYS.into_iter().rfind(|(name, _)| seen.get(name).is_some())?;
    let (ratio, apart) = seen.ratio(name, "uniform")?;
    let slower = 1.0 / ratio;
    if !apart || slower < 1.1 {
        return Some(format!(
            "This run does not show that `{name}` costs more than `uniform`: on this device the invocations of a subgroup \
             do not wait for each other, or the driver splits subgroups."
        ));
    }
    let verdict = if slower > SERIAL * ways {
        "its paths run one after the other"
    } else {
        "its paths overlap in part, or its subgroups are smaller than it assumes"
    };
    Some(format!(
        "With {} here, `{name}` takes {slower:.1} times as long as `uniform` for the same work: {verdict}.",
        subgroups(seen.device)
    ))
}

fn grain(seen: &Measurements<'_>) -> Option<String> {
    let name = ["by-subgroup", "by-64", "by-workgroup"].into_iter().find(|name| seen.get(name).is_some())?;
    let (ratio, apart) = seen.ratio(name, "uniform")?;
    Some(if apart && ratio < 0.8 {
        format!(
            "`{name}` takes {} times as long as `uniform`, though no subgroup should part there: \
             the device's subgroups may be other than it says.",
            digits3(1.0 / ratio)
        )
    } else {
        let compared = seen.compare_first(name, "uniform")?;
        format!("{compared}: differences between subgroups cost little or nothing.")
    })
}

fn cures(seen: &Measurements<'_>) -> Option<String> {
    let select = seen.compare("select", "2-way")?;
    let early = seen.compare("select-early", "2-way")?;
    let sorted = seen.compare("random-sorted", "random")?;
    let regrouped = seen.compare("random-regrouped", "random")?;
    Some(format!("Cures: {select} (it computes both paths), and {early} (it computes one); {sorted}, and {regrouped}."))
}

fn trips(seen: &Measurements<'_>) -> Option<String> {
    let sorted = seen.compare("trips-sorted", "trips")?;
    let flattened = seen.compare("trips-flattened", "trips")?;
    let (ratio, apart) = seen.ratio("trips-flattened", "trips")?;
    let why = match (seen.device.kind, apart && ratio < 1.0, seen.cause("trips-flattened")) {
        (DeviceType::Cpu, true, _) => {
            ": a CPU driver pays for the reload in every round, for it computes both sides of an `if` under a mask"
                .to_owned()
        }
        (_, true, Some(cause)) => format!(": its inner loop pays for a test and a reload, and {cause}"),
        (_, true, None) => ": its inner loop pays for a test and a reload".to_owned(),
        (_, false, _) => String::new(),
    };
    Some(format!("Of the loops with unequal trip counts, {sorted}; {flattened}{why}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Measured;

    #[test]
    fn a_small_difference_between_subgroups_is_told_as_in_the_table() {
        let of = |name, over_first| Measured { over_first: Some(over_first), ..Measured::of(name, 1.0) };
        let device = Facts::of_kind(DeviceType::Discrete);
        let reported = |over_first| {
            let seen = Measurements::of(&device, vec![of("uniform", [1.0; 3]), of("by-subgroup", over_first)]);
            sentences(&seen).join("\n")
        };
        assert!(
            reported([0.945, 0.94, 0.95]).starts_with("`by-subgroup` is 1.06 times as fast as `uniform`: differences")
        );
        assert!(reported([0.95, 0.85, 1.05]).starts_with("Between `by-subgroup` and `uniform`"));
    }
}
