//! The registry: one line a lab.

use std::io;
use std::path::Path;

use crate::files::write_whole;
use crate::lab::{Lab, Unknown};

macro_rules! labs {
    ($($name:ident),* $(,)?) => {
        $(pub mod $name;)*

        /// Every lab, in the order in which a course takes them.
        pub static ALL: &[&Lab] = &[$(&$name::LAB),*];
    };
}

labs! {
    coalescing,
    tiling,
    divergence,
    fusion,
}

/// The lab that a person means: its name, or its command's.
///
/// # Errors
/// [`Unknown`].
pub fn named(name: &str) -> Result<&'static Lab, Unknown> {
    let short = name.strip_prefix("lab-").unwrap_or(name);
    find(short).ok_or_else(|| {
        let known: Vec<&str> = ALL.iter().map(|lab| lab.name).collect();
        Unknown::new("there is no lab", name, "there are", &known)
    })
}

/// The lab of that name.
pub fn find(name: &str) -> Option<&'static Lab> {
    ALL.iter().copied().find(|lab| lab.name == name)
}

/// Puts the start of each exercise where a student works on it, `shaders/LAB/`, unless a file is there; only where `root`
/// is a checkout of Lockstep.
///
/// # Errors
/// The system's.
pub fn lay_out_exercises(root: &Path) -> io::Result<()> {
    if !root.join("labs/mod.rs").exists() {
        return Ok(());
    }
    for lab in ALL {
        for exercise in lab.exercises {
            let path = root.join("shaders").join(lab.name).join(exercise.file());
            if !path.exists() {
                write_whole(&path, exercise.start.as_bytes())?;
            }
        }
    }
    Ok(())
}
