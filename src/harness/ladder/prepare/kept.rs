//! What a run finds out and later runs need not find out again: small texts in `.lockstep/`.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::host::Host;

/// Texts that are kept in a folder, a file each, named by all that the text depends on. One that cannot be read or written costs time,
/// and nothing else.
pub struct Kept<'a> {
    host: &'a dyn Host,
    folder: &'static Path,
    /// What they all depend on, the program included.
    circumstances: String,
}

impl<'a> Kept<'a> {
    /// Those by this program in these circumstances. `folder` is named from the working directory. `None` where nothing says which program
    /// this is.
    pub fn new(host: &'a dyn Host, folder: &'static str, circumstances: &str) -> Option<Self> {
        let circumstances = format!("{}\n{circumstances}", host.program()?);
        Some(Self { host, folder: Path::new(folder), circumstances })
    }

    /// The text that is kept of what `names` name.
    pub fn recall<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
        self.host.read_text(&self.file(names)).ok().filter(|said| !said.is_empty())
    }

    /// Keeps `said` of what `names` name.
    pub fn keep<'n>(&self, names: impl IntoIterator<Item = &'n str>, said: &str) {
        if self.host.make_folder(self.folder).is_ok() {
            drop(self.host.write(&self.file(names), said.as_bytes()));
        }
    }

    fn file<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> PathBuf {
        let mut digest = Sha256::new();
        let mut depends_on = |text: &str| {
            digest.update((text.len() as u64).to_le_bytes());
            digest.update(text);
        };
        depends_on(&self.circumstances);
        names.into_iter().for_each(depends_on);
        let name: String = digest.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name)
    }
}
