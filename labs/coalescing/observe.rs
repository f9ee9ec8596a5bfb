//! What a run of the lab shows.

use crate::facts::DeviceType;
use crate::lab::{Measured, Seen};

/// A few sentences from the numbers of this run, also where they contradict the lesson.
pub fn sentences(seen: &Seen<'_>) -> Vec<String> {
    [ceiling(seen), strides(seen), records(seen), transpose(seen)].into_iter().flatten().collect()
}

const STRIDES: [(&str, u32); 5] =
    [("stride-2", 2), ("stride-4", 4), ("stride-8", 8), ("stride-16", 16), ("stride-32", 32)];

/// Said only where `copy` is not the ceiling: then bytes alone do not decide.
fn ceiling(seen: &Seen<'_>) -> Option<String> {
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

fn strides(seen: &Seen<'_>) -> Option<String> {
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
    let wasted = if factor > 0.5 * f64::from(stride) {
        format!("close to the {stride} times that fetching a whole sector or line for each element would cost")
    } else if seen.device.kind == DeviceType::Cpu {
        format!("less than {stride} times: a 64-byte line holds 16 elements, and {}", instructions(seen))
    } else {
        format!(
            "less than {stride} times: a sector holds fewer elements than that, or a cache still held it at the next sweep"
        )
    };
    Some(format!("`{name}` takes {factor:.1} times as long as `copy` for the same useful bytes; {wasted}."))
}

fn instructions(seen: &Seen<'_>) -> &'static str {
    if seen.device.kind == DeviceType::Cpu {
        "a CPU driver spends its time on the instructions around each load, lane by lane"
    } else {
        "such as the number of requests in flight"
    }
}

fn records(seen: &Seen<'_>) -> Option<String> {
    let compared = seen.compare("soa", "aos")?;
    let (ratio, apart) = seen.ratio("soa", "aos")?;
    let why = if apart && ratio > 1.5 {
        "of the 36 bytes that `aos` moves a record, 12 are used"
    } else if seen.device.kind == DeviceType::Cpu {
        "12 of 36 bytes would allow 3 times, but here the instructions around each load hide what the cache lines cost"
    } else {
        "12 of 36 bytes would allow 3 times; something other than memory limits them here"
    };
    Some(format!("Of the records, {compared}: {why}."))
}

fn transpose(seen: &Seen<'_>) -> Option<String> {
    let tiled = seen.compare("tiled", "naive")?;
    let padded = seen.compare("padded", "tiled")?;
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
