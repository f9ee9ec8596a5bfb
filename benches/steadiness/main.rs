//! Whether times hold tomorrow: how often a lab that is held against itself is called different, whether a kernel that was
//! made slower is found, and how often another run's median lies in a run's interval. Figures for labs/results/accuracy.md.
//!
//! `cargo bench --bench steadiness -- --help` lists the counts. What it needs is a machine that does nothing else.

mod busy;
mod run;
mod slower;

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Parser;
use lockstep::labs;
use serde_json::Value;

use self::busy::Busy;
use self::run::{Compared, Program};
use self::slower::Slower;

#[derive(Parser)]
#[command(name = "steadiness", about = "Whether times hold tomorrow")]
struct Options {
    /// Labs, or all of them
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = ["coalescing", "tiling", "divergence", "fusion"])]
    labs: Vec<String>,
    /// The device
    #[arg(long, default_value = "auto")]
    device: String,
    /// Comparisons of each lab with itself, all kernels of which run twice
    #[arg(long, value_name = "N", default_value_t = 25)]
    same: usize,
    /// The same beside another process that keeps one processor busy
    #[arg(long, value_name = "N", default_value_t = 25)]
    same_busy: usize,
    /// Whose first kernel is made slower: one that computes for longer than what decides on a dummy loop
    #[arg(long, value_name = "NAME", default_value = "divergence")]
    slower_of: String,
    /// Comparisons with that kernel made 5 % slower
    #[arg(long, value_name = "N", default_value_t = 20)]
    slower: usize,
    /// Comparisons with it made 20 % slower, beside another process
    #[arg(long, value_name = "N", default_value_t = 20)]
    slower_busy: usize,
    /// Runs of each lab, whose intervals are held against each other's medians
    #[arg(long, value_name = "N", default_value_t = 20)]
    again: usize,
    /// Passed by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    if std::env::args().any(|argument| argument == busy::SPIN) {
        Busy::spin();
    }
    let options = Options::parse();
    let names: Vec<&str> = match options.labs.as_slice() {
        [all] if all == "all" => labs::ALL.iter().map(|lab| lab.name).collect(),
        named => named.iter().map(String::as_str).collect(),
    };
    let folder = tempfile::tempdir()?;
    let program = Program::new(folder.path(), &options.device);
    let started = Instant::now();
    for (times, is_busy) in [(options.same, false), (options.same_busy, true)] {
        let busy = is_busy.then(Busy::start).transpose()?;
        same(&program, &names, times, busy)?;
    }
    for (times, percent, is_busy) in [(options.slower, 5, false), (options.slower_busy, 20, true)] {
        if times > 0 {
            // Found on the machine as it is, before it is made busy.
            let kernel = Slower::by(&program, &options.slower_of, f64::from(percent) / 100.0)?;
            let busy = is_busy.then(Busy::start).transpose()?;
            slower(&program, &kernel, percent, times, busy)?;
        }
    }
    for name in &names {
        again(&program, name, options.again)?;
    }
    println!("all of it took {:.0} minutes", started.elapsed().as_secs_f64() / 60.0);
    Ok(())
}

fn load(busy: Option<&Busy>) -> &'static str {
    if busy.is_some() { "beside a busy process" } else { "quiet" }
}

/// How comparisons ended, and how long the longest took.
#[derive(Default)]
struct Count {
    runs: usize,
    different: usize,
    unsure: usize,
    longest: f64,
}

impl Count {
    fn add(&mut self, compared: &Compared, seconds: f64) {
        self.runs += 1;
        self.different += usize::from(!compared.different().is_empty());
        self.unsure += usize::from(compared.different().is_empty() && compared.unsure());
        self.longest = self.longest.max(seconds);
    }

    fn text(&self) -> String {
        format!(
            "{} of {} with a variant called different, {} inconclusive; the longest took {:.1} s",
            self.different, self.runs, self.unsure, self.longest
        )
    }
}

/// Holds labs against themselves: each kernel's text has a comment more, so that both run.
fn same(program: &Program, labs: &[&str], times: usize, busy: Option<Busy>) -> Result<()> {
    let mut all = Count::default();
    for lab in labs {
        let mut count = Count::default();
        let again = program.shaders(lab, |text| format!("{text}// The same again.\n"))?;
        let name = format!("same-{lab}");
        if times > 0 {
            program.save(lab, &name)?;
        }
        for turn in 0..times {
            let begun = Instant::now();
            let compared = program.compare(lab, &name, &again)?;
            for added in [&mut count, &mut all] {
                added.add(&compared, begun.elapsed().as_secs_f64());
            }
            for different in compared.different() {
                println!("  {lab} {turn}: {different}");
            }
        }
        if times > 0 {
            println!("{lab} against itself, {}: {}", load(busy.as_ref()), count.text());
        }
    }
    if times > 0 {
        println!("all labs against themselves, {}: {}", load(busy.as_ref()), all.text());
    }
    Ok(())
}

/// Holds a lab, of which one kernel was made slower, against itself.
fn slower(program: &Program, kernel: &Slower, percent: u32, times: usize, busy: Option<Busy>) -> Result<()> {
    let (mut found, mut unsure, mut others) = (0, 0, 0);
    let mut ratios = Vec::new();
    for turn in 0..times {
        let begun = Instant::now();
        let compared = program.compare(kernel.lab, &kernel.baseline(), &kernel.folder)?;
        let Some(variant) = compared.variant(&kernel.variant) else {
            bail!("`{}` is not in the comparison", kernel.variant)
        };
        let [low, high] = variant.interval.map(Option::unwrap_or_default);
        let (standing, ratio) = (&variant.standing, variant.ratio.unwrap_or_default());
        println!("  {turn}: {standing}, {ratio:.3} ({low:.3} to {high:.3}), {:.1} s", begun.elapsed().as_secs_f64());
        found += usize::from(variant.standing == "slower");
        unsure += usize::from(variant.standing == "inconclusive");
        others += compared.different().iter().filter(|text| !text.starts_with(&kernel.variant)).count();
        ratios.extend(variant.ratio);
    }
    ratios.sort_by(f64::total_cmp);
    let middle = ratios.get(ratios.len() / 2).map_or("unknown".to_owned(), |ratio| format!("{ratio:.3}"));
    println!(
        "`{}` of {} made {percent} % slower, {}: found in {found} of {times}, {unsure} inconclusive, {others} other \
         variants called different; the median ratio was {middle}",
        kernel.variant,
        kernel.lab,
        load(busy.as_ref())
    );
    Ok(())
}

/// How often another run's median lies in a run's interval.
fn again(program: &Program, lab: &str, times: usize) -> Result<()> {
    let runs: Vec<Value> = (0..times).map(|_| program.run(lab, Path::new(""))).collect::<Result<_>>()?;
    let (mut inside, mut pairs, mut worst) = (0, 0, (1.0, String::new()));
    for variant in runs.first().and_then(|run| run["variants"].as_array()).into_iter().flatten() {
        let name = variant["name"].as_str().unwrap_or_default();
        let (within, of) = covered(&run::times(&runs, name));
        (inside, pairs) = (inside + within, pairs + of);
        let share = within as f64 / of.max(1) as f64;
        if of > 0 && share < worst.0 {
            worst = (share, name.to_owned());
        }
    }
    if pairs > 0 {
        println!(
            "{lab}: another run's median lies in a run's interval in {:.1} % of {pairs} pairs; of the variants, least \
             often in {:.1} % ({})",
            100.0 * inside as f64 / pairs as f64,
            100.0 * worst.0,
            if worst.1.is_empty() { "each" } else { &worst.1 }
        );
    }
    Ok(())
}

/// Of all ordered pairs of runs, each `[low, median, high]`, how many have the second's median in the first's interval.
fn covered(runs: &[[f64; 3]]) -> (usize, usize) {
    let pairs = runs.iter().enumerate().flat_map(|(at, one)| {
        let others = runs.iter().enumerate().filter(move |(other, _)| *other != at);
        others.map(move |(_, other)| (one[0]..=one[2]).contains(&other[1]))
    });
    pairs.fold((0, 0), |(inside, all), within| (inside + usize::from(within), all + 1))
}
