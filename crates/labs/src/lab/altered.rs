//! Kernels of a bank, mostly written as what differs from another: wrong kernels, and attempts at exercises.

use std::fs;
use std::path::Path;

use crate::Shown;
use diffy::Patch;
use thiserror::Error;

/// A kernel of a bank.
///
/// A `.patch` is a unified diff whose `---` line names the kernel that it changes, from the repository's root. Before that
/// line it says in words what it shows, and has lines `KEY: VALUE`. A `.wgsl` is a kernel written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Altered {
    /// The kernel that is changed, from the repository's root; `None` for one that is written out.
    pub base: Option<String>,
    /// The kernel as WGSL.
    pub text: String,
    /// What stands before the diff.
    head: String,
}

/// Why a kernel of a bank cannot be had.
#[allow(missing_docs, reason = "each message names its fields")]
#[derive(Debug, Error)]
pub enum AlteredError {
    /// The file, or the kernel that it changes, cannot be read.
    #[error("{path}: {error}")]
    Read { path: String, error: std::io::Error },
    /// It is not a unified diff with a `---` line.
    #[error("{0}: this is not a unified diff whose line `--- PATH` names a kernel of this repository")]
    NoPatch(String),
    /// The kernel has changed where the patch applies.
    #[error("{patch}: it no longer applies to {base} ({error}): write it anew against that kernel")]
    Stale { patch: String, base: String, error: String },
}

impl Altered {
    /// Reads `file`, a path from the repository's `root`, and applies it where it is a patch.
    ///
    /// # Errors
    /// [`AlteredError`].
    pub fn read(root: &Path, file: &Path) -> Result<Self, AlteredError> {
        let whole = read(root, file)?;
        let name = file.shown();
        if file.extension().is_none_or(|end| end != "patch") {
            return Ok(Self { base: None, text: whole, head: String::new() });
        }
        let no_patch = || AlteredError::NoPatch(name.clone());
        let patch = Patch::from_str(&whole).map_err(|_| no_patch())?;
        let base = patch.original().ok_or_else(no_patch)?.to_owned();
        let text = diffy::apply(&read(root, Path::new(&base))?, &patch).map_err(|error| AlteredError::Stale {
            patch: name.clone(),
            base: base.clone(),
            error: error.to_string(),
        })?;
        let head = whole.split("--- ").next().unwrap_or_default().to_owned();
        Ok(Self { base: Some(base), text, head })
    }

    /// What the line `KEY: VALUE` before the diff says.
    pub fn value(&self, key: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| Some(line.strip_prefix(key)?.strip_prefix(": ")?.trim()))
    }
}

/// The text with the line endings of a checkout on any system as `\n`.
fn read(root: &Path, file: &Path) -> Result<String, AlteredError> {
    match fs::read_to_string(root.join(file)) {
        Ok(text) => Ok(text.replace("\r\n", "\n")),
        Err(error) => Err(AlteredError::Read { path: file.shown(), error }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of `patch` where the kernel `k.wgsl` holds three lines.
    fn altered(name: &str, patch: &str) -> Result<Altered, AlteredError> {
        let root = std::env::temp_dir().join(format!("lockstep-altered-{}-{name}", std::process::id()));
        fs::create_dir_all(&root).expect("a folder");
        fs::write(root.join("k.wgsl"), "one\r\ntwo\r\nthree\r\n").expect("written");
        fs::write(root.join("a.patch"), patch).expect("written");
        let altered = Altered::read(&root, Path::new("a.patch"));
        fs::remove_dir_all(&root).expect("removed");
        altered
    }

    #[test]
    fn a_patch_changes_its_kernel_and_has_a_head() {
        let patch =
            "Two is one more.\nverdict: wrong\n--- k.wgsl\n+++ a.wgsl\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
        let altered = altered("applies", patch).expect("it applies");
        assert_eq!(altered.text, "one\n2\nthree\n");
        assert_eq!(altered.base.as_deref(), Some("k.wgsl"));
        assert_eq!(altered.value("verdict"), Some("wrong"));
        assert_eq!(altered.value("message"), None);
    }

    #[test]
    fn a_patch_on_a_kernel_that_has_changed_is_stale_and_says_so_by_name() {
        let patch = "--- k.wgsl\n+++ a.wgsl\n@@ -1,3 +1,3 @@\n one\n-zwei\n+2\n three\n";
        let error = altered("stale", patch).expect_err("it does not apply");
        let text = error.to_string();
        assert!(text.starts_with("a.patch: it no longer applies to k.wgsl"), "{text}");
        let error = altered("none", "verdict: wrong\n").expect_err("no patch");
        assert!(matches!(error, AlteredError::NoPatch(_)));
    }
}
