//! Oclgrind on the same product, where it is installed.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::product::TILE;

const PROGRAM: &str = "oclgrind-kernel";
const SOURCE: &str = include_str!("naive.cl");

/// Rows of the product that is timed, and of the one that stands for starting and compiling.
const ROWS: u32 = 64;
const START: u32 = TILE;

/// Finds data races; the same and reads of what was never written.
pub const RACES: &[&str] = &["--data-races"];
pub const FAULTS: &[&str] = &["--data-races", "--uninitialized"];

/// An installed Oclgrind, with its input files written.
pub struct Oclgrind {
    folder: PathBuf,
    /// The version that it says it is.
    pub version: String,
}

impl Oclgrind {
    /// `None` where it is not installed.
    pub fn find() -> Result<Option<Self>> {
        let Ok(said) = Command::new(PROGRAM).arg("--version").output() else {
            return Ok(None);
        };
        let said = String::from_utf8_lossy(&said.stdout);
        let version = said.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("oclgrind");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("naive.cl"), SOURCE)?;
        for n in [START, ROWS] {
            std::fs::write(folder.join(input(n)), description(n))?;
        }
        let version = version.unwrap_or("of an unknown version").to_owned();
        Ok(Some(Self { folder, version }))
    }

    /// Multiply-adds in the time that [`Self::time`] gives.
    pub fn multiply_adds() -> u64 {
        u64::from(ROWS).pow(3) - u64::from(START).pow(3)
    }

    /// The product on one thread, less a tiny one: what starting and compiling take is in both.
    pub fn time(&self, flags: &[&str]) -> Result<Duration> {
        let small = self.run(START, flags)?;
        Ok(self.run(ROWS, flags)?.saturating_sub(small))
    }

    fn run(&self, n: u32, flags: &[&str]) -> Result<Duration> {
        let start = Instant::now();
        let status = Command::new(PROGRAM)
            .args(["--num-threads", "1"])
            .args(flags)
            .arg(input(n))
            .current_dir(&self.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context(PROGRAM)?;
        let took = start.elapsed();
        ensure!(status.success(), "{PROGRAM} {} failed: {status}", input(n));
        Ok(took)
    }
}

fn input(n: u32) -> String {
    format!("naive-{n}.sim")
}

/// Source, kernel, global size, local size, then the arguments.
fn description(n: u32) -> String {
    let bytes = 4 * n * n;
    format!(
        "naive.cl\nmatmul\n{n} {n} 1\n{TILE} {TILE} 1\n<size={bytes} float fill=1.5>\n<size={bytes} float fill=0.5>\n\
         <size={bytes} float fill=0>\n<size=4 uint fill={n}>\n"
    )
}
