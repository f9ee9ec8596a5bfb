//! A pair: one WGSL file with two entry points, `slow` and `fast`, that do the same work. Its opening comment is TOML.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// Two kernels that do the same work.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Its file's name, without `.wgsl`.
    #[serde(skip)]
    pub file: String,
    pub name: String,
    /// Where the range of factors comes from.
    #[serde(default)]
    pub source: String,
    /// The least and the most that `slow` may take over `fast`, by machine. Sources measured other GPUs, so a range leaves room.
    #[serde(default)]
    pub range: BTreeMap<String, [f64; 2]>,
    /// Why the estimate is known to miss the range, by machine.
    #[serde(default)]
    pub missed: BTreeMap<String, String>,
    /// Takes a fifth of a second or more in a debug build: left to the longer tests.
    #[serde(default)]
    pub long: bool,
    /// Workgroups of each entry point.
    pub slow: [u32; 3],
    pub fast: [u32; 3],
    /// Bytes of each binding of group 0.
    pub buffers: Vec<usize>,
    /// The whole file, so that lines in messages are the file's.
    #[serde(skip)]
    pub wgsl: String,
}

impl Pair {
    fn read(path: &Path) -> Result<Pair, String> {
        let at = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let wgsl = fs::read_to_string(path).map_err(|error| at(&error))?;
        let header: Vec<&str> = wgsl.lines().map_while(|line| line.strip_prefix("//")).collect();
        let pair: Pair = toml::from_str(&header.join("\n")).map_err(|error| at(&error))?;
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Pair { file, wgsl, ..pair })
    }
}

/// The pairs in a folder, by file name. A file that is not a pair is an error that names it.
pub fn read_all(folder: &Path) -> Result<Vec<Pair>, String> {
    let at = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(at)?;
    let mut paths = entries.map(|entry| Ok(entry.map_err(at)?.path())).collect::<Result<Vec<_>, String>>()?;
    paths.sort();
    paths.iter().map(|path| Pair::read(path)).collect()
}
