//! A file, opened with the system's own program for it.

use std::path::Path;
use std::process::{Command, Stdio};

/// Opens `path`; why not, where it is not opened.
pub(super) fn open(path: &Path) -> Result<(), String> {
    if let Some(why) = unseen(&|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
    {
        return Err(why.to_owned());
    }
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("explorer", &[])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        Ok(mut child) => {
            // Waited for, so that it does not stay behind as a zombie.
            std::thread::spawn(move || child.wait());
            Ok(())
        }
        Err(_) => Err(format!("this system has no `{program}`")),
    }
}

/// Why a window would open where the person is not, or nowhere; `set` says whether an environment variable is.
fn unseen(set: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    if set("SSH_CONNECTION") || set("SSH_TTY") || set("SSH_CLIENT") {
        return Some("over SSH no window is opened here");
    }
    let unix_desktop = cfg!(unix) && !cfg!(target_os = "macos");
    if unix_desktop && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Some("there is no desktop here");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_opened_over_ssh() {
        assert!(unseen(&|name| name == "SSH_TTY" || name == "DISPLAY").is_some());
        assert!(unseen(&|name| name == "DISPLAY").is_none());
    }
}
