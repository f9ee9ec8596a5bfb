//! Flags that say which kernel of one's own runs, and on what.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::{page_path, seconds};
use super::output::{Output, show};
use crate::device::Selector;
use crate::files::Shown;
use crate::harness::{
    BindingPoint, Fill, Job, KernelReport, OutOfBoundsPolicy, Request, RunError, SamplerWords, TextureFill, UserKernel,
};
use crate::lab::LARGEST_SIZE;
use crate::report;

/// A kernel, its buffers and its dispatch.
#[derive(Args, Clone)]
pub struct KernelArgs {
    /// The kernel
    #[arg(value_name = "FILE.wgsl")]
    pub file: PathBuf,
    #[command(flatten)]
    pub bind: BindArgs,
    /// Write the result as one illustrated page to this file
    #[arg(long, value_name = "PATH", value_parser = page_path)]
    html: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0 to this file
    #[arg(long, value_name = "PATH")]
    sarif: Option<PathBuf>,
    /// Print each finding on a line of its own: as GitHub's annotations, or as FILE:LINE:COLUMN for an editor
    #[arg(long, value_name = "FOR")]
    annotate: Option<Annotate>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Annotate {
    /// `::error file=..`, which GitHub Actions shows beside the line
    Github,
    /// `FILE:LINE:COLUMN: error: KIND: MESSAGE`
    Editor,
}

/// Buffers and dispatch, whichever kernel it is, and where the result goes.
#[derive(Args, Clone)]
pub struct BindArgs {
    #[command(flatten)]
    pub flags: KernelFlags,
    /// Write the result as JSON to this file, or to stdout for -
    #[arg(long, value_name = "PATH|-")]
    pub json: Option<PathBuf>,
    /// Print nothing
    #[arg(long)]
    pub quiet: bool,
}

/// How a kernel is run, and on what.
#[derive(Args, Clone)]
pub struct KernelFlags {
    /// The entry point [default: the only one, or main]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Workgroups along x, y and z [default: 1]
    #[arg(long, value_name = "X[,Y[,Z]]", allow_hyphen_values = true, value_parser = dispatch)]
    dispatch: Option<[u32; 3]>,
    /// Bind a buffer to @group(G) @binding(B): FILE (.npy too), zero:BYTES, TYPE:VALUE,VALUE (f32, f16, u32, i32), rand:TYPE:COUNT[:BELOW],
    /// unwritten:BYTES (to read it before it is written is a finding); may be repeated
    #[arg(long, value_name = "G.B=WHAT", value_parser = buffer)]
    buffer: Vec<(BindingPoint, Fill)>,
    /// Set a member of a variable by name, such as params.size=64; a variable that is not bound starts as zeros (may be repeated)
    #[arg(long, value_name = "NAME.MEMBER=VALUE", value_parser = override_value)]
    set: Vec<(String, String)>,
    /// Bind a texture: FORMAT:WIDTHxHEIGHTxDEPTH, then :FILE or :rand (may be repeated)
    #[arg(long, value_name = "G.B=WHAT", value_parser = texture)]
    texture: Vec<(BindingPoint, TextureFill)>,
    /// Bind a sampler, such as linear,repeat: nearest or linear; clamp, repeat or mirror; a comparison such as less (may be
    /// repeated)
    #[arg(long, value_name = "G.B=WORDS", value_parser = sampler)]
    sampler: Vec<(BindingPoint, SamplerWords)>,
    /// Bind the problem of this lab [default: the lab of FILE, if it is a lab's shader or an exercise, and nothing is bound]
    #[arg(long, value_name = "NAME")]
    lab: Option<String>,
    /// With --lab: dispatch as this variant does [default: the one with a shader of that name]
    #[arg(long, value_name = "NAME", requires = "lab")]
    variant: Option<String>,
    /// Size of the lab's problem [default: a small one; for `diff`, that of the lab's own run]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(LARGEST_SIZE)))]
    size: Option<u32>,
    /// Save a buffer or a texture to a file after the run, as an array if the name ends in .npy (may be repeated)
    #[arg(long, value_name = "G.B=FILE", value_parser = save)]
    save: Vec<(BindingPoint, PathBuf)>,
    /// A value for an `override` declaration (may be repeated)
    #[arg(long = "override", value_name = "NAME=VALUE", value_parser = override_value)]
    overrides: Vec<(String, String)>,
    /// The bytes of var<immediate>, in hexadecimal (simulator)
    #[arg(long, value_name = "HEX", default_value = "", hide_default_value = true, value_parser = hex)]
    immediates: Hex,
    /// What an out-of-bounds access does once it has been reported (simulator) [default: clamp, or as the device compared with]
    #[arg(long, value_name = "POLICY")]
    out_of_bounds: Option<Policy>,
    /// Seed of random buffers, and of the order in which the simulator runs subgroups
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Give up on the kernel after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, allow_negative_numbers = true, value_parser = seconds)]
    pub timeout: f64,
    /// Stop a workgroup after this many steps: iterations of loops, of which long ones and accesses to memory count more (simulator)
    /// [default: 24000000, a few seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Host threads [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Policy {
    /// The index is clamped to the last element
    Clamp,
    /// Reads give zero, writes are dropped
    Zero,
}

#[derive(Clone)]
struct Hex(Vec<u8>);

/// What is wanted of a run of one kernel, beside its result.
#[derive(Default)]
pub struct Wanted {
    /// About how many workgroups to run.
    pub sample: Option<u64>,
    /// The workgroup to record.
    pub trace: Option<[u32; 3]>,
    /// Whether to list the compiled kernel.
    pub compiled: bool,
}

impl KernelArgs {
    /// The request, on `device`.
    pub fn request(&self, device: Selector, wanted: Wanted) -> Request {
        let flags = &self.bind.flags;
        let Wanted { sample, trace, compiled } = wanted;
        let kernel = UserKernel { sample, trace, compiled, ..flags.kernel(&self.file) };
        flags.request(Job::Kernel(Box::new(kernel)), device)
    }

    /// A flag that was given and that a pipeline file has its own place for.
    pub fn of_one_kernel(&self) -> Option<&'static str> {
        let flags = &self.bind.flags;
        let given = [
            (self.html.is_some(), "--html"),
            (flags.entry.is_some(), "--entry"),
            (flags.dispatch.is_some(), "--dispatch"),
            (!flags.buffer.is_empty(), "--buffer"),
            (!flags.set.is_empty(), "--set"),
            (!flags.texture.is_empty(), "--texture"),
            (!flags.sampler.is_empty(), "--sampler"),
            (flags.lab.is_some(), "--lab"),
            (flags.size.is_some(), "--size"),
            (!flags.save.is_empty(), "--save"),
            (!flags.overrides.is_empty(), "--override"),
            (!flags.immediates.0.is_empty(), "--immediates"),
        ];
        given.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag))
    }

    /// Whether it was said what an access out of bounds does.
    pub fn says_out_of_bounds(&self) -> bool {
        self.bind.flags.out_of_bounds.is_some()
    }

    /// Writes the findings where they were asked for besides: SARIF, annotations.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn tell(&self, reports: &[KernelReport]) -> anyhow::Result<()> {
        self.write_sarif(|| report::sarif(reports))?;
        match self.annotate {
            Some(Annotate::Github) => show(&report::github(reports)),
            Some(Annotate::Editor) => show(&report::editor(reports)),
            None => Ok(()),
        }
    }

    /// The same for a kernel that is wrong before anything can be found in it.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn tell_refused(&self, refused: &RunError) -> anyhow::Result<()> {
        if !refused.wrong {
            return Ok(());
        }
        let file = self.file.shown();
        let failure = report::Failure::new(refused, &file);
        self.write_sarif(|| failure.sarif())?;
        match self.annotate {
            Some(Annotate::Github) => show(&failure.github()),
            Some(Annotate::Editor) => show(&failure.editor()),
            None => Ok(()),
        }
    }

    fn write_sarif(&self, log: impl FnOnce() -> serde_json::Value) -> anyhow::Result<()> {
        let Some(path) = &self.sarif else {
            return Ok(());
        };
        let text = serde_json::to_string_pretty(&log())? + "\n";
        Output::file("--sarif", path)?.write_text(&text)
    }

    /// Tries the page's file, where one is asked for.
    pub fn page(&self) -> anyhow::Result<Option<Output>> {
        let path = self.html.as_deref();
        path.map(|path| Output::file("--html", path)).transpose()
    }
}

impl BindArgs {
    /// Whether the result is printed for a person.
    pub fn shown(&self, json: Option<&Output>) -> bool {
        !self.quiet && !json.is_some_and(Output::is_stdout)
    }
}

impl KernelFlags {
    /// What runs `job` on `device`.
    pub fn request(&self, job: Job, device: Selector) -> Request {
        Request {
            device,
            size: self.size,
            seed: self.seed,
            timeout_s: self.timeout,
            threads: self.threads,
            ..Request::new(job)
        }
    }

    /// What an access out of bounds does.
    pub fn out_of_bounds_policy(&self) -> OutOfBoundsPolicy {
        match self.out_of_bounds {
            None | Some(Policy::Clamp) => OutOfBoundsPolicy::Clamp,
            Some(Policy::Zero) => OutOfBoundsPolicy::Zero,
        }
    }

    /// The kernel in `file`, bound by these flags.
    pub fn kernel(&self, file: &Path) -> UserKernel {
        UserKernel {
            file: file.to_owned(),
            text: None,
            entry: self.entry.clone(),
            workgroups: self.dispatch,
            buffers: self.buffer.clone(),
            lab: self.lab.clone(),
            variant: self.variant.clone(),
            saves: self.save.clone(),
            overrides: self.overrides.clone(),
            immediates: self.immediates.0.clone(),
            order: None,
            steps: self.steps,
            out_of_bounds: self.out_of_bounds_policy(),
            sets: self.set.clone(),
            textures: self.texture.clone(),
            samplers: self.sampler.clone(),
            keep: None,
            hands_on: false,
            sample: None,
            trace: None,
            compiled: false,
        }
    }
}

pub fn dispatch(text: &str) -> Result<[u32; 3], String> {
    let mut counts = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("at most three numbers: X,Y,Z".to_owned());
    }
    for (count, part) in counts.iter_mut().zip(parts) {
        *count = match part.trim().parse() {
            Ok(0) => {
                return Err("with 0 workgroups nothing would run: 1 or more along each axis".to_owned());
            }
            Ok(number) => number,
            Err(_) => {
                return Err(format!("`{part}` is not a number of workgroups: write X, X,Y or X,Y,Z"));
            }
        };
    }
    Ok(counts)
}

fn pair(text: &str) -> Result<(&str, &str), String> {
    text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`"))
}

fn buffer(text: &str) -> Result<(BindingPoint, Fill), String> {
    let (place, fill) = pair(text)?;
    Ok((place.parse()?, fill.parse()?))
}

fn texture(text: &str) -> Result<(BindingPoint, TextureFill), String> {
    let (place, texture) = pair(text)?;
    Ok((place.parse()?, texture.parse()?))
}

fn sampler(text: &str) -> Result<(BindingPoint, SamplerWords), String> {
    let (place, words) = pair(text)?;
    Ok((place.parse()?, words.parse()?))
}

fn save(text: &str) -> Result<(BindingPoint, PathBuf), String> {
    match pair(text)? {
        (_, "") => Err("no file stands after the `=`".to_owned()),
        (place, path) => Ok((place.parse()?, path.into())),
    }
}

fn override_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = pair(text)?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn hex(text: &str) -> Result<Hex, String> {
    let digits: Option<Vec<u8>> = text
        .strip_prefix("0x")
        .unwrap_or(text)
        .chars()
        .filter(|c| !matches!(c, '_' | ' '))
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect();
    match digits {
        Some(digits) if digits.len() % 2 == 0 => {
            let bytes = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]);
            Ok(Hex(bytes.collect()))
        }
        _ => Err("bytes are pairs of hexadecimal digits, the first byte first, such as 0000803f for 1.0f".to_owned()),
    }
}
