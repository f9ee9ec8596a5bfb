//! The registry: one line a lab.

use crate::lab::Lab;

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

/// The lab of that name.
pub fn find(name: &str) -> Option<&'static Lab> {
    ALL.iter().copied().find(|lab| lab.name == name)
}
