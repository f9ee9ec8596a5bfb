//! What the simulator counted, as tables for a terminal.

use super::table::{Align, Cell, table};
use crate::harness::VariantReport;
use crate::sim::advice::Cause;
use crate::sim::machine::Machine;
use crate::sim::{Counters, Severity};
use crate::text::paragraph;
use crate::units::{digits3, percent, si};

/// What the simulator counted, and the first thing that it would say of each variant. Variants of which all tables say the
/// same share their rows; one that runs no kernel has none.
pub(super) fn counted(variants: &[VariantReport]) -> String {
    let ran = |c: &&Counters| c.subgroup_instructions > 0;
    let counted = variants.iter().filter_map(|variant| Some((variant, variant.counters.as_ref().filter(ran)?)));
    let mut kept: Vec<([Vec<Cell>; 3], Vec<&str>)> = Vec::new();
    for (variant, c) in counted {
        let rows = [ratios(c), kinds(c), levels(c)];
        let same = |other: &[Vec<Cell>; 3]| {
            rows.iter().flatten().map(|cell| &cell.0).eq(other.iter().flatten().map(|cell| &cell.0))
        };
        match kept.iter_mut().find(|(other, _)| same(other)) {
            Some((_, names)) => names.push(&variant.name),
            None => kept.push((rows, vec![&variant.name])),
        }
    }
    if kept.is_empty() {
        return String::new();
    }
    let titles = [
        &["counted", "sectors/req.", "x fewest", "passes", "lanes", "DRAM", "occup."][..],
        &["instructions", "float", "integer", "special", "memory", "branches", "local"],
        &["caches and units", "L1 reads", "hit", "L2 reads", "hit", "waves", "achieved", "units"],
    ];
    let mut text = String::new();
    for (at, titles) in titles.into_iter().enumerate() {
        let rows = kept.iter().map(|(rows, names)| [vec![names[0].into()], rows[at].clone()].concat());
        let rows: Vec<Vec<Cell>> = rows.collect();
        let aligned = titles.iter().take(rows[0].len()).enumerate();
        let header: Vec<(&str, Align)> =
            aligned.map(|(column, title)| (*title, if column == 0 { Align::Left } else { Align::Right })).collect();
        text += &table(&header, &rows);
    }
    for (first, others) in
        kept.iter().filter_map(|(_, names)| names.split_first()).filter(|(_, others)| !others.is_empty())
    {
        let have = if others.len() == 1 { "has" } else { "have" };
        text += &paragraph(&format!("{} {have} the figures of `{first}`.", listed(others)), 2);
    }
    text + &sampled(variants) + &limits(variants) + &worst(variants)
}

/// "`a`, `b` and `c`".
pub(super) fn listed(names: &[&str]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

/// The weightiest finding of each, those together of which the same is said.
fn worst(variants: &[VariantReport]) -> String {
    // A line is one of a file's.
    type Said<'a> = (String, &'a [String]);
    let mut said: Vec<(Said<'_>, Vec<&str>)> = Vec::new();
    for variant in variants {
        let Some(finding) = variant.findings.iter().find(|f| f.severity != Severity::Note) else { continue };
        let line = finding.line.map_or(String::new(), |line| format!("line {line}: "));
        // What to try is in the JSON, and in `lockstep explain`.
        let what = format!("{line}{}.", finding.message.split(". ").next().unwrap_or_default());
        let what = (what, variant.shader.as_slice());
        match said.iter_mut().find(|(known, _)| *known == what) {
            Some((_, names)) => names.push(&variant.name),
            None => said.push((what, vec![&variant.name])),
        }
    }
    said.iter().map(|((what, _), names)| paragraph(&format!("{}: {what}", names.join(", ")), 2)).collect()
}

/// Sectors, passes over the banks, lanes, DRAM and places, each over what it could be.
fn ratios(c: &Counters) -> Vec<Cell> {
    let ratio = |a: u64, b: u64| match b {
        0 => "-".to_owned(),
        _ => digits3(a as f64 / b as f64),
    };
    let wavefronts = c.shared_wavefronts.zip(c.shared_wavefronts_ideal);
    vec![
        ratio(c.global_sectors, c.global_requests).into(),
        ratio(c.global_sectors, c.global_sectors_ideal).into(),
        wavefronts.map_or("-".to_owned(), |(wavefronts, ideal)| ratio(wavefronts, ideal)).into(),
        percent(c.lane_efficiency).into(),
        c.dram_bytes.map_or("-".to_owned(), |bytes| si(bytes as f64, "B")).into(),
        c.occupancy.map_or("-".to_owned(), percent).into(),
    ]
}

/// How many of a launch's workgroups were run, where that is a sample.
fn sampled(variants: &[VariantReport]) -> String {
    let counted = variants.iter().filter_map(|variant| Some((&variant.name, variant.counters.as_ref()?)));
    let mut ran: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, c) in counted.filter(|(_, c)| c.is_sampled()) {
        let share = format!("{} of {}", c.sampled_workgroups, c.workgroups);
        match ran.iter_mut().find(|(known, _)| *known == share) {
            Some((_, names)) => names.push(name),
            None => ran.push((share, vec![name])),
        }
    }
    let each: Vec<String> = ran.iter().map(|(share, names)| format!("{share} ({})", listed(names))).collect();
    if each.is_empty() {
        return String::new();
    }
    paragraph(&format!("workgroups run, from which all these are estimated: {}.", each.join("; ")), 2)
}

/// What takes the time of each, those together of which the same is said.
fn limits(variants: &[VariantReport]) -> String {
    let mut said: Vec<(&Cause, Vec<String>)> = Vec::new();
    for (name, cause) in variants.iter().filter_map(|variant| Some((&variant.name, variant.cause.as_ref()?))) {
        let name = format!("`{name}`");
        match said.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, names)) => names.push(name),
            None => said.push((cause, vec![name])),
        }
    }
    let each = said.iter().map(|(cause, names)| paragraph(&format!("{}: {cause}.", names.join(", ")), 2));
    let each: String = each.collect();
    if each.is_empty() { each } else { format!("what takes the time, by the simulator's estimate\n{each}") }
}

/// Which instructions they are.
fn kinds(c: &Counters) -> Vec<Cell> {
    let memory = c.global_requests + c.shared_requests + c.atomic_requests + c.local_requests;
    let kinds = [c.float_instructions, c.integer_instructions, c.special_instructions, memory, c.branches];
    let counts = kinds.map(|count| Cell::from(si(count as f64, "")));
    counts.into_iter().chain([bytes(Some(c.local_bytes))]).collect()
}

/// What each cache had, and how the launch fills the machine.
fn levels(c: &Counters) -> Vec<Cell> {
    let share = |share: Option<f64>| Cell::from(share.map_or("-".to_owned(), percent));
    let waves = c.waves.map_or("-".to_owned(), |waves| waves.to_string());
    let caches = [bytes(c.l1_read_bytes), share(c.l1_hit_rate), bytes(c.l2_read_bytes), share(c.l2_hit_rate)];
    caches.into_iter().chain([waves.into(), share(c.achieved_occupancy), share(c.unit_share)]).collect()
}

fn bytes(bytes: Option<u64>) -> Cell {
    bytes.map_or("-".to_owned(), |bytes| si(bytes as f64, "B")).into()
}

/// What the columns of the counters mean; occupancy with what it leaves out.
pub(super) fn counted_columns(counters: &Counters) -> String {
    let units = Machine::named(&counters.machine).ok().and_then(|machine| machine.unit.count);
    let units = units.map_or("units".to_owned(), |units| format!("{units} units"));
    format!(
        "sectors/req.: sectors that a request of one subgroup touches, on average; a vec4 asks for more bytes at once, and may \
         need more of them: what counts is x fewest, how many times the fewest sectors that the same bytes could take. passes: over the \
         banks of workgroup memory, as many times the fewest. lanes: active lanes of all that were issued. DRAM: bytes to and from it, past the \
         modelled caches. occup.: subgroups that one unit can hold at a time, of its places for them. It does not say how many \
         there are: a launch of fewer workgroups than the machine's {units} leaves some with none. instructions: one a subgroup; \
         memory: loads, stores and atomics; local: bytes of private arrays that registers cannot hold. hit: of the bytes read \
         there. waves: rounds of as many workgroups as all units hold; achieved: occup. over all of them; units: those that \
         have a workgroup. Of several dispatches waves are added up; the last two are those of the dispatch that has least.",
    )
}
