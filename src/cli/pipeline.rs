//! `lockstep exec FILE.toml`: several dispatches, on buffers that they share.

use std::collections::BTreeMap;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use super::bind::dispatch;
use super::exec::{ExecArgs, finish, refuse};
use super::exit::Exit;
use super::output::{Output, show};
use crate::files::Shown;
use crate::harness::own::{Comparison, Expected, Fill, KeptReport, KernelReport, OwnKernel, PipelineReport, Place};
use crate::harness::{Job, Unheard, run};
use crate::host::Native;
use crate::kernel::Scalar;
use crate::report::Render;
use crate::text::COLUMNS;

/// Dispatches of one file.
const MOST_DISPATCHES: u64 = 10_000;

/// What a pipeline file says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pipeline {
    /// What each buffer holds at first, as `--buffer` has it, by name.
    buffers: BTreeMap<String, String>,
    /// The dispatches, in order.
    pass: Vec<Pass>,
    /// How often all passes run, one after the other.
    #[serde(default = "once")]
    repeat: u32,
    /// The file that a buffer goes to, by name.
    #[serde(default)]
    save: BTreeMap<String, PathBuf>,
    /// The file that holds what a buffer must be, by name; `FILE~TOLERANCE`.
    #[serde(default)]
    expect: BTreeMap<String, String>,
}

/// One dispatch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pass {
    /// The WGSL file.
    kernel: PathBuf,
    /// Its entry point.
    entry: Option<String>,
    /// Workgroups, as `--dispatch` has them.
    dispatch: String,
    /// The buffer's name, by `G.B`.
    bind: BTreeMap<String, String>,
    /// As `--set`.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// As `--override`.
    #[serde(default)]
    overrides: BTreeMap<String, String>,
    /// How often it runs before the next pass.
    #[serde(default = "once")]
    repeat: u32,
}

fn once() -> u32 {
    1
}

/// Runs the passes of a pipeline file, each on what the one before it left.
pub fn run_file(args: &ExecArgs) -> anyhow::Result<Exit> {
    let (path, bind) = (&args.kernel.file, &args.kernel.bind);
    let text = fs::read_to_string(path).with_context(|| path.shown())?;
    let pipeline: Pipeline = toml::from_str(&text).with_context(|| path.shown())?;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let mut running = Running::new(&pipeline, path, bind.flags.seed)?;
    let dispatches: u64 = pipeline.pass.iter().map(|pass| u64::from(pass.repeat)).sum();
    if dispatches * u64::from(pipeline.repeat) > MOST_DISPATCHES {
        bail!("{}: more than {MOST_DISPATCHES} dispatches", path.shown());
    }
    let passes = pipeline.pass.iter().flat_map(|pass| iter::repeat_n(pass, pass.repeat as usize));
    let once: Vec<&Pass> = passes.collect();
    let passes = once.repeat(pipeline.repeat as usize);
    let kernels = passes.iter().map(|pass| running.kernel(pass)).collect::<anyhow::Result<_>>()?;
    let done = match run(&bind.flags.request(Job::Chain(kernels), args.device.clone()), &mut Unheard) {
        Ok(done) => done,
        Err(refused) => return refuse(&refused),
    };
    let reports = match done.chain() {
        Ok(reports) => reports,
        Err(refused) => return refuse(&refused),
    };
    for (pass, report) in passes.iter().zip(&reports) {
        running.learn(pass, report);
    }
    let bare = |done| KernelReport { lines: Vec::new(), hottest: Vec::new(), kept: Vec::new(), ..done };
    let report = PipelineReport {
        schema: "lockstep/pipeline/1",
        file: path.shown(),
        passes: reports.into_iter().map(bare).collect(),
        expected: running.expected(&pipeline)?,
    };
    running.save(&pipeline)?;
    conclude(args, &report, output.as_mut())
}

/// Prints and writes the report; the exit status.
fn conclude(args: &ExecArgs, report: &PipelineReport, output: Option<&mut Output>) -> anyhow::Result<Exit> {
    let shown = args.kernel.bind.shown(output.as_deref());
    if shown {
        show(&report.terminal(COLUMNS))?;
    }
    args.kernel.tell(&report.passes)?;
    let mut exit = Exit::Well;
    for pass in &report.passes {
        if finish(pass, None, shown)? != Exit::Well {
            exit = Exit::Failed;
        }
    }
    if report.expected.iter().any(|compared| !compared.outputs.agree) {
        exit = Exit::Failed;
    }
    if let Some(output) = output {
        output.write(report)?;
    }
    Ok(exit)
}

/// The buffers between passes: files in a folder that goes away.
struct Running {
    folder: tempfile::TempDir,
    /// Beside the pipeline file lie its kernels and files.
    beside: PathBuf,
    buffers: BTreeMap<String, Option<Scalar>>,
}

impl Running {
    /// Makes the buffers.
    fn new(pipeline: &Pipeline, path: &Path, seed: u64) -> anyhow::Result<Self> {
        let beside = path.parent().unwrap_or(Path::new("")).to_owned();
        let running = Self { folder: tempfile::tempdir()?, beside, buffers: BTreeMap::new() };
        let mut buffers = BTreeMap::new();
        for (index, (name, fill)) in (0..).zip(&pipeline.buffers) {
            let said = || format!("{}: buffers.{name} = {fill:?}", path.shown());
            let fill = match fill.parse().map_err(anyhow::Error::msg).with_context(said)? {
                Fill::File(file) => Fill::File(running.beside.join(file)),
                other => other,
            };
            let size = fill.bytes(&Native).map_err(anyhow::Error::msg).with_context(said)?;
            let place = Place { group: 0, binding: index };
            let bytes =
                fill.make(place, seed, size as usize, &Native).map_err(anyhow::Error::msg).with_context(said)?;
            fs::write(running.file(name), bytes)?;
            buffers.insert(name.clone(), None);
        }
        let known = |name: &String| buffers.contains_key(name);
        let named = pipeline.pass.iter().flat_map(|pass| pass.bind.values());
        match named.chain(pipeline.save.keys()).chain(pipeline.expect.keys()).find(|name| !known(name)) {
            Some(name) => bail!("{}: there is no buffer `{name}` under [buffers]", path.shown()),
            None => Ok(Self { buffers, ..running }),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.bin"))
    }

    /// A pass as a kernel that reads its buffers from files, and writes them there again.
    fn kernel(&self, pass: &Pass) -> anyhow::Result<OwnKernel> {
        let (mut buffers, mut saves) = (Vec::new(), Vec::new());
        for (place, name) in &pass.bind {
            let place: Place = place.parse().map_err(anyhow::Error::msg)?;
            buffers.push((place, Fill::File(self.file(name))));
            saves.push((place, self.file(name)));
        }
        let pairs = |map: &BTreeMap<String, String>| map.clone().into_iter().collect();
        Ok(OwnKernel {
            file: self.beside.join(&pass.kernel),
            entry: pass.entry.clone(),
            workgroups: Some(dispatch(&pass.dispatch).map_err(anyhow::Error::msg)?),
            buffers,
            saves,
            sets: pairs(&pass.set),
            overrides: pairs(&pass.overrides),
            keep: Some(self.folder.path().to_owned()),
            ..OwnKernel::default()
        })
    }

    /// Remembers of what each buffer is made.
    fn learn(&mut self, pass: &Pass, done: &KernelReport) {
        for kept in &done.kept {
            if let Some(name) = pass.bind.get(&kept.place.to_string()) {
                self.buffers.insert(name.clone(), kept.scalar);
            }
        }
    }

    fn expected(&self, pipeline: &Pipeline) -> anyhow::Result<Vec<Comparison>> {
        let place = Place { group: 0, binding: 0 };
        let one = |(name, file): (&String, &String)| {
            let mut expected: Expected = format!("0.0={file}").parse().map_err(anyhow::Error::msg)?;
            expected.file = self.beside.join(&expected.file);
            let scalar = self.buffers.get(name).copied().flatten();
            let kept = [KeptReport { place, scalar, file: self.file(name) }];
            Comparison::expected(&kept, &expected, &Native).map_err(|why| anyhow::anyhow!("expect.{name}: {why}"))
        };
        pipeline.expect.iter().map(one).collect()
    }

    fn save(&self, pipeline: &Pipeline) -> anyhow::Result<()> {
        for (name, file) in &pipeline.save {
            let to = self.beside.join(file);
            fs::copy(self.file(name), &to).with_context(|| format!("save.{name}: {}", to.shown()))?;
        }
        Ok(())
    }
}
