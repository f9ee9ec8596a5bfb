//! Where a submission's files are.

use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// A file or folder of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedIn {
    /// Its absolute path, whose name may be in any encoding.
    pub path: OsString,
    /// The entries of the zip at `path` that are meant, each by its place there and its name within the submission; `None`
    /// for all of it.
    pub entries: Option<Vec<(usize, String)>>,
    /// Its name within the submission, where that is not the file's own.
    pub name: Option<String>,
}

impl HandedIn {
    /// The whole of a file or folder.
    pub fn whole(path: &Path) -> Self {
        Self { path: path.as_os_str().to_owned(), entries: None, name: None }
    }

    /// Its name within the submission.
    pub fn shown(&self) -> String {
        let own = || Path::new(&self.path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.name.clone().unwrap_or_else(own)
    }
}
