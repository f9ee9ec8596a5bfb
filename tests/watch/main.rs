//! The watch screen, driven through a pseudo-terminal as a student would: keys, saves, signals; read as a terminal
//! shows it. Each test waits for what the screen shows, and never for a time.
#![cfg(unix)]

mod course;
mod kernel;
mod screens;
mod session;
mod shell;
