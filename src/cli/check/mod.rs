//! `lockstep check`: every lab against the convention, so that whoever adds one learns what is missing.

mod exercises;
mod handout;
mod listed;
mod pristine;
mod proof;
mod timed;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::bail;

use super::exit::Exit;
use super::output::show;
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Altered, Inputs, Lab, Part, Pass, Prediction};
use crate::labs;
use crate::verify::contract;

pub use handout::COUNTED;

/// Wrong kernels that a lab's bank must at least hold.
const FEWEST_WRONG: usize = 5;

/// What a lab's grids are tried against: WebGPU's default limit.
const WORKGROUPS: u32 = 65_535;

/// What `lockstep check` judges.
#[derive(clap::Args)]
pub struct CheckArgs {
    /// Judge fewer attempts: each exercise's start and solution, and one attempt or more for each hint and each goal
    #[arg(long)]
    quick: bool,
}

/// Checks all labs of the checkout in the working directory.
pub fn check(args: &CheckArgs) -> anyhow::Result<Exit> {
    let root = Path::new(".");
    if !root.join("labs/mod.rs").exists() {
        bail!("`lockstep check` reads the sources: run it in a checkout of Lockstep (there is no labs/mod.rs here)");
    }
    let missing = missing(root);
    for line in &missing {
        show(&format!("{line}\n"))?;
    }
    if !missing.is_empty() {
        return Ok(Exit::Failed);
    }
    let variants: usize = labs::ALL.iter().map(|lab| lab.variants().count()).sum();
    show(&format!("{} labs, {variants} variants: all as the convention asks\n", labs::ALL.len()))?;
    exercises_of(root, args.quick)
}

/// What the checkout at `root` lacks, a line each, each beginning with the place to mend.
fn missing(root: &Path) -> Vec<String> {
    let mut missing = unregistered(root, labs::ALL);
    missing.extend(labs::ALL.iter().flat_map(|lab| of_lab(root, lab)));
    missing.extend(listed::of_all(root, labs::ALL));
    missing
}

/// The exercises by running them, and whether they are as they are handed out.
fn exercises_of(root: &Path, quick: bool) -> anyhow::Result<Exit> {
    let (failures, judged) = proof::prove(root, labs::ALL, quick);
    for line in &failures {
        show(&format!("{line}\n"))?;
    }
    if failures.is_empty() {
        let exercises: usize = labs::ALL.iter().map(|lab| lab.exercises.len()).sum();
        show(&format!(
            "{exercises} exercises, {judged}: each start is unsolved, each solution solves it, each misconception \
             is refused with its hint\n"
        ))?;
    }
    let slow = if quick { Vec::new() } else { timed::prove(root, labs::ALL)? };
    for line in &slow {
        show(&format!("{line}\n"))?;
    }
    if !quick && slow.is_empty() {
        show(
            "no solution takes longer than its start, by estimate, and each reference solution gains what its exercise asks for\n",
        )?;
    }
    let changed = pristine::worked_on(root, labs::ALL);
    if let Some(note) = pristine::note(&changed) {
        anstream::eprint!("{note}");
    }
    // What is committed holds the starts; on a student's machine nobody minds.
    let handed_out = changed.is_empty() || std::env::var_os("CI").is_none();
    Ok(if failures.is_empty() && slow.is_empty() && handed_out { Exit::Well } else { Exit::Failed })
}

/// The folders under `labs/` that are no labs.
const OTHERS: [&str; 2] = ["handbook", "results"];

/// Folders of labs that the registry does not know.
fn unregistered(root: &Path, known: &[&Lab]) -> Vec<String> {
    let mut missing = Vec::new();
    for parent in ["labs", "shaders"] {
        for name in names(&root.join(parent), |path| path.is_dir()) {
            if parent == "labs" && OTHERS.contains(&name.as_str()) {
                continue;
            }
            if !known.iter().any(|lab| lab.name == name) {
                missing.push(format!(
                    "{parent}/{name}: no lab of this name is registered: add the line `{name},` to labs/mod.rs"
                ));
            }
        }
    }
    missing
}

/// What `lab` itself lacks.
fn of_lab(root: &Path, lab: &Lab) -> Vec<String> {
    let mut missing = Vec::new();
    missing.extend(listed::command(root, lab));
    missing.extend(handout::of_lab(root, lab));
    missing.extend(definition(lab));
    missing.extend(shader_files(root, lab));
    missing.extend(wrong_kernels(root, lab));
    missing.extend(exercises::of_lab(root, lab));
    missing
}

fn definition(lab: &Lab) -> Vec<String> {
    let path = format!("labs/{}/mod.rs", lab.name);
    let mut missing = Vec::new();
    let lacking = |sizes: &[u32]| !sizes.contains(&1) || !sizes.iter().any(|s| *s > 1 && s % 2 == 1);
    if lacking(lab.small_sizes) {
        missing.push(format!("{path}: small_sizes lacks 1, or an odd size above 1"));
    }
    for exercise in lab.exercises.iter().filter(|exercise| lacking(lab.sizes_of(exercise))) {
        let (lab, name) = (lab.name, exercise.name);
        missing.push(format!("labs/{lab}/exercises.rs: the sizes of `{name}` lack 1, or an odd size above 1"));
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, variant) in lab.variants() {
        *seen.entry(variant.name).or_default() += 1;
        if variant.passes.is_empty() && variant.steps.is_empty() {
            missing.push(format!("{path}: the variant `{}` has no pass", variant.name));
        }
    }
    missing.extend(
        seen.iter()
            .filter(|(_, count)| **count > 1)
            .map(|(name, _)| format!("{path}: two variants are called `{name}`")),
    );
    missing.extend(predictions(lab));
    for part in lab.parts {
        let problem = (part.problem)(17);
        let inputs: Inputs = problem.inputs(1);
        let (expected, outputs) = ((problem.reference)(&inputs).len(), problem.outputs().count());
        if expected != outputs || outputs == 0 {
            missing.push(format!(
                "{path}: part `{}` has {outputs} output buffers and a reference for {expected}",
                part.name
            ));
        }
    }
    missing
}

/// What is asked before a run: something, and of two variants of one part.
fn predictions(lab: &Lab) -> Vec<String> {
    let path = format!("labs/{}/mod.rs", lab.name);
    if lab.predictions.is_empty() {
        return vec![format!(
            "{path}: no predictions: name one or more, such as Prediction::faster(VARIANT, BASE, QUESTION), in the handout's words"
        )];
    }
    let of = |name: &str| lab.variants().find(|(_, variant)| variant.name == name).map(|(part, _)| part.name);
    let comparable = |asked: &&Prediction| {
        asked.variant != asked.base && of(asked.variant).is_some() && of(asked.variant) == of(asked.base)
    };
    let wrong = lab.predictions.iter().filter(|asked| !comparable(asked));
    wrong
        .map(|Prediction { variant, base, .. }| {
            format!("{path}: a prediction holds `{variant}` against `{base}`: they are to be two variants of one part")
        })
        .collect()
}

fn shader_files(root: &Path, lab: &Lab) -> Vec<String> {
    let folder = format!("shaders/{}", lab.name);
    let mut missing = Vec::new();
    // What steps tell apart are the ways to run one kernel.
    let stepped = |name: &&str| lab.variants().any(|(_, variant)| variant.name == *name && !variant.steps.is_empty());
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for exercise in lab.exercises {
        let file = exercise.variant.passes[0].shader;
        users.entry(file).or_default().push(exercise.name);
    }
    for (part, variant) in lab.variants() {
        for pass in variant.passes {
            users.entry(pass.shader).or_default().push(variant.name);
            missing.extend(shader(root, &folder, part, pass));
        }
    }
    for (file, users) in &users {
        if users.iter().any(|user| *user != users[0]) && !users.iter().all(stepped) {
            missing.push(format!(
                "{folder}/{file}: shared by the variants {}: each has files of its own, so that one can be changed alone",
                users.join(", ")
            ));
        }
    }
    for file in names(&root.join(&folder), |path| path.extension().is_some_and(|e| e == "wgsl")) {
        if !users.contains_key(file.as_str()) {
            missing.push(format!("{folder}/{file}: no variant of the lab uses it"));
        }
    }
    missing
}

/// Whether one shader compiles, opens with a comment, keeps the contract and says what a workgroup covers.
fn shader(root: &Path, folder: &str, part: &Part, pass: &Pass) -> Option<String> {
    let path = format!("{folder}/{}", pass.shader);
    let Ok(source) = fs::read_to_string(root.join(&path)) else {
        return Some(format!("{path}: missing"));
    };
    if !source.starts_with("//") {
        return Some(format!(
            "{path}: it does not open with a comment: what it teaches, what it builds on, what effect to expect"
        ));
    }
    let kernel = match Kernel::parse(&path, &source, None, &Overrides::new()) {
        Ok(kernel) => kernel,
        Err(error) => return Some(format!("{path}: {error}")),
    };
    let problem = (part.problem)(17);
    contract(&kernel, &problem).err().map(|error| error.to_string()).or_else(|| {
        let workgroups = pass.grid.workgroups(&problem, &kernel, WORKGROUPS);
        workgroups.err().map(|error| error.to_string())
    })
}

fn wrong_kernels(root: &Path, lab: &Lab) -> Vec<String> {
    let folder = format!("tests/wrong/{}", lab.name);
    let found = names(&root.join(&folder), |path| path.is_file());
    let mut missing = Vec::new();
    if found.len() < FEWEST_WRONG {
        missing.push(format!(
            "{folder}: {} wrong kernels, {FEWEST_WRONG} or more are needed: patches on shaders of the lab that it must then refuse",
            found.len()
        ));
    }
    let at_fault = found.iter().filter_map(|file| wrong_kernel(root, lab, &format!("{folder}/{file}")));
    missing.extend(at_fault);
    missing
}

/// What is wrong with the patch `file`: it must apply to a shader of the lab, and name the verdict and its words.
fn wrong_kernel(root: &Path, lab: &Lab, file: &str) -> Option<String> {
    let wrong = match Altered::read(root, Path::new(file)) {
        Ok(wrong) => wrong,
        Err(error) => return Some(error.to_string()),
    };
    let lacks = ["verdict", "message"].into_iter().find(|key| wrong.value(key).is_none());
    if let Some(key) = lacks {
        return Some(format!("{file}: no line that starts with `{key}: ` before the diff"));
    }
    let base = wrong.base.unwrap_or_default();
    let own = base.strip_prefix(&format!("shaders/{}/", lab.name));
    let known = lab.variants().any(|(_, variant)| {
        let mut passes = variant.passes.iter();
        passes.any(|pass| Some(pass.shader) == own)
    });
    (!known).then(|| format!("{file}: it changes `{base}`, which no variant of {} uses", lab.name))
}

/// Sorted names of the entries of `folder` that `keep` wants; none where there is no such folder.
fn names(folder: &Path, keep: impl Fn(&Path) -> bool) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok())
        .filter(|entry| keep(&entry.path()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lab_of_this_checkout_keeps_the_convention() {
        assert_eq!(missing(Path::new(env!("CARGO_MANIFEST_DIR"))), Vec::<String>::new());
    }

    #[test]
    fn in_an_empty_folder_each_missing_thing_is_named() {
        let missing = missing(Path::new("/nonexistent")).join("\n");
        for place in ["main.rs", "Cargo.toml", "README.md", "shaders/", "tests/wrong/"] {
            assert!(missing.contains(place), "{place} in {missing}");
        }
    }
}
