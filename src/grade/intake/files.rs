//! A submission as it lies on a disk: folders, archives and files, which are opened with care.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use super::handed_in::HandedIn;
use super::submission::{FileKind, Intake, Refusal, text};
use super::{archive, folder};

/// Takes what is of use from the parts of a submission: folders, archives, files, or entries of a service's download.
///
/// # Errors
/// [`Refusal`] where there is one part only, and it is none of these, cannot be read, or goes beyond what a submission may
/// hold. One of several is left out for that.
pub fn take(parts: &[HandedIn]) -> Result<Intake, Refusal> {
    let mut intake = Intake::default();
    for part in parts {
        match take_part(part, parts.len() > 1, &mut intake) {
            Err(refusal) if parts.len() == 1 => return Err(refusal),
            Err(Refusal(why)) => intake.leave_out(&part.shown(), &why),
            Ok(()) => {}
        }
    }
    intake.finish();
    Ok(intake)
}

fn take_part(part: &HandedIn, several: bool, intake: &mut Intake) -> Result<(), Refusal> {
    let path = Path::new(&part.path);
    let unreadable = |error: io::Error| Refusal(format!("it cannot be read: {error}"));
    let about = std::fs::symlink_metadata(path).map_err(unreadable)?;
    if about.is_symlink() {
        Err(Refusal("it is a symbolic link, and links are never followed: hand in the files themselves".to_owned()))
    } else if about.is_dir() {
        folder::walk(path, intake)
    } else if !about.is_file() {
        Err(Refusal(
            "it is neither a folder nor a file (a pipe, a socket or a device): hand in a folder, a zip or a .wgsl file"
                .to_owned(),
        ))
    } else if let Some(entries) = &part.entries {
        archive::download(BufReader::new(regular(path).map_err(unreadable)?), entries, intake)
    } else {
        single(part, several, intake)
    }
}

fn single(part: &HandedIn, several: bool, intake: &mut Intake) -> Result<(), Refusal> {
    let name = part.shown();
    let mut file = regular(Path::new(&part.path)).map_err(|error| Refusal(format!("it cannot be read: {error}")))?;
    match FileKind::of(&name) {
        FileKind::Archive if several => intake.open(&name, &mut file),
        FileKind::Archive => return archive::unpack(&mut file, "", intake),
        kind @ (FileKind::Source | FileKind::Evidence) if several || kind == FileKind::Source => {
            let text = text(&mut file, kind);
            intake.add(kind, name, text);
        }
        _ if several => intake.other(&name),
        _ => {
            return Err(Refusal(
                "it is neither a folder, a zip, a .tar.gz nor a .wgsl file: these are what can be marked".to_owned(),
            ));
        }
    }
    Ok(())
}

/// Opens the regular file at `path` for reading.
///
/// # Errors
/// Where it is a link, a pipe, a device, or cannot be read.
#[cfg(unix)]
pub(super) fn regular(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    // NONBLOCK: opening a pipe must not wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    only_regular(file)
}

/// Opens the regular file at `path` for reading.
///
/// # Errors
/// Where it is a link, or cannot be read.
#[cfg(not(unix))]
pub(super) fn regular(path: &Path) -> io::Result<File> {
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    only_regular(File::open(path)?)
}

fn only_regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a regular file")) }
}
