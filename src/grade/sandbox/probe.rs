//! Whether the bounds hold: each is tried, from within.

use std::fs::File;
use std::io::Write;
use std::net::UdpSocket;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::confine::{has_privileges, open_descriptors};
use super::{Bounds, Profile};

/// One bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boundary {
    /// Reading a file that is not the submission's.
    OtherFiles,
    /// Writing a file.
    WrittenFiles,
    /// Opening a socket.
    Network,
    /// Starting a process.
    Processes,
    /// Memory beyond the bound.
    Memory,
    /// What only an administrator may do.
    Privileges,
    /// Files that whoever started it had open.
    Descriptors,
}

/// One attempt to break a bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Which.
    pub boundary: Boundary,
    /// Whether the system refused.
    pub held: bool,
    /// What was tried, and the system's answer.
    pub detail: String,
}

impl Boundary {
    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::OtherFiles => "other files",
            Self::WrittenFiles => "writing files",
            Self::Network => "network",
            Self::Processes => "processes",
            Self::Memory => "memory",
            Self::Privileges => "privileges",
            Self::Descriptors => "inherited descriptors",
        }
    }
}

/// Tries to break every bound of this process that `profile` promises. It must not read `file`, nor write
/// in `folder`.
pub fn probe(profile: Profile, bounds: &Bounds, file: &Path, folder: &Path) -> Vec<Tried> {
    let made = folder.join(".lockstep-probe");
    let mut all = vec![
        tried(Boundary::OtherFiles, "reading a file", File::open(file)),
        tried(Boundary::WrittenFiles, "making a file", File::create(&made).and_then(|mut file| file.write_all(b"!"))),
        tried(Boundary::Network, "a socket", UdpSocket::bind(("127.0.0.1", 0))),
        tried(Boundary::Processes, "a process", process()),
        tried(Boundary::Privileges, "an administrator's capabilities", found(!has_privileges())),
        tried(Boundary::Descriptors, "what was open before", found(open_descriptors().is_empty())),
    ];
    // Made only where it could be; an empty file may be left where only its content was refused.
    let _ = std::fs::remove_file(made);
    if profile == Profile::Simulated {
        let mut bytes: Vec<u8> = Vec::new();
        let most = usize::try_from(bounds.memory_mib << 20).unwrap_or(usize::MAX / 2);
        all.push(tried(Boundary::Memory, "as much memory as the bound", bytes.try_reserve_exact(most)));
    }
    all
}

fn found(none: bool) -> Result<(), &'static str> {
    if none { Err("there are none") } else { Ok(()) }
}

fn process() -> std::io::Result<()> {
    let program = std::env::current_exe().unwrap_or_else(|_| "true".into());
    let child =
        Command::new(program).arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    child?.wait().map(|_| ())
}

fn tried<T, E: std::fmt::Display>(boundary: Boundary, what: &str, result: Result<T, E>) -> Tried {
    match result {
        Ok(_) => Tried { boundary, held: false, detail: format!("{what}: it was not refused") },
        Err(error) => Tried { boundary, held: true, detail: format!("{what}: {error}") },
    }
}
