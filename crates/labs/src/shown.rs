//! Paths as they are printed.

use std::path::Path;

/// A path as a person or a program reads it.
pub trait Shown {
    /// The path with `/` between folders, whatever the system writes: messages and reports are the same everywhere.
    fn shown(&self) -> String;
}

impl Shown for Path {
    fn shown(&self) -> String {
        let text = self.display().to_string();
        if cfg!(windows) { text.replace('\\', "/") } else { text }
    }
}
