//! Lockstep: a portable compute-shader kernel lab.
pub mod bench;
pub mod check;
pub mod cli;
pub mod device;
pub mod kernel;
pub mod lab;
#[path = "../labs/mod.rs"]
pub mod labs;
pub mod measure;
pub mod report;
pub mod roof;
pub mod sim;
pub mod units;
