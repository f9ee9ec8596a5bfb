//! What the simulator counted, as tables for a terminal.

use super::table::{Align, Cell, table};
use crate::harness::VariantReport;
use crate::sim::machine::Machine;
use crate::sim::{Counters, Severity};
use crate::text::paragraph;
use crate::units::{digits3, percent, si};

/// What the simulator counted, and the first thing that it would say of each variant.
pub(super) fn counted(variants: &[VariantReport]) -> String {
    let sampled = |c: &Counters| c.sampled_workgroups < c.workgroups;
    let some = variants.iter().filter_map(|variant| variant.counters.as_ref()).any(sampled);
    let rows: Vec<Vec<Cell>> = variants
        .iter()
        .filter_map(|variant| Some((variant, variant.counters.as_ref()?)))
        .map(|(variant, c)| {
            let ratio = |a: u64, b: u64| match b {
                0 => "-".to_owned(),
                _ => digits3(a as f64 / b as f64),
            };
            let ran = match c.sampled_workgroups < c.workgroups {
                true => format!("{} of {}, est.", c.sampled_workgroups, c.workgroups),
                false => "all".to_owned(),
            };
            let mut cells: Vec<Cell> = vec![
                variant.name.as_str().into(),
                ratio(c.global_sectors, c.global_requests).into(),
                ratio(c.global_sectors, c.global_sectors_ideal).into(),
                match c.shared_wavefronts.zip(c.shared_wavefronts_ideal) {
                    Some((wavefronts, ideal)) => ratio(wavefronts, ideal),
                    None => "-".to_owned(),
                }
                .into(),
                percent(c.lane_efficiency).into(),
                c.dram_bytes.map_or("-".to_owned(), |bytes| si(bytes as f64, "B")).into(),
                c.occupancy.map_or("-".to_owned(), percent).into(),
            ];
            cells.extend(some.then(|| ran.into()));
            cells
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let header = [
        ("counted", Align::Left),
        ("sectors/req.", Align::Right),
        ("x fewest", Align::Right),
        ("wavefr. x fewest", Align::Right),
        ("lanes", Align::Right),
        ("DRAM", Align::Right),
        ("occup.", Align::Right),
        ("workgroups run", Align::Right),
    ];
    let header = &header[..header.len() - usize::from(!some)];
    let mut text = format!("{}{}{}", table(header, &rows), resources(variants), limits(variants));
    for variant in variants {
        let worst = variant.findings.iter().find(|f| f.severity != Severity::Note);
        if let Some(finding) = worst {
            let line = finding.line.map_or(String::new(), |line| format!("line {line}: "));
            // What to try is in the JSON, and in `lockstep explain`.
            let what = finding.message.split(". ").next().unwrap_or_default();
            let sentence = format!("{}: {line}{what}.", variant.name);
            text += &paragraph(&sentence, 2);
        }
    }
    text
}

/// What takes the time of each, those together of which the same is said.
fn limits(variants: &[VariantReport]) -> String {
    let mut said: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, cause) in variants.iter().filter_map(|variant| Some((&variant.name, variant.cause.as_deref()?))) {
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

/// Which instructions they are, what each cache had, and how the launch fills the machine.
fn resources(variants: &[VariantReport]) -> String {
    let counted = variants.iter().filter_map(|variant| Some((variant, variant.counters.as_ref()?)));
    let share = |share: Option<f64>| Cell::from(share.map_or("-".to_owned(), percent));
    let (kinds, levels): (Vec<Vec<Cell>>, Vec<Vec<Cell>>) = counted
        .map(|(variant, c)| {
            let count = |count: u64| Cell::from(si(count as f64, ""));
            let bytes = |bytes: Option<u64>| Cell::from(bytes.map_or("-".to_owned(), |bytes| si(bytes as f64, "B")));
            let memory = c.global_requests + c.shared_requests + c.atomic_requests + c.local_requests;
            let kinds = [c.float_instructions, c.integer_instructions, c.special_instructions, memory, c.branches];
            let head = || vec![variant.name.as_str().into()];
            (
                [head(), kinds.map(count).to_vec(), vec![bytes(Some(c.local_bytes))]].concat(),
                [
                    head(),
                    vec![bytes(c.l1_read_bytes), share(c.l1_hit_rate), bytes(c.l2_read_bytes), share(c.l2_hit_rate)],
                    vec![c.waves.map_or("-".to_owned(), |waves| waves.to_string()).into()],
                    vec![share(c.achieved_occupancy), share(c.unit_share)],
                ]
                .concat(),
            )
        })
        .unzip();
    let header = |first, rest: &[&'static str]| {
        let rest = rest.iter().map(|title| (*title, Align::Right));
        [vec![(first, Align::Left)], rest.collect()].concat()
    };
    let kinds = table(&header("instructions", &["float", "integer", "special", "memory", "branches", "local"]), &kinds);
    let titles = ["L1 reads", "hit", "L2 reads", "hit", "waves", "achieved", "units"];
    format!("{kinds}{}", table(&header("caches and units", &titles), &levels))
}

/// What the columns of the counters mean; occupancy with what it leaves out.
pub(super) fn counted_columns(counters: &Counters) -> String {
    let units = Machine::named(&counters.machine).ok().and_then(|machine| machine.unit.count);
    let units = units.map_or("units".to_owned(), |units| format!("{units} units"));
    format!(
        "sectors/req.: sectors that a request of one subgroup touches, on average; a vec4 asks for more bytes at once, and may \
         need more of them: what counts is x fewest, how many times the fewest sectors (wavefr.: passes over the banks of workgroup \
         memory) that the same bytes could take. lanes: active lanes of all that were issued. DRAM: bytes to and from it, past the \
         modelled caches. occup.: subgroups that one unit can hold at a time, of its places for them. It does not say how many \
         there are: a launch of fewer workgroups than the machine's {units} leaves some with none. instructions: one a subgroup; \
         memory: loads, stores and atomics; local: bytes of private arrays that registers cannot hold. hit: of the bytes read \
         there. waves: rounds of as many workgroups as all units hold; achieved: occup. over all of them; units: those that \
         have a workgroup.",
    )
}
