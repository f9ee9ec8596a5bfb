//! What the kernels are made of.

use super::words::{Found, counters, factor, found, has, in_line, line_with, moved, moved_bytes};
use crate::compare::kind::IdeaKind;
use crate::compare::pair::Side;
use crate::compare::program::{Line, changed};
use crate::sim::Counters;
use crate::sim::occupancy::OccupancyLimit;
use crate::units::{Bytes, digits3, percent};

pub(in crate::compare) fn dispatches(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (from, to) = (a.passes.len(), b.passes.len());
    if from == to || from == 0 || to == 0 {
        return None;
    }
    let number = |n: usize| {
        if n == 1 { "one dispatch".to_owned() } else { format!("{n} dispatches") }
    };
    let (one, why) = if to < from {
        (a, "what those pass to each other through memory stays in registers or workgroup memory")
    } else {
        (b, "each passes its result to the next through memory")
    };
    let traffic = counters(a, b)
        .map_or(String::new(), |(a, b)| format!(": requested bytes {}", moved_bytes(a.global_bytes, b.global_bytes)));
    let files: Vec<&str> =
        one.passes.iter().map(|pass| pass.kernel.path.rsplit('/').next().unwrap_or_default()).collect();
    let sentence = format!(
        "{} is {} where {} is {} ({}); {why}{traffic}",
        b.name,
        number(to),
        a.name,
        number(from),
        files.join(", ")
    );
    found(IdeaKind::Fusion, 12.0, sentence)
}

pub(in crate::compare) fn cooperative(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
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
    found(IdeaKind::MatrixUnits, 11.0, sentence)
}

pub(in crate::compare) fn subgroup_operations(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
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
    let (with, without, line) = match (line(a), line(b)) {
        (None, Some(line)) => (b, a, line),
        (Some(line), None) => (a, b, line),
        _ => return None,
    };
    // What lanes exchanged through workgroup memory before is no load of the buffers: that these are fewer is another idea.
    let shared = without.counters.is_some_and(|without| without.shared_requests > 0);
    let effect = counters(a, b).map_or(String::new(), |(a, b)| {
        let of_buffers = ("requests to memory", a.global_requests, b.global_requests);
        let of_workgroups = [
            ("requests to workgroup memory", a.shared_requests, b.shared_requests),
            ("barriers of subgroups", a.barriers, b.barriers),
        ];
        let mut effects = Vec::new();
        for (what, a, b) in Some(of_buffers).filter(|_| !shared).into_iter().chain(of_workgroups) {
            if a != b && (a == 0 || b == 0 || factor(a as f64, b as f64).is_some()) {
                effects.push(format!("{what} {}", moved(a, b)));
            }
        }
        if effects.is_empty() { String::new() } else { format!(": {}", effects.join(", ")) }
    });
    let loads_less = |(with, without): (&Counters, &Counters)| {
        with.global_bytes < without.global_bytes
            && factor(with.global_bytes as f64, without.global_bytes as f64).is_some()
    };
    let weight = if shared && counters(with, without).is_some_and(loads_less) { 2.4 } else { 9.0 };
    let sentence = format!(
        "the lanes of a subgroup exchange values through registers in {} ({line}), without memory or a barrier between them{effect}",
        with.name
    );
    found(IdeaKind::SubgroupOperations, weight, sentence)
}

pub(in crate::compare) fn half_precision(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let uses = |side: &Side<'_>| has(side, |kernel| kernel.needs.f16);
    let (with, without) = match (uses(a), uses(b)) {
        (false, true) => (b, a),
        (true, false) => (a, b),
        _ => return None,
    };
    let sentence =
        format!("{} stores f16 where {} stores f32: half the bytes for the same elements", with.name, without.name);
    found(IdeaKind::Precision, 7.0, sentence)
}

pub(in crate::compare) fn named_variables(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (indexed, named, names) = match (a.indexed_variables(), b.indexed_variables()) {
        (names, none) if none.is_empty() && !names.is_empty() => (a, b, names),
        (none, names) if none.is_empty() && !names.is_empty() => (b, a, names),
        _ => return None,
    };
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let sentence = format!(
        "{} indexes {} at run time, which stays in registers only where the compiler unrolls the loop; every variable of {} \
         has a name, and needs no address",
        indexed.name,
        names.join(", "),
        named.name
    );
    found(IdeaKind::NamedVariables, 1.1, sentence)
}

pub(in crate::compare) fn work_of_an_invocation(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let ([one], [other]) = (a.passes, b.passes) else {
        return None;
    };
    let from = x.workgroups * u64::from(one.kernel.invocations());
    let to = y.workgroups * u64::from(other.kernel.invocations());
    let factor = factor(from as f64, to as f64).filter(|factor| *factor >= 1.5)?;
    let word = if to < from { "more" } else { "less" };
    let sentence =
        format!("an invocation of {} does {} times {word}: invocations {}", b.name, digits3(factor), moved(from, to));
    found(IdeaKind::WorkPerInvocation, 1.6 + libm::log(factor), sentence)
}

pub(in crate::compare) fn occupancy(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    let (x, y) = counters(a, b)?;
    let (from, to) = x.occupancy.zip(y.occupancy)?;
    let factor = factor(from, to)?;
    let limit = y.occupancy_limit.map_or("unknown", OccupancyLimit::name);
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
    let registers = [x, y].iter().any(|of| of.occupancy_limit == Some(OccupancyLimit::Registers));
    let estimated = if registers { "; registers are estimated from the values alive at once" } else { "" };
    let sentence = format!(
        "the occupancy is {} where it was {} (limited by {limit}{estimated}{memory})",
        percent(to),
        percent(from)
    );
    match registers {
        true => found(IdeaKind::Registers, 0.4, sentence),
        false => found(IdeaKind::Occupancy, 1.2 + libm::log(factor), sentence),
    }
}

pub(in crate::compare) fn constants(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
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
        let differs = one.kernel.constants.get(name).is_some_and(|from| from != to);
        differs.then(|| line_with(b, &[&format!("const {name}"), &format!("override {name}")]))?
    });
    let sentence = format!("in {}, {}{}", b.name, differing.join(", "), in_line(line));
    found(IdeaKind::Constants, 1.0, sentence)
}

/// Where no counter tells the two apart: the code that does.
pub(in crate::compare) fn code(a: &Side<'_>, b: &Side<'_>) -> Option<Found> {
    for (one, other) in a.passes.iter().zip(b.passes) {
        let runs = changed(&one.kernel.source, &other.kernel.source);
        // Statements say more than declarations, and a line in place of another more than one that is new.
        let statements = |lines: &[Line]| lines.iter().find(|line| !line.1.starts_with(['@', '}', ')'])).cloned();
        let pairs = runs.iter().map(|run| (statements(&run.a), statements(&run.b)));
        let pairs: Vec<_> = pairs.collect();
        let both = pairs.iter().rev().find(|(a, b)| a.is_some() && b.is_some());
        let either = || pairs.iter().find(|(a, b)| a.is_some() || b.is_some());
        let sentence = match both.or_else(either) {
            Some((Some((m, x)), Some((n, y)))) => {
                format!("line {n} of {} is `{y}`, where line {m} of {} is `{x}`", b.name, a.name)
            }
            Some((None, Some((n, y)))) => format!("{} has `{y}` (line {n})", b.name),
            Some((Some((m, x)), None)) => {
                format!("{} lacks `{x}` (line {m} of {})", b.name, a.name)
            }
            _ => continue,
        };
        let lines: usize = runs.iter().map(|run| run.a.len().max(run.b.len())).sum();
        let more = match lines.saturating_sub(1) {
            0 => String::new(),
            1 => "; one more line differs".to_owned(),
            more => format!("; {more} more lines differ"),
        };
        return found(IdeaKind::Code, 0.5, format!("{sentence}{more}"));
    }
    None
}
