//! Which lab's problem two files solve: by where they lie, else by what they bind and which kernels they resemble.

use std::path::{Path, PathBuf};

use super::request::DiffRequest;
use crate::compare::likeness;
use crate::device::SIMULATED_WORKGROUPS;
use crate::files::Shown;
use crate::harness::user::{compile, read};
use crate::harness::{RunError, UserKernel, all_variants, candidate_files};
use crate::host::Native;
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Lab, Part, Problem, Shaders, Unknown, Variant};
use crate::labs;
use crate::verify::contract;

/// A file that stands for a lab's variant.
#[derive(Clone)]
pub(super) struct Recognised {
    pub lab: &'static Lab,
    pub part: &'static Part,
    pub variant: &'static Variant,
    /// The pass that the file is.
    pub pass: usize,
    /// Every pass's file; `None` is the lab's own.
    pub files: Vec<Option<PathBuf>>,
    /// Whether it lies, or is named, as the variant's own shader.
    pub certain: bool,
    /// How much it resembles the variant's own shader, 0 to 1.
    likeness: f32,
}

/// The size at which a kernel is tried against a part's problem.
const TRIED: u32 = 17;

/// Both files as variants of one part; `None` where they are bound by flags, or bind as no lab's kernel does.
pub(super) fn recognise(request: &DiffRequest) -> Result<Option<[Recognised; 2]>, RunError> {
    let flags = &request.a;
    let named = flags.lab.is_some() || request.part.is_some();
    if !flags.buffers.is_empty() || flags.workgroups.is_some() {
        if named {
            return Err(RunError::unserved(
                "--lab and --part bring buffers and grid: leave out --buffer and --dispatch",
            ));
        }
        return Ok(None);
    }
    let labs = chosen_labs(request)?;
    let a = matches(&request.a, &labs, request.part.as_deref())?;
    let b = matches(&request.b, &labs, request.part.as_deref())?;
    if a.is_empty() || b.is_empty() {
        for (found, other) in [(&a, &request.b), (&b, &request.a)] {
            if let Some(known) = found.iter().find(|found| found.certain) {
                return Err(why_not(known, other));
            }
        }
        if !named {
            return Ok(None);
        }
        let file = if a.is_empty() { &request.a.file } else { &request.b.file };
        return Err(RunError::unserved(format!(
            "{}: it binds as no kernel of {} does: its bindings, or the constants that say how much a workgroup covers, are others",
            file.shown(),
            scope(request)
        )));
    }
    let pair = choose(request, &a, &b)?;
    same_pass(request, &pair)?;
    Ok(Some(pair))
}

/// Why the kernel of `request` cannot solve the problem of `known`.
fn why_not(known: &Recognised, request: &UserKernel) -> RunError {
    let kernel = match read(&request.file, &Native).and_then(|source| compile(request, &source)) {
        Ok(kernel) => kernel,
        Err(refused) => return refused,
    };
    let problem = (known.part.problem)(TRIED);
    let grid = &known.variant.passes[known.pass].grid;
    let why = match (contract(&kernel, &problem), grid.workgroups(&problem, &kernel, SIMULATED_WORKGROUPS)) {
        (Err(why), _) => why.to_string(),
        (_, Err(why)) => why.to_string(),
        _ => "it does not bind the output".to_owned(),
    };
    RunError::unserved(format!(
        "{}: it cannot take the place of `{}` of lab {}, {}: {why}",
        request.file.shown(),
        known.variant.name,
        known.lab.name,
        known.part.name
    ))
}

/// What `--lab` and `--part` leave, in words.
fn scope(request: &DiffRequest) -> String {
    let lab = request.a.lab.as_ref().map(|lab| format!("lab {lab}"));
    let part = request.part.as_ref().map(|part| format!("part {part}"));
    let words: Vec<String> = lab.into_iter().chain(part).collect();
    words.join(", ")
}

fn chosen_labs(request: &DiffRequest) -> Result<Vec<&'static Lab>, RunError> {
    let labs = match &request.a.lab {
        None => labs::ALL.to_vec(),
        Some(name) => vec![labs::named(name).map_err(RunError::unserved)?],
    };
    let parts = labs.iter().flat_map(|lab| lab.parts).map(|part| part.name);
    known("part", request.part.as_deref(), parts)?;
    let variants = labs.iter().flat_map(|lab| all_variants(lab)).map(|(_, variant)| variant.name);
    known("variant", request.a.variant.as_deref(), variants)?;
    Ok(labs)
}

/// That the `what` called `name`, where one is asked for, is among `all`.
fn known(what: &str, name: Option<&str>, all: impl Iterator<Item = &'static str>) -> Result<(), RunError> {
    let all: Vec<&str> = all.collect();
    match name {
        Some(name) if !all.contains(&name) => {
            Err(RunError::unserved(Unknown::new(&format!("there is no {what}"), name, "there are", &all)))
        }
        _ => Ok(()),
    }
}

/// Everything that a file may stand for. Where it lies as a lab's shader, only that.
fn matches(request: &UserKernel, labs: &[&'static Lab], part: Option<&str>) -> Result<Vec<Recognised>, RunError> {
    let source = read(&request.file, &Native)?;
    let kernel = compile(request, &source)?;
    let variants = labs.iter().flat_map(|&lab| all_variants(lab).map(move |(of, variant)| (lab, of, variant)));
    let variants = variants.filter(|(_, of, _)| part.is_none_or(|part| part == of.name));
    let passes = variants
        .flat_map(|(lab, part, variant)| (0..variant.passes.len()).map(move |pass| Slot { lab, part, variant, pass }));
    let passes: Vec<Slot> = passes.collect();
    let certain: Vec<Recognised> = passes.iter().filter_map(|slot| slot.certain(&kernel, request)).collect();
    if !certain.is_empty() {
        return Ok(certain);
    }
    let mut found: Vec<Recognised> = passes.iter().filter_map(|slot| slot.like(&kernel, request)).collect();
    found.sort_by(|a, b| b.likeness.total_cmp(&a.likeness));
    Ok(found)
}

/// A pass of a variant, whose place a file may take.
struct Slot {
    lab: &'static Lab,
    part: &'static Part,
    variant: &'static Variant,
    pass: usize,
}

impl Slot {
    /// The file as this pass, if it lies, or is named, as its shader.
    fn certain(&self, kernel: &Kernel, request: &UserKernel) -> Option<Recognised> {
        let folder = self.named(&request.file)?;
        // What a lab's own file lacks, its harness says.
        let its_own = folder == Some(self.lab.name);
        (its_own || self.binds(kernel, &(self.part.problem)(TRIED))).then(|| self.recognised(&request.file, true, 1.0))
    }

    /// The file as this pass, if it binds as its shader does and, of a chain, is nearly the same.
    fn like(&self, kernel: &Kernel, request: &UserKernel) -> Option<Recognised> {
        let &Slot { lab, variant, pass, .. } = self;
        if request.variant.as_ref().is_some_and(|wanted| wanted != variant.name) {
            return None;
        }
        let problem = (self.part.problem)(TRIED);
        let bound = |binding: u32| kernel.bindings.iter().any(|one| one.binding == binding);
        let writes = variant.passes.len() > 1 || problem.outputs_of(bound).iter().all(|output| bound(output.binding));
        if !writes || !self.binds(kernel, &problem) {
            return None;
        }
        let (path, own, _) = Shaders::embedded(lab.name, variant.passes[pass].shader).ok()?;
        let own = Kernel::parse(&path, &own, None, &Overrides::new()).ok()?;
        let likeness = likeness(&own, kernel);
        // A pass of a chain is one only where it is nearly the same: any kernel that binds little fits many.
        (variant.passes.len() == 1 || likeness > 0.9).then(|| self.recognised(&request.file, false, likeness))
    }

    /// The folder of a file that has this shader's name and lies in the lab's folder, or in any that holds no other lab's.
    fn named<'a>(&self, file: &'a Path) -> Option<Option<&'a str>> {
        let named = file.file_name().is_some_and(|name| name == self.variant.passes[self.pass].shader);
        let folder = file.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        let free = folder.is_none_or(|folder| folder == self.lab.name || labs::find(folder).is_none());
        (named && free).then_some(folder)
    }

    fn binds(&self, kernel: &Kernel, problem: &Problem) -> bool {
        let grid = &self.variant.passes[self.pass].grid;
        contract(kernel, problem).is_ok() && grid.workgroups(problem, kernel, SIMULATED_WORKGROUPS).is_ok()
    }

    fn recognised(&self, file: &Path, certain: bool, likeness: f32) -> Recognised {
        let &Slot { lab, part, variant, pass } = self;
        Recognised { lab, part, variant, pass, files: candidate_files(variant, pass, file), certain, likeness }
    }
}

/// The likeliest pair of one part.
fn choose(request: &DiffRequest, a: &[Recognised], b: &[Recognised]) -> Result<[Recognised; 2], RunError> {
    let same = |x: &Recognised, y: &Recognised| x.lab.name == y.lab.name && x.part.name == y.part.name;
    let pairs = a.iter().flat_map(|x| b.iter().filter(move |y| same(x, y)).map(move |y| (x, y)));
    let pairs: Vec<(&Recognised, &Recognised)> = pairs.collect();
    let score = |(x, y): &(&Recognised, &Recognised)| x.likeness + y.likeness;
    let best = pairs.iter().reduce(|best, other| if score(other) > score(best) { other } else { best });
    let Some((x, y)) = best.copied() else {
        let one = |found: &[Recognised]| {
            let first = &found[0];
            format!("lab {}, {} (`{}`)", first.lab.name, first.part.name, first.variant.name)
        };
        return Err(RunError::unserved(format!(
            "{} is of {}, and {} of {}: they solve different problems; two kernels of your own are compared with --buffer and --dispatch",
            request.a.file.shown(),
            one(a),
            request.b.file.shown(),
            one(b)
        )));
    };
    let mut parts: Vec<String> =
        pairs.iter().map(|(x, _)| format!("--lab {} --part {}", x.lab.name, x.part.name)).collect();
    parts.dedup();
    if parts.len() > 1 && !x.certain && !y.certain && score(&(x, y)) < 2.0 * LIKE {
        return Err(RunError::unserved(format!(
            "{} and {} bind like kernels of several parts; say which problem they solve: {}",
            request.a.file.shown(),
            request.b.file.shown(),
            parts.join(", ")
        )));
    }
    Ok([x.clone(), y.clone()])
}

/// From this share of common lines on, a kernel counts as one for the part of the lab that a slot belongs to.
const LIKE: f32 = 0.4;

/// Two passes of one chain do not solve the same problem.
fn same_pass(request: &DiffRequest, [a, b]: &[Recognised; 2]) -> Result<(), RunError> {
    let same_chain = std::ptr::eq(a.variant, b.variant);
    if !same_chain || a.pass == b.pass {
        return Ok(());
    }
    Err(RunError::unserved(format!(
        "{} and {} are passes of one chain, `{}`: they follow each other, and neither solves the problem alone; compare the chain with another variant of `{}`",
        request.a.file.shown(),
        request.b.file.shown(),
        a.variant.name,
        a.part.name
    )))
}
