//! TOML into a [`Machine`], by hand rather than by derive, so that every complaint names its file, line and field.

use std::collections::BTreeMap;
use std::ops::Range;

use lockstep_gpus::{Gpu, Lookup};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::spec::{Atomics, Cache, Dram, Launch, Machine, Residency, Shared, Subgroup, Unit};
use super::{MachineError, catalog, part};

const SOURCE: &str = "source";
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
    let gpu = reader.part()?.map(|own| instead.unwrap_or(own));
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
        atomics: Atomics::read(&mut reader)?,
        sources: reader.sources,
    };
    if let Some(gpu) = gpu {
        part::fill(&mut machine, gpu);
    }
    check(place, root.get_ref(), &machine)?;
    Ok(machine)
}

/// What must be there, and what must fit together.
fn check(place: Place<'_>, root: &DeTable<'_>, machine: &Machine) -> Result<(), MachineError> {
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
    if machine.shared.bank_bytes.is_some_and(|bytes| !matches!(bytes, 2 | 4 | 8 | 16)) {
        return complain("shared.bank_bytes", "must be 2, 4, 8 or 16".into());
    }
    Ok(())
}

/// Where in which file, for messages.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    text: &'a str,
}

impl Place<'_> {
    fn field(self, span: Range<usize>, field: &str, problem: impl Into<String>) -> MachineError {
        MachineError::Field {
            file: self.file.to_owned(),
            line: line_of(self.text, span),
            field: field.to_owned(),
            problem: problem.into(),
        }
    }

    /// The span of a field by its path, or of its table, or the beginning of the file.
    fn span_of(self, root: &DeTable<'_>, path: &str) -> Range<usize> {
        let (table, field) = path.split_once('.').unwrap_or((path, ""));
        let Some((key, value)) = root.get_key_value(table) else {
            return 0..0;
        };
        let inner = value.get_ref().as_table().and_then(|table| table.get_key_value(field));
        inner.map_or(key.span(), |(key, _)| key.span())
    }

    fn refuse_unknown(self, table: &DeTable<'_>, prefix: &str, known: &[&str]) -> Result<(), MachineError> {
        match table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let closest = catalog::closest(key.get_ref(), known.iter().copied());
                let hint = closest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
                let problem = format!("is not a field of a machine{hint}\n  known here: {}", known.join(", "));
                Err(self.field(key.span(), &format!("{prefix}{}", key.get_ref()), problem))
            }
        }
    }
}

/// The file being read, and the sources found so far.
pub(super) struct Reader<'a> {
    place: Place<'a>,
    root: &'a DeTable<'a>,
    sources: BTreeMap<String, String>,
}

impl<'a> Reader<'a> {
    fn text(&self, field: &str) -> Result<String, MachineError> {
        let value = self
            .root
            .get(field)
            .ok_or_else(|| self.place.field(0..0, field, "is missing: write `".to_owned() + field + " = \"...\"`"))?;
        match value.get_ref().as_str() {
            Some(text) if !text.trim().is_empty() => Ok(text.to_owned()),
            _ => Err(self.place.field(value.span(), field, "must be a text in quotes")),
        }
    }

    /// The part of the GPU database that the file names.
    fn part(&self) -> Result<Option<&'static Gpu>, MachineError> {
        let Some(written) = self.root.get("part") else {
            return Ok(None);
        };
        if let Some((key, _)) = self.root.get_key_value("device") {
            let problem = "is the part's own name: leave it out, or leave out `part`";
            return Err(self.place.field(key.span(), "device", problem));
        }
        let title = self.text("part")?;
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
        Err(self.place.field(written.span(), "part", problem))
    }

    fn list(&self, field: &str) -> Result<Vec<String>, MachineError> {
        let Some(value) = self.root.get(field) else {
            return Ok(Vec::new());
        };
        let items = value.get_ref().as_array().map(|array| {
            array.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        });
        items.flatten().ok_or_else(|| self.place.field(value.span(), field, "must be a list of texts in quotes"))
    }

    /// Opens a table of figures; a table that is not there has none.
    pub(super) fn group(&mut self, name: &'static str, figures: &[&str]) -> Result<Group<'a, '_>, MachineError> {
        let place = self.place;
        let (table, source) = match self.root.get(name) {
            None => (None, None),
            Some(value) => {
                let table = value.get_ref().as_table();
                let table = table.ok_or_else(|| place.field(value.span(), name, "must be a table: write `[table]`"))?;
                let known: Vec<&str> = figures.iter().copied().chain([SOURCE]).collect();
                place.refuse_unknown(table, &format!("{name}."), &known)?;
                (Some(table), table.get(SOURCE).map(|value| source(place, name, value)).transpose()?)
            }
        };
        Ok(Group { place, name, table, source, sources: &mut self.sources })
    }
}

/// A table of figures, with the source that holds for those that have none of their own.
pub(super) struct Group<'a, 'r> {
    place: Place<'a>,
    name: &'static str,
    table: Option<&'a DeTable<'a>>,
    source: Option<String>,
    sources: &'r mut BTreeMap<String, String>,
}

impl<'a> Group<'a, '_> {
    /// A figure's value, once its source is noted: `x = 1` under the group's source, or `x = { value = 1, source = "" }`.
    pub(super) fn figure(&mut self, name: &str) -> Result<Option<&'a Spanned<DeValue<'a>>>, MachineError> {
        let Some(written) = self.table.and_then(|table| table.get(name)) else {
            return Ok(None);
        };
        let path = format!("{}.{name}", self.name);
        let (value, source) = match written.get_ref().as_table() {
            None => (written, self.source.clone()),
            Some(table) => {
                self.place.refuse_unknown(table, &format!("{path}."), &["value", SOURCE])?;
                let own = table.get(SOURCE).map(|value| source(self.place, &path, value)).transpose()?;
                let value = table.get("value");
                let value = value.ok_or_else(|| self.place.field(written.span(), &path, "has no `value`"))?;
                (value, own.or_else(|| self.source.clone()))
            }
        };
        let source = source.ok_or_else(|| {
            let problem = "has no source: give the table a `source = \"...\"`, or write \
                           `{ value = ..., source = \"...\" }`; leave out a figure that is not known";
            self.place.field(written.span(), &path, problem)
        })?;
        self.sources.insert(path, source);
        Ok(Some(value))
    }

    pub(super) fn wrong(&self, value: &Spanned<DeValue<'_>>, name: &str, problem: &str) -> MachineError {
        self.place.field(value.span(), &format!("{}.{name}", self.name), problem)
    }
}

fn source(place: Place<'_>, path: &str, value: &Spanned<DeValue<'_>>) -> Result<String, MachineError> {
    match value.get_ref().as_str() {
        Some(text) if text.trim().len() >= 4 => Ok(text.trim().to_owned()),
        _ => Err(place.field(value.span(), path, "needs a source in words: a document, a measurement, a derivation")),
    }
}

/// The one-based line in which a span begins.
fn line_of(text: &str, span: Range<usize>) -> usize {
    text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
}
