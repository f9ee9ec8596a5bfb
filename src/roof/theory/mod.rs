//! Theoretical roofs: what a device could do at best, queried, derived, looked up or given by the user.
pub mod above;
pub mod architecture;
pub mod cpu;
pub mod cpu_host;
pub mod derive;
pub mod lookup;
pub mod name;
mod part;
mod rate;
pub mod table;
pub mod user;

pub use above::above_roof;
pub use derive::{Theory, theory};
pub use lookup::{Lookup, lookup};
pub use user::UserPeaks;
