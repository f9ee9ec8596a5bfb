//! The built-in machines, and how one is found.

use std::sync::OnceLock;

use include_dir::{Dir, include_dir};

use super::{Machine, MachineError, read};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/machines");

/// All built-in machines, by name. That each file loads is a test, so a broken one never ships.
fn builtins() -> &'static [Machine] {
    static MACHINES: OnceLock<Vec<Machine>> = OnceLock::new();
    MACHINES.get_or_init(|| {
        let mut machines: Vec<Machine> = files()
            .filter_map(|(file, text)| read::machine(file, text).ok())
            .collect();
        machines.sort_by(|a, b| a.name.cmp(&b.name));
        machines
    })
}

/// The names and texts of the built-in files.
pub(super) fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES
        .files()
        .filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
}

impl Machine {
    /// The machine that is taken when none is named: a common laptop GPU.
    pub const DEFAULT: &'static str = "ampere-8.6";

    /// The built-in machine of that name or alias, whatever its case; [`Machine::DEFAULT`] for an empty name.
    ///
    /// # Errors
    /// [`MachineError::Unknown`], with the names that there are.
    pub fn builtin(name: &str) -> Result<&'static Self, MachineError> {
        let name = match name.trim() {
            "" => Self::DEFAULT,
            name => name,
        };
        let is = |other: &String| other.eq_ignore_ascii_case(name);
        builtins()
            .iter()
            .find(|machine| is(&machine.name) || machine.aliases.iter().any(is))
            .ok_or_else(|| {
                let spelled = builtins()
                    .iter()
                    .flat_map(|machine| machine.aliases.iter().chain([&machine.name]));
                MachineError::Unknown {
                    name: name.to_owned(),
                    closest: closest(name, spelled.map(String::as_str)),
                    names: Self::names().map(str::to_owned).collect(),
                }
            })
    }

    /// The names of the built-in machines, in order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        builtins().iter().map(|machine| machine.name.as_str())
    }

    /// Reads a machine from a file's text; `file` is what messages call it.
    pub fn parse(file: &str, text: &str) -> Result<Self, MachineError> {
        read::machine(file, text)
    }

    /// The built-in machine whose architecture a real adapter has, by the adapter's name; the longest match wins.
    ///
    /// Units, clock and bandwidth are those of [`Machine::device`], which may be another product of the architecture.
    pub fn for_adapter(adapter: &str) -> Option<&'static Self> {
        let adapter = adapter.to_lowercase();
        let matches = builtins().iter().flat_map(|machine| {
            let patterns = machine
                .adapters
                .iter()
                .filter(|pattern| matches(&adapter, &pattern.to_lowercase()));
            patterns.map(move |pattern| (pattern.len(), machine))
        });
        matches
            .max_by_key(|(length, _)| *length)
            .map(|(_, machine)| machine)
    }
}

/// Whether a name has a pattern in it, as whole words, or as the beginning of a word if the pattern ends in `*`.
fn matches(name: &str, pattern: &str) -> bool {
    let (pattern, open) = pattern
        .strip_suffix('*')
        .map_or((pattern, false), |pattern| (pattern, true));
    let apart = |neighbour: Option<char>| !neighbour.is_some_and(char::is_alphanumeric);
    name.match_indices(pattern).any(|(at, found)| {
        apart(name[..at].chars().next_back())
            && (open || apart(name[at + found.len()..].chars().next()))
    })
}

/// The name most like `name`, if one is like it at all.
pub(super) fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let name = name.to_lowercase();
    let distances = names.map(|other| (distance(&name, &other.to_lowercase()), other));
    let (distance, other) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= name.chars().count().div_ceil(3)).then(|| other.to_owned())
}

/// Levenshtein's distance between two names.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, right) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(left != *right);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
