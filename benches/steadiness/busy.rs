//! Another process that keeps one processor busy.

use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// It ends with this value.
pub struct Busy(Child);

/// The hidden argument that makes this program that process.
pub const SPIN: &str = "--spin";

impl Busy {
    pub fn start() -> Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        let child = command.arg(SPIN).stdin(Stdio::piped()).spawn();
        child.map(Self).context("the busy process could not be started")
    }

    /// Keeps a processor busy until whoever started it ends: its end of the pipe closes.
    pub fn spin() {
        std::thread::spawn(|| {
            let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
            std::process::exit(0);
        });
        let mut state = 1_u64;
        loop {
            state = std::hint::black_box(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
