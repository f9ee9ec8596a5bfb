//! Estimates beside what others measured: kernels with published times, on the simulator's machine for the GPU that they
//! ran on. See README.md.

mod data;
mod launched;
mod machine;
mod run;
mod table;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;
use rayon::prelude::*;

use run::{Estimated, Job};
use table::Rows;

/// Holds the simulator's estimates against published measurements
#[derive(Parser)]
struct Args {
    /// Only the ladders whose name, machine or kernel has this in it
    only: Option<String>,
    /// Run the published sizes, where smaller ones stand in for them
    #[arg(long)]
    full: bool,
    /// Write the handbook's page here
    #[arg(long, value_name = "PATH")]
    markdown: Option<PathBuf>,
    /// What cargo passes to a benchmark; without it everything is read, and nothing run
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = data::sources(&root.join("benches/published"))?;
    let mut jobs = Vec::new();
    for source in &sources {
        for ladder in source.ladders.iter().filter(|ladder| args.wants(ladder)) {
            for figure in &ladder.figures {
                let job = Job::new(root, ladder, figure, args.full);
                let place = || format!("{}: {}: {}", source.name, ladder.name, figure.name);
                jobs.push((source, ladder, figure, job.with_context(place)?));
            }
        }
    }
    if !args.bench {
        println!("{} figures can be read", jobs.len());
        return Ok(());
    }
    let estimates = jobs
        .par_iter()
        .map(|(source, ladder, figure, job)| {
            let start = Instant::now();
            let place = || format!("{}: {}: {}", source.name, ladder.name, figure.name);
            let estimated = job.estimate(ladder, figure).with_context(place)?;
            eprintln!("{} ({:.1} s)", place(), start.elapsed().as_secs_f64());
            Ok(estimated)
        })
        .collect::<Result<Vec<Estimated>>>()?;
    let mut estimates = estimates.into_iter();
    let mut rows = Vec::new();
    for source in &sources {
        for ladder in source.ladders.iter().filter(|ladder| args.wants(ladder)) {
            let estimates = estimates.by_ref().take(ladder.figures.len()).collect();
            rows.push(Rows { source, ladder, estimates });
        }
    }
    let text = table::markdown(&rows);
    println!("{text}");
    if let Some(path) = &args.markdown {
        let today = jiff::Zoned::now().date().to_string();
        let page = include_str!("page.md").replace("TABLE", &text).replace("DATE", &today);
        std::fs::write(path, page).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

impl Args {
    fn wants(&self, ladder: &data::Ladder) -> bool {
        let of = |text: &str| self.only.as_ref().is_none_or(|only| text.contains(only));
        of(&ladder.name) || of(&ladder.machine) || ladder.run.kernel.as_deref().is_some_and(of)
    }
}
