//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::{Measured, Measurements};
use crate::sim::advice::Cause;
use crate::sim::estimate::Limit;
use crate::units::digits3;

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Measurements<'_>) -> Vec<String> {
    [ceiling(seen), strides(seen), records(seen), transpose(seen)].into_iter().flatten().collect()
}

const STRIDES: [(&str, u32); 5] =
    [("stride-2", 2), ("stride-4", 4), ("stride-8", 8), ("stride-16", 16), ("stride-32", 32)];

/// Said only where `copy` is not the ceiling: then bytes alone do not decide.
fn ceiling(seen: &Measurements<'_>) -> Option<String> {
    let (ratio, apart) = seen.ratio("vec4", "copy")?;
    (apart && ratio > 1.1).then(|| {
        format!(
            "`vec4` is {ratio:.2} times as fast as `copy` with the same bytes: {} limits `copy`, not memory.",
            if seen.device.kind == DeviceType::Cpu {
                "the driver, which serves each lane of a load by itself,"
            } else {
                "the number of instructions or of requests in flight"
            }
        )
    })
}

fn strides(seen: &Measurements<'_>) -> Option<String> {
    let copy = seen.get("copy")?;
    let slower = |variant: &Measured| copy.throughput / variant.throughput;
    let (name, stride, slowest) = STRIDES
        .iter()
        .filter_map(|(name, stride)| Some((*name, *stride, seen.get(name)?)))
        .max_by(|a, b| slower(a.2).total_cmp(&slower(b.2)))?;
    let (_, apart) = seen.ratio(name, "copy")?;
    if !apart || slower(slowest) < 1.1 {
        return Some(format!(
            "No stride costs anything that this run can show: something other than memory limits `copy`, {}.",
            instructions(seen)
        ));
    }
    let factor = slower(slowest);
    let wasted = if let Some(moved) = moved(copy, slowest) {
        format!(": {moved}")
    } else if factor > 0.5 * f64::from(stride) {
        format!("; close to the {stride} times that fetching a whole sector or line for each element would cost")
    } else if seen.device.kind == DeviceType::Cpu {
        format!("; less than {stride} times: a 64-byte line holds 16 elements, and {}", instructions(seen))
    } else {
        format!(
            "; less than {stride} times: a sector holds fewer elements than that, or a cache still held it at the next sweep"
        )
    };
    Some(format!("`{name}` takes {factor:.1} times as long as `copy` for the same useful bytes{wasted}."))
}

/// Which part of each sector is used, and what that does to DRAM, where the time is estimated from both.
fn moved(copy: &Measured, strided: &Measured) -> Option<String> {
    let (ours, theirs) = (copy.traffic?, strided.traffic?);
    let (one_in, dram) = (theirs.sectors / ours.sectors, theirs.dram? / ours.dram?);
    let bytes = format!("{} times the bytes go to and from DRAM", digits3(dram));
    let then = match dram / one_in {
        less if less < 0.95 => format!("but a cache still held some of them at the next sweep: {bytes}"),
        _ => format!("and {bytes}"),
    };
    Some(format!("of each sector that a request touches it uses one element in {one_in:.0}, {then}"))
}

fn instructions(seen: &Measurements<'_>) -> &'static str {
    if seen.device.kind == DeviceType::Cpu {
        "a CPU driver spends its time on the instructions around each load, lane by lane"
    } else {
        "such as the number of requests in flight"
    }
}

fn records(seen: &Measurements<'_>) -> Option<String> {
    let compared = seen.compare("soa", "aos")?;
    let (ratio, apart) = seen.ratio("soa", "aos")?;
    let why = if apart && ratio > 1.5 {
        let used = "of the 36 bytes that `aos` moves a record, 12 are used";
        twice(seen).map_or_else(|| used.to_owned(), |twice| format!("{used}. {twice}"))
    } else if seen.device.kind == DeviceType::Cpu {
        "12 of 36 bytes would allow 3 times, but here the instructions around each load hide what the cache lines cost"
            .to_owned()
    } else {
        "12 of 36 bytes would allow 3 times; something other than memory limits them here".to_owned()
    };
    Some(format!("Of the records, {compared}: {why}."))
}

/// Why more sectors are counted for the records than their bytes make.
fn twice(seen: &Measurements<'_>) -> Option<String> {
    let (records, arrays) = (seen.get("aos")?.traffic?, seen.get("soa")?.traffic?);
    let (sectors, dram) = (records.sectors / arrays.sectors, records.dram? / arrays.dram?);
    (dram < 0.95 * sectors).then(|| {
        let (sectors, dram) = (digits3(sectors), digits3(dram));
        format!("Both its loads touch the same sectors: requests count them twice ({sectors} x), DRAM once ({dram} x)")
    })
}

fn transpose(seen: &Measurements<'_>) -> Option<String> {
    let tiled = seen.compare("tiled", "naive")?;
    let padded = padded(seen)?;
    let (ratio, apart) = seen.ratio("tiled", "naive")?;
    let why = match (seen.device.kind, apart && ratio > 1.0) {
        (_, true) => "the tile is turned in workgroup memory, so both the loads and the stores are coalesced",
        (DeviceType::Cpu, false) => {
            "workgroup memory of a CPU device is ordinary cached memory, so that the tile is one more copy and a barrier, \
             while the caches hold the lines that the naive kernel's stores share"
        }
        (_, false) => "the cache holds the lines that the naive kernel's stores share until they are full",
    };
    Some(format!("In the transpose, {tiled}: {why}; {padded}."))
}

/// Bank conflicts that cost less than this factor are reported as costing nothing.
const SAME: f64 = 1.03;

fn padded(seen: &Measurements<'_>) -> Option<String> {
    let (padded, tiled) = (seen.get("padded")?, seen.get("tiled")?);
    let compared = seen.compare("padded", "tiled")?;
    let (ratio, apart) = seen.ratio("padded", "tiled")?;
    if !seen.level("padded", "tiled", SAME) {
        let banks = ratio > 1.0 && seen.device.kind != DeviceType::Cpu;
        let why =
            ": the free word after each row puts the words that a subgroup reads down the tile into different banks";
        return Some(compared + if banks { why } else { "" });
    }
    let same = if apart { "`padded` is as fast as `tiled`, within 3 %".to_owned() } else { compared };
    let elsewhere = |cause: &&Cause| match cause {
        Cause::Limit { limit, idle: None, .. } => *limit != Limit::SharedMemory,
        _ => false,
    };
    let causes = padded.cause.as_ref().zip(tiled.cause.as_ref().filter(elsewhere));
    let why = causes
        .filter(|(a, b)| a == b)
        .map_or(String::new(), |(_, cause)| format!(", and in both estimates {cause}, not bank conflicts"));
    Some(format!("{same}{why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::lab::Traffic;

    fn estimated(name: &'static str, median_s: f64, [sectors, dram]: [f64; 2]) -> Measured {
        Measured {
            low_s: median_s,
            high_s: median_s,
            traffic: Some(Traffic { sectors, dram: Some(dram) }),
            cause: Some(Cause::Limit { limit: Limit::Dram, at_least: false, idle: None }),
            ..Measured::of(name, median_s)
        }
    }

    fn of(kind: DeviceType, variants: Vec<Measured>) -> String {
        let device = Facts::of_kind(kind);
        sentences(&Measurements::of(&device, variants)).join("\n")
    }

    #[test]
    fn what_a_stride_costs_is_told_from_the_sectors_and_the_bytes_that_were_counted() {
        let strided = |dram| {
            let copy = estimated("copy", 1.0, [4.0, 100.0]);
            of(DeviceType::Simulated, vec![copy, estimated("stride-32", 7.6, [32.0, dram])])
        };
        let all = strided(800.0);
        assert!(all.contains("uses one element in 8, and 8.00 times the bytes go to and from DRAM."), "{all}");
        let some = strided(300.0);
        assert!(some.contains("a cache still held some of them at the next sweep: 3.00 times the bytes"), "{some}");
        let timed = of(DeviceType::Discrete, vec![Measured::of("copy", 1.0), Measured::of("stride-32", 7.6)]);
        assert!(timed.contains("a sector holds fewer elements than that, or a cache"), "{timed}");
    }

    #[test]
    fn the_two_figures_of_the_records_are_told_together() {
        let reported = |dram| {
            of(DeviceType::Simulated, vec![estimated("aos", 3.0, [17.0, dram]), estimated("soa", 1.0, [3.0, 100.0])])
        };
        let both = reported(300.0);
        assert!(both.contains("12 are used. Both its loads"), "{both}");
        assert!(both.ends_with("requests count them twice (5.67 x), DRAM once (3.00 x)."), "{both}");
        assert!(reported(566.0).ends_with("12 are used."), "{}", reported(566.0));
    }

    #[test]
    fn padding_that_gains_nothing_is_told_with_what_limits_both() {
        let transposed = |padded| {
            let one = |name, seconds| estimated(name, seconds, [4.0, 100.0]);
            of(DeviceType::Simulated, vec![one("naive", 2.0), one("tiled", 1.0), one("padded", padded)])
        };
        let why = ", and in both estimates DRAM bandwidth limits it, not bank conflicts.";
        let [near, equal] = [transposed(0.98), transposed(1.0)];
        assert!(near.ends_with(&format!("`padded` is as fast as `tiled`, within 3 %{why}")), "{near}");
        assert!(equal.ends_with(&format!("`padded` is as fast as `tiled`{why}")), "{equal}");
        let banks = "`padded` is 1.25 times as fast as `tiled`: the free word after each row puts the words that a subgroup reads down \
                     the tile into different banks.";
        assert!(transposed(0.8).ends_with(banks), "{}", transposed(0.8));
    }
}
