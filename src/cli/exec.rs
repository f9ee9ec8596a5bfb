//! `lockstep exec`: runs a kernel of the user's own, and saves its buffers.

use std::fs;
use std::path::Path;

use clap::Args;

use super::against::{Ran, compare};
use super::bind::{KernelArgs, Wanted};
use super::exit::Exit;
use super::output::{Output, show};
use super::pipeline;
use crate::device::Selector;
use crate::harness::user::Expected;
use crate::harness::{
    Beyond, Done, Fill, Job, KernelReport, NoListener, OutputComparison, Place, Refused, Request, UserKernel, run,
};
use crate::host::{Host, Native};
use crate::report::{self, Render, RenderHtml};
use crate::text::COLUMNS;

/// Arguments of `lockstep exec`.
#[derive(Args)]
#[command(after_help = format!("{}\n\n{}", pipeline::FORM, super::exit::STATUSES))]
pub struct ExecArgs {
    #[command(flatten)]
    pub kernel: KernelArgs,
    /// auto, a part of a device's name, its backend or driver, an index of `lockstep devices`, sim or sim:MACHINE
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    pub device: Selector,
    /// Compare an output with this file: bytes, or an array (.npy). Floats may differ by TOLERANCE of the largest number
    /// in the buffer [default: by rounding] (may be repeated)
    #[arg(long, value_name = "G.B=FILE[~TOLERANCE]")]
    pub expect: Vec<Expected>,
    /// Run it on this device too, and compare all that it writes
    #[arg(long, value_name = "DEVICE")]
    pub against: Option<Selector>,
}

/// Runs the subcommand.
pub fn exec(args: &ExecArgs) -> anyhow::Result<Exit> {
    if args.kernel.file.extension().is_some_and(|extension| extension == "toml") {
        return pipeline::run_file(args);
    }
    let bind = &args.kernel.bind;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let page = args.kernel.page()?;
    let report = match compared(args) {
        Ok(report) => report,
        Err(refused) => {
            args.kernel.tell_refused(&refused)?;
            return refuse(&refused);
        }
    };
    if let Some(mut page) = page {
        page.write_text(&report.html())?;
    }
    let report = KernelReport { lines: Vec::new(), hottest: Vec::new(), ..report };
    let shown = bind.shown(output.as_ref());
    if shown {
        show(&report.terminal(COLUMNS))?;
    }
    args.kernel.tell(std::slice::from_ref(&report))?;
    finish(&report, output.as_mut(), shown)
}

/// Runs the kernel, and compares what it wrote with what was asked for.
fn compared(args: &ExecArgs) -> Result<KernelReport, Refused> {
    let request = args.kernel.request(args.device.clone(), Wanted::default());
    if args.expect.is_empty() && args.against.is_none() {
        return run(&request, &mut NoListener).and_then(Done::kernel);
    }
    let folder = tempfile::tempdir().map_err(Refused::unserved)?;
    let policy = match &args.against {
        Some(other) if !args.kernel.says_beyond() => policy_of([&args.device, other], &request, folder.path())?,
        _ => None,
    };
    let mut report = kept(&request, &args.device, &folder.path().join("a"), policy)?;
    for expected in &args.expect {
        let compared = OutputComparison::expected(&report.kept, expected, &Native);
        let failed = |why| Refused::unserved(format!("--expect {}=...: {why}", expected.place));
        report.expected.push(compared.map_err(failed)?);
    }
    if let Some(device) = &args.against {
        // It ran on the first device: what the second makes of it is no verdict on the kernel.
        let other = kept(&request, device, &folder.path().join("b"), policy)
            .map_err(|refused| Refused::unserved(format!("--against {device}: {refused}")))?;
        let name = report.device.beside(&other.device);
        let filters = matches!(&request.job, Job::Kernel(kernel) if kernel.filters());
        let again = |which: usize, order| {
            let mut request = request.clone();
            if let Job::Kernel(kernel) = &mut request.job {
                kernel.order = Some(order);
            }
            let folder = folder.path().join(format!("order-{order}"));
            Ok(kept(&request, [&args.device, device][which], &folder, policy)?.kept)
        };
        let against = compare(&[ran(&report), ran(&other)], filters, &name, request.seed, again);
        report.against = Some(against.map_err(Refused::unserved)?);
        if report.counters.is_none() {
            report.findings.extend(other.findings.iter().filter(|found| found.is_error()).cloned());
        }
        report.notes.extend(other.notes.into_iter().filter(|note| !report.notes.contains(note)).collect::<Vec<_>>());
    }
    report.kept.clear();
    Ok(report)
}

/// A run, as it is compared with another.
fn ran(report: &KernelReport) -> Ran<'_> {
    Ran { simulated: report.counters.is_some(), findings: report.findings.iter().collect(), kept: &report.kept }
}

/// Runs the request's kernel on a device, and keeps what it may write in `folder`.
fn kept(request: &Request, device: &Selector, folder: &Path, policy: Option<Beyond>) -> Result<KernelReport, Refused> {
    fs::create_dir_all(folder).map_err(Refused::unserved)?;
    let mut request = Request { device: device.clone(), ..request.clone() };
    if let Job::Kernel(kernel) = &mut request.job {
        kernel.keep = Some(folder.to_owned());
        if let (Some(policy), Selector::Simulated(_)) = (policy, device) {
            kernel.beyond = policy;
        }
    }
    run(&request, &mut NoListener).and_then(Done::kernel)
}

/// Reads far beyond a buffer whose last word is 9.
const PROBE: &str = "@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main() { out[0] = words[out[1]]; }
";

/// What the device does beyond a buffer that a simulator is compared with: it is asked. `None` where there is no pair of
/// the two, or it does neither of what the simulator can do.
fn policy_of(devices: [&Selector; 2], request: &Request, folder: &Path) -> Result<Option<Beyond>, Refused> {
    let is_simulated = |device: &Selector| matches!(device, Selector::Simulated(_));
    let real = match devices {
        [a, b] if is_simulated(a) && !is_simulated(b) => b,
        [a, b] if !is_simulated(a) && is_simulated(b) => a,
        _ => return Ok(None),
    };
    let file = folder.join("probe.wgsl");
    fs::write(&file, PROBE).map_err(Refused::unserved)?;
    let at = |binding| Place { group: 0, binding };
    let words = |words: &[u32]| Fill::Given(bytemuck::cast_slice(words).to_vec());
    let kernel = UserKernel {
        file,
        buffers: vec![(at(0), words(&[7, 7, 7, 9])), (at(1), words(&[3, 1 << 20]))],
        ..UserKernel::default()
    };
    let request = Request { job: Job::Kernel(Box::new(kernel)), size: None, ..request.clone() };
    let report = kept(&request, real, &folder.join("probe"), None)?;
    let out =
        report.kept.first().map(|kept| kept.bytes(&Native as &dyn Host)).transpose().map_err(Refused::unserved)?;
    Ok(match out.as_deref() {
        Some([9, ..]) => Some(Beyond::Clamp),
        Some([0, ..]) => Some(Beyond::Zero),
        _ => None,
    })
}

/// That outputs are not as they should be, in a line.
pub fn differs(comparison: &OutputComparison) -> String {
    let first = comparison.first.first().map_or("", String::as_str);
    format!("error: the output is not that of {}: {first}", comparison.with)
}

/// Says why there is no result.
pub fn refuse(refused: &Refused) -> anyhow::Result<Exit> {
    anstream::eprintln!("error: {refused}");
    Ok(if refused.wrong { Exit::Failed } else { Exit::Unserved })
}

/// Writes the JSON, chooses the exit status, and says on stderr what is wrong where nothing is `shown`.
pub fn finish(report: &KernelReport, output: Option<&mut Output>, shown: bool) -> anyhow::Result<Exit> {
    if let Some(output) = output {
        output.write(report)?;
    }
    for note in &report.notes {
        anstream::eprintln!("note: {note}");
    }
    if !shown {
        if let Some(fault) = report.fault() {
            anstream::eprintln!("{}", report::editor_line(report, fault));
        }
        for comparison in report.expected.iter().chain(&report.against).filter(|one| !one.outputs.agree) {
            anstream::eprintln!("{}", differs(comparison));
        }
    }
    Ok(if report.is_right() { Exit::Well } else { Exit::Failed })
}
