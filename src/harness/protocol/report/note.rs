//! What a reader must know to trust a report's figures.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A sentence beside the figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Note {
    /// The counters are not of the device that was timed.
    CountedElsewhere(String),
    /// Some workgroups were left out.
    Sampled {
        /// That it was so, and where.
        brief: String,
        /// What that means for the figures.
        more: String,
    },
    /// Nothing but people looks at it.
    Other(String),
}

impl Note {
    /// In as few words as a first screen has room for.
    pub fn brief(&self) -> &str {
        match self {
            Self::Sampled { brief, .. } => brief,
            Self::CountedElsewhere(text) | Self::Other(text) => text,
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sampled { brief, more } => write!(f, "{brief}; {more}"),
            Self::CountedElsewhere(text) | Self::Other(text) => f.write_str(text),
        }
    }
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self::Other(text)
    }
}

/// Notes in a report's JSON: their words.
pub mod words {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Note;

    /// Writes the words alone.
    pub fn serialize<S: Serializer>(notes: &[Note], json: S) -> Result<S::Ok, S::Error> {
        json.collect_seq(notes.iter().map(Note::to_string))
    }

    /// Reads words, which nothing but people looks at.
    pub fn deserialize<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<Note>, D::Error> {
        let words = Vec::<String>::deserialize(json)?;
        Ok(words.into_iter().map(Note::from).collect())
    }
}
