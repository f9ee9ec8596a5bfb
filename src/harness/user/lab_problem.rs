//! A lab's own kernel: its buffers and grid are the lab's.

use std::path::Path;

use super::bind::BoundBuffer;
use super::contents::Bindings;
use super::prepare::{compile, read};
use crate::device::Facts;
use crate::harness::protocol::{BindingPoint, Fill, Request, RunError, UserKernel};
use crate::host::Host;
use crate::kernel::Kernel;
use crate::lab::{Extents, Lab, Part, Problem, Role, Step, Turn, Variant};
use crate::labs;
use crate::sim::{self, Compiled, Options, Target};
use crate::verify::{contract, held, to_the_end};

/// Bytes of a lab's problem: a small one is meant.
const MOST_BYTES: u64 = 1 << 28;

/// A pass of a lab's variant, or of an exercise.
pub(super) struct LabPass {
    lab: &'static Lab,
    part: &'static Part,
    variant: &'static Variant,
    pass: usize,
    /// The size at which the simulator counts it.
    size: u32,
}

/// A lab's problem, bound.
pub(super) struct LabBound {
    pub bound: Vec<BoundBuffer>,
    pub workgroups: [u32; 3],
    /// What is solved, in words.
    pub problem: String,
    /// What a reader should know of the launch.
    pub notes: Vec<String>,
}

/// The lab that is named, or, where it binds nothing, whose shader its file is (`.../LAB/FILE.wgsl`).
pub(super) fn find(user: &UserKernel) -> Result<Option<LabPass>, RunError> {
    let file = user.file.file_name().and_then(|name| name.to_str());
    let Some(name) = &user.lab else {
        let folder = user.file.parent().and_then(Path::file_name);
        let lab = folder.and_then(|name| name.to_str()).and_then(labs::find);
        let free = user.buffers.is_empty() && user.workgroups.is_none();
        return Ok(lab.filter(|_| free).and_then(|lab| by_file(lab, file)));
    };
    let lab = labs::named(name).map_err(RunError::unserved)?;
    match &user.variant {
        Some(variant) => by_name(lab, variant, file).map(Some),
        None => by_file(lab, file).map(Some).ok_or_else(|| {
            let known: Vec<&str> = lab.variants().map(|(_, variant)| variant.name).collect();
            RunError::unserved(format!(
                "lab {} has no shader of this file's name: say with --variant whose problem and grid it has; it has: {}",
                lab.name,
                known.join(", ")
            ))
        }),
    }
}

fn by_file(lab: &'static Lab, file: Option<&str>) -> Option<LabPass> {
    let ladder = lab.variants().map(|(part, variant)| (part, variant, lab.counted_size));
    let exercises = lab.exercises.iter().map(|exercise| (exercise.part, &exercise.variant, exercise.size));
    ladder.chain(exercises).find_map(|(part, variant, size)| {
        let pass = variant.passes.iter().position(|pass| Some(pass.shader) == file)?;
        Some(LabPass { lab, part, variant, pass, size })
    })
}

fn by_name(lab: &'static Lab, name: &str, file: Option<&str>) -> Result<LabPass, RunError> {
    let (part, variant) = lab.named_variant(name).map_err(RunError::unserved)?;
    let pass = variant.passes.iter().position(|pass| Some(pass.shader) == file);
    Ok(LabPass { lab, part, variant, pass: pass.unwrap_or(0), size: lab.counted_size })
}

impl LabPass {
    /// The kernel's text as `device` runs it, and the constants that have other values there.
    pub fn fitted(&self, text: &str, device: &Facts) -> (String, Vec<(&'static str, u32)>) {
        self.variant.fitted(text, device)
    }

    /// The largest of the lab's small sizes that is odd.
    pub fn odd_size(&self) -> Option<u32> {
        self.lab.small_sizes.iter().copied().filter(|size| size % 2 == 1).max()
    }
}

/// Binds the lab's problem to `kernel`.
pub(super) fn bind(
    found: &LabPass,
    kernel: &Kernel,
    request: &Request,
    user: &UserKernel,
    host: &dyn Host,
) -> Result<LabBound, RunError> {
    if !user.buffers.is_empty() || user.workgroups.is_some() {
        return Err(RunError::unserved("--lab brings buffers and grid: leave out --buffer and --dispatch"));
    }
    let problem = sized(found, request.size)?;
    contract(kernel, &problem).map_err(RunError::unserved)?;
    let first = first_turn(found, &problem, kernel)?;
    let extents = first.as_ref().map_or(&problem.extents, |(turn, _)| &turn.extents);
    let workgroups = grid(found, found.pass, kernel, extents)?;
    let mut held = initial(&problem, request.seed);
    run_before(found, &problem, user, &mut held, host)?;
    let mut notes = Vec::new();
    if let Some((turn, turns)) = first {
        let params = problem.buffers.iter().filter(|buffer| matches!(buffer.role, Role::Params(_)));
        held.extend(params.map(|params| ((0, params.binding), words(&turn.params))));
        notes.push(format!(
            "the host dispatches this kernel {turns} times, with other params each time: this is the first"
        ));
    }
    let bound = problem.buffers.iter().map(|buffer| {
        let place = BindingPoint { group: 0, binding: buffer.binding };
        let bytes = held.remove(&(0, buffer.binding)).unwrap_or_default();
        let size = bytes.len() as u64;
        let unfilled =
            matches!(buffer.role, Role::Output | Role::OneOf | Role::Scratch) && !found.variant.clears(buffer.binding);
        let meaningless = unfilled && found.pass == 0;
        BoundBuffer {
            place,
            name: buffer.name.to_owned(),
            fill: if meaningless { Fill::Unwritten(size) } else { Fill::Given(bytes) },
            bytes: size,
            given: size,
            patches: Vec::new(),
            used: kernel.bindings.iter().any(|used| used.binding == buffer.binding),
        }
    });
    Ok(LabBound {
        bound: bound.collect(),
        workgroups,
        problem: format!("lab {}, {}, `{}`: {}", found.lab.name, found.part.name, found.variant.name, problem.label),
        notes,
    })
}

/// The first of the turns in which the host dispatches the pass, and how many they are, where each has params of its own.
fn first_turn(found: &LabPass, problem: &Problem, kernel: &Kernel) -> Result<Option<(Turn, u32)>, RunError> {
    let repeated = found.variant.steps.iter().find_map(|step| match step {
        Step::Repeat(turns, steps) => Some((turns, own_turn(steps, found.pass)?)),
        _ => None,
    });
    let Some((turns, own)) = repeated else { return Ok(None) };
    let turns = turns.count(problem, kernel).map_err(RunError::unserved)?;
    Ok((turns > 1).then(|| (own(problem, 0, turns), turns)))
}

/// What a dispatch of `pass` among `steps` has of its own in each turn.
fn own_turn(steps: &[Step], pass: usize) -> Option<fn(&Problem, u32, u32) -> Turn> {
    steps.iter().find_map(|step| match step {
        Step::Dispatch { pass: of, turn, .. } if *of == pass => *turn,
        _ => None,
    })
}

/// The problem at the size asked for, else at the one that suits the simulator.
fn sized(found: &LabPass, size: Option<u32>) -> Result<Problem, RunError> {
    let size = size.unwrap_or(found.size);
    let problem = (found.part.problem)(size);
    let bytes = problem.working_set();
    if bytes > MOST_BYTES {
        return Err(RunError::unserved(format!(
            "--size {size}: {} has {bytes} bytes, and this is for small ones (at most {MOST_BYTES}); to time it, use `lockstep run {}`",
            problem.label, found.lab.name
        )));
    }
    Ok(problem)
}

fn grid(found: &LabPass, pass: usize, kernel: &Kernel, extents: &Extents) -> Result<[u32; 3], RunError> {
    let allowed = crate::device::SIMULATED_WORKGROUPS;
    let grid = &found.variant.passes[pass].grid;
    grid.workgroups_of(extents, kernel, allowed).map_err(RunError::unserved)
}

/// The bytes of a buffer of these words, as devices make it.
fn words(words: &[u32]) -> Vec<u8> {
    bytemuck::cast_slice(&to_the_end(words)).to_vec()
}

/// What the lab binds before the first pass, in sizes as devices make them.
fn initial(problem: &Problem, seed: u64) -> Bindings {
    let inputs = problem.inputs(seed);
    let bytes = |buffer: &crate::lab::Buffer| {
        let mut bytes: Vec<u8> = match &buffer.role {
            Role::Params(params) => words(params),
            Role::Input(_) => words(inputs.u32(buffer.binding)),
            Role::Scratch | Role::Cleared | Role::Output | Role::OneOf | Role::Total => Vec::new(),
        };
        bytes.resize(held(buffer.bytes()) as usize, 0);
        bytes
    };
    let all = problem.buffers.iter();
    all.map(|buffer| ((0, buffer.binding), bytes(buffer))).collect()
}

/// Runs the passes of a chain that come before, so that this one reads what it would read.
fn run_before(
    found: &LabPass,
    problem: &Problem,
    user: &UserKernel,
    held: &mut Bindings,
    host: &dyn Host,
) -> Result<(), RunError> {
    for (index, pass) in found.variant.passes[..found.pass].iter().enumerate() {
        let file = user.file.with_file_name(pass.shader);
        let earlier = UserKernel { file, text: None, entry: None, overrides: Vec::new(), ..user.clone() };
        let kernel = compile(&earlier, &read(&earlier.file, host)?)?;
        contract(&kernel, problem).map_err(RunError::unserved)?;
        let workgroups = grid(found, index, &kernel, &problem.extents)?;
        let target = Target::default();
        let failed = |error: &dyn std::fmt::Display| RunError::unserved(format!("{}: {error}", kernel.path));
        let program = Compiled::new(&kernel, &target).map_err(|error| failed(&error))?;
        let launch = sim::Launch { workgroups, bindings: held, immediates: &[] };
        let options = Options { races: false, uninitialized: false, ..Options::default() };
        sim::run(&program, launch, &target, &options).map_err(|error| failed(&error))?;
    }
    Ok(())
}
