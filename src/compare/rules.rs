//! Rules, one a mechanism: what must differ for it to be told, in which words, and how much it weighs.
//!
//! A weight is the logarithm of the factor by which something changed, and a base that ranks mechanisms: a kernel that
//! stages data in workgroup memory is told as such, and its fewer sectors as the effect.

use super::code::changed;
use super::pair::Side;
use crate::kernel::Kernel;
use crate::sim::{Counters, LineCounters};
use crate::units::{Bytes, digits3, percent, si};

/// What a rule found.
pub(super) struct Found {
    pub kind: &'static str,
    pub weight: f64,
    pub sentence: String,
}

type Rule = fn(&Side<'_>, &Side<'_>) -> Option<Found>;

/// A factor below this is no idea.
const NOTABLE: f64 = 1.1;

/// Every rule that looks at counters or at what kernels are made of.
pub(super) const ALL: &[Rule] = &[
    dispatches,
    cooperative,
    subgroup_operations,
    workgroup_memory,
    half_precision,
    coalescing,
    bank_conflicts,
    divergence,
    branches,
    vectors,
    reuse_of_shared,
    traffic,
    dram,
    barriers,
    arithmetic,
    atomics,
    instructions,
    work_of_an_invocation,
    occupancy,
    constants,
];

fn counters<'a>(a: &Side<'a>, b: &Side<'a>) -> Option<(&'a Counters, &'a Counters)> {
    a.counters.zip(b.counters)
}

fn found(kind: &'static str, weight: f64, sentence: String) -> Option<Found> {
    Some(Found {
        kind,
        weight,
        sentence,
    })
}

/// The factor between two counts, above 1, where it is notable.
fn factor(a: f64, b: f64) -> Option<f64> {
    let factor = if a > b { a / b } else { b / a };
    (factor.is_finite() && factor >= NOTABLE).then_some(factor)
}

fn times(factor: f64) -> String {
    format!("{}x", digits3(factor))
}

fn count(value: u64) -> String {
    si(value as f64, "").trim_end().to_owned()
}

fn size(bytes: u64) -> String {
    Bytes(bytes as f64).to_string()
}

/// `fall 4.00x, from 8.19 k to 2.05 k`.
fn moved(a: u64, b: u64) -> String {
    moved_in(a, b, count)
}

/// As [`moved`], for bytes.
fn moved_bytes(a: u64, b: u64) -> String {
    moved_in(a, b, size)
}

fn moved_in(a: u64, b: u64, show: fn(u64) -> String) -> String {
    let factor = a.max(b) as f64 / a.min(b).max(1) as f64;
    match (a, b) {
        (0, 0) => "stay at none".to_owned(),
        (0, b) => format!("appear ({})", show(b)),
        (a, 0) => format!("are gone ({} before)", show(a)),
        (a, _) if factor < 1.01 => format!("stay at {}", show(a)),
        (a, b) => {
            let word = if b < a { "fall" } else { "rise" };
            format!("{word} {}, from {} to {}", times(factor), show(a), show(b))
        }
    }
}

/// ` (line 14; line 20 of B)`: where each side spends `counter`.
fn at(a: &Side<'_>, b: &Side<'_>, counter: fn(&LineCounters) -> u64) -> String {
    let places: Vec<String> = [a, b]
        .into_iter()
        .filter_map(|side| {
            let lines = side.name_lines(&side.spenders(counter))?;
            Some(format!("{}: {lines}", side.name))
        })
        .collect();
    if places.is_empty() {
        return String::new();
    }
    format!(" ({})", places.join("; "))
}

fn dispatches(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (from, to) = (a.passes.len(), b.passes.len());
    if from == to || from == 0 || to == 0 {
        return None;
    }
    let number = |n: usize| {
        if n == 1 {
            "one dispatch".to_owned()
        } else {
            format!("{n} dispatches")
        }
    };
    let (one, why) = if to < from {
        (
            a,
            "what those hand to each other through memory stays in registers or workgroup memory",
        )
    } else {
        (b, "each hands its result to the next through memory")
    };
    let traffic = counters(a, b).map_or(String::new(), |(a, b)| {
        format!(
            ": requested bytes {}",
            moved_bytes(a.global_bytes, b.global_bytes)
        )
    });
    let files: Vec<&str> = one
        .passes
        .iter()
        .map(|pass| pass.kernel.path.rsplit('/').next().unwrap_or_default())
        .collect();
    let sentence = format!(
        "{} is {} where {} is {} ({}); {why}{traffic}",
        b.name,
        number(to),
        a.name,
        number(from),
        files.join(", ")
    );
    found("fusion", 12.0, sentence)
}

/// Whether any pass's kernel has a property.
fn has(side: &Side<'_>, property: fn(&Kernel) -> bool) -> bool {
    side.passes.iter().any(|pass| property(pass.kernel))
}

/// The first line of a side that holds one of these words.
fn line_with(side: &Side<'_>, words: &[&str]) -> Option<String> {
    side.passes.iter().enumerate().find_map(|(number, pass)| {
        let code = super::code::without_comments(&pass.kernel.source);
        let line = code
            .iter()
            .position(|line| words.iter().any(|word| line.contains(word)))?;
        side.name_lines(&[(number, line as u32 + 1)])
    })
}

fn in_line(line: Option<String>) -> String {
    line.map_or(String::new(), |line| format!(" ({line})"))
}

fn cooperative(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let uses = |side: &Side<'_>| has(side, |kernel| kernel.needs.cooperative_matrix);
    let (with, without) = match (uses(a), uses(b)) {
        (false, true) => (b, a),
        (true, false) => (a, b),
        _ => return None,
    };
    let line = in_line(line_with(with, &["coopMultiplyAdd"]));
    let sentence = format!(
        "{} multiplies whole matrices in a subgroup's matrix units{line}; {} does one multiply-add a lane at a time",
        with.name, without.name
    );
    found("matrix-units", 11.0, sentence)
}

fn subgroup_operations(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    const WORDS: &[&str] = &[
        "subgroupBroadcast",
        "subgroupShuffle",
        "subgroupAdd",
        "subgroupMax",
        "subgroupMin",
        "subgroupInclusive",
        "subgroupExclusive",
        "subgroupBallot",
        "subgroupAll",
        "subgroupAny",
        "subgroupMul",
        "quad",
    ];
    let line = |side: &Side<'_>| line_with(side, WORDS);
    let (with, line) = match (line(a), line(b)) {
        (None, Some(line)) => (b, line),
        (Some(line), None) => (a, line),
        _ => return None,
    };
    let effect = counters(a, b).map_or(String::new(), |(a, b)| {
        let mut effects = Vec::new();
        for (what, a, b) in [
            ("requests to memory", a.global_requests, b.global_requests),
            (
                "requests to workgroup memory",
                a.shared_requests,
                b.shared_requests,
            ),
            ("barriers", a.barriers, b.barriers),
        ] {
            if a != b && (a == 0 || b == 0 || factor(a as f64, b as f64).is_some()) {
                effects.push(format!("{what} {}", moved(a, b)));
            }
        }
        if effects.is_empty() {
            String::new()
        } else {
            format!(": {}", effects.join(", "))
        }
    });
    let sentence = format!(
        "the lanes of a subgroup exchange values through registers in {} ({line}), without memory or a barrier between them{effect}",
        with.name
    );
    found("subgroup-operations", 9.0, sentence)
}

fn workgroup_memory(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (from, to) = counters(a, b)?;
    let (with, staged) = match (from.shared_requests, to.shared_requests) {
        (0, 1..) => (b, true),
        (1.., 0) => (a, false),
        _ => return None,
    };
    let names: Vec<String> = with
        .workgroup_variables()
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let names = if names.is_empty() {
        String::new()
    } else {
        format!(
            " ({}, {})",
            names.join(", "),
            Bytes(f64::from(with.workgroup_bytes()))
        )
    };
    let line = with.name_lines(&with.spenders(|line| line.shared_requests));
    let line = line.map_or(String::new(), |line| format!(", {line}"));
    let effects = format!(
        "requests to memory {}, sectors {}",
        moved(from.global_requests, to.global_requests),
        moved(from.global_sectors, to.global_sectors)
    );
    let sentence = if staged {
        format!(
            "{} stages data in workgroup memory{names}{line}: {effects}; the price is {} requests to workgroup memory and {} barriers",
            b.name,
            count(to.shared_requests),
            count(to.barriers)
        )
    } else {
        format!(
            "{} does without the workgroup memory of {}{names}{line}: {effects}; gone are {} requests to workgroup memory and {} barriers",
            b.name,
            a.name,
            count(from.shared_requests),
            count(from.barriers)
        )
    };
    found("workgroup-memory", 8.0, sentence)
}

fn half_precision(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let uses = |side: &Side<'_>| has(side, |kernel| kernel.needs.f16);
    let (with, without) = match (uses(a), uses(b)) {
        (false, true) => (b, a),
        (true, false) => (a, b),
        _ => return None,
    };
    let sentence = format!(
        "{} stores f16 where {} stores f32: half the bytes for the same elements",
        with.name, without.name
    );
    found("precision", 7.0, sentence)
}

fn per(amount: u64, of: u64) -> f64 {
    amount as f64 / of.max(1) as f64
}

fn coalescing(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.global_requests == 0 || y.global_requests == 0 {
        return None;
    }
    let excess = |c: &Counters| per(c.global_sectors, c.global_sectors_ideal);
    let factor = factor(excess(x), excess(y))?;
    let each = |c: &Counters| {
        let requests = c.global_requests;
        format!(
            "{} sectors ({} would do)",
            digits3(per(c.global_sectors, requests)),
            digits3(per(c.global_sectors_ideal, requests))
        )
    };
    let better = excess(y) < excess(x);
    let worse = if better { x } else { y };
    let why = match (better, excess(worse) < 1.5) {
        (true, false) => {
            "neighbouring lanes now ask for neighbouring addresses, and whole sectors are used"
        }
        (false, false) => {
            "neighbouring lanes ask for addresses further apart, and of each sector that is fetched less is used"
        }
        (true, true) => "the requests now begin where sectors begin",
        (false, true) => {
            "the requests no longer begin where sectors begin, and lie across one more than they fill"
        }
    };
    let place = at(a, b, |line| {
        line.global_sectors
            .saturating_sub(line.global_sectors_ideal)
    });
    let sentence = format!(
        "a request of {} touches {} where one of {} touches {}: {why}{place}",
        b.name,
        each(y),
        a.name,
        each(x)
    );
    found("coalescing", 4.0 + factor.ln(), sentence)
}

fn bank_conflicts(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.shared_requests == 0 || y.shared_requests == 0 {
        return None;
    }
    let each = |c: &Counters| per(c.shared_wavefronts, c.shared_requests);
    let factor = factor(each(x), each(y))?;
    let conflicts =
        |c: &Counters| c.shared_wavefronts as f64 > 1.05 * c.shared_wavefronts_ideal as f64;
    let why = match (conflicts(x), conflicts(y)) {
        (true, false) => "the words that lanes ask for together now lie in different banks",
        (false, true) => {
            "lanes ask for different words of one bank, which serves them one after the other"
        }
        (true, true) if each(y) < each(x) => "fewer lanes meet in one bank",
        (true, true) => "more lanes meet in one bank",
        (false, false) if each(y) < each(x) => {
            "lanes ask for fewer different words together: what they have in common is read once and broadcast"
        }
        (false, false) => "lanes ask for more words together: wider requests, or less in common",
    };
    let place = at(a, b, |line| line.shared_wavefronts);
    let sentence = format!(
        "a request of {} to workgroup memory takes {} wavefronts where one of {} takes {}: {why}{place}",
        b.name,
        digits3(each(y)),
        a.name,
        digits3(each(x))
    );
    found("bank-conflicts", 3.0 + factor.ln(), sentence)
}

fn divergence(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.lane_efficiency, y.lane_efficiency)?;
    let why = if y.lane_efficiency > x.lane_efficiency {
        "the lanes of a subgroup go the same way more often"
    } else {
        "a subgroup goes each way that one of its lanes takes, with the others idle"
    };
    let place = at(a, b, |line| line.divergent_branches);
    let sentence = format!(
        "{} of the lanes are active in {} where {} are in {}: {why}; divergent branches {}{place}",
        percent(y.lane_efficiency),
        b.name,
        percent(x.lane_efficiency),
        a.name,
        moved(x.divergent_branches, y.divergent_branches),
    );
    found("divergence", 5.0 + 2.0 * factor.ln(), sentence)
}

fn branches(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    // Loops' own tests change with every tile size: only branches that nearly all go, or come, are an idea.
    let (more, fewer) = (x.branches.max(y.branches), x.branches.min(y.branches));
    if more < 4 * fewer.max(1) || more < 64 || a.passes.len() != b.passes.len() {
        return None;
    }
    let place = at(a, b, |line| line.branches);
    let sentence = format!("branches {}{place}", moved(x.branches, y.branches));
    found("branches", 2.0, sentence)
}

fn vectors(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.global_requests as f64, y.global_requests as f64)?;
    let width = |c: &Counters| per(c.global_bytes, c.global_requests);
    let wider = self::factor(width(x), width(y))?;
    // The same bytes in fewer, larger requests; lanes that idle make requests small too.
    if factor < 1.5
        || wider < 1.4
        || self::factor(x.lane_efficiency, y.lane_efficiency).is_some_and(|f| f > 1.3)
    {
        return None;
    }
    let place = at(a, b, |line| line.global_requests);
    let sentence = format!(
        "a request of {} moves {} where one of {} moves {}: requests to memory {}{place}",
        b.name,
        Bytes(width(y)),
        a.name,
        Bytes(width(x)),
        moved(x.global_requests, y.global_requests)
    );
    found("vector-loads", 3.5 + wider.ln(), sentence)
}

fn reuse_of_shared(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.shared_requests == 0 || y.shared_requests == 0 {
        return None;
    }
    let factor = factor(x.shared_requests as f64, y.shared_requests as f64)?;
    let arithmetic = |c: &Counters| {
        c.flop as f64 / (c.shared_requests as f64 * f64::from(c.subgroup_width.max(1)))
    };
    let why = if x.flop == 0 || y.flop == 0 {
        String::new()
    } else {
        let (x, y) = (arithmetic(x), arithmetic(y));
        let word = if y > x {
            "a value, once in a register, serves more arithmetic"
        } else {
            "a value serves less arithmetic"
        };
        format!(
            ": {word} ({} FLOP a lane and request, before {})",
            digits3(y),
            digits3(x)
        )
    };
    let place = at(a, b, |line| line.shared_requests);
    let sentence = format!(
        "requests to workgroup memory {}{why}{place}",
        moved(x.shared_requests, y.shared_requests)
    );
    found("register-reuse", 3.6 + factor.ln(), sentence)
}

fn traffic(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.global_bytes as f64, y.global_bytes as f64)?;
    let why = if y.global_bytes < x.global_bytes {
        "what is loaded is used more often before it is loaded again, or never leaves the chip"
    } else {
        "data is loaded again that was there before"
    };
    let place = at(a, b, |line| line.global_bytes);
    let sentence = format!(
        "bytes requested of memory {}: {why}{place}",
        moved_bytes(x.global_bytes, y.global_bytes)
    );
    found("reuse", 2.5 + factor.ln(), sentence)
}

fn dram(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let (from, to) = x.dram_bytes.zip(y.dram_bytes)?;
    let factor = factor(from as f64, to as f64)?;
    let sentence = format!(
        "bytes to and from DRAM {} (modelled caches)",
        moved_bytes(from, to)
    );
    found("dram", 2.2 + factor.ln(), sentence)
}

fn barriers(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    if x.barriers == 0 || y.barriers == 0 {
        return None; // told with workgroup memory
    }
    let factor = factor(x.barriers as f64, y.barriers as f64)?;
    let place = at(a, b, |line| line.barriers);
    let sentence = format!("barriers {}{place}", moved(x.barriers, y.barriers));
    found("barriers", 1.5 + factor.ln(), sentence)
}

fn arithmetic(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(x.flop as f64, y.flop as f64)?;
    let why = if y.flop > x.flop {
        "it computes more than once, or on both sides of a choice"
    } else {
        "less is computed for the same result"
    };
    let place = at(a, b, |line| line.flop);
    let sentence = format!("FLOPs {}: {why}{place}", moved(x.flop, y.flop));
    found("arithmetic", 2.0 + factor.ln(), sentence)
}

fn atomics(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let (from, to) = (x.atomic_serializations, y.atomic_serializations);
    if from == to || (from > 0 && to > 0 && factor(from as f64, to as f64).is_none()) {
        return None;
    }
    let place = at(a, b, |line| line.atomic_serializations);
    let sentence = format!(
        "atomics that wait for each other at one address {} (requests {}){place}",
        moved(from, to),
        moved(x.atomic_requests, y.atomic_requests)
    );
    found("atomics", 5.5, sentence)
}

fn instructions(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let factor = factor(
        x.subgroup_instructions as f64,
        y.subgroup_instructions as f64,
    )?;
    let place = at(a, b, |line| line.subgroup_instructions);
    let sentence = format!(
        "instructions of subgroups {}{place}",
        moved(x.subgroup_instructions, y.subgroup_instructions)
    );
    found("instructions", 0.8 + factor.ln(), sentence)
}

fn work_of_an_invocation(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let ([one], [other]) = (a.passes, b.passes) else {
        return None;
    };
    let from = x.workgroups * u64::from(one.kernel.invocations());
    let to = y.workgroups * u64::from(other.kernel.invocations());
    let factor = factor(from as f64, to as f64).filter(|factor| *factor >= 1.5)?;
    let word = if to < from { "more" } else { "less" };
    let sentence = format!(
        "an invocation of {} does {} times {word}: invocations {}",
        b.name,
        digits3(factor),
        moved(from, to)
    );
    found("work-per-invocation", 1.6 + factor.ln(), sentence)
}

fn occupancy(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let (from, to) = x.occupancy.zip(y.occupancy)?;
    let factor = factor(from, to)?;
    let limit = y.occupancy_limit.as_deref().unwrap_or("unknown");
    let (bytes_a, bytes_b) = (a.workgroup_bytes(), b.workgroup_bytes());
    let memory = if bytes_a == bytes_b || a.passes.is_empty() {
        String::new()
    } else {
        format!(
            "; a workgroup takes {} of workgroup memory, before {}",
            Bytes(f64::from(bytes_b)),
            Bytes(f64::from(bytes_a))
        )
    };
    let sentence = format!(
        "the occupancy is {} where it was {} (limited by {limit}{memory}; registers are not known from WGSL)",
        percent(to),
        percent(from)
    );
    found("occupancy", 1.2 + factor.ln(), sentence)
}

fn constants(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let ([one], [other]) = (a.passes, b.passes) else {
        return None;
    };
    let differing: Vec<String> = other
        .kernel
        .constants
        .iter()
        .filter_map(|(name, to)| {
            let from = one.kernel.constants.get(name).filter(|from| *from != to)?;
            Some(format!("`{name}` is {to} where {} has {from}", a.name))
        })
        .collect();
    if differing.is_empty() {
        return None;
    }
    let line = other.kernel.constants.iter().find_map(|(name, to)| {
        let differs = one
            .kernel
            .constants
            .get(name)
            .is_some_and(|from| from != to);
        differs.then(|| line_with(b, &[&format!("const {name}"), &format!("override {name}")]))?
    });
    let sentence = format!("in {}, {}{}", b.name, differing.join(", "), in_line(line));
    found("constants", 1.0, sentence)
}

/// Where no counter tells the two apart: the code that does.
pub(super) fn code(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    for (one, other) in a.passes.iter().zip(b.passes) {
        let changed = changed(&one.kernel.source, &other.kernel.source);
        let (first_a, first_b) = (changed.a.first(), changed.b.first());
        let sentence = match (first_a, first_b) {
            (Some((m, x)), Some((n, y))) => format!(
                "line {n} of {} is `{y}`, where line {m} of {} is `{x}`",
                b.name, a.name
            ),
            (None, Some((n, y))) => format!("{} has `{y}` (line {n})", b.name),
            (Some((m, x)), None) => format!("{} lacks `{x}` (line {m} of {})", b.name, a.name),
            (None, None) => continue,
        };
        let more = changed.a.len().max(changed.b.len()).saturating_sub(1);
        let more = match more {
            0 => String::new(),
            more => format!("; {more} more lines differ"),
        };
        let sentence = format!("no counter moves by a tenth: {sentence}{more}");
        return found("code", 0.5, sentence);
    }
    None
}
