//! `lockstep exec FILE.toml`: several dispatches, on buffers that they share.

use std::collections::BTreeMap;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use super::against::{Ran, compare};
use super::bind::dispatch;
use super::exec::{ExecArgs, differs, finish, refuse};
use super::exit::Exit;
use super::output::{Output, show};
use crate::device::Selector;
use crate::files::Shown;
use crate::harness::user::{Expected, is_array};
use crate::harness::{
    Fill, Job, KeptReport, KernelReport, NoListener, OutputComparison, OutputType, PipelineFileReport, Place, Refused,
    SavedBuffer, UserKernel, run,
};
use crate::host::Native;
use crate::report::Render;
use crate::sim::Finding;
use crate::sim::advice::{Handed, Touch, hand_overs, unfused};
use crate::text::COLUMNS;

/// Dispatches of one file.
const MOST_DISPATCHES: u64 = 10_000;

/// What a pipeline file looks like, below `exec --help`.
pub const FORM: &str = "The file may also be a pipeline, STEPS.toml, of several dispatches on shared buffers: [buffers] NAME = WHAT, as for --buffer; a [[pass]] for each dispatch, with kernel = FILE.wgsl, dispatch, bind = { 'G.B' = NAME }, and entry, set, overrides and repeat where needed; [save] NAME = FILE; [expect] NAME = FILE.";

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
    dispatch: Value,
    /// The buffer's name, by `G.B`.
    bind: BTreeMap<String, String>,
    /// As `--set`.
    #[serde(default)]
    set: BTreeMap<String, Value>,
    /// As `--override`.
    #[serde(default)]
    overrides: BTreeMap<String, Value>,
    /// How often it runs before the next pass.
    #[serde(default = "once")]
    repeat: u32,
}

/// What a flag takes as text, and TOML has as text, as a number or as a list of them.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected text, a number or a list of numbers")]
enum Value {
    Text(String),
    Whole(i64),
    Number(f64),
    List(Vec<Value>),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::List(values) => values.iter().map(Self::text).collect::<Vec<_>>().join(","),
        }
    }
}

fn once() -> u32 {
    1
}

/// Runs the passes of a pipeline file, each on what the one before it left.
pub fn run_file(args: &ExecArgs) -> anyhow::Result<Exit> {
    let (path, bind) = (&args.kernel.file, &args.kernel.bind);
    if let Some(flag) = args.kernel.of_one_kernel().or((!args.expect.is_empty()).then_some("--expect")) {
        bail!("{flag}: {} says itself what runs on what; say it there", path.shown());
    }
    let text = fs::read_to_string(path).with_context(|| path.shown())?;
    let pipeline: Pipeline = toml::from_str(&text).with_context(|| path.shown())?;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let done = run_all(&pipeline, args, &args.device, None).and_then(|(running, passes)| {
        let other = |device| compared((&running, &passes), &pipeline, args, device);
        let against = args.against.as_ref().map(other).transpose()?;
        Ok((running, passes, against))
    });
    let (running, passes, against) = match done {
        Ok(done) => done,
        Err(error) => match error.downcast::<Refused>() {
            Ok(refused) => {
                args.kernel.tell_refused(&refused)?;
                return refuse(&refused);
            }
            Err(error) => return Err(error),
        },
    };
    let findings = running.handed_on(&pipeline, &passes).into_iter().collect();
    let bare =
        |done| KernelReport { lines: Vec::new(), hottest: Vec::new(), kept: Vec::new(), saved: Vec::new(), ..done };
    let report = PipelineFileReport {
        schema: "lockstep/pipeline/1",
        file: path.shown(),
        findings,
        passes: passes.into_iter().map(bare).collect(),
        saved: running.save(&pipeline)?,
        expected: running.expected(&pipeline)?,
        against,
    };
    conclude(args, &report, output.as_mut())
}

/// Runs all passes on one device: what they did, and the buffers as they left them. `order` is the seed of the simulator's
/// order of subgroups, if it is another than that of random buffers.
fn run_all(
    pipeline: &Pipeline,
    args: &ExecArgs,
    device: &Selector,
    order: Option<u64>,
) -> anyhow::Result<(Buffers, Vec<KernelReport>)> {
    let (path, flags) = (&args.kernel.file, &args.kernel.bind.flags);
    let mut running = Buffers::new(pipeline, path, flags.seed)?;
    let dispatches: u64 = pipeline.pass.iter().map(|pass| u64::from(pass.repeat)).sum();
    match dispatches * u64::from(pipeline.repeat) {
        0 => bail!("{}: it asks for no dispatch: there is no [[pass]], or `repeat` is 0", path.shown()),
        1..=MOST_DISPATCHES => {}
        _ => bail!("{}: more than {MOST_DISPATCHES} dispatches", path.shown()),
    }
    let passes = round(pipeline).repeat(pipeline.repeat as usize);
    let kernel = |(number, pass): &(usize, &Pass)| {
        let kernel = running.kernel(pipeline, pass).with_context(|| format!("{}: pass {number}", path.shown()))?;
        Ok(UserKernel { beyond: flags.beyond(), order, steps: flags.steps, ..kernel })
    };
    let kernels = passes.iter().map(kernel).collect::<anyhow::Result<_>>()?;
    let reports = run(&flags.request(Job::Chain(kernels), device.clone()), &mut NoListener)?.chain()?;
    for ((number, pass), report) in passes.iter().zip(&reports) {
        running.learn(pass, report).with_context(|| format!("{}: pass {number}", path.shown()))?;
    }
    Ok((running, reports))
}

/// The dispatches of one round, each with the number of its pass.
fn round(pipeline: &Pipeline) -> Vec<(usize, &Pass)> {
    let passes = (1..).zip(&pipeline.pass);
    passes.flat_map(|pass| iter::repeat_n(pass, pass.1.repeat as usize)).collect()
}

/// Runs all passes on another device too, and compares what all buffers hold then.
fn compared(
    (running, passes): (&Buffers, &[KernelReport]),
    pipeline: &Pipeline,
    args: &ExecArgs,
    device: &Selector,
) -> anyhow::Result<OutputComparison> {
    let (other, reports) =
        run_all(pipeline, args, device, None).map_err(|error| match error.downcast::<Refused>() {
            Ok(refused) => Refused::unserved(format!("--against {device}: {refused}")).into(),
            Err(error) => error,
        })?;
    // Their folders are read after they ran.
    let mut repeated = Vec::new();
    let devices = passes.first().zip(reports.first());
    let name = devices.map_or_else(String::new, |(one, other)| one.device.beside(&other.device));
    let again = |which: usize, order| {
        let (running, _) = run_all(pipeline, args, [&args.device, device][which], Some(order))?;
        repeated.push(running);
        Ok(repeated.last().map(Buffers::kept).unwrap_or_default())
    };
    let (first, second) = (running.kept(), other.kept());
    compare(&[ran(passes, &first), ran(&reports, &second)], false, &name, args.kernel.bind.flags.seed, again)
}

/// A run, as it is compared with another.
fn ran<'a>(passes: &'a [KernelReport], kept: &'a [KeptReport]) -> Ran<'a> {
    Ran {
        simulated: passes.iter().any(|pass| pass.counters.is_some()),
        findings: passes.iter().flat_map(|pass| &pass.findings).collect(),
        kept,
    }
}

/// Prints and writes the report; the exit status.
fn conclude(args: &ExecArgs, report: &PipelineFileReport, output: Option<&mut Output>) -> anyhow::Result<Exit> {
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
    for compared in report.expected.iter().chain(&report.against).filter(|compared| !compared.outputs.agree) {
        exit = Exit::Failed;
        if !shown {
            anstream::eprintln!("{}", differs(compared));
        }
    }
    if let Some(output) = output {
        output.write(report)?;
    }
    Ok(exit)
}

/// The buffers between passes: files in a folder that goes away.
struct Buffers {
    folder: tempfile::TempDir,
    /// Beside the pipeline file lie its kernels and files.
    beside: PathBuf,
    buffers: BTreeMap<String, OutputType>,
    /// Buffers that no pass has bound yet and that are more than bytes: unwritten, or an array with a type.
    fresh: BTreeMap<String, Fill>,
}

impl Buffers {
    /// Makes the buffers.
    fn new(pipeline: &Pipeline, path: &Path, seed: u64) -> anyhow::Result<Self> {
        let beside = path.parent().unwrap_or(Path::new("")).to_owned();
        let (mut buffers, mut fresh) = (BTreeMap::new(), BTreeMap::new());
        let running = Self { folder: tempfile::tempdir()?, beside, buffers: BTreeMap::new(), fresh: BTreeMap::new() };
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
            buffers.insert(name.clone(), OutputType::Words);
            if matches!(&fill, Fill::Unwritten(_)) || matches!(&fill, Fill::File(path) if is_array(path)) {
                fresh.insert(name.clone(), fill);
            }
        }
        let known = |name: &String| buffers.contains_key(name);
        let named = pipeline.pass.iter().flat_map(|pass| pass.bind.values());
        match named.chain(pipeline.save.keys()).chain(pipeline.expect.keys()).find(|name| !known(name)) {
            Some(name) => bail!("{}: there is no buffer `{name}` under [buffers]", path.shown()),
            None => Ok(Self { buffers, fresh, ..running }),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.bin"))
    }

    /// A pass as a kernel that reads its buffers from files, and writes them there again.
    fn kernel(&mut self, pipeline: &Pipeline, pass: &Pass) -> anyhow::Result<UserKernel> {
        let (mut buffers, mut saves) = (Vec::new(), Vec::new());
        for (place, name) in &pass.bind {
            let place: Place = place.parse().map_err(anyhow::Error::msg)?;
            buffers.push((place, self.fresh.remove(name).unwrap_or_else(|| Fill::File(self.file(name)))));
            saves.push((place, self.file(name)));
            // Only a kernel knows the types of an array.
            if let Some(array) = pipeline.save.get(name).filter(|file| is_array(file)) {
                saves.push((place, self.beside.join(array)));
            }
        }
        let pairs =
            |map: &BTreeMap<String, Value>| map.iter().map(|(name, value)| (name.clone(), value.text())).collect();
        Ok(UserKernel {
            file: self.beside.join(&pass.kernel),
            entry: pass.entry.clone(),
            workgroups: Some(dispatch(&pass.dispatch.text()).map_err(anyhow::Error::msg)?),
            buffers,
            saves,
            sets: pairs(&pass.set),
            overrides: pairs(&pass.overrides),
            keep: Some(self.folder.path().to_owned()),
            ..UserKernel::default()
        })
    }

    /// Remembers of what each buffer is made.
    ///
    /// # Errors
    /// Where one that is written was bound a second time, which WebGPU does not allow.
    fn learn(&mut self, pass: &Pass, done: &KernelReport) -> anyhow::Result<()> {
        for kept in &done.kept {
            if let Some(name) = pass.bind.get(&kept.place.to_string()) {
                if pass.bind.values().filter(|bound| *bound == name).count() > 1 {
                    bail!("`{name}` is bound more than once, and the kernel may write it at {}", kept.place);
                }
                self.buffers.insert(name.clone(), kept.form.clone());
            }
        }
        Ok(())
    }

    /// What all buffers hold.
    fn kept(&self) -> Vec<KeptReport> {
        let kept = |(binding, (name, form)): (u32, (&String, &OutputType))| KeptReport {
            place: Place { group: 0, binding },
            name: format!("`{name}`"),
            form: form.clone(),
            file: self.file(name),
        };
        (0..).zip(&self.buffers).map(kept).collect()
    }

    /// What dispatches of the first round write only for a later one to read, where they were simulated. What is saved, or
    /// expected, is a result.
    fn handed_on(&self, pipeline: &Pipeline, passes: &[KernelReport]) -> Option<Finding> {
        let round: Vec<(&Pass, &KernelReport)> =
            round(pipeline).into_iter().map(|(_, pass)| pass).zip(passes).collect();
        let moved = round.iter().map(|(_, done)| done.counters.as_ref()?.dram_bytes).sum::<Option<u64>>()?;
        let touch = |(pass, done): &(&Pass, &KernelReport), name: &String| {
            let written = |place: &String| done.kept.iter().any(|kept| kept.place.to_string() == *place);
            let mut places = pass.bind.iter().filter(|(_, bound)| *bound == name).map(|(place, _)| place).peekable();
            places.peek()?;
            Some(if places.any(written) { Touch::Writes } else { Touch::Reads })
        };
        let result = |name: &String| pipeline.save.contains_key(name) || pipeline.expect.contains_key(name);
        let mut handed = Vec::new();
        for name in self.buffers.keys().filter(|name| !result(name)) {
            let touches: Vec<_> = round.iter().map(|done| touch(done, name)).collect();
            let bytes = fs::metadata(self.file(name)).map_or(0, |file| file.len());
            let all = hand_overs(&touches).into_iter();
            handed.extend(all.map(|(from, to)| Handed { name: name.clone(), from, to, bytes }));
        }
        handed.sort_by_key(|one| (one.from, one.to));
        unfused(round.len(), &handed, Some(moved))
    }

    fn expected(&self, pipeline: &Pipeline) -> anyhow::Result<Vec<OutputComparison>> {
        let all = self.kept();
        let one = |(name, file): (&String, &String)| {
            let kept = all.iter().find(|kept| kept.file == self.file(name)).context("there is no such buffer")?;
            let mut expected: Expected = format!("{}={file}", kept.place).parse().map_err(anyhow::Error::msg)?;
            expected.file = self.beside.join(&expected.file);
            OutputComparison::expected(std::slice::from_ref(kept), &expected, &Native).map_err(anyhow::Error::msg)
        };
        let said = |(name, file)| one((name, file)).with_context(|| format!("expect.{name}"));
        pipeline.expect.iter().map(said).collect()
    }

    fn save(&self, pipeline: &Pipeline) -> anyhow::Result<Vec<SavedBuffer>> {
        let one = |(name, file): (&String, &PathBuf)| {
            let to = self.beside.join(file);
            let is_bound = pipeline.pass.iter().any(|pass| pass.bind.values().any(|bound| bound == name));
            let bytes = match (is_array(file), is_bound) {
                (true, true) => fs::metadata(&to).map(|file| file.len()).map_err(anyhow::Error::from),
                (true, false) => Err(anyhow::anyhow!("no pass binds it, so that the array's type is not known")),
                (false, _) => fs::copy(self.file(name), &to).map_err(anyhow::Error::from),
            };
            let bytes = bytes.with_context(|| format!("save.{name}: {}", to.shown()))?;
            Ok(SavedBuffer { buffer: name.clone(), file: to.shown(), bytes })
        };
        pipeline.save.iter().map(one).collect()
    }
}
