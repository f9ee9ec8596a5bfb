//! The kernels of a search: one text for each choice of values.

use std::collections::{BTreeMap, BTreeSet};

use crate::Shown;
use crate::harness::protocol::{Expected, Request, RunError, Tuning, UserKernel, Varied, values_of};
use crate::harness::user::lab_problem;
use crate::harness::user::prepare::{BoundKernel, compile};
use crate::host::Host;
use crate::kernel::{OverrideDeclaration, override_declarations};
use crate::lab::{constant_value, declared_constant, with_constant};

/// Candidates of a search, at the most.
const MOST: usize = 4096;

/// What begins a comment that says which values the constant on its line may have.
const COMMENT: &str = "tune:";

/// The constants that say how many workgroups there are, which a candidate's text ends with.
const GRID: [&str; 3] = ["lockstep_workgroups_x", "lockstep_workgroups_y", "lockstep_workgroups_z"];

/// One choice of values.
#[derive(Clone)]
pub struct Candidate {
    /// Its values in words; unique.
    pub name: String,
    pub values: BTreeMap<String, String>,
    /// The kernel, its constants rewritten in the text and its overrides given.
    kernel: UserKernel,
}

/// On what a candidate runs.
#[derive(Clone)]
pub struct Shape {
    request: Request,
    /// The values of members; of the same that are given twice, the last counts.
    sets: Vec<(String, String)>,
    /// It in words.
    pub label: String,
}

/// Where the value of a constant stands.
enum Place {
    Text,
    Override,
}

/// What is varied: by the command line, else by the comments behind the constants.
///
/// # Errors
/// [`RunError`] where nothing is varied, or there are too many candidates.
pub fn varied(tuning: &Tuning, source: &str) -> Result<Vec<Varied>, RunError> {
    let path = tuning.kernel.file.shown();
    let mut all = tuning.vary.clone();
    for (line, text) in (1..).zip(source.lines()) {
        let Some((code, comment)) = text.split_once("//") else { continue };
        let Some(values) = comment.trim().strip_prefix(COMMENT) else { continue };
        let name = declared_constant(code).ok_or_else(|| {
            RunError::unserved(format!("{path}, line {line}: `{COMMENT}` stands behind a `const` or an `override`"))
        })?;
        if all.iter().all(|varied| varied.name != name) {
            let values = values_of(values).map_err(|why| RunError::unserved(format!("{path}, line {line}: {why}")))?;
            all.push(Varied { name: name.to_owned(), values });
        }
    }
    let count = all.iter().map(|varied| varied.values.len()).try_fold(1, usize::checked_mul);
    match count.filter(|count| *count <= MOST) {
        _ if all.is_empty() => Err(RunError::unserved(format!(
            "{path}: nothing says what may be varied: add --vary NAME=8,16,32 for a `const` or `override` of it, or write \
             `// {COMMENT} 8, 16, 32` behind its declaration"
        ))),
        None => Err(RunError::unserved(format!("{path}: these are more than {MOST} candidates: vary fewer constants"))),
        Some(_) => Ok(all),
    }
}

/// All choices of values, the unchanged kernel first, then that of another search.
///
/// # Errors
/// [`RunError`] where a constant is not there, or has no value that could be replaced.
pub fn candidates(tuning: &Tuning, source: &str, varied: &[Varied]) -> Result<Vec<Candidate>, RunError> {
    let overrides = override_declarations(source);
    let mut places = BTreeMap::new();
    let mut first = BTreeMap::new();
    for one in varied {
        let (place, value) = find_value(tuning, source, &one.name, &overrides)?;
        places.insert(one.name.as_str(), place);
        first.insert(one.name.clone(), value);
    }
    let mut choices = vec![first.clone()];
    if let Some(elsewhere) = &tuning.elsewhere {
        let known = elsewhere.values.iter().filter(|(name, _)| first.contains_key(*name));
        let known = known.map(|(name, value)| (name.clone(), value.clone()));
        choices.push(first.iter().map(|(name, value)| (name.clone(), value.clone())).chain(known).collect());
    }
    let mut all = vec![BTreeMap::new()];
    for one in varied {
        let longer = |values: &BTreeMap<String, String>, value: &String| {
            let mut values = values.clone();
            values.insert(one.name.clone(), value.clone());
            values
        };
        all = all.iter().flat_map(|values| one.values.iter().map(move |value| longer(values, value))).collect();
    }
    let (mut kernels, mut names): (Vec<Candidate>, BTreeSet<String>) = Default::default();
    for values in choices.into_iter().chain(all) {
        let name = name(varied, &values);
        if names.insert(name.clone()) {
            let kernel = rewritten(tuning, source, &places, &values);
            kernels.push(Candidate { name, values, kernel });
        }
    }
    Ok(kernels)
}

/// What a choice is called: `TILE=16 ROWS=4`, in the order in which the constants were given.
pub fn name(varied: &[Varied], values: &BTreeMap<String, String>) -> String {
    let one = |varied: &Varied| {
        let value = values.get(&varied.name).map_or("", String::as_str);
        format!("{}={}", varied.name, value.strip_suffix(['u', 'i']).unwrap_or(value))
    };
    varied.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Where the value of `name` stands, and the value that it has now.
fn find_value(
    tuning: &Tuning,
    source: &str,
    name: &str,
    overrides: &[OverrideDeclaration],
) -> Result<(Place, String), RunError> {
    let failed = |why: &str| RunError::unserved(format!("{}: --vary {name}: {why}", tuning.kernel.file.shown()));
    let range = constant_value(source, name);
    if overrides.iter().any(|declared| declared.name == name) {
        let given = tuning.kernel.overrides.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        let value = given.or_else(|| range.map(|range| source[range].to_owned()));
        return value.map(|value| (Place::Override, value)).ok_or_else(|| {
            failed("the override has no value of its own, which the search begins with: add --override")
        });
    }
    let range = range.ok_or_else(|| {
        failed("the kernel has no `const` or `override` of this name, declared outside of functions and on one line")
    })?;
    let value = source[range].to_owned();
    match values_of(&value) {
        Ok(_) => Ok((Place::Text, value)),
        Err(_) => Err(failed(&format!("its value is `{value}`, which is no number: vary the constants in it"))),
    }
}

fn rewritten(
    tuning: &Tuning,
    source: &str,
    places: &BTreeMap<&str, Place>,
    values: &BTreeMap<String, String>,
) -> UserKernel {
    let mut kernel = tuning.kernel.clone();
    let mut text = source.to_owned();
    for (name, value) in values {
        match &places[name.as_str()] {
            Place::Override => {
                kernel.overrides.retain(|(known, _)| known != name);
                kernel.overrides.push((name.clone(), value.clone()));
            }
            Place::Text => text = with_constant(&text, name, value).unwrap_or(text),
        }
    }
    kernel.text = Some(text);
    kernel
}

impl Shape {
    /// What the search is about.
    pub fn of(request: &Request, tuning: &Tuning) -> Self {
        Self { request: request.clone(), sets: tuning.kernel.sets.clone(), label: String::new() }
    }

    /// What outputs must be on it, beside those of the unchanged kernel: what was given is for what is timed.
    pub fn expected<'a>(&self, tuning: &'a Tuning) -> &'a [Expected] {
        if self.label.is_empty() { &tuning.expect } else { &[] }
    }

    /// Another on which the best are verified: with odd values of what the grid names, or an odd size of a lab's problem. `None` where
    /// nothing says what that is.
    ///
    /// # Errors
    /// [`RunError`] where the kernel is of no lab that there is.
    pub fn odd(request: &Request, tuning: &Tuning) -> Result<Option<Self>, RunError> {
        let kernel = &tuning.kernel;
        if let Some(found) = lab_problem::find(kernel)? {
            let size = found.odd_size();
            let request = Request { size, ..request.clone() };
            return Ok(size.map(|size| Self { request, sets: kernel.sets.clone(), label: format!("size {size}") }));
        }
        let mut odd = tuning.odd.clone();
        if odd.is_empty() {
            let named = kernel.sets.iter().filter(|(name, _)| tuning.grid.iter().any(|axis| axis.contains(name)));
            let one = |(name, value): &(String, String)| {
                let value = value.parse::<u32>().ok().filter(|value| *value > 2)?;
                Some((name.clone(), (value - 1 - value % 2).to_string()))
            };
            odd = named.filter_map(one).collect();
        }
        let label = odd.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", ");
        let sets = kernel.sets.iter().chain(&odd).cloned().collect();
        Ok((!odd.is_empty()).then(|| Self { request: request.clone(), sets, label }))
    }
}

impl Candidate {
    /// It with its buffers and its grid.
    ///
    /// # Errors
    /// [`RunError`] where it does not compile, or cannot be bound.
    pub fn bind<'a>(&self, tuning: &Tuning, shape: &Shape, host: &'a dyn Host) -> Result<BoundKernel<'a>, RunError> {
        let mut user = UserKernel { sets: shape.sets.clone(), hands_on: true, ..self.kernel.clone() };
        let mut text = user.text.clone().unwrap_or_default();
        for (axis, name) in tuning.grid.iter().zip(GRID) {
            text += &format!("\nconst {name}: u32 = {};", self.with_values(axis, &shape.sets));
        }
        let kernel = compile(&user, &text)?;
        if !tuning.grid.is_empty() {
            let mut workgroups = [1; 3];
            for ((axis, name), count) in tuning.grid.iter().zip(GRID).zip(&mut workgroups) {
                let value = kernel.constants.get(name).copied().filter(|value| *value > 0);
                *count = value.ok_or_else(|| {
                    RunError::unserved(format!("--grid: `{axis}` is no number of workgroups above 0"))
                })?;
            }
            user.workgroups = Some(workgroups);
        }
        user.text = Some(text);
        BoundKernel::of(kernel, &shape.request, &user, host)
    }

    /// An expression of the grid with the values of what a constant of WGSL may not be made of: members, and overrides.
    fn with_values(&self, axis: &str, sets: &[(String, String)]) -> String {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
        let known = || sets.iter().rev().chain(self.kernel.overrides.iter().rev());
        let value = |word: &str| {
            known().find(|(name, _)| name == word).map_or_else(|| word.to_owned(), |(_, value)| format!("({value})"))
        };
        let (mut out, mut word) = (String::new(), String::new());
        for c in axis.chars() {
            if is_word(c) {
                word.push(c);
            } else {
                out += &value(&std::mem::take(&mut word));
                out.push(c);
            }
        }
        out + &value(&word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::protocol::Job;
    use crate::host::Native;

    const SOURCE: &str = "
        // const TILE = 1u;
        const TILE: u32 = 8u; // tune: 8, 16
        const WIDE = TILE * 2;
        override ROWS: u32 = 4; /* const ROWS = 5; */
        struct Params { n: u32 }
        @group(0) @binding(0) var<uniform> params: Params;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(TILE, ROWS) fn main() { const INNER = 3; out[0] = params.n + INNER; }";

    fn tuning(vary: &[&str], grid: &[&str]) -> Tuning {
        let kernel = UserKernel {
            file: "k.wgsl".into(),
            buffers: vec![("0.1".parse().expect("a place"), "zero:4".parse().expect("a filling"))],
            sets: vec![("params.n".to_owned(), "64".to_owned())],
            ..UserKernel::default()
        };
        let vary = vary.iter().map(|text| text.parse().expect("values")).collect();
        Tuning { kernel, vary, grid: grid.iter().map(|&axis| axis.to_owned()).collect(), ..Tuning::default() }
    }

    fn of(tuning: &Tuning) -> Result<Vec<Candidate>, RunError> {
        candidates(tuning, SOURCE, &varied(tuning, SOURCE)?)
    }

    #[test]
    fn the_unchanged_kernel_comes_first_and_workgroups_follow_the_constants() {
        let tuning = tuning(&["ROWS=1..2"], &["(params.n + TILE - 1) / TILE", "16 / ROWS"]);
        let all = of(&tuning).expect("they are there");
        let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        let wanted = ["ROWS=4 TILE=8", "ROWS=1 TILE=8", "ROWS=1 TILE=16", "ROWS=2 TILE=8", "ROWS=2 TILE=16"];
        assert_eq!(names, wanted);
        let request = Request::new(Job::Kernel(Box::default()));
        let shape = Shape::of(&request, &tuning);
        let bound = |at: usize, shape: &Shape| all[at].bind(&tuning, shape, &Native).expect("it is bound");
        let last = bound(4, &shape);
        assert_eq!((last.kernel.workgroup_size, last.workgroups), ([16, 2, 1], [4, 8, 1]));
        let odd = Shape::odd(&request, &tuning).expect("no lab").expect("the grid names it");
        assert_eq!((odd.label.as_str(), bound(2, &odd).workgroups), ("params.n=63", [4, 16, 1]));
        assert_eq!(bound(1, &odd).workgroups, [8, 16, 1]);
    }

    #[test]
    fn what_cannot_be_varied_is_refused_with_the_reason() {
        for (vary, reported) in [
            ("ABSENT=1,2", "has no `const` or `override` of this name"),
            ("INNER=1,2", "has no `const` or `override` of this name"),
            ("WIDE=1,2", "its value is `TILE * 2`, which is no number"),
        ] {
            let error = of(&tuning(&[vary], &[])).err().expect(vary);
            assert!(error.message.contains(reported), "{vary}: {error}");
        }
        let error = of(&tuning(&["ROWS=1..200", "TILE=1..200"], &[])).err().expect("too many");
        assert!(error.message.contains("more than 4096"), "{error}");
    }
}
