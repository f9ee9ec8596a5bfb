//! A machine file and the files that it is based on: `base = "ampere-8.6"` names a built-in one, of a machine or of what
//! the machines of a vendor have in common.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::MachineError;
use super::catalog;
use super::figure::{FileLocation, line_of};
use super::spec::{Atomics, Cache, Dram, Host, Launch, Link, Matrix, Residency, Shared, Subgroup, Unit};
use crate::spelling::nearest;

const TEXTS: &[&str] = &["name", "part", "device", "architecture", "unit_name", BASE];
const LISTS: &[&str] = &["aliases", "adapters", UNKNOWN];
const BASE: &str = "base";

/// Figures of the base, as `group.figure`, or whole groups, that do not hold for this machine.
const UNKNOWN: &str = "unknown";

/// The tables of a machine file.
pub(super) const TABLES: &[&str] = &[
    Subgroup::TABLE,
    Unit::TABLE,
    Matrix::TABLE,
    Residency::TABLE,
    Shared::TABLE,
    Cache::TABLE,
    Dram::TABLE,
    Launch::TABLE,
    Link::TABLE,
    Host::TABLE,
    Atomics::TABLE,
];

/// One file.
pub(super) struct Layer<'a> {
    pub place: FileLocation<'a>,
    pub root: DeTable<'a>,
}

/// The file, its base, the base of that, and so on.
pub(super) fn layers<'a>(file: &'a str, text: &'a str) -> Result<Vec<Layer<'a>>, MachineError> {
    let mut layers = vec![Layer::new(file, text)?];
    while let Some(base) = layers.last().map(Layer::base).transpose()?.flatten() {
        layers.push(base);
    }
    for at in 0..layers.len() {
        let (own, below) = layers.split_at_mut(at + 1);
        own[at].forget(below)?;
    }
    Ok(layers)
}

/// A text field, from the first file that has it.
pub(super) fn text(layers: &[Layer<'_>], field: &str) -> Result<String, MachineError> {
    layers.iter().find(|layer| layer.root.contains_key(field)).unwrap_or(&layers[0]).text(field)
}

impl<'a> Layer<'a> {
    fn new(file: &'a str, text: &'a str) -> Result<Self, MachineError> {
        let root = DeTable::parse(text).map_err(|error| MachineError::Syntax {
            file: file.to_owned(),
            line: line_of(text, error.span().unwrap_or(0..0)),
            message: error.message().to_owned(),
        })?;
        let (place, root) = (FileLocation { file, text }, root.into_inner());
        let known: Vec<&str> = TEXTS.iter().chain(LISTS).chain(TABLES).copied().collect();
        place.refuse_unknown(&root, "", &known)?;
        Ok(Self { place, root })
    }

    /// The file that this one is based on.
    fn base(&self) -> Result<Option<Self>, MachineError> {
        if !self.root.contains_key(BASE) {
            return Ok(None);
        }
        let name = self.text(BASE)?;
        let named = |(file, _): &(&str, &str)| file.strip_suffix(".toml") == Some(&name);
        if let Some((file, text)) = catalog::bases().find(named) {
            return Self::new(file, text).map(Some);
        }
        let names: Vec<&str> = catalog::bases().filter_map(|(file, _)| file.strip_suffix(".toml")).collect();
        let closest = nearest(&name, names.iter().copied());
        let hint = closest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        Err(self
            .complain(BASE, format!("is `{name}`, which is not built in{hint}\n  built in are: {}", names.join(", "))))
    }

    /// Removes from the base files what this one lists as unknown.
    fn forget(&self, below: &mut [Self]) -> Result<(), MachineError> {
        for path in self.list(UNKNOWN)? {
            let mut known = false;
            for Self { root, .. } in &mut *below {
                known |= match path.split_once('.') {
                    None => TABLES.contains(&path.as_str()) && root.remove(path.as_str()).is_some(),
                    Some((group, figure)) => match root.get_mut(group).map(Spanned::get_mut) {
                        Some(DeValue::Table(table)) => table.remove(figure).is_some(),
                        _ => false,
                    },
                };
            }
            if !known {
                return Err(self.complain(UNKNOWN, format!("has `{path}`, which the base does not state either")));
            }
        }
        Ok(())
    }

    /// An error about a field, by its path, with its place in the file.
    pub fn complain(&self, field: &str, problem: impl Into<String>) -> MachineError {
        self.place.field(self.place.span_of(&self.root, field), field, problem)
    }

    /// The text of a field.
    pub fn text(&self, field: &str) -> Result<String, MachineError> {
        let Some(value) = self.root.get(field) else {
            return Err(self.complain(field, format!("is missing: write `{field} = \"...\"`")));
        };
        match value.get_ref().as_str() {
            Some(text) if !text.trim().is_empty() => Ok(text.to_owned()),
            _ => Err(self.place.field(value.span(), field, "must be a text in quotes")),
        }
    }

    /// Whether the file states a figure, by its path.
    pub fn states(&self, path: &str) -> bool {
        let table = |group: &str| self.root.get(group).and_then(|table| table.get_ref().as_table());
        path.split_once('.').is_some_and(|(group, figure)| table(group).is_some_and(|table| table.contains_key(figure)))
    }

    /// The texts of a list; none where there is no such list.
    pub fn list(&self, field: &str) -> Result<Vec<String>, MachineError> {
        let Some(value) = self.root.get(field) else {
            return Ok(Vec::new());
        };
        let items = value.get_ref().as_array().map(|array| {
            array.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        });
        items.flatten().ok_or_else(|| self.place.field(value.span(), field, "must be a list of texts in quotes"))
    }
}
