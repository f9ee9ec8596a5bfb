//! A kernel of the user's own, with the user's own buffers: run once on the simulator, or run and timed on a device.
//!
//! On a device it runs in a child process (`conduct`, `work`): one that never ends or crashes the driver costs that
//! process only. The simulator runs here, on a thread that is left behind where it outlasts the timeout.

mod bind;
mod conduct;
mod fill;
mod hot;
mod lab;
mod outputs;
mod pair;
mod prepare;
mod real;
mod report;
mod request;
mod simulated;

pub use conduct::{USER_WORKER, UserEvent, conduct, conduct_apart, work};
pub use hot::HotLine;
pub use outputs::Outputs;
pub use pair::{PAIR_WORKER, PairReport, PairRequest, conduct_pair, work_pair};
pub use prepare::{Prepared, compile, read};
pub use report::{EstimateReport, PolicyReport, SavedReport, TermReport, UserReport, UserTime};
pub use request::{Beyond, Fill, Place, Refused, UserRequest};
