//! Whole commands, as a person types them.

#[path = "../common/mod.rs"]
mod common;

mod arithmetic;
mod choose;
mod command_line;
mod compiled;
mod contributing;
mod counters;
mod diff;
mod embedded;
mod exec;
mod exec_against;
mod exec_more;
mod exec_refused;
mod exercises;
mod explain;
mod features;
mod figures;
mod forms;
mod handbook;
mod harness;
mod html;
mod imports;
mod labs;
mod layers;
mod limits;
mod neighbours;
mod pages;
mod precision;
mod readme;
mod roofline;
mod schema;
mod tune;
mod work;
#[cfg(unix)]
mod workflow;
