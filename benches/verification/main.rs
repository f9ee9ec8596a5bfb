//! Elements a second that are held against the reference: on the host, as it was before devices did it, and on the device, by
//! turns in one run. See README.md.

use std::fmt;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use lockstep::device::{AnyDevice, BufferId, Device, Selector, open};
use lockstep::harness::compare_on_device::{Comparer, Standard};
use lockstep::host::Native;
use lockstep::kernel::Scalar;
use lockstep::lab::Expected;
use lockstep::labs;
use lockstep::verify::{Poison, compare};

#[derive(Parser)]
#[command(name = "verification", about = "Elements a second of the host's and of the device's comparison")]
struct Options {
    /// The device
    #[arg(long, default_value = "auto")]
    device: String,
    /// Size of each lab's first problem whose output is compared
    #[arg(long, default_value_t = 4096)]
    size: u32,
    /// Labs: one whose outputs are exact, and one whose outputs have a tolerance
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = ["coalescing", "fusion"])]
    labs: Vec<String>,
    /// Rounds, of which the fastest counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Passed by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

/// Million elements a second of wall time, and of processor time.
#[derive(Clone, Copy, Default)]
struct Rate {
    wall: f64,
    processor: f64,
}

impl Rate {
    fn max(self, other: Self) -> Self {
        Self { wall: self.wall.max(other.wall), processor: self.processor.max(other.processor) }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:8.1} {:8.1}", self.wall, self.processor)
    }
}

/// When something began, by the clock, and by what all threads of this process had computed.
struct Begun {
    clock: Instant,
    processor_s: f64,
}

impl Begun {
    fn now() -> Self {
        Self { clock: Instant::now(), processor_s: processor_s() }
    }

    fn rate(&self, elements: usize) -> Rate {
        let a_second = |seconds: f64| elements as f64 / seconds / 1e6;
        Rate {
            wall: a_second(self.clock.elapsed().as_secs_f64()),
            processor: a_second(processor_s() - self.processor_s),
        }
    }
}

/// Seconds that the threads of this process have computed together, drivers' too; 0 where the system is not asked.
fn processor_s() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    0.0
}

/// What a run leaves in an output that is right, and what it is held against.
struct Case {
    lab: String,
    label: String,
    len: usize,
    scalar: Scalar,
    expected: Expected,
    output: BufferId,
}

/// How the output is compared.
#[derive(Clone, Copy)]
enum How {
    HostReadsBack,
    HostCompares,
    Bounds,
    First,
}

impl How {
    const ALL: [Self; 4] = [Self::HostReadsBack, Self::HostCompares, Self::Bounds, Self::First];

    fn name(self) -> &'static str {
        match self {
            Self::HostReadsBack => "host, with what it reads back",
            Self::HostCompares => "host, the comparison alone",
            Self::Bounds => "device, against the bounds",
            Self::First => "device, against the first output that passed",
        }
    }
}

fn main() -> Result<()> {
    // Under `cargo test --benches` nothing is timed.
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    pollster::block_on(run(&Options::parse()))
}

async fn run(options: &Options) -> Result<()> {
    let selector: Selector = options.device.parse().map_err(anyhow::Error::msg)?;
    let mut device = open(&selector, &Native).await?;
    println!(
        "{}: million elements a second of wall time and of processor time, the fastest of {} rounds",
        device.facts().name,
        options.rounds
    );
    for lab in &options.labs {
        let case = case(&mut device, lab, options.size).await?;
        let comparer = Comparer::new(&mut device, &[case.scalar]).await?;
        if let Some(why) = comparer.distrusted() {
            bail!("{why}");
        }
        println!("\n{}: {} elements of {}", case.lab, case.len, case.label);
        let began = Begun::now();
        let bounds = Standard::of(&mut device, &case.expected, (case.scalar, case.len), comparer.piece).await?;
        let bounds = bounds.context("the output has no bounds")?;
        println!("  {:42} {}", "bounds worked out and brought up, once", began.rate(case.len));
        let found = comparer.compare(&mut device, case.output, &bounds, POISON.0).await?;
        ensure!(found.is_right(&bounds), "a right output was called wrong");
        let sums = bounds.pieces.iter().map(|piece| piece.elements).zip(found.sums());
        let bytes = (case.len * case.scalar.bytes()) as u64;
        // Exact bounds are what the first output is.
        let first = match bounds.is_exact() {
            true => None,
            false => Some(Standard::copy(&mut device, case.output, bytes, (case.scalar, sums)).await?),
        };
        let mut best = [Rate::default(); How::ALL.len()];
        for _ in 0..options.rounds {
            for (how, best) in How::ALL.into_iter().zip(&mut best) {
                let once =
                    time(&mut device, &case, how, (&comparer, &bounds, first.as_ref().unwrap_or(&bounds))).await?;
                *best = best.max(once);
            }
        }
        let host = best[0];
        for (how, best) in How::ALL.into_iter().zip(best) {
            let times = best.processor / host.processor;
            println!("  {:42} {best}  {times:5.1} x", how.name());
        }
        std::iter::once(bounds).chain(first).for_each(|standard| standard.free(&mut device));
        device.free(case.output);
    }
    Ok(())
}

/// The pattern of the run: no output here holds it.
const POISON: Poison = Poison(0x7FC1_2345);

/// A right output of the first problem of `lab` that compares every element alone, on the device.
async fn case(device: &mut AnyDevice, lab: &str, size: u32) -> Result<Case> {
    let problem = (labs::named(lab).map_err(anyhow::Error::msg)?.parts[0].problem)(size);
    let expected = (problem.reference)(&problem.inputs(1)).remove(0);
    let output = problem.outputs().next().context("a problem has an output")?;
    ensure!(output.scalar == Scalar::F32 && expected.norm.is_none(), "{lab}: an output of f32 is wanted");
    let words: Vec<u32> = (0..output.len).map(|at| ((expected.value)(at) as f32).to_bits()).collect();
    let buffer = device.allocate(output.name, output.bytes())?;
    device.write(buffer, bytemuck::cast_slice(&words)).await?;
    device.read(buffer, 4).await?;
    let (label, len, scalar) = (problem.label.clone(), output.len, output.scalar);
    Ok(Case { lab: lab.to_owned(), label, len, scalar, expected, output: buffer })
}

/// Million elements a second of one comparison.
async fn time(
    device: &mut AnyDevice,
    case: &Case,
    how: How,
    (comparer, bounds, first): (&Comparer, &Standard, &Standard),
) -> Result<Rate> {
    let bytes = (case.len * case.scalar.bytes()) as u64;
    let began = match how {
        How::HostReadsBack | How::HostCompares => {
            let mut began = Begun::now();
            let read = device.read(case.output, bytes).await?;
            if matches!(how, How::HostCompares) {
                began = Begun::now();
            }
            let verdict = compare(&read, case.scalar, case.len, &case.expected, POISON);
            ensure!(verdict.passed(), "the host called a right output wrong");
            began
        }
        How::Bounds | How::First => {
            let standard = if matches!(how, How::First) { first } else { bounds };
            let began = Begun::now();
            let found = comparer.compare(device, case.output, standard, POISON.0).await?;
            ensure!(found.is_right(standard), "the device called a right output wrong");
            began
        }
    };
    Ok(began.rate(case.len))
}
