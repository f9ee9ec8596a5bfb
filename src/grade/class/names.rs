//! Names in any encoding: what is shown of them, and what their files are called.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::grade::intake::ARCHIVES;
use crate::text::{escaped_name, hex};

/// Characters of a name that stands in a file's name as it is.
const PLAIN: usize = 64;

/// Names that Windows keeps for devices.
const RESERVED: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt"];

/// The last part of a path.
pub fn file_name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or(path.as_os_str())
}

/// Without the ending of an archive or a kernel.
pub fn bare(name: &OsStr) -> &OsStr {
    let mut end = name;
    for _ in 0..2 {
        let path = Path::new(end);
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        let ending = format!(".{}", ending.as_deref().and_then(OsStr::to_str).unwrap_or_default());
        let known = ending == ".wgsl" || ending == ".gz" || ARCHIVES.contains(&ending.as_str());
        match path.file_stem().filter(|_| known) {
            Some(stem) => end = stem,
            None => break,
        }
    }
    end
}

/// Without the number that browsers add to a file of the same name, and the number: `jane (2)`.
pub fn once(name: &OsStr) -> (OsString, u64) {
    let numbered = name.to_str().and_then(|name| {
        let (stem, number) = name.strip_suffix(')')?.rsplit_once(" (")?;
        Some((stem.into(), number.parse().ok()?))
    });
    numbered.unwrap_or_else(|| (name.to_owned(), 0))
}

/// The name as text; bytes that are no UTF-8 as Latin-1, which old zips are full of.
pub fn decoded(name: &OsStr) -> String {
    let bytes = name.as_encoded_bytes();
    let latin = || bytes.iter().map(|byte| char::from(*byte)).collect();
    std::str::from_utf8(bytes).map_or_else(|_| latin(), str::to_owned)
}

/// The name in characters that show, whatever its bytes are.
pub fn shown(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02x}");
        }
    }
    escaped_name(&text)
}

/// A name that every file system takes: the name itself where it is plain, else what is plain of it with a part of its
/// SHA-256. It does not depend on who else handed in.
pub fn stem(name: &OsStr) -> String {
    let bytes = name.as_encoded_bytes();
    if plain(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let kept: String = shown(name)
        .chars()
        .map(|c| c.to_ascii_lowercase())
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .take(PLAIN / 2)
        .collect();
    let digest = hex(&Sha256::digest(bytes));
    format!("{}~{}", kept.trim_matches('-'), &digest[..16])
}

fn plain(name: &[u8]) -> bool {
    let known = |c: &u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b"._-".contains(c);
    let first = name.first().is_some_and(u8::is_ascii_alphanumeric);
    let last = name.last() != Some(&b'.');
    let device = RESERVED.iter().any(|device| name.starts_with(device.as_bytes()));
    first && last && !device && name.len() <= PLAIN && name.iter().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stems_of_odd_names_are_plain_and_apart_in_any_case() {
        let odd = ["a", "A", "ä", "a b", "a\nb", "../a", "con", "a.", "-a", "=1+1", "\u{202e}a", "~", ""];
        let mut stems: Vec<String> = odd.iter().map(|name| stem(OsStr::new(name))).collect();
        stems.push(stem(OsStr::new(&"x".repeat(300))));
        for stem in &stems {
            assert!(stem.len() <= 64, "{stem}");
            assert!(
                stem.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || b"._-~".contains(&c)),
                "{stem}"
            );
        }
        let all = stems.len();
        stems.sort();
        stems.dedup();
        assert_eq!(stems.len(), all);
        assert_eq!(stem(OsStr::new("jane.doe_2")), "jane.doe_2");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_unicode_are_shown_by_their_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"a\xff\x1b[2J");
        assert_eq!(shown(name), "a\\xff\\u{1b}[2J");
    }
}
