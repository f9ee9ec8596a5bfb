//! What a format is: who reads it, and how its files are made of a gradebook.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::Context;
use crate::grade::assignment::Assignment;
use crate::grade::mark::{Gradebook, Mark};

/// A form in which a service reads marks: a file of this folder each, which the list in `mod.rs` names.
#[derive(Clone, Copy)]
pub struct Format {
    /// As it is typed.
    pub name: &'static str,
    /// What its files hold.
    pub render: Render,
    /// Whom it leaves out, or why it cannot be written for this class and assignment: asked before anything is marked.
    pub ready: fn(&Context, &Assignment) -> Result<Vec<String>, String>,
}

/// How a format's files are made.
#[derive(Clone, Copy)]
pub enum Render {
    /// One file of this name for the class.
    Class(&'static str, fn(&Gradebook, &Context) -> Result<String, String>),
    /// One file for each submission that is marked, named by its stem: what its student may see.
    Each(fn(&Mark, &Context) -> Result<String, String>),
}

/// One file of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the folder of the format, `/` between parts.
    pub path: String,
    pub text: String,
}

/// A figure that JSON or CSV cannot hold.
#[derive(Debug, Error)]
#[error("the marks of {submission} cannot be written as {format}: {error}")]
pub struct FormatError {
    /// Whose.
    pub submission: String,
    /// [`Format::name`].
    pub format: &'static str,
    /// What the writer says.
    pub error: String,
}

impl Format {
    /// A format that needs nothing but the marks.
    pub const fn new(name: &'static str, render: Render) -> Self {
        Self { name, render, ready: |_, _| Ok(Vec::new()) }
    }

    /// The files of `book` in this format.
    ///
    /// # Errors
    /// [`FormatError`].
    pub fn files(self, book: &Gradebook, context: &Context) -> Result<Vec<File>, FormatError> {
        let file = |path: String, whose: &str, text: Result<String, String>| match text {
            Ok(text) => Ok(File { path, text }),
            Err(error) => Err(FormatError { submission: whose.to_owned(), format: self.name, error }),
        };
        match self.render {
            Render::Class(path, render) => Ok(vec![file(path.to_owned(), "the class", render(book, context))?]),
            Render::Each(render) => {
                let marks = book.marks.iter().filter(|mark| mark.open.is_none());
                marks
                    .map(|mark| {
                        let path = format!("{}.json", mark.stem);
                        let seen = mark.for_student(book.assignment.feedback);
                        file(path, &mark.submission, render(&seen, context))
                    })
                    .collect()
            }
        }
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = super::ALL.iter().find(|format| format.name == text);
        found.copied().ok_or_else(|| format!("one of {}", super::names()))
    }
}

/// `value` as JSON that a person can read too.
pub fn pretty(value: &impl Serialize) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}
