//! A machine file into a [`Machine`].

use std::collections::BTreeMap;

use lockstep_gpus::{Gpu, Lookup};
use toml::de::DeTable;

use super::figure::{Place, Reader, line_of};
use super::spec::{Atomics, Cache, Dram, Host, Launch, Link, Machine, Residency, Shared, Subgroup, Unit};
use super::{MachineError, part};
use crate::config::{MOST_BANKS, MOST_TAG_BANKS};

const TEXTS: &[&str] = &["name", "part", "device", "architecture", "unit_name"];
const LISTS: &[&str] = &["aliases", "adapters"];
const TABLES: &[&str] = &[
    Subgroup::TABLE,
    Unit::TABLE,
    Residency::TABLE,
    Shared::TABLE,
    Cache::TABLE,
    Dram::TABLE,
    Launch::TABLE,
    Link::TABLE,
    Host::TABLE,
    Atomics::TABLE,
];

/// Reads the text of a machine file. `file` is its name in messages; `instead` goes before the part that it names.
pub(super) fn machine(file: &str, text: &str, instead: Option<&'static Gpu>) -> Result<Machine, MachineError> {
    let root = DeTable::parse(text).map_err(|error| MachineError::Syntax {
        file: file.to_owned(),
        line: line_of(text, error.span().unwrap_or(0..0)),
        message: error.message().to_owned(),
    })?;
    let place = Place { file, text };
    let mut reader = Reader { place, root: root.get_ref(), sources: BTreeMap::new() };
    let known: Vec<&str> = TEXTS.iter().chain(LISTS).chain(TABLES).copied().collect();
    place.refuse_unknown(root.get_ref(), "", &known)?;
    let gpu = part_of(&reader)?.map(|own| instead.unwrap_or(own));
    let mut machine = Machine {
        name: reader.text("name")?,
        aliases: reader.list("aliases")?,
        part: gpu.map(Gpu::title),
        device: match gpu {
            Some(gpu) => gpu.title(),
            None => reader.text("device")?,
        },
        architecture: reader.text("architecture")?,
        unit_name: reader.text("unit_name")?,
        adapters: reader.list("adapters")?,
        subgroup: Subgroup::read(&mut reader)?,
        unit: Unit::read(&mut reader)?,
        residency: Residency::read(&mut reader)?,
        shared: Shared::read(&mut reader)?,
        cache: Cache::read(&mut reader)?,
        dram: Dram::read(&mut reader)?,
        launch: Launch::read(&mut reader)?,
        link: Link::read(&mut reader)?,
        host: Host::read(&mut reader)?,
        atomics: Atomics::read(&mut reader)?,
        sources: reader.sources,
    };
    if let Some(gpu) = gpu {
        part::fill(&mut machine, gpu);
    }
    refuse_impossible(place, root.get_ref(), &machine)?;
    Ok(machine)
}

/// `machine` with other figures, each as `group.figure=value`. What its part's copies reach goes along with its bandwidth, and
/// what level 1 has no room for is no carve-out.
pub(super) fn changed(mut machine: Machine, changes: &[&str]) -> Result<Machine, MachineError> {
    const SOURCE: &str = "source = \"given\"";
    let parts = changes.iter().map(|change| change.split_once('=').unwrap_or((change, "")));
    let lines = parts.map(|(figure, value)| format!("{} = {{ value = {}, {SOURCE} }}\n", figure.trim(), value.trim()));
    let (file, text) = (changes.join(","), lines.collect::<String>());
    let root = DeTable::parse(&text)
        .map_err(|error| MachineError::Change { change: file.clone(), message: error.message().to_owned() })?;
    let place = Place { file: &file, text: &text };
    let mut reader = Reader { place, root: root.get_ref(), sources: BTreeMap::new() };
    place.refuse_unknown(root.get_ref(), "", TABLES)?;
    machine.subgroup.change(Subgroup::read(&mut reader)?);
    machine.unit.change(Unit::read(&mut reader)?);
    machine.residency.change(Residency::read(&mut reader)?);
    machine.shared.change(Shared::read(&mut reader)?);
    machine.cache.change(Cache::read(&mut reader)?);
    if let (Some(all), Some(carveouts)) = (machine.cache.l1_bytes, &mut machine.cache.shared_carveouts) {
        carveouts.retain(|bytes| *bytes <= all);
    }
    let dram = Dram::read(&mut reader)?;
    if let (Some(now), Some(before), None) = (dram.byte_per_s, machine.dram.byte_per_s, dram.copy_byte_per_s) {
        machine.dram.copy_byte_per_s = machine.dram.copy_byte_per_s.map(|copy| copy * now / before);
    }
    machine.dram.change(dram);
    machine.launch.change(Launch::read(&mut reader)?);
    machine.link.change(Link::read(&mut reader)?);
    machine.host.change(Host::read(&mut reader)?);
    machine.atomics.change(Atomics::read(&mut reader)?);
    machine.sources.extend(reader.sources);
    machine.architecture = format!("{}, with {}", machine.architecture, changes.join(", "));
    refuse_impossible(place, root.get_ref(), &machine)?;
    Ok(machine)
}

/// What must be there, and what must fit together.
fn refuse_impossible(place: Place<'_>, root: &DeTable<'_>, machine: &Machine) -> Result<(), MachineError> {
    let complain = |field: &str, problem: String| Err(place.field(place.span_of(root, field), field, problem));
    let Some(width) = machine.subgroup.width else {
        return complain(
            "subgroup.width",
            "is missing: the simulator has to know how many lanes run in lockstep".into(),
        );
    };
    let bounds = (machine.subgroup.min_width.unwrap_or(width), machine.subgroup.max_width.unwrap_or(width));
    if !width.is_power_of_two() || !(4..=128).contains(&width) || width < bounds.0 || width > bounds.1 {
        let problem = format!("is {width}; it must be a power of two from 4 to 128, between min_width and max_width");
        return complain("subgroup.width", problem);
    }
    let Some(line) = machine.cache.line_bytes else {
        return complain("cache.line_bytes", "is missing: memory traffic is counted in lines and their sectors".into());
    };
    let sector = machine.sector_bytes();
    if !line.is_power_of_two() || !sector.is_power_of_two() || !(4..=line).contains(&sector) || line / sector > 16 {
        let problem =
            format!("is {sector} with lines of {line}; both must be powers of two, 1 to 16 sectors to a line");
        return complain("cache.sector_bytes", problem);
    }
    let carveouts = machine.cache.shared_carveouts.as_deref().unwrap_or_default();
    if !carveouts.is_sorted() || carveouts.last().copied() > machine.cache.l1_bytes {
        return complain("cache.shared_carveouts", "must ascend and fit into cache.l1_bytes".into());
    }
    let (shared, cache) = (&machine.shared, &machine.cache);
    for (field, bytes) in [("shared.bank_bytes", shared.bank_bytes), ("cache.l1_bank_bytes", cache.l1_bank_bytes)] {
        if bytes.is_some_and(|bytes| !matches!(bytes, 4 | 8 | 16)) {
            return complain(field, "must be 4, 8 or 16".into());
        }
    }
    for (field, banks) in [("shared.banks", shared.banks), ("cache.l1_banks", cache.l1_banks)] {
        if banks.is_some_and(|banks| !banks.is_power_of_two() || banks > MOST_BANKS as u32) {
            return complain(field, format!("must be a power of two of at most {MOST_BANKS}"));
        }
    }
    if machine.cache.l1_tag_banks.is_some_and(|banks| banks > MOST_TAG_BANKS) {
        return complain("cache.l1_tag_banks", format!("must be at most {MOST_TAG_BANKS}"));
    }
    Ok(())
}

/// The part of the GPU database that the file names.
fn part_of(reader: &Reader<'_>) -> Result<Option<&'static Gpu>, MachineError> {
    let Some(written) = reader.root.get("part") else {
        return Ok(None);
    };
    if let Some((key, _)) = reader.root.get_key_value("device") {
        let problem = "is the part's own name: leave it out, or leave out `part`";
        return Err(reader.place.field(key.span(), "device", problem));
    }
    let title = reader.text("part")?;
    if let Some(gpu) = lockstep_gpus::part(&title) {
        return Ok(Some(gpu));
    }
    let near: Vec<String> = match lockstep_gpus::lookup(&title, None) {
        Lookup::NotFound { near } => near.iter().map(|gpu| gpu.title()).collect(),
        found => found.candidates().iter().map(|gpu| gpu.title()).collect(),
    };
    let problem = format!(
        "is `{title}`, which the GPU database does not have under that title; titles that come near: {}; or write \
         `device = \"{title}\"` and state its figures here",
        if near.is_empty() { "none".to_owned() } else { near.join(", ") }
    );
    Err(reader.place.field(written.span(), "part", problem))
}
