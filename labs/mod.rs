//! The registry: one line a lab.

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
    roofline,
    hierarchy,
    occupancy,
    tiling,
    divergence,
    reduction,
    fusion,
    tuning,
    precision,
    offload,
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
