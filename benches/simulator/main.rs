//! How fast the simulator is, on a naive f32 matrix product, in multiply-adds a second: by what it is asked for, by
//! threads, beside lavapipe and beside Oclgrind where they are installed. See README.md.

mod oclgrind;
mod product;
mod standing;

use std::time::{Duration, Instant};

use anyhow::Result;
use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use oclgrind::Oclgrind;
use product::{Mode, OnDevice, Product, lavapipe};

/// Rows of the product on one thread, and of the one that keeps several threads busy.
const SMALL: u32 = 256;
const LARGE: u32 = 512;

fn main() -> Result<()> {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    one_thread(&mut criterion)?;
    threads(&mut criterion)?;
    on_lavapipe(&mut criterion)?;
    on_oclgrind(&mut criterion)?;
    criterion.final_summary();
    // With a filter or under test, only what was asked for.
    if std::env::args().skip(1).all(|argument| argument == "--bench") {
        standing::print()?;
    }
    Ok(())
}

fn group<'a>(criterion: &'a mut Criterion, name: &str, multiply_adds: u64) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(multiply_adds));
    group
}

fn one_thread(criterion: &mut Criterion) -> Result<()> {
    let mut product = Product::new(SMALL)?;
    let mut group = group(criterion, "one thread", product.multiply_adds());
    for mode in Mode::ALL {
        product.simulate(mode, 1)?;
        group.bench_function(mode.name(), |bencher| {
            bencher.iter(|| product.simulate(mode, 1).expect("it ran before"));
        });
    }
    group.finish();
    Ok(())
}

fn threads(criterion: &mut Criterion) -> Result<()> {
    let mut product = Product::new(LARGE)?;
    for mode in [Mode::Counters, Mode::All] {
        let mut group = group(criterion, mode.name(), product.multiply_adds());
        for threads in [1, 4] {
            group.bench_function(format!("{threads} threads"), |bencher| {
                bencher.iter(|| product.simulate(mode, threads).expect("it ran before"));
            });
        }
        group.finish();
    }
    Ok(())
}

fn on_lavapipe(criterion: &mut Criterion) -> Result<()> {
    let Some(device) = lavapipe() else {
        println!("lavapipe: not installed, skipped");
        return Ok(());
    };
    let product = Product::new(LARGE)?;
    let mut device: OnDevice = product.on(device)?;
    let mut group = group(criterion, "lavapipe", product.multiply_adds());
    group.bench_function("all threads", |bencher| {
        bencher.iter_custom(|repeats| {
            let start = Instant::now();
            device.run(repeats as u32).expect("it ran before");
            start.elapsed()
        });
    });
    group.finish();
    Ok(())
}

fn on_oclgrind(criterion: &mut Criterion) -> Result<()> {
    let Some(oclgrind) = Oclgrind::find()? else {
        println!("Oclgrind: not installed, skipped (Debian's package is `oclgrind`)");
        return Ok(());
    };
    let mut group = group(criterion, "Oclgrind", Oclgrind::multiply_adds());
    for (name, flags) in [("plain", &[][..]), ("races", oclgrind::RACES), ("races, initialisation", oclgrind::FAULTS)] {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|repeats| (0..repeats).map(|_| oclgrind.time(flags).expect("it ran before")).sum());
        });
    }
    group.finish();
    Ok(())
}
