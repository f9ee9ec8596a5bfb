//! What a format may need beside the marks.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::grade::class::{Code, Roll, Student};
use crate::grade::mark::{Gradebook, Mark};
use crate::text::escaped_name;

/// Names that a message lists.
const LISTED: usize = 5;

/// The environment of this process, the time, and who is in the class.
#[derive(Clone, Debug)]
pub struct Context {
    pub(super) variables: BTreeMap<String, String>,
    pub(super) now: SystemTime,
    /// By the stems of their submissions. They are for the services that must find them, also where marking is anonymous.
    people: BTreeMap<String, Student>,
    absent: Vec<Student>,
    /// The headers of the roster's columns, as they came.
    pub(super) columns: Vec<String>,
}

impl Context {
    /// From this process's environment and clock; `SOURCE_DATE_EPOCH` stands in for the clock where it is set.
    pub fn of_environment() -> Self {
        let variables: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let fixed = variables
            .get("SOURCE_DATE_EPOCH")
            .and_then(|seconds| seconds.parse().ok())
            .and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
        Self {
            now: fixed.unwrap_or_else(SystemTime::now),
            variables,
            people: BTreeMap::new(),
            absent: Vec::new(),
            columns: Vec::new(),
        }
    }

    /// With these variables, at that time.
    pub fn new<const N: usize>(variables: [(&str, &str); N], now: SystemTime) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let variables = variables.into_iter().map(owned).collect();
        Self { variables, now, people: BTreeMap::new(), absent: Vec::new(), columns: Vec::new() }
    }

    /// Knows the students of `roll`, by the stems that it has now.
    pub fn meet(&mut self, roll: &Roll) {
        self.people = roll.entries.iter().map(|entry| (entry.stem.clone(), entry.student.clone())).collect();
        self.absent.clone_from(&roll.absent);
    }

    /// Knows the headers of the roster's columns.
    pub fn head(&mut self, columns: Vec<String>) {
        self.columns = columns;
    }

    /// Calls the students by the codes of `key` from now on.
    pub fn rename(&mut self, key: &[Code]) {
        self.people = key.iter().map(|code| (code.code.clone(), code.student.clone())).collect();
    }

    /// Every student who is known.
    pub(super) fn people(&self) -> impl Iterator<Item = &Student> {
        self.people.values().chain(&self.absent)
    }

    /// Every student with the mark, where there is one.
    pub(super) fn students<'a>(&'a self, book: &'a Gradebook) -> Vec<(Student, Option<&'a Mark>)> {
        let of = |mark: &Mark| {
            let known = self.people.get(&mark.stem).cloned().or_else(|| mark.student.clone()).unwrap_or_default();
            known.with(&Student { name: mark.submission.clone(), ..Student::default() })
        };
        let marked = book.marks.iter().map(|mark| (of(mark), Some(mark)));
        marked.chain(self.absent.iter().map(|student| (student.clone(), None))).collect()
    }

    /// Who of the class is not `known` to the service of the format `name`, and has no row there: to be said before anything is
    /// marked. A student is known by `what`, which comes `from` somewhere.
    ///
    /// # Errors
    /// In words, where nobody is.
    pub(super) fn unknown(
        &self,
        name: &str,
        what: &str,
        from: &str,
        known: fn(&Student) -> bool,
    ) -> Result<Vec<String>, String> {
        let whom = |(stem, student): (&String, &Student)| match student.name.as_str() {
            "" => stem.clone(),
            name => name.to_owned(),
        };
        let unknown: BTreeSet<String> = self.people.iter().filter(|(_, student)| !known(student)).map(whom).collect();
        if unknown.is_empty() || self.people.values().any(known) {
            let alone = |whom: &String| {
                format!("`{}` has no row in the file of --format {name}, which needs {what}", escaped_name(whom))
            };
            return Ok(unknown.iter().map(alone).collect());
        }
        let listed: Vec<&str> = unknown.iter().map(String::as_str).take(LISTED).collect();
        let more = if unknown.len() > LISTED { ", ..." } else { "" };
        let listed = listed.join(", ");
        Err(format!("--format {name} needs {what} of a student, and has none of: {listed}{more}. {from}"))
    }
}
