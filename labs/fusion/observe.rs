//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::Measurements;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    [chain(seen), others(seen), online(seen)].into_iter().flatten().collect()
}

/// The chain's accesses to an element of memory, unfused over fused: 10 over 2.
const CHAIN: f64 = 5.0;

/// Fused variants, what they are compared with, and by how much the accesses to memory are fewer while a row that is
/// read again is still in the cache.
const OTHERS: [(&str, &str, f64); 4] = [
    ("gelu-fused", "gelu-unfused", 2.0),
    ("norm-fused", "norm-unfused", 2.0),
    ("softmax-fused", "softmax-unfused", 2.5),
    ("epilogue-fused", "epilogue-unfused", 3.0),
];

/// How many times as fast `fused` is as `unfused`, at the least and at the most that the intervals allow.
fn between(seen: &Measurements<'_>, fused: &str, unfused: &str) -> Option<(f64, f64)> {
    let times = seen.times(fused, unfused)?;
    Some((times.least, times.most))
}

fn chain(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare_first("chain-fused", "chain-unfused")?;
    let (least, most) = between(seen, "chain-fused", "chain-unfused")?;
    let why = if let Some(cause) = seen.cause("chain-fused") {
        cause
    } else if least > CHAIN {
        "it is more, because four launches and the cache space of two scratch buffers are saved as well".to_owned()
    } else if most < CHAIN {
        "it is less, because each kernel has a part that is not memory, or finds its input in the cache".to_owned()
    } else {
        "that lies within the intervals of this run".to_owned()
    };
    Some(format!("{compared}. Ten accesses to memory an element became two, which predicts {CHAIN} times; {why}."))
}

fn others(seen: &Measurements<'_>) -> Option<String> {
    let (mut found, mut lost) = (Vec::new(), Vec::new());
    let mut short = false;
    for (fused, unfused, predicted) in OTHERS {
        let (Some((ratio, apart)), Some((_, most))) = (seen.ratio(fused, unfused), between(seen, fused, unfused))
        else {
            continue;
        };
        short |= most < predicted;
        lost.extend(loss(seen, fused).filter(|_| most < predicted));
        let measured = if apart { format!("{ratio:.2}") } else { "no difference that this run can show".to_owned() };
        found.push(format!("`{fused}` {measured} ({predicted})"));
    }
    if found.is_empty() {
        return None;
    }
    let why = match (short, seen.device.kind) {
        (false, _) => "none is below what its accesses predict by more than this run's intervals",
        (true, DeviceType::Cpu) => {
            "fusing saves traffic and no arithmetic, and a CPU driver spends its time on tanh, exp, sums of products \
             and barriers (at each, it goes through all lanes of the workgroup in turn) rather than on memory"
        }
        (true, _) if lost.is_empty() => "those that gain less spend time on something that fusing does not save",
        (true, _) => &format!("of those that gain less, {}", lost.join("; ")),
    };
    Some(format!(
        "The other pairs, times as fast as unfused (as their accesses to memory predict): {}; {why}.",
        found.join(", ")
    ))
}

/// How many times the fewest bytes are more than the edges of rows.
const AGAIN: f64 = 1.1;

/// What takes the time of a fused kernel, where it was estimated.
fn loss(seen: &Measurements<'_>, fused: &str) -> Option<String> {
    let variant = seen.get(fused)?;
    let cause = variant.cause.as_ref()?;
    let times =
        variant.traffic.and_then(|traffic| traffic.dram).map(|dram| dram / variant.byte).filter(|times| *times > AGAIN);
    Some(match times {
        Some(times) => format!(
            "`{fused}` moves {times:.2} times the fewest bytes to and from DRAM, since the caches lose rows before they are read again"
        ),
        None => format!("`{fused}`: {cause}"),
    })
}

fn online(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare_first("softmax-online", "softmax-fused")?;
    let (ratio, apart) = seen.ratio("softmax-online", "softmax-fused")?;
    let why = match (apart, ratio > 1.0, seen.device.kind) {
        (false, _, _) => "",
        (true, true, DeviceType::Cpu) => {
            ": it saves one of two reductions with their barriers as well as a read of each row"
        }
        (true, true, _) => ": it saves a read of each row, and one of two reductions",
        (true, false, _) => ": the exp in each merge of its reduction costs more than the read of a row that it saves",
    };
    Some(format!("{compared}{why}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::lab::Measured;

    fn of(variants: Vec<Measured>) -> String {
        sentences(&Measurements::of(&Facts::of_kind(DeviceType::Cpu), variants)).join("\n")
    }

    #[test]
    fn a_chain_that_gains_what_its_traffic_predicts_is_told_from_one_that_does_not() {
        let chain = |fused| of(vec![Measured::of("chain-unfused", 5.0), Measured::of("chain-fused", fused)]);
        assert!(chain(1.0).contains("5.00 times as fast"));
        assert!(chain(1.0).contains("within the intervals of this run"));
        assert!(chain(0.5).contains("it is more"));
        assert!(chain(2.0).contains("it is less"));
        assert!(chain(5.0).starts_with("Between"));
        assert!(chain(5.0).contains("no difference that this run can show"));
    }

    #[test]
    fn variants_that_were_not_measured_are_not_spoken_of() {
        assert_eq!(of(Vec::new()), "");
        let text = of(vec![Measured::of("gelu-unfused", 3.0), Measured::of("gelu-fused", 2.0)]);
        assert!(text.contains("`gelu-fused` 1.50 (2)"), "{text}");
        assert!(!text.contains("softmax"), "{text}");
    }
}
