//! `lockstep exec FILE.toml`: several dispatches, on buffers that they share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, bail};
use serde::Deserialize;

use super::bind::{KernelFlags, dispatch};
use super::exec::{ExecArgs, differs, finish, refuse};
use super::exit::Exit;
use super::output::{Output, show};
use crate::files::Shown;
use crate::harness::{
    BindingPoint, Expected, Fill, Job, Pipeline, PipelinePass, PipelineReport, UserKernel, run_pipeline_compared,
};
use crate::host::Native;
use crate::report::Render;
use crate::text::COLUMNS;

/// Dispatches of one file.
const MOST_DISPATCHES: u64 = 10_000;

/// What a pipeline file looks like, below `exec --help`.
pub const FORM: &str = "The file may also be a pipeline, STEPS.toml, of several dispatches on shared buffers: [buffers] NAME = WHAT, as for --buffer; a [[pass]] for each dispatch, with kernel = FILE.wgsl, dispatch, bind = { 'G.B' = NAME }, and entry, set, overrides and repeat where needed; [save] NAME = FILE; [expect] NAME = FILE.";

/// What a pipeline file says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
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

/// One `[[pass]]`.
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
    let of_one = [(!args.expect.is_empty(), "--expect"), (args.sample.is_some(), "--sample")];
    let of_one = of_one.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag));
    if let Some(flag) = args.kernel.of_one_kernel().or(of_one) {
        bail!("{flag}: {} says itself what runs on what; say it there", path.shown());
    }
    let text = fs::read_to_string(path).with_context(|| path.shown())?;
    let written: Written = toml::from_str(&text).with_context(|| path.shown())?;
    let mut output = bind.json.as_deref().map(Output::open).transpose()?;
    let pipeline = written.pipeline(path, &bind.flags)?;
    let request = bind.flags.request(Job::Pipeline(Box::new(pipeline)), args.device.clone());
    match run_pipeline_compared(&request, args.against.as_ref(), args.tolerance()) {
        Ok(report) => conclude(args, &report, output.as_mut()),
        Err(refused) => {
            args.kernel.tell_refused(&refused)?;
            refuse(&refused)
        }
    }
}

impl Written {
    /// What runs. Files lie beside the pipeline file at `path`.
    fn pipeline(&self, path: &Path, flags: &KernelFlags) -> anyhow::Result<Pipeline> {
        let beside = path.parent().unwrap_or(Path::new(""));
        let buffers = self.fills(path, beside)?;
        let known = |name: &String| buffers.contains_key(name);
        let named = self.pass.iter().flat_map(|pass| pass.bind.values());
        if let Some(name) = named.chain(self.save.keys()).chain(self.expect.keys()).find(|name| !known(name)) {
            bail!("{}: there is no buffer `{name}` under [buffers]", path.shown());
        }
        let pass = |(number, pass): (usize, &Pass)| {
            pass.pipeline_pass(beside, flags).with_context(|| format!("{}: pass {number}", path.shown()))
        };
        let expected = |(name, file): (&String, &String)| -> anyhow::Result<(String, Expected)> {
            let place = BindingPoint { group: 0, binding: 0 };
            let mut expected: Expected = format!("{place}={file}").parse().map_err(Error::msg)?;
            expected.file = beside.join(&expected.file);
            Ok((name.clone(), expected))
        };
        let expect = self.expect.iter().map(|one| expected(one).with_context(|| format!("expect.{}", one.0)));
        let pipeline = Pipeline {
            file: path.to_owned(),
            buffers,
            passes: (1..).zip(&self.pass).map(pass).collect::<anyhow::Result<_>>()?,
            repeat: self.repeat,
            save: self.save.iter().map(|(name, file)| (name.clone(), beside.join(file))).collect(),
            expect: expect.collect::<anyhow::Result<_>>()?,
            keep: None,
        };
        match pipeline.dispatches() {
            0 => bail!("{}: it asks for no dispatch: there is no [[pass]], or `repeat` is 0", path.shown()),
            1..=MOST_DISPATCHES => Ok(pipeline),
            _ => bail!("{}: more than {MOST_DISPATCHES} dispatches", path.shown()),
        }
    }

    /// What each buffer holds at first, by name.
    fn fills(&self, path: &Path, beside: &Path) -> anyhow::Result<BTreeMap<String, Fill>> {
        let one = |text: &String| {
            let fill = match text.parse()? {
                Fill::File(file) => Fill::File(beside.join(file)),
                other => other,
            };
            fill.bytes(&Native).map(|_| fill)
        };
        let said = |(name, text): (&String, &String)| {
            let fill = one(text).map_err(Error::msg);
            Ok((name.clone(), fill.with_context(|| format!("{}: buffers.{name} = {text:?}", path.shown()))?))
        };
        self.buffers.iter().map(said).collect()
    }
}

impl Pass {
    fn pipeline_pass(&self, beside: &Path, flags: &KernelFlags) -> anyhow::Result<PipelinePass> {
        let pairs =
            |map: &BTreeMap<String, Value>| map.iter().map(|(name, value)| (name.clone(), value.text())).collect();
        let bound = |(place, name): (&String, &String)| Ok((place.parse().map_err(Error::msg)?, name.clone()));
        Ok(PipelinePass {
            bind: self.bind.iter().map(bound).collect::<anyhow::Result<_>>()?,
            repeat: self.repeat,
            kernel: UserKernel {
                file: beside.join(&self.kernel),
                entry: self.entry.clone(),
                workgroups: Some(dispatch(&self.dispatch.text()).map_err(Error::msg)?),
                sets: pairs(&self.set),
                overrides: pairs(&self.overrides),
                out_of_bounds: flags.out_of_bounds_policy(),
                steps: flags.steps,
                ..UserKernel::default()
            },
        })
    }
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
