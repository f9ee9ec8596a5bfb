//! Flags that mean the same everywhere.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::device::Selector;
use crate::harness::{Checks, Job, Request};
use crate::lab::LARGEST_SIZE;
use crate::roof::theory::given::{parse_bandwidth, parse_flops};

/// `--color`.
#[derive(Args)]
pub struct ColorArgs {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: When,
}

#[derive(Clone, Copy, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl ColorArgs {
    /// Makes the choice hold for the whole process.
    pub fn apply(&self) {
        match self.color {
            When::Auto => anstream::ColorChoice::Auto,
            When::Always => anstream::ColorChoice::Always,
            When::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// The options of a run of a lab.
#[derive(Args, Clone)]
pub struct RunArgs {
    /// auto, a part of a device's name, its backend or driver, or an index of `lockstep devices`
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    pub device: Selector,
    /// Override a figure of the simulated machine: dram.latency_clocks=285, residency.subgroups=8 (may be repeated; also after a
    /// machine's name, as sim:MACHINE,GROUP.FIGURE=VALUE)
    #[arg(long, value_name = "GROUP.FIGURE=VALUE")]
    pub machine: Vec<String>,
    /// Problem size [default: one that suits the device: on a GPU, the largest that keeps the run short]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(LARGEST_SIZE)))]
    pub size: Option<u32>,
    /// Seed of the pseudo-random inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Run only this variant (may be repeated)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub variant: Vec<String>,
    /// Look for NAME/*.wgsl in this folder first, then in `shaders/`, then among the copies in the program
    #[arg(long, value_name = "DIR")]
    pub shaders: Option<PathBuf>,
    /// Give up on a kernel after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, allow_negative_numbers = true, value_parser = seconds)]
    pub timeout: f64,
    /// Keep bounds, loop and division checks in timed kernels (verification always starts with them on)
    #[arg(long, value_name = "on|off", default_value = "off")]
    checks: OnOff,
    /// Show the simulator's counters beside measured times, on the machine that is most like the device
    #[arg(long)]
    pub why: bool,
    /// Points to measure along a sweep, in place of the lab's own: 1,64,1024
    #[arg(long, value_name = "POINT", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub points: Vec<u32>,
    /// Take a quick look: few samples, five points a curve, no measured roofs
    #[arg(long)]
    pub quick: bool,
    /// Override the device's theoretical f32 peak: 12.7T, 12.7e12
    #[arg(long, value_name = "FLOP/s", value_parser = parse_flops)]
    pub peak_flops: Option<f64>,
    /// Override the device's theoretical memory bandwidth: 360G, 3.6e11
    #[arg(long, value_name = "B/s", value_parser = parse_bandwidth)]
    pub peak_bandwidth: Option<f64>,
    /// Host threads for references and data [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Write the result as JSON to this file, or to stdout for -
    #[arg(long, value_name = "PATH|-")]
    pub json: Option<PathBuf>,
    /// Write the result as one illustrated page to this file; it has the counters of --why
    #[arg(long, value_name = "PATH", value_parser = page_path)]
    pub html: Option<PathBuf>,
    /// Write a drawing as SVG to this file: the roofline, and the lanes of the access that limits the slowest variant
    #[arg(long, value_name = "PATH", value_parser = drawing_path)]
    pub svg: Option<PathBuf>,
    /// Print the whole report: every peak's source, counters, findings, the roofline
    #[arg(long)]
    pub detail: bool,
    /// Print no table and no progress
    #[arg(long)]
    pub quiet: bool,

    #[command(flatten)]
    pub work: super::work::WorkArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum OnOff {
    On,
    Off,
}

/// Where a page goes: a file, for a browser opens no pipe.
pub fn page_path(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("a page goes to a file: name one, such as report.html".to_owned()),
        path => Ok(path.into()),
    }
}

/// Where a drawing goes: a file, as a page does.
fn drawing_path(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("a drawing goes to a file: name one, such as lab.svg".to_owned()),
        path => Ok(path.into()),
    }
}

/// A timeout.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 and up to a day".to_owned()),
    }
}

/// Each once, in order.
fn rising(points: &[u32]) -> Vec<u32> {
    let rising: std::collections::BTreeSet<u32> = points.iter().copied().collect();
    rising.into_iter().collect()
}

impl RunArgs {
    /// The same with `--machine` in the device's name.
    ///
    /// # Errors
    /// The device is not simulated.
    pub fn settled(&self) -> anyhow::Result<Self> {
        let device = self.device.clone().changed(&self.machine).ok_or_else(|| {
            let device = &self.device;
            anyhow::anyhow!(
                "--machine changes a simulated machine, and --device {device} is none: use it with --device sim"
            )
        })?;
        Ok(Self { device, machine: Vec::new(), ..self.clone() })
    }

    /// The request for one lab.
    pub fn request(&self, lab: &str) -> Request {
        Request {
            device: self.device.clone(),
            size: self.size,
            seed: self.seed,
            shaders: self.shaders.clone(),
            timeout_s: self.timeout,
            checks: match self.checks {
                OnOff::On => Checks::On,
                OnOff::Off => Checks::Off,
            },
            points: rising(&self.points),
            quick: self.quick,
            why: self.why || self.html.is_some() || self.svg.is_some(),
            // The first screen shows the access that wastes most.
            sources: self.html.is_some() || self.svg.is_some() || !self.quiet,
            peak_flops: self.peak_flops,
            peak_bandwidth: self.peak_bandwidth,
            threads: self.threads,
            ..Request::new(Job::Ladder { lab: lab.to_owned(), variants: self.variant.clone() })
        }
    }
}
