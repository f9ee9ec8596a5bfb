//! A gradebook in the formats that teaching services read: one file a format.

mod autolab;
mod classroom50;
mod csv;
mod gradescope;
mod json;
mod prairielearn;
mod publish;
mod text;

pub use csv::cell;
pub use publish::{PublishError, publish};

pub use classroom50::{Context, MissingContext};

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::mark::{Gradebook, Mark};

/// Who reads the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A spreadsheet, with nbgrader's columns.
    Csv,
    /// Gradescope's `results.json`, one a submission.
    Gradescope,
    /// Classroom 50's `result.json`, one a submission.
    Classroom50,
    /// PrairieLearn's `results.json`, one a submission.
    PrairieLearn,
    /// Autolab's last line of output, one a submission.
    Autolab,
    /// The gradebook itself.
    Json,
}

/// One file of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the folder of the format, `/` between parts.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// Why marks cannot be written in a format.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The service's runner says in its environment what the result is for.
    #[error(transparent)]
    Context(#[from] MissingContext),
    /// A figure that JSON or CSV cannot hold.
    #[error("the marks of {submission} cannot be written as {format}: {error}")]
    Unwritable {
        /// Whose.
        submission: String,
        /// The format.
        format: Format,
        /// What the writer says.
        error: String,
    },
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [
        Self::Csv,
        Self::Gradescope,
        Self::Classroom50,
        Self::PrairieLearn,
        Self::Autolab,
        Self::Json,
    ];

    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Gradescope => "gradescope",
            Self::Classroom50 => "classroom50",
            Self::PrairieLearn => "prairielearn",
            Self::Autolab => "autolab",
            Self::Json => "json",
        }
    }

    /// The files of `book` in this format: one for the class, or one for each submission, named by its stem.
    ///
    /// # Errors
    /// [`FormatError`].
    pub fn files(self, book: &Gradebook, context: &Context) -> Result<Vec<File>, FormatError> {
        let failed = |submission: &str, error: String| FormatError::Unwritable {
            submission: submission.to_owned(),
            format: self,
            error,
        };
        let class = |path: &str, text: Result<String, String>| {
            let text = text.map_err(|error| failed("the class", error))?;
            let path = path.to_owned();
            Ok(vec![File { path, text }])
        };
        let each = |render: &dyn Fn(&Mark) -> Result<String, String>| {
            let one = |mark: &Mark| {
                let text = render(mark).map_err(|error| failed(&mark.submission, error))?;
                let path = format!("{}.json", mark.stem);
                Ok(File { path, text })
            };
            book.marks.iter().map(one).collect()
        };
        match self {
            Self::Csv => class("gradebook.csv", csv::render(book)),
            Self::Json => class("gradebook.json", json::render(book)),
            Self::Gradescope => each(&gradescope::render),
            Self::PrairieLearn => each(&prairielearn::render),
            Self::Autolab => each(&autolab::render),
            Self::Classroom50 => {
                let known = context.complete()?;
                each(&|mark| classroom50::render(mark, &known))
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| {
                let known: Vec<&str> = Self::ALL.iter().map(|format| format.name()).collect();
                format!("one of {}", known.join(", "))
            })
    }
}

#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;
