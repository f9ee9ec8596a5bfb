//! A submission that is a zip. It is read in memory, entry by entry; nothing is unpacked to a disk.

use std::fs::File;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::folder::hidden;
use super::submission::{
    Intake, Kind, LARGEST_ARCHIVE, MOST_DEPTH, MOST_ENTRIES, MOST_RATIO, RATIO_FROM, Refusal, text,
};

type Archive = ZipArchive<Cursor<Vec<u8>>>;

/// Takes what is of use from the zip `file`.
///
/// # Errors
/// [`Refusal`] where it is no zip, holds too much, or holds a name twice.
pub fn unpack(file: File, intake: &mut Intake) -> Result<(), Refusal> {
    let mut bytes = Vec::new();
    file.take(LARGEST_ARCHIVE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Refusal(format!("it cannot be read: {error}")))?;
    if bytes.len() as u64 > LARGEST_ARCHIVE {
        return Err(Refusal(format!("the zip has more than {LARGEST_ARCHIVE} bytes: hand in the kernels only")));
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| no_zip(&error))?;
    if archive.len() > MOST_ENTRIES {
        return Err(Refusal(format!(
            "the zip holds more than {MOST_ENTRIES} files and folders: hand in the kernels only"
        )));
    }
    if archive.has_duplicate_names() {
        return Err(Refusal(
            "the zip holds the same name twice, and programs disagree on which of them counts: zip the files again"
                .to_owned(),
        ));
    }
    for (index, path) in names(&archive).into_iter().enumerate() {
        entry(&mut archive, index, &path, intake);
    }
    Ok(())
}

fn no_zip(error: &ZipError) -> Refusal {
    Refusal(format!("it is no zip that can be opened ({error}): zip the files again"))
}

fn entry(archive: &mut Archive, index: usize, path: &str, intake: &mut Intake) {
    let Some(name) = plain(path) else {
        if Kind::of(path).bound().is_some() {
            intake.leave_out(path, "its name leads out of the zip");
        }
        return;
    };
    if name.split('/').any(hidden) {
        return;
    }
    let kind = Kind::of(&name);
    if kind == Kind::Archive {
        return intake.leave_out(path, "a zip within a zip is not opened");
    }
    if kind.bound().is_none() {
        return;
    }
    if name.split('/').count() > MOST_DEPTH {
        return intake.leave_out(path, "it lies too deep");
    }
    let mut found = match archive.by_index(index) {
        Ok(found) => found,
        Err(error) => return intake.add(kind, name, Err(unreadable(&error))),
    };
    if found.is_dir() {
        return;
    }
    if found.is_symlink() {
        return intake.leave_out(path, "it is a symbolic link, and links are never followed");
    }
    let packed = found.compressed_size();
    let read = text(&mut found, kind).and_then(|text| bomb(text, packed));
    intake.add(kind, name, read);
}

/// The entries' names, whatever their bytes are; some programs write `\` between the parts.
fn names(archive: &Archive) -> Vec<String> {
    let shown = |raw: &[u8]| String::from_utf8_lossy(raw).replace('\\', "/");
    archive.file_names_raw().map(shown).collect()
}

/// The name without `.` parts, or `None` where it leads out of the zip.
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
