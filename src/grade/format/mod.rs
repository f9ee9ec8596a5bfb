//! A gradebook in the formats that teaching services read: one file a format, which holds its `FORMAT`, and one line in
//! the list below.

mod context;
mod form;
mod publish;
mod text;

pub use self::classroom50::MissingContext;
pub use context::Context;
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
    columns,
    canvas,
    moodle,
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
