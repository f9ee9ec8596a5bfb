//! A zip or a tar, packed or not. It is read in memory, entry by entry; nothing is unpacked to a disk.

use std::collections::BTreeSet;
use std::io::{Cursor, Read, Seek};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

use super::submission::{
    FileKind, Intake, LARGEST_ARCHIVE, LARGEST_UNPACKED, MOST_DEPTH, MOST_ENTRIES, MOST_RATIO, RATIO_FROM, Refusal,
    hidden, text,
};

/// What a gzip file begins with (RFC 1952).
const GZIP: &[u8] = b"\x1f\x8b";

/// What stands at byte 257 of a tar (POSIX ustar, and GNU's).
const USTAR: &[u8] = b"ustar";

/// Takes what is of use from the archive in `from`, whose names go under `within`.
///
/// # Errors
/// [`Refusal`] where it is no archive, holds too much, or holds a name twice.
pub fn unpack(from: &mut impl Read, within: &str, intake: &mut Intake) -> Result<(), Refusal> {
    let mut bytes = Vec::new();
    from.take(LARGEST_ARCHIVE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Refusal(format!("it cannot be read: {error}")))?;
    if bytes.len() as u64 > LARGEST_ARCHIVE {
        return Err(Refusal(format!("the archive has more than {LARGEST_ARCHIVE} bytes: hand in the kernels only")));
    }
    if bytes.starts_with(GZIP) {
        untar(MultiGzDecoder::new(bytes.as_slice()), within, intake)
    } else if bytes.get(257..).is_some_and(|rest| rest.starts_with(USTAR)) {
        untar(bytes.as_slice(), within, intake)
    } else {
        unzip(bytes, within, intake)
    }
}

fn too_many() -> Refusal {
    Refusal(format!("the archive holds more than {MOST_ENTRIES} files and folders: hand in the kernels only"))
}

fn unzip(bytes: Vec<u8>, within: &str, intake: &mut Intake) -> Result<(), Refusal> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| no_zip(&error))?;
    if archive.len() > MOST_ENTRIES {
        return Err(too_many());
    }
    if archive.has_duplicate_names() {
        return Err(twice("zip"));
    }
    for (index, path) in names(&archive).into_iter().enumerate() {
        if let Some((name, kind)) = wanted(&path, within, intake) {
            zipped(&mut archive, index, name, kind, intake);
        }
    }
    Ok(())
}

fn no_zip(error: &ZipError) -> Refusal {
    Refusal(format!("it is neither a zip that can be opened ({error}) nor a tar: zip the files again"))
}

fn twice(form: &str) -> Refusal {
    Refusal(format!(
        "the {form} holds the same name twice, and programs disagree on which of them counts: {form} the files again"
    ))
}

fn untar(from: impl Read, within: &str, intake: &mut Intake) -> Result<(), Refusal> {
    let broken = |error: std::io::Error| {
        Refusal(format!(
            "it is not a tar that can be opened, or unpacks to more than {LARGEST_UNPACKED} bytes ({error}): pack the kernels again"
        ))
    };
    let mut archive = tar::Archive::new(from.take(LARGEST_UNPACKED));
    let mut seen = BTreeSet::new();
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).replace('\\', "/");
        let form = entry.header().entry_type();
        if !form.is_dir() && !seen.insert(path.clone()) {
            return Err(twice("tar"));
        }
        if seen.len() > MOST_ENTRIES {
            return Err(too_many());
        }
        if form.is_dir() {
            continue;
        }
        let Some((name, kind)) = wanted(&path, within, intake) else {
            continue;
        };
        if form.is_file() {
            let read = text(&mut entry, kind);
            intake.add(kind, name, read);
        } else {
            intake.leave_out(&name, "it is a link or a device, and links are never followed");
        }
    }
    Ok(())
}

/// The name under which an archive's entry is taken, and what it is; `None` where it is left out.
fn wanted(path: &str, within: &str, intake: &mut Intake) -> Option<(String, FileKind)> {
    let Some(name) = plain(path) else {
        if FileKind::of(path) != FileKind::Other {
            intake.leave_out(path, "its name leads out of the archive");
        }
        return None;
    };
    if name.is_empty() || path.ends_with('/') || name.split('/').any(hidden) {
        return None;
    }
    let kind = FileKind::of(&name);
    let name = format!("{within}{name}");
    match kind {
        FileKind::Archive => intake.leave_out(&name, "an archive within an archive is not opened"),
        FileKind::Other => intake.other(&name),
        _ if name.split('/').count() > MOST_DEPTH => intake.leave_out(&name, "it lies too deep"),
        _ => return Some((name, kind)),
    }
    None
}

fn zipped<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    index: usize,
    name: String,
    kind: FileKind,
    intake: &mut Intake,
) {
    let mut found = match archive.by_index(index) {
        Ok(found) => found,
        Err(error) => return intake.add(kind, name, Err(unreadable(&error))),
    };
    if found.is_dir() {
        return;
    }
    if found.is_symlink() {
        return intake.leave_out(&name, "it is a symbolic link, and links are never followed");
    }
    let packed = found.compressed_size();
    let read = text(&mut found, kind).and_then(|text| bomb(text, packed));
    intake.add(kind, name, read);
}

/// Takes `entries` of a service's download, a zip of a whole class: each by its place there and its name within the
/// submission.
///
/// # Errors
/// [`Refusal`] where it cannot be opened.
pub fn download(from: impl Read + Seek, entries: &[(usize, String)], intake: &mut Intake) -> Result<(), Refusal> {
    let mut archive = ZipArchive::new(from).map_err(|error| no_zip(&error))?;
    for (index, name) in entries {
        if hidden(name.rsplit('/').next().unwrap_or_default()) {
            continue;
        }
        let Some(safe) = plain(name) else {
            intake.leave_out(name, "its name leads out of the archive");
            continue;
        };
        match FileKind::of(&safe) {
            FileKind::Other => intake.other(&safe),
            FileKind::Archive => match archive.by_index(*index) {
                Ok(mut found) => intake.open(&safe, &mut found),
                Err(error) => intake.leave_out(&safe, &unreadable(&error)),
            },
            kind => zipped(&mut archive, *index, safe, kind, intake),
        }
    }
    Ok(())
}

/// The entries' names, whatever their bytes are; some programs write `\` between the parts.
pub fn names<R: Read + Seek>(archive: &ZipArchive<R>) -> Vec<String> {
    let shown = |raw: &[u8]| String::from_utf8_lossy(raw).replace('\\', "/");
    archive.file_names_raw().map(shown).collect()
}

/// The name without `.` parts, or `None` where it leads out of the archive.
fn plain(path: &str) -> Option<String> {
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.starts_with('/') || drive || path.split('/').any(|part| part == "..") {
        return None;
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    Some(parts.join("/"))
}

/// Refuses a text that was packed far better than what people write.
fn bomb(text: String, packed: u64) -> Result<String, String> {
    let bytes = text.len() as u64;
    if bytes > RATIO_FROM && bytes / packed.max(1) > MOST_RATIO {
        return Err(format!(
            "it unpacks to {} times its packed size, as no kernel that a person wrote does",
            bytes / packed.max(1)
        ));
    }
    Ok(text)
}

fn unreadable(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(what) if what.contains("assword") => {
            "it is encrypted: zip it without a password".to_owned()
        }
        ZipError::CompressionMethodNotSupported(_) => {
            "it is packed with a method that is not understood here: use plain zip (deflate)".to_owned()
        }
        error => format!("it cannot be unpacked: {error}"),
    }
}
