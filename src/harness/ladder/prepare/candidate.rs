//! Candidates: kernels that take the place of a variant, wherever their files are.

use std::path::Path;

use super::variant_under_test::{Parts, VariantUnderTest, subject};
use crate::device::Facts;
use crate::harness::protocol::{Candidate, Request, RunError};
use crate::lab::{Grid, Lab, Part, Pass, ShaderFileError, Shaders, Variant};

/// Candidates as subjects of one part.
///
/// # Errors
/// [`RunError`] where a candidate names no part or variant of `lab`, or they are of several parts.
pub fn subjects(
    lab: &'static Lab,
    candidates: &[Candidate],
    request: &Request,
    facts: &Facts,
    shaders: &Shaders<'_>,
) -> Result<(Parts, Vec<String>), RunError> {
    let mut chosen: Option<&'static Part> = None;
    let mut subjects: Vec<VariantUnderTest> = Vec::new();
    for candidate in candidates {
        let (part, like) = stands_for(lab, candidate)?;
        if chosen.is_some_and(|chosen| chosen.name != part.name) {
            return Err(RunError::unserved(format!(
                "`{}` is of another part of lab {} than the first: they solve different problems",
                candidate.name, lab.name
            )));
        }
        chosen = Some(part);
        let problem = (part.problem)(lab.small_sizes.first().copied().unwrap_or(1));
        let mut pass = 0;
        let mut read = |file: &str| -> Result<(String, String), ShaderFileError> {
            let given = candidate.files.get(pass).and_then(Option::as_deref);
            pass += 1;
            match given {
                Some(path) => shaders.file(path),
                None => shaders.read(lab.name, file).map(|(path, text, _)| (path, text)),
            }
        };
        let variant = renamed(like, &candidate.name);
        subjects.push(subject(variant, &problem, request, facts, &mut read));
    }
    let part = chosen.ok_or_else(|| RunError::unserved("there is no candidate".to_owned()))?;
    Ok((vec![(part, subjects)], Vec::new()))
}

/// The part and the variant, or the exercise's, that a candidate stands for.
fn stands_for(lab: &'static Lab, candidate: &Candidate) -> Result<(&'static Part, &'static Variant), RunError> {
    all_variants(lab)
        .find(|(part, variant)| part.name == candidate.part && variant.name == candidate.variant)
        .ok_or_else(|| {
            RunError::unserved(format!(
                "lab {} has no variant `{}` in a part `{}`",
                lab.name, candidate.variant, candidate.part
            ))
        })
}

/// Every variant of a lab and every exercise's, with its part.
pub fn all_variants(lab: &'static Lab) -> impl Iterator<Item = (&'static Part, &'static Variant)> {
    let exercises = lab.exercises.iter();
    let exercises = exercises.map(|exercise| (exercise.part, &exercise.variant));
    lab.variants().chain(exercises)
}

/// The variant under another name. Variants live as long as the program; this one does too, in a worker that runs once.
fn renamed(variant: &'static Variant, name: &str) -> &'static Variant {
    let passes: Vec<Pass> =
        variant.passes.iter().map(|pass| Pass { shader: pass.shader, grid: Grid(pass.grid.0) }).collect();
    Box::leak(Box::new(Variant {
        name: name.to_owned().leak(),
        passes: passes.leak(),
        needs: variant.needs,
        steps: variant.steps,
    }))
}

/// The files of a variant of which `file` is the pass number `pass`: its neighbours where they lie beside it.
pub fn candidate_files(variant: &Variant, pass: usize, file: &Path) -> Vec<Option<std::path::PathBuf>> {
    let passes = variant.passes.iter().enumerate();
    passes
        .map(|(number, one)| {
            let beside = file.with_file_name(one.shader);
            if number == pass { Some(file.to_owned()) } else { beside.is_file().then_some(beside) }
        })
        .collect()
}
