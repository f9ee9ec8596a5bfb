//! Machines: the architecture parameters that the simulator counts and estimates for.
//!
//! A machine is a TOML file (one of `crates/machine/machines/` in this repository, or a text given to
//! [`Machine::parse`]) of figures in groups. Every figure has a source, and a figure that is not known is left out:
//! what needs it is then *not modelled*, never guessed.
//!
//! A machine that stands on a part of the GPU database (`part = "NVIDIA L40"`) has that part's units, clock, FLOP per
//! clock, bandwidth and last-level cache, and its file adds what only the simulator needs. One that does not names its
//! `device` and states these figures itself.
//!
//! What it shares with a built-in machine, or with others of its maker, it takes from there: `base = "ampere-8.6"`, `base =
//! "common/nvidia"`. It then states what differs, and lists under `unknown` which figures of the base say nothing of it.
//!
//! To add one, write a file with what is known of it. Only the width of a subgroup and the size of a cache line are
//! required; the fields are those of [`Machine`]'s groups.
//!
//! ```
//! let machine = lockstep_machine::machine::Machine::parse(
//!     "mine.toml",
//!     r#"
//!     name = "mine"
//!     device = "My GPU 9000"
//!     architecture = "Mine, second generation"
//!     unit_name = "core"
//!
//!     [subgroup]
//!     source = "My GPU programming guide, page 7"    # for all figures of the table
//!     width = 32
//!
//!     [cache]
//!     line_bytes = { value = 128, source = "measured with my own kernel" }    # for this figure
//!     "#,
//! )?;
//! assert_eq!(machine.subgroup_width(), 32);
//! assert_eq!(machine.source("cache.line_bytes"), Some("measured with my own kernel"));
//! assert_eq!(machine.dram.byte_per_s, None); // not modelled
//! # Ok::<(), lockstep_machine::machine::MachineError>(())
//! ```

mod base;
mod catalog;
mod derived;
mod error;
mod figure;
mod offers;
mod part;
mod read;
mod spec;
mod target;
#[cfg(test)]
mod tests;

pub use error::MachineError;
pub use offers::Offers;
pub use spec::{Atomics, Cache, Dram, Host, Launch, Link, Machine, Matrix, Residency, Shared, Subgroup, Unit};
pub use target::Target;
pub use target::{MAX_WIDTH, MOST_BANKS, MOST_TAG_BANKS};
