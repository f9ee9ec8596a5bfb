//! A gradebook in the formats that teaching services read: one file a format, which holds its `FORMAT`, and one line in
//! the list below.

mod form;
mod publish;
mod text;

pub use self::classroom50::{Context, MissingContext};
pub use self::csv::cell;
pub use form::{File, Format, FormatError, Render};
pub use publish::{PublishError, publish};

macro_rules! formats {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// Every format.
        pub const ALL: &[Format] = &[$(self::$name::FORMAT),*];
    };
}

formats! {
    csv,
    gradescope,
    classroom50,
    prairielearn,
    autolab,
    json,
}

/// The formats' names, for messages.
pub fn names() -> String {
    let names: Vec<&str> = ALL.iter().map(|format| format.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;
