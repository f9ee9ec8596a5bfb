//! One access as a picture in characters: which sectors or banks the lanes of a subgroup touch, and how full they are.

use std::collections::{BTreeMap, BTreeSet};

use crate::sim::{AccessKind, AccessSample, Finding, FindingKind, MemorySpace, Severity};
use crate::text::paragraph;

/// Places of a row, the untouched ones between with them; of more, the touched ones only.
const PLACES: u32 = 64;

/// Eighths of a sector's bytes.
const FILLED: [char; 9] = ['·', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Between two touched sectors: others, which nobody asks for.
const GAP: char = '┊';

/// From which factor over the fewest on an access is worth a picture.
const WORTH: f64 = 1.1;

/// The access that limits a pass: the one that the weightiest of its findings is about, or, where nothing was found, the one
/// that spends most beyond what it must. `None` where something else than an access limits.
pub fn limiting<'a>(requests: &'a [AccessSample], findings: &[Finding]) -> Option<&'a AccessSample> {
    // How many units have work is no kernel's access.
    let weighty = |finding: &&Finding| finding.severity == Severity::Warning && finding.kind != FindingKind::IdleUnits;
    let Some(finding) = findings.iter().find(weighty) else {
        return most_in_vain(requests.iter());
    };
    let there = requests.iter().filter(|request| Some(request.line) == finding.line);
    most_in_vain(there.filter(|request| in_vain(request) == finding.kind))
}

/// What an access that spends more than it must is called.
fn in_vain(request: &AccessSample) -> FindingKind {
    match request.goes {
        MemorySpace::Storage { .. } => FindingKind::Uncoalesced,
        MemorySpace::Workgroup { .. } => FindingKind::BankConflict,
    }
}

/// The access that spends most in vain, of those that are wasteful in a way that is asked `about`.
pub fn limiting_about(requests: &[AccessSample], about: impl Fn(FindingKind) -> bool) -> Option<&AccessSample> {
    most_in_vain(requests.iter().filter(|request| about(in_vain(request))))
}

fn most_in_vain<'a>(requests: impl Iterator<Item = &'a AccessSample>) -> Option<&'a AccessSample> {
    let much = |request: &&AccessSample| {
        let (spent, ideal) = first(request);
        // What is drawn is the first request: it is to show what all of them do.
        request.all.spent as f64 > WORTH * request.all.ideal as f64 && spent > ideal
    };
    requests.filter(much).max_by_key(|request| request.all.spent - request.all.ideal)
}

/// The access of the same variable, and to the same end, in another kernel; the dearest of several.
pub fn counterpart<'a>(request: &AccessSample, among: &'a [AccessSample]) -> Option<&'a AccessSample> {
    let same = among.iter().filter(|other| other.name == request.name && other.does == request.does);
    same.max_by_key(|other| other.all.spent)
}

/// The picture under `heading`: two lines and what they mean.
pub fn picture(heading: &str, request: &AccessSample) -> String {
    let (row, [figures, signs]) = drawn(request);
    under(heading, request, &row, &action(request), &format!("{figures} {signs}"))
}

/// Two of them, one below the other; what both show by the same signs is explained once.
pub fn pair((heading, request): (&str, &AccessSample), other: (&str, &AccessSample)) -> String {
    let (row, [figures, signs]) = drawn(request);
    if drawn(other.1).1[1] != signs {
        return picture(heading, request) + &picture(other.0, other.1);
    }
    under(heading, request, &row, &action(request), &figures) + &picture(other.0, other.1)
}

/// The same in few words, of its signs only of those that it shows.
pub fn brief(heading: &str, request: &AccessSample) -> String {
    let (row, [mut figures, _]) = drawn(request);
    if has_gaps(request) {
        figures += " (▁ to █: how much of a sector is asked for; ┊: others between)";
    }
    let action = doing(request, |step| format!(", {step} apart"));
    under(heading, request, &row, &action, &figures)
}

/// The row of the picture, its figures in words, and what its signs mean.
fn drawn(request: &AccessSample) -> (String, [String; 2]) {
    match request.goes {
        MemorySpace::Storage { sector_bytes, .. } => sectors(request, sector_bytes),
        MemorySpace::Workgroup { banks, bank_bytes, .. } => stacks(request, banks, bank_bytes),
    }
}

fn under(heading: &str, request: &AccessSample, row: &str, action: &str, legend: &str) -> String {
    let title = format!("{heading}, line {}: {action}", request.line);
    format!("{}    {row}\n{}", paragraph(&title, 2), paragraph(legend, 4))
}

/// "32 lanes store `z`, 4 bytes each, neighbours 256 bytes apart".
fn action(request: &AccessSample) -> String {
    doing(request, |step| format!(", neighbours {step} bytes apart"))
}

/// The same, where `apart` says how far apart neighbours lie.
fn doing(request: &AccessSample, apart: impl Fn(i64) -> String) -> String {
    let verb = match request.does {
        AccessKind::Reads => "load",
        AccessKind::Writes => "store",
        AccessKind::Updates => "update",
    };
    let places: BTreeSet<u32> = request.lanes.iter().map(|(_, address)| *address).collect();
    let overlap = overlap(&places, request.bytes);
    let apart = match (step(request), places.len()) {
        (Some(0), _) => ", all at one address".to_owned(),
        (Some(step), _) => apart(step) + overlap,
        (None, places) if places < request.lanes.len() => {
            format!(", at {} different addresses{overlap}", places)
        }
        (None, _) => overlap.to_owned(),
    };
    format!("{} lanes {verb} `{}`, {} bytes each{apart}", request.lanes.len(), request.name, request.bytes)
}

/// That lanes at different addresses ask for some bytes more than once, so many each.
fn overlap(places: &BTreeSet<u32>, bytes: u32) -> &'static str {
    let mut next = places.iter().zip(places.iter().skip(1));
    if next.any(|(one, other)| other - one < bytes) { ", which overlap" } else { "" }
}

/// Bytes from each lane's address to the next one's, where they are the same for all.
fn step(request: &AccessSample) -> Option<i64> {
    let mut steps = request.lanes.windows(2).map(|pair| i64::from(pair[1].1) - i64::from(pair[0].1));
    let first = steps.next()?;
    steps.all(|step| step == first).then_some(first)
}

/// A character for each sector, as high as the share of its bytes that somebody asks for.
fn sectors(request: &AccessSample, size: u32) -> (String, [String; 2]) {
    let used = used_bytes(request, size);
    let glyph = |bytes: usize| FILLED[(bytes * 8).div_ceil(size as usize).min(8)];
    let row: String = if let Some((first, last)) = all_in_sight(&used) {
        (first..=last).map(|sector| used.get(&sector).map_or(FILLED[0], |bytes| glyph(bytes.len()))).collect()
    } else {
        let touched: Vec<u32> = used.keys().copied().collect();
        let gap = |at: usize| at > 0 && touched[at - 1] + 1 != touched[at];
        let each = touched
            .iter()
            .enumerate()
            .flat_map(|(at, sector)| [gap(at).then_some(GAP), Some(glyph(used[sector].len()))]);
        each.flatten().collect()
    };
    let asked: usize = used.values().map(BTreeSet::len).sum();
    let fewest = asked.div_ceil(size as usize);
    let count = used.len();
    let moved = count * size as usize;
    let figures = format!(
        "{} of {size} bytes, {moved} bytes for the {asked} asked for; {fewest} would hold them.",
        counted(count, "sector")
    );
    let signs = "(▁ to █: how much of a sector is asked for; · or ┊: sectors between, which no lane asks for)";
    (row, [figures, signs.to_owned()])
}

/// The bytes of each touched sector that somebody asks for.
fn used_bytes(request: &AccessSample, size: u32) -> BTreeMap<u32, BTreeSet<u32>> {
    let mut used: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for &(_, address) in &request.lanes {
        for byte in address..address.saturating_add(request.bytes) {
            used.entry(byte / size).or_default().insert(byte % size);
        }
    }
    used
}

/// The first and the last sector, where a row has room for all between them.
fn all_in_sight(used: &BTreeMap<u32, BTreeSet<u32>>) -> Option<(u32, u32)> {
    let (first, last) = (used.keys().next().copied().unwrap_or(0), used.keys().next_back().copied().unwrap_or(0));
    (last - first < PLACES).then_some((first, last))
}

/// Whether the picture leaves sectors out that nobody asks for.
fn has_gaps(request: &AccessSample) -> bool {
    let MemorySpace::Storage { sector_bytes, .. } = request.goes else { return false };
    let used = used_bytes(request, sector_bytes);
    let next_to = |(one, other): (&u32, &u32)| one + 1 == *other;
    all_in_sight(&used).is_none() && !used.keys().zip(used.keys().skip(1)).all(next_to)
}

/// A character for each bank: the words that it must deliver, one after the other.
fn stacks(request: &AccessSample, banks: u32, size: u32) -> (String, [String; 2]) {
    let mut words: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for &(_, address) in &request.lanes {
        for word in address / size..=address.saturating_add(request.bytes.max(1) - 1) / size {
            words.entry(word % banks).or_default().insert(word);
        }
    }
    let glyph = |bank| match words.get(&bank).map_or(0, BTreeSet::len) {
        0 => '·',
        few @ 1..=9 => char::from(b'0' + few as u8),
        _ => '#',
    };
    let (bank, most) = words
        .iter()
        .map(|(bank, words)| (*bank, words.len()))
        .max_by_key(|(bank, most)| (*most, std::cmp::Reverse(*bank)))
        .unwrap_or((0, 0));
    let figures = match most {
        1 => format!("{banks} banks, none of which must deliver more than one word: 1 pass."),
        _ => format!(
            "{banks} banks, of which bank {bank} must deliver {most} different words: {}; so many words need at least {}.",
            counted(most, "pass"),
            fewest(request)
        ),
    };
    let signs = "(Each digit says how many different words a bank must deliver, one in each pass; #: more than 9.)";
    ((0..banks).map(glyph).collect(), [figures, signs.to_owned()])
}

fn fewest(request: &AccessSample) -> u64 {
    first(request).1
}

/// What the first request spends, and the fewest that would do.
fn first(request: &AccessSample) -> (u64, u64) {
    match request.goes {
        MemorySpace::Storage { sectors, ideal, .. } => (sectors, ideal),
        MemorySpace::Workgroup { wavefronts, ideal, .. } => (wavefronts, ideal),
    }
}

fn counted(count: usize, noun: &str) -> String {
    match (count, noun.ends_with('s')) {
        (1, _) => format!("1 {noun}"),
        (_, true) => format!("{count} {noun}es"),
        (_, false) => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::AccessTotals;

    fn request(goes: MemorySpace, bytes: u32, step: u32) -> AccessSample {
        AccessSample {
            buffer_bytes: 0,
            line: 7,
            name: "data".to_owned(),
            does: AccessKind::Reads,
            goes,
            bytes,
            workgroup: [0; 3],
            subgroup: 0,
            width: 32,
            lanes: (0..32).map(|lane| (lane, lane * step)).collect(),
            beside: None,
            phase: Default::default(),
            row_bytes: 0,
            returns: false,
            combined_by: None,
            merged: false,
            turns_left: None,
            checksum: 0,
            all: AccessTotals { requests: 1, bytes: 128, spent: u64::from(step), ideal: 4 },
        }
    }

    fn row(request: &AccessSample) -> String {
        picture("now", request).lines().nth(1).unwrap_or_default().trim().to_owned()
    }

    #[test]
    fn sectors_are_as_high_as_they_are_full() {
        let storage = || MemorySpace::Storage { sector_bytes: 32, sectors: 4, ideal: 4 };
        assert_eq!(row(&request(storage(), 4, 4)), "████");
        assert_eq!(row(&request(storage(), 4, 8)), "▄".repeat(8));
        assert_eq!(row(&request(storage(), 16, 16)), "█".repeat(16));
        assert_eq!(row(&request(storage(), 4, 256)), vec!["▁"; 32].join("┊"));
        assert_eq!(row(&request(storage(), 4, 64)), vec!["▁"; 32].join("·"));
    }

    #[test]
    fn banks_count_the_words_that_they_deliver() {
        let banks = || MemorySpace::Workgroup { banks: 32, bank_bytes: 4, wavefronts: 1, ideal: 1 };
        assert_eq!(row(&request(banks(), 4, 4)), "1".repeat(32));
        assert_eq!(row(&request(banks(), 4, 132)), "1".repeat(32));
        assert_eq!(row(&request(banks(), 4, 32)), "8·······".repeat(4));
        assert_eq!(row(&request(banks(), 4, 128)), format!("#{}", "·".repeat(31)));
        assert_eq!(row(&request(banks(), 4, 0)), format!("1{}", "·".repeat(31)));
    }

    #[test]
    fn a_bank_of_one_word_is_said_in_the_singular_and_signs_that_both_show_once() {
        let banks = || MemorySpace::Workgroup { banks: 32, bank_bytes: 4, wavefronts: 1, ideal: 1 };
        let (free, met) = (request(banks(), 4, 4), request(banks(), 4, 128));
        let text = pair(("the start", &met), ("yours", &free));
        assert!(text.contains("none of which must deliver more than one word: 1 pass."), "{text}");
        assert_eq!(text.matches("(Each").count(), 1, "{text}");
        let storage = request(MemorySpace::Storage { sector_bytes: 32, sectors: 4, ideal: 4 }, 4, 4);
        assert_eq!(pair(("the start", &storage), ("yours", &free)).matches('(').count(), 2, "signs of two sorts");
    }

    #[test]
    fn lanes_that_share_bytes_are_said_to() {
        let storage = || MemorySpace::Storage { sector_bytes: 32, sectors: 4, ideal: 4 };
        let of = |bytes: u32, address: fn(u32) -> u32| {
            let lanes = (0..32).map(|lane| (lane, address(lane))).collect();
            action(&AccessSample { lanes, ..request(storage(), bytes, 4) })
        };
        assert_eq!(of(4, |lane| lane * 8), "32 lanes load `data`, 4 bytes each, neighbours 8 bytes apart");
        assert_eq!(of(4, |_| 64), "32 lanes load `data`, 4 bytes each, all at one address");
        assert_eq!(of(4, |lane| lane / 16 * 256), "32 lanes load `data`, 4 bytes each, at 2 different addresses");
        assert_eq!(of(4, |lane| lane % 16 * 32), "32 lanes load `data`, 4 bytes each, at 16 different addresses");
        assert_eq!(of(4, |lane| lane * lane * 4), "32 lanes load `data`, 4 bytes each");
        assert_eq!(
            of(16, |lane| lane * 4),
            "32 lanes load `data`, 16 bytes each, neighbours 4 bytes apart, which overlap"
        );
        assert_eq!(
            of(16, |lane| lane % 4 * 8),
            "32 lanes load `data`, 16 bytes each, at 4 different addresses, which overlap"
        );
        assert_eq!(of(8, |lane| lane * lane * 4), "32 lanes load `data`, 8 bytes each, which overlap");
    }

    #[test]
    fn what_limits_is_what_spends_most_beyond_the_fewest() {
        let storage = |sectors| MemorySpace::Storage { sector_bytes: 32, sectors, ideal: 4 };
        let all = [(4, 4), (64, 64), (8, 8), (4, 128)].map(|(first, step)| request(storage(first), 4, step));
        assert_eq!(limiting(&all, &[]).map(|request| request.all.spent), Some(64), "the first of the last is spotless");
        let about = |kind: FindingKind| limiting_about(&all, |found| found == kind).map(|request| request.all.spent);
        assert_eq!((about(FindingKind::Uncoalesced), about(FindingKind::BankConflict)), (Some(64), None));
        assert_eq!(limiting(&all[..1], &[]), None);
        // What weighs most is no access, or another one.
        let finding = |kind, line| Finding { line: Some(line), ..Finding::new(kind, Severity::Warning, String::new()) };
        assert_eq!(limiting(&all, &[finding(FindingKind::Divergence, 7)]), None);
        assert_eq!(limiting(&all, &[finding(FindingKind::Uncoalesced, 8)]), None);
        let idle = [finding(FindingKind::IdleUnits, 0), finding(FindingKind::Uncoalesced, 7)];
        assert_eq!(limiting(&all, &idle).map(|request| request.all.spent), Some(64));
    }
}
