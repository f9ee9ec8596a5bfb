//! No code: `Cargo.toml` has the features of other people's crates that the whole workspace uses.
