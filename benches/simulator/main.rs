//! How fast the simulator is, on a naive f32 matrix product, in multiply-adds a second: by what it is asked for, by
//! threads, beside lavapipe and beside Oclgrind where they are installed. All contenders run by turns, and the best of several
//! rounds of each stands beside the others'. See README.md.

mod oclgrind;
mod product;

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use oclgrind::Oclgrind;
use product::{Mode, Product, lavapipe};

/// Rows of the product on one thread, and of the one that keeps several threads busy.
const SMALL: u32 = 256;
const LARGE: u32 = 512;

/// Even: each runs as often in one order as in the other, and the list ends as it began.
const ROUNDS: usize = 6;

/// One contender: its name, its multiply-adds, how to run it once.
struct Contender<'a> {
    name: String,
    multiply_adds: u64,
    run: Box<dyn FnMut() -> Result<Duration> + 'a>,
    /// The best multiply-adds a second so far.
    best: f64,
}

impl<'a> Contender<'a> {
    fn new(name: impl Into<String>, multiply_adds: u64, run: impl FnMut() -> Result<Duration> + 'a) -> Self {
        Self { name: name.into(), multiply_adds, run: Box::new(run), best: 0.0 }
    }

    fn ours(mode: Mode, n: u32, threads: usize) -> Result<Self> {
        let mut product = Product::new(n)?;
        let name = format!("{}, {n} rows, {threads} thread{}", mode.name(), if threads == 1 { "" } else { "s" });
        Ok(Self::new(name, product.multiply_adds(), move || {
            let start = Instant::now();
            product.simulate(mode, threads)?;
            Ok(start.elapsed())
        }))
    }
}

fn main() -> Result<()> {
    // Under `cargo test --benches` nothing is timed.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Product::new(16)?.simulate(Mode::All, 1);
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let oclgrind = Oclgrind::find()?;
    let mut ours = Vec::new();
    for mode in Mode::ALL {
        ours.push(Contender::ours(mode, SMALL, 1)?);
        ours.push(Contender::ours(mode, LARGE, 1)?);
        ours.push(Contender::ours(mode, LARGE, threads)?);
    }
    let mut lavapipe: Vec<_> = lavapipe().map(on_lavapipe).transpose()?.into_iter().collect();
    let mut oclgrinds: Vec<_> = oclgrind.iter().flat_map(on_oclgrind).collect();
    let mut all: Vec<&mut Contender<'_>> = ours.iter_mut().chain(&mut lavapipe).chain(&mut oclgrinds).collect();
    race(&mut all)?;
    println!("Multiply-adds a second, the best of {ROUNDS} rounds by turns:");
    for contender in &all {
        println!("  {:<62} {:.2e}", contender.name, contender.best);
    }
    println!("\nRatios:");
    for (mode, of_mode) in Mode::ALL.into_iter().zip(ours.chunks(3)) {
        let ratio = of_mode[2].best / of_mode[1].best;
        println!("  {}: {threads} threads are {ratio:.2} times as fast as one", mode.name());
    }
    for lavapipe in &lavapipe {
        println!("  counters, {threads} threads: {:.2} times lavapipe", ours[2].best / lavapipe.best);
    }
    if lavapipe.is_empty() {
        println!("  lavapipe is not installed: skipped");
    }
    match (&oclgrinds[..], &oclgrind) {
        ([plain, races, faults], Some(oclgrind)) => {
            let (counters, watched) = (ours[0].best, ours[6].best);
            println!("  counters, 1 thread: {:.0} times Oclgrind {}", counters / plain.best, oclgrind.version);
            println!(
                "  counters, races, initialisation, 1 thread: {:.0} times Oclgrind with neither, {:.0} times with races, \
                 {:.0} times with both",
                watched / plain.best,
                watched / races.best,
                watched / faults.best
            );
        }
        _ => println!("  Oclgrind is not installed: skipped (Debian's package is `oclgrind`)"),
    }
    Ok(())
}

/// Lets all run by turns, every other round backwards, so that nobody always runs after the same one.
fn race(contenders: &mut [&mut Contender<'_>]) -> Result<()> {
    for _ in 0..ROUNDS {
        for contender in contenders.iter_mut() {
            let took = (contender.run)()?.as_secs_f64();
            contender.best = contender.best.max(contender.multiply_adds as f64 / took);
        }
        contenders.reverse();
    }
    Ok(())
}

/// Oclgrind as it is, finding races, and finding reads of what was never written too.
fn on_oclgrind(oclgrind: &Oclgrind) -> impl Iterator<Item = Contender<'_>> {
    let ways = [
        ("Oclgrind, 1 thread", &[][..]),
        ("Oclgrind, races", oclgrind::RACES),
        ("Oclgrind, races, initialisation", oclgrind::FAULTS),
    ];
    let multiply_adds = Oclgrind::multiply_adds();
    ways.into_iter().map(move |(name, flags)| Contender::new(name, multiply_adds, move || oclgrind.time(flags)))
}

/// lavapipe, once it was seen to give what the simulator gives.
fn on_lavapipe<'a>(device: lockstep::device::AnyDevice) -> Result<Contender<'a>> {
    let mut product = Product::new(LARGE)?;
    product.simulate(Mode::Counters, 0)?;
    let mut on_device = product.on(device)?;
    on_device.run()?;
    let output = product.output();
    ensure!(on_device.output(output.len())? == output, "lavapipe and the simulator differ");
    let name = format!("lavapipe ({}), all threads", on_device.facts().driver);
    Ok(Contender::new(name, product.multiply_adds(), move || {
        let start = Instant::now();
        on_device.run()?;
        Ok(start.elapsed())
    }))
}
