//! The picture of a request: which lane touches which sector, or which bank.

mod banks;
mod picture;
mod sectors;

pub use picture::{Drawing, cost, picture, sentence, summary};

#[cfg(test)]
mod tests;
