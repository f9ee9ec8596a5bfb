//! A report as one HTML file that needs nothing else: no network, no script. Every figure carries the JSON's own,
//! unrounded, in a `data-` attribute.

mod access;
mod bars;
mod counters;
mod device;
mod kernel;
mod lab;
mod listing;
mod page;
mod results;
mod roofline;
mod text;

pub use kernel::kernel;
pub use lab::labs;
pub use page::page;
