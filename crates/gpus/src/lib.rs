//! One database of GPUs: what their data sheets say, each figure once and with its source.
//!
//! Theoretical roofs and simulated machines are made of the same figures. The data are TOML files that are compiled in;
//! nothing is read at run time.
//!
//! ```
//! let found = lockstep_gpus::lookup("AMD Radeon RX 7900 XTX (RADV NAVI31)", None);
//! let [gpu] = found.candidates()[..] else { panic!("one part has that name") };
//! assert_eq!((gpu.units, gpu.clock, gpu.bandwidth), (Some(96), Some(2.5e9), Some(960e9)));
//! assert!(gpu.f32().is_some_and(|peak| (peak / 61.4e12 - 1.0).abs() < 0.01));
//! ```

mod architecture;
mod lookup;
mod name;
mod spelling;
mod table;

pub use architecture::{Architecture, architecture, architectures};
pub use lookup::{Lookup, lookup};
pub use name::{Name, Vendor};
pub use table::{Gpu, TableError, gpus, parse, part};
