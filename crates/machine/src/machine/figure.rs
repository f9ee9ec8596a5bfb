//! The figures of a machine file: TOML read by hand rather than by derive, so that every complaint names its file, line
//! and field.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{MachineError, Offers};
use crate::spelling::nearest;

const SOURCE: &str = "source";

/// Where in which file, for messages.
#[derive(Clone, Copy)]
pub struct FileLocation<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl FileLocation<'_> {
    pub fn field(self, span: Range<usize>, field: &str, problem: impl Into<String>) -> MachineError {
        MachineError::Field {
            file: self.file.to_owned(),
            line: line_of(self.text, span),
            field: field.to_owned(),
            problem: problem.into(),
        }
    }

    /// The span of a field by its path, or of its table, or the beginning of the file.
    pub fn span_of(self, root: &DeTable<'_>, path: &str) -> Range<usize> {
        let (table, field) = path.split_once('.').unwrap_or((path, ""));
        let Some((key, value)) = root.get_key_value(table) else {
            return 0..0;
        };
        let inner = value.get_ref().as_table().and_then(|table| table.get_key_value(field));
        inner.map_or(key.span(), |(key, _)| key.span())
    }

    pub fn refuse_unknown(self, table: &DeTable<'_>, prefix: &str, known: &[&str]) -> Result<(), MachineError> {
        match table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let closest = nearest(key.get_ref(), known.iter().copied());
                let hint = closest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
                let problem = format!("is not a field of a machine{hint}\n  known here: {}", known.join(", "));
                Err(self.field(key.span(), &format!("{prefix}{}", key.get_ref()), problem))
            }
        }
    }
}

/// The file being read, and the sources found so far.
pub struct Reader<'a> {
    pub place: FileLocation<'a>,
    pub root: &'a DeTable<'a>,
    pub sources: BTreeMap<String, String>,
}

impl<'a> Reader<'a> {
    /// Opens a table of figures; a table that is not there has none.
    pub fn group(&mut self, name: &'static str, figures: &[&str]) -> Result<Group<'a, '_>, MachineError> {
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
pub struct Group<'a, 'r> {
    place: FileLocation<'a>,
    name: &'static str,
    table: Option<&'a DeTable<'a>>,
    source: Option<String>,
    sources: &'r mut BTreeMap<String, String>,
}

impl<'a> Group<'a, '_> {
    /// A figure's value, once its source is noted: `x = 1` under the group's source, or `x = { value = 1, source = "" }`.
    pub fn figure(&mut self, name: &str) -> Result<Option<&'a Spanned<DeValue<'a>>>, MachineError> {
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

    pub fn wrong(&self, value: &Spanned<DeValue<'_>>, name: &str, problem: &str) -> MachineError {
        self.place.field(value.span(), &format!("{}.{name}", self.name), problem)
    }
}

fn source(place: FileLocation<'_>, path: &str, value: &Spanned<DeValue<'_>>) -> Result<String, MachineError> {
    match value.get_ref().as_str() {
        Some(text) if text.trim().len() >= 4 => Ok(text.trim().to_owned()),
        _ => Err(place.field(value.span(), path, "needs a source in words: a document, a measurement, a derivation")),
    }
}

/// The one-based line in which a span begins.
pub fn line_of(text: &str, span: Range<usize>) -> usize {
    text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
}

/// A type that a figure can have.
pub trait Value: Sized {
    fn read(group: &mut Group<'_, '_>, name: &str) -> Result<Option<Self>, MachineError> {
        let Some(value) = group.figure(name)? else {
            return Ok(None);
        };
        Self::parse(value.get_ref()).map(Some).ok_or_else(|| group.wrong(value, name, Self::EXPECTED))
    }
    const EXPECTED: &'static str;
    fn parse(value: &DeValue<'_>) -> Option<Self>;
}

impl Value for u64 {
    const EXPECTED: &'static str = "must be a whole number, zero or more";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        let integer = value.as_integer()?;
        Self::from_str_radix(integer.as_str(), integer.radix()).ok()
    }
}

impl Value for u32 {
    const EXPECTED: &'static str = "must be a whole number from 1 to 4294967295";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        <u64 as Value>::parse(value).and_then(|value| Self::try_from(value).ok()).filter(|value| *value > 0)
    }
}

impl Value for bool {
    const EXPECTED: &'static str = "must be true or false";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        value.as_bool()
    }
}

impl Value for f64 {
    const EXPECTED: &'static str = "must be a number above zero";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        let text =
            value.as_float().map(|float| float.as_str()).or(value.as_integer().map(|integer| integer.as_str()))?;
        text.parse().ok().filter(|value: &Self| value.is_finite() && *value > 0.0)
    }
}

impl Value for Offers {
    const EXPECTED: &'static str = "must be a list of multiply-adds such as `16x16 f16 f32`";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        Self::of(value.as_array()?.iter().map(|item| item.get_ref().as_str()))
    }
}

impl Value for Vec<u64> {
    const EXPECTED: &'static str = "must be a list of whole numbers";
    fn parse(value: &DeValue<'_>) -> Option<Self> {
        value.as_array()?.iter().map(|item| <u64 as Value>::parse(item.get_ref())).collect()
    }
}
