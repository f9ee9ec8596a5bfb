//! Where shaders come from: `--shaders DIR`, else `shaders/` under the working directory, else the copy in the binary.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::Shown;
use crate::host::Host;
use include_dir::{Dir, include_dir};
use thiserror::Error;

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../shaders");

/// The labs' folders: their handouts, and the starts of their exercises.
static LABS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../labs");

/// The folder looked for under the working directory.
const FOLDER: &str = "shaders";

/// A file over this size is no shader of a lab.
const LARGEST: u64 = 4 << 20;

/// The order in which folders are asked for a shader.
#[derive(Clone, Copy)]
pub struct Shaders<'a> {
    given: Option<&'a Path>,
    host: &'a dyn Host,
}

/// Where a shader's text was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the folder given with `--shaders`.
    Given,
    /// In `shaders/` under the working directory.
    Working,
    /// In the binary.
    Embedded,
}

/// Why a shader could not be read.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Debug, Error)]
pub enum ShaderFileError {
    /// `--shaders` names no folder.
    #[error("--shaders {0}: there is no such folder")]
    NoFolder(PathBuf),
    /// The folder given holds nothing of the lab.
    #[error(
        "--shaders {folder}: there is no shader of this lab in it; it is searched for {lab}/NAME.wgsl, such as {lab}/{example}"
    )]
    Nothing { folder: PathBuf, lab: String, example: String },
    /// The file is there but cannot be read as text.
    #[error("{path}: {message}")]
    Read { path: PathBuf, message: String },
    /// No folder and no copy has it.
    #[error("there is no shader {0}")]
    Missing(String),
}

impl<'a> Shaders<'a> {
    /// Asks `given` first, where there is one, for the files of `host`.
    ///
    /// # Errors
    /// [`ShaderFileError::NoFolder`].
    pub fn new(given: Option<&'a Path>, host: &'a dyn Host) -> Result<Self, ShaderFileError> {
        match given {
            Some(folder) if !matches!(host.length(folder), Ok(None)) => {
                Err(ShaderFileError::NoFolder(folder.to_owned()))
            }
            given => Ok(Self { given, host }),
        }
    }

    /// Asks no folder but that under the working directory.
    pub fn usual(host: &'a dyn Host) -> Self {
        Self { given: None, host }
    }

    fn is_there(&self, path: &Path) -> bool {
        self.host.length(path).is_ok()
    }

    /// That the folder given holds at least one of `lab`'s `files`: a mistyped folder must not fall back silently.
    ///
    /// # Errors
    /// [`ShaderFileError::Nothing`].
    pub fn hold_some(&self, lab: &str, files: &[&str]) -> Result<(), ShaderFileError> {
        let Some(folder) = self.given else {
            return Ok(());
        };
        if files.iter().any(|file| self.is_there(&folder.join(lab).join(file))) {
            return Ok(());
        }
        Err(ShaderFileError::Nothing {
            folder: folder.to_owned(),
            lab: lab.to_owned(),
            example: files.first().copied().unwrap_or("NAME.wgsl").to_owned(),
        })
    }

    /// The path that messages name, the text, and where it was found.
    ///
    /// # Errors
    /// [`ShaderFileError::Read`], [`ShaderFileError::Missing`].
    pub fn read(&self, lab: &str, file: &str) -> Result<(String, String, Origin), ShaderFileError> {
        let name = format!("{lab}/{file}");
        let given = self.given.map(|folder| (folder, Origin::Given));
        for (folder, origin) in given.into_iter().chain([(Path::new(FOLDER), Origin::Working)]) {
            let path = folder.join(&name);
            if self.is_there(&path) {
                return self.file(&path).map(|(path, text)| (path, text, origin));
            }
        }
        Self::embedded(lab, file)
    }

    /// The path that messages name and the text of one file.
    ///
    /// # Errors
    /// [`ShaderFileError::Read`].
    pub fn file(&self, path: &Path) -> Result<(String, String), ShaderFileError> {
        let failed = |message: String| ShaderFileError::Read { path: path.to_owned(), message };
        let length = self.host.length(path).map_err(|error| failed(error.to_string()))?;
        if let Some(bytes) = length.filter(|bytes| *bytes > LARGEST) {
            return Err(failed(format!("{bytes} bytes are too many for a shader (at most {LARGEST})")));
        }
        let text = self.host.read_text(path).map_err(|error| failed(error.to_string()))?;
        // Editors on Windows begin a file with a byte order mark, which is no WGSL.
        Ok((path.shown(), text.trim_start_matches('\u{feff}').to_owned()))
    }

    /// The program's own copy, whatever lies in the working directory.
    ///
    /// # Errors
    /// [`ShaderFileError::Missing`].
    pub fn embedded(lab: &str, file: &str) -> Result<(String, String, Origin), ShaderFileError> {
        let name = format!("{lab}/{file}");
        // An exercise's start lies with its lab: under `shaders/` is what a student made of it.
        LABS.get_file(&name)
            .or_else(|| EMBEDDED.get_file(&name))
            .and_then(|file| file.contents_utf8())
            .map(|text| (format!("{FOLDER}/{name}"), text.to_owned(), Origin::Embedded))
            .ok_or(ShaderFileError::Missing(name))
    }
}

/// The pages that go with `labs`, as Markdown, by their paths under the labs' folder: their handouts, and the handbook. What links to a
/// page that is not among them links to nothing.
pub fn handouts(labs: &[&str]) -> BTreeMap<String, String> {
    let folders = labs.iter().copied().chain(["handbook"]).filter_map(|folder| LABS.get_dir(folder));
    let pages = folders.flat_map(Dir::files).filter(|file| file.path().extension().is_some_and(|end| end == "md"));
    let pages: BTreeMap<String, &str> = pages
        .filter_map(|file| Some((file.path().display().to_string().replace('\\', "/"), file.contents_utf8()?)))
        .collect();
    pages.iter().map(|(path, text)| (path.clone(), linked(path, text, &pages))).collect()
}

/// The page `text` at `path`, in which a link to a page beyond `pages` is its words alone.
fn linked(path: &str, text: &str, pages: &BTreeMap<String, &str>) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_there = |target: &str| {
        let page = target.split('#').next().unwrap_or_default();
        let resolved = page.strip_prefix("../").map_or_else(|| format!("{folder}/{page}"), str::to_owned);
        !page.ends_with(".md") || page.contains("://") || pages.contains_key(&resolved)
    };
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((target, beyond)) = after.split_once(')') else { break };
        match before.rfind('[').filter(|_| !is_there(target)) {
            Some(open) => shown += &[&before[..open], &before[open + 1..]].concat(),
            None => shown += &format!("{before}]({target})"),
        }
        rest = beyond;
    }
    shown + rest
}

/// The handout of `lab`, as Markdown.
pub fn handout(lab: &str) -> Option<&'static str> {
    LABS.get_file(format!("{lab}/README.md"))?.contents_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_what_is_handed_out_lead_to_what_is_handed_out() {
        let pages = handouts(&["reduction"]);
        assert!(pages["reduction/README.md"].contains("](../handbook/on-a-cpu.md)"));
        assert!(!pages.contains_key("tiling/README.md") && pages.contains_key("handbook/glossary.md"));
        for (path, text) in &pages {
            for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                let beside = format!("{}/{target}", path.split('/').next().unwrap_or_default());
                let there = pages.contains_key(target.trim_start_matches("../")) || pages.contains_key(&beside);
                assert!(there || !target.ends_with(".md") || target.contains("://"), "{path}: {target}");
            }
        }
        assert!(pages["handbook/the-host-and-the-device.md"].to_lowercase().contains("lab offload"), "its words stay");
    }
}
