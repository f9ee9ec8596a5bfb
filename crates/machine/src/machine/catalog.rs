//! The built-in machines, and how one is found.

use std::sync::OnceLock;

use include_dir::{Dir, File, include_dir};
use lockstep_gpus::{Architecture, Gpu};

use super::{Machine, MachineError, read};
use crate::spelling::nearest;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/machines");

/// All built-in machines, by name. A file that does not load ends the program: a test loads each, so that a broken one never ships.
fn builtins() -> &'static [Machine] {
    static MACHINES: OnceLock<Vec<Machine>> = OnceLock::new();
    MACHINES.get_or_init(|| {
        let built_in = |(file, text)| {
            read::machine(file, text, None).unwrap_or_else(|error| panic!("a built-in machine does not load: {error}"))
        };
        let mut machines: Vec<Machine> = files().map(built_in).collect();
        machines.sort_by(|a, b| a.name.cmp(&b.name));
        machines
    })
}

/// The names and texts of the built-in files.
pub(super) fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.files().map(text)
}

/// The name and the text of an embedded file.
fn text(file: &'static File<'_>) -> (&'static str, &'static str) {
    let name = file.path().to_str().expect("names of machine files are UTF-8");
    let text = file.contents_utf8().unwrap_or_else(|| panic!("crates/machine/machines/{name} is not UTF-8"));
    (name, text)
}

/// The names and texts of all files that a machine file may be based on.
pub(super) fn bases() -> impl Iterator<Item = (&'static str, &'static str)> {
    let common = FILES.get_dir("common").into_iter().flat_map(Dir::files);
    FILES.files().chain(common).map(text)
}

impl Machine {
    /// The default machine: a common laptop GPU.
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
        builtins().iter().find(|machine| is(&machine.name) || machine.aliases.iter().any(is)).ok_or_else(|| {
            let spelled = builtins().iter().flat_map(|machine| machine.aliases.iter().chain([&machine.name]));
            MachineError::Unknown {
                name: name.to_owned(),
                closest: nearest(name, spelled.map(String::as_str)).map(str::to_owned),
                names: Self::names().map(str::to_owned).collect(),
            }
        })
    }

    /// The names of the built-in machines, in order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        builtins().iter().map(|machine| machine.name.as_str())
    }

    /// The built-in machine of that name or alias, or that of a GPU's architecture, by the GPU's name, with the GPU's own
    /// figures ([`Machine::of_part`]).
    ///
    /// # Errors
    /// [`MachineError::Unknown`] where the name is no machine's and not that of one GPU whose architecture is modelled.
    pub fn named(name: &str) -> Result<Self, MachineError> {
        Self::builtin(name).cloned().or_else(|unknown| {
            let parts = lockstep_gpus::lookup(name, None).candidates();
            let one = <[_; 1]>::try_from(parts).ok();
            one.and_then(|[gpu]| Self::of_part(gpu)).ok_or(unknown)
        })
    }

    /// Reads a machine from a file's text; `file` is what messages call it.
    pub fn parse(file: &str, text: &str) -> Result<Self, MachineError> {
        read::machine(file, text, None)
    }

    /// The same machine with other figures, each as `group.figure=value`: `dram.latency_clocks=285`.
    ///
    /// # Errors
    /// [`MachineError::Change`] or [`MachineError::Field`], with the figures that there are.
    pub fn changed(self, changes: &[&str]) -> Result<Self, MachineError> {
        read::changed(self, changes)
    }

    /// The built-in machine whose architecture a real adapter has, by the adapter's name. Where the name stands for one
    /// part of the database, units, clock and bandwidth are that part's ([`Machine::of_part`]); where it stands for several, those of the
    /// machine's own part, or of the one with the most units.
    pub fn for_adapter(adapter: &str) -> Option<Self> {
        let lower = adapter.to_lowercase();
        let named = |machine: &&Self| {
            let mut patterns = machine.adapters.iter();
            patterns.any(|pattern| matches(&lower, &pattern.to_lowercase()))
        };
        if let Some(machine) = builtins().iter().find(named) {
            return Some(machine.clone());
        }
        let candidates = lockstep_gpus::lookup(adapter, None).candidates();
        let (first, rest) = candidates.split_first()?;
        if rest.is_empty() {
            return Self::of_part(first);
        }
        if rest.iter().any(|gpu| gpu.architecture != first.architecture) {
            return None;
        }
        let own = candidates.iter().find_map(|gpu| Self::of_own_part(gpu)).cloned();
        own.or_else(|| Self::of_part(candidates.iter().max_by_key(|gpu| gpu.units)?))
    }

    /// The built-in machine that is made for this very part.
    fn of_own_part(gpu: &Gpu) -> Option<&'static Self> {
        builtins().iter().find(|machine| machine.part.is_some() && machine.device == gpu.title())
    }

    /// The built-in machine whose part has that architecture.
    pub(super) fn of_architecture(architecture: &Architecture) -> Option<&'static Self> {
        let same = |machine: &&Self| {
            let part = machine.part.as_deref().and_then(lockstep_gpus::part);
            part.is_some_and(|part| part.architecture == architecture)
        };
        builtins().iter().find(same)
    }

    /// The machine of a part's architecture with the part's own units, clock, bandwidth and caches. What was measured of
    /// the machine's own part as a whole (copy bandwidth, rates of the shared caches) goes along in proportion; its
    /// source says so.
    pub fn of_part(gpu: &'static Gpu) -> Option<Self> {
        if let Some(own) = Self::of_own_part(gpu) {
            return Some(own.clone());
        }
        let first = Self::of_architecture(gpu.architecture)?;
        let own = |(file, _): &(&str, &str)| file.strip_suffix(".toml") == Some(&first.name);
        let (file, text) = files().find(own)?;
        read::machine(file, text, Some(gpu)).ok()
    }
}

/// Whether a name has a pattern in it, as whole words, or as the beginning of a word if the pattern ends in `*`.
fn matches(name: &str, pattern: &str) -> bool {
    let (pattern, open) = pattern.strip_suffix('*').map_or((pattern, false), |pattern| (pattern, true));
    let apart = |neighbour: Option<char>| !neighbour.is_some_and(char::is_alphanumeric);
    name.match_indices(pattern).any(|(at, found)| {
        apart(name[..at].chars().next_back()) && (open || apart(name[at + found.len()..].chars().next()))
    })
}
