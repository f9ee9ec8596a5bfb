//! Reads a machine file into a [`Machine`].

use std::collections::BTreeMap;

use lockstep_gpus::{Gpu, Lookup};
use toml::de::DeTable;

use super::base::{self, Layer, TABLES};
use super::figure::{FileLocation, Reader};
use super::spec::{Atomics, Cache, Dram, Host, Launch, Link, Machine, Matrix, Residency, Shared, Subgroup, Unit};
use super::{MachineError, part};
use crate::machine::{MOST_BANKS, MOST_TAG_BANKS};

/// Reads the text of a machine file. `file` is its name in messages; `instead` goes before the part that it names.
pub(super) fn machine(file: &str, text: &str, instead: Option<&'static Gpu>) -> Result<Machine, MachineError> {
    let layers = base::layers(file, text)?;
    let own = &layers[0];
    let gpu = part_of(&layers)?.map(|own| instead.unwrap_or(own));
    let mut machine = Machine {
        name: own.text("name")?,
        aliases: own.list("aliases")?,
        part: gpu.map(Gpu::title),
        device: match gpu {
            Some(gpu) => gpu.title(),
            None => base::text(&layers, "device")?,
        },
        architecture: base::text(&layers, "architecture")?,
        unit_name: base::text(&layers, "unit_name")?,
        adapters: own.list("adapters")?,
        ..Machine::default()
    };
    for layer in layers.iter().rev() {
        lay(&mut machine, layer)?;
    }
    if let Some(gpu) = gpu {
        part::fill(&mut machine, gpu);
        let (stating, first) = measured(&layers, instead.is_some())?;
        let states = |figure: &str| layers[..stating].iter().any(|layer| layer.states(figure));
        if let Some(first) = first.filter(|first| first.part != machine.part) {
            part::adapt(&mut machine, &first, states);
        }
    }
    refuse_impossible(own, &machine)?;
    Ok(machine)
}

/// Applies the figures of a file to the machine.
fn lay(machine: &mut Machine, layer: &Layer<'_>) -> Result<(), MachineError> {
    let mut reader = Reader { place: layer.place, root: &layer.root, sources: BTreeMap::new() };
    machine.subgroup.change(Subgroup::read(&mut reader)?);
    machine.unit.change(Unit::read(&mut reader)?);
    machine.matrix.change(Matrix::read(&mut reader)?);
    machine.residency.change(Residency::read(&mut reader)?);
    machine.shared.change(Shared::read(&mut reader)?);
    machine.cache.change(Cache::read(&mut reader)?);
    machine.dram.change(Dram::read(&mut reader)?);
    machine.launch.change(Launch::read(&mut reader)?);
    machine.link.change(Link::read(&mut reader)?);
    machine.host.change(Host::read(&mut reader)?);
    machine.atomics.change(Atomics::read(&mut reader)?);
    machine.sources.append(&mut reader.sources);
    Ok(())
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
    let layer = Layer { place: FileLocation { file: &file, text: &text }, root: root.into_inner() };
    layer.place.refuse_unknown(&layer.root, "", TABLES)?;
    let before = machine.dram.clone();
    lay(&mut machine, &layer)?;
    if let (Some(all), Some(carveouts)) = (machine.cache.l1_bytes, &mut machine.cache.shared_carveouts) {
        carveouts.retain(|bytes| *bytes <= all);
    }
    let dram = &mut machine.dram;
    if let (Some(now), Some(then)) = (dram.byte_per_s, before.byte_per_s)
        && dram.copy_byte_per_s == before.copy_byte_per_s
    {
        dram.copy_byte_per_s = before.copy_byte_per_s.map(|copy| copy * now / then);
    }
    machine.architecture = format!("{}, with {}", machine.architecture, changes.join(", "));
    refuse_impossible(&layer, &machine)?;
    Ok(machine)
}

/// Checks that required figures are there and that figures fit together.
fn refuse_impossible(layer: &Layer<'_>, machine: &Machine) -> Result<(), MachineError> {
    let complain = |field: &str, problem: String| Err(layer.complain(field, problem));
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

/// The machine of which the figures were taken that a file does not state of its own part, if they are another part's; and how many of
/// the layers state some of that part's own.
fn measured(layers: &[Layer<'_>], instead: bool) -> Result<(usize, Option<Machine>), MachineError> {
    let names = |layer: &Layer<'_>| layer.root.contains_key("part");
    let own = layers.iter().position(names);
    let first = match own {
        Some(_) if instead => Some(0),
        Some(own) => layers.iter().skip(own + 1).position(names).map(|further| own + 1 + further),
        None => None,
    };
    let read = |at: usize| machine(layers[at].place.file, layers[at].place.text, None);
    Ok((first.unwrap_or(0), first.map(read).transpose()?))
}

/// The part of the GPU database that the file names, or its base, where the file has no device of its own.
fn part_of(layers: &[Layer<'_>]) -> Result<Option<&'static Gpu>, MachineError> {
    let names = |layer: &&Layer<'_>| ["part", "device"].iter().any(|key| layer.root.contains_key(*key));
    let Some(layer) = layers.iter().find(names) else {
        return Ok(None);
    };
    let Some(written) = layer.root.get("part") else {
        return Ok(None);
    };
    if layer.root.contains_key("device") {
        return Err(layer.complain("device", "is the part's own name: leave it out, or leave out `part`"));
    }
    let title = layer.text("part")?;
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
    Err(layer.place.field(written.span(), "part", problem))
}
