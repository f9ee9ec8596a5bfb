//! Which file of a submission answers which exercise.

use crate::grade::assignment::{Assigned, Assignment};
use crate::grade::intake::{Intake, SubmittedFile};
use crate::text::escaped_name;

/// An exercise's file, or why there is none.
pub type Chosen<'a> = Result<&'a SubmittedFile, String>;

/// The file of `taken` that answers `assigned`: `LAB/NAME.wgsl` wherever it lies, else `LAB-NAME.wgsl`, else `NAME.wgsl`
/// where no other exercise has that name, else one of these with the number that services and browsers add to a file handed
/// in again, else the only file where there is one exercise only. Of several, the one that lies least deep.
///
/// # Errors
/// What to hand in instead.
pub fn choose<'a>(taken: &'a Intake, assigned: &Assigned, assignment: &Assignment) -> Chosen<'a> {
    let file = format!("{}.wgsl", assigned.name);
    let full = format!("{}/{file}", assigned.lab);
    let lone = assignment.exercises.iter().filter(|other| other.name == assigned.name).count() == 1;
    let ends = |path: &str, with: &str| {
        let path = path.to_lowercase();
        let with = with.to_lowercase();
        path == with || path.ends_with(&format!("/{with}"))
    };
    let flat = ["-", "_", ".", " "].map(|sign| format!("{}{sign}{file}", assigned.lab));
    let bare = lone.then_some(&file);
    let names: Vec<&String> = std::iter::once(&full).chain(&flat).chain(bare).collect();
    let named = |path: &str, with: &str| !another(path, assigned, assignment) && ends(path, with);
    let of = |name: &str, again: bool| -> Vec<&'a SubmittedFile> {
        let matches = |taken: &&SubmittedFile| match again {
            false => ends(&taken.path, name),
            true => once(&taken.path).is_some_and(|path| named(&path, name) && !exact(&taken.path, assignment)),
        };
        taken.sources.iter().filter(matches).collect()
    };
    let found = [false, true].into_iter().flat_map(|again| names.iter().map(move |name| (name, again)));
    let mut candidates = found.map(|(name, again)| of(name, again)).find(|found| !found.is_empty()).unwrap_or_default();
    if candidates.is_empty() && assignment.exercises.len() == 1 {
        candidates = taken.sources.iter().collect();
    }
    let depth = |taken: &SubmittedFile| taken.path.split('/').count();
    let least = candidates.iter().map(|taken| depth(taken)).min();
    candidates.retain(|taken| Some(depth(taken)) == least);
    match candidates.as_slice() {
        [one] => Ok(one),
        [] => Err(missing(taken, &full)),
        several => {
            let names: Vec<String> =
                several.iter().take(5).map(|taken| format!("`{}`", escaped_name(&taken.path))).collect();
            Err(format!("several files could be this exercise ({}): keep one, as `{full}`", names.join(", ")))
        }
    }
}

/// The path without the number that was added to the file's name: `exercise-1.wgsl`, `exercise (1).wgsl`.
fn once(path: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    let plain = stem.trim_end_matches(')');
    let bare = plain.trim_end_matches(|c: char| c.is_ascii_digit());
    let sign = if plain.len() < stem.len() { " (" } else { "-" };
    let name = bare.strip_suffix(sign)?;
    (bare.len() < plain.len()).then(|| format!("{name}.{ending}"))
}

/// Whether the file has the name of an exercise as it is, number and all.
fn exact(path: &str, assignment: &Assignment) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default().to_lowercase();
    assignment.exercises.iter().any(|known| file.strip_suffix(".wgsl").is_some_and(|stem| stem.ends_with(&known.name)))
}

/// Whether the file lies in the folder of another lab than `assigned` is of.
fn another(path: &str, assigned: &Assigned, assignment: &Assignment) -> bool {
    let mut folders = path.rsplit('/').skip(1);
    let folder = folders.next().unwrap_or_default();
    folder != assigned.lab && assignment.exercises.iter().any(|other| other.lab == folder)
}

/// How it is said that nothing answers an exercise.
const MISSING: [&str; 2] = ["there is no .wgsl file in it", "no file is named"];

/// Whether an exercise was not judged because nothing answers it.
pub fn is_missing(why: &str) -> bool {
    MISSING.iter().any(|missing| why.starts_with(missing))
}

fn missing(taken: &Intake, full: &str) -> String {
    if taken.sources.is_empty() {
        return format!("{}: hand in `{full}`", MISSING[0]);
    }
    let names: Vec<String> =
        taken.sources.iter().take(5).map(|taken| format!("`{}`", escaped_name(&taken.path))).collect();
    format!("{} `{full}`; there are: {}", MISSING[1], names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::assignment::{ASSIGNMENT, FAULTY, TimeRule};
    use crate::grade::sandbox::Bounds;

    fn assigned(lab: &str, name: &str) -> Assigned {
        Assigned {
            lab: lab.to_owned(),
            name: name.to_owned(),
            task: String::new(),
            seed: 1,
            sizes: vec![],
            size: 64,
            bonus: false,
            goals: vec![],
        }
    }

    fn assignment(exercises: &[(&str, &str)]) -> Assignment {
        Assignment {
            schema: ASSIGNMENT.to_owned(),
            title: String::new(),
            machine: String::new(),
            hidden: String::new(),
            feedback: Default::default(),
            faulty: FAULTY,
            late: None,
            time: TimeRule::default(),
            bounds: Bounds::default(),
            exercises: exercises.iter().map(|(l, n)| assigned(l, n)).collect(),
        }
    }

    fn taken(paths: &[&str]) -> Intake {
        Intake {
            sources: paths
                .iter()
                .map(|path| SubmittedFile { path: (*path).to_owned(), text: Ok(String::new()) })
                .collect(),
            ..Intake::default()
        }
    }

    fn chosen(paths: &[&str], exercises: &[(&str, &str)]) -> Result<String, String> {
        let assignment = assignment(exercises);
        let taken = taken(paths);
        let found = choose(&taken, &assignment.exercises[0], &assignment)?;
        Ok(found.path.clone())
    }

    const TWO: &[(&str, &str)] = &[("tiling", "exercise"), ("fusion", "exercise")];

    #[test]
    fn the_file_is_found_by_lab_and_name_however_deep_the_folder_was_zipped() {
        let paths = ["hw1/shaders/fusion/exercise.wgsl", "hw1/shaders/tiling/exercise.wgsl"];
        assert_eq!(chosen(&paths, TWO).as_deref(), Ok(paths[1]));
        assert_eq!(chosen(&["Tiling/Exercise.WGSL"], TWO).as_deref(), Ok("Tiling/Exercise.WGSL"));
    }

    #[test]
    fn a_backup_that_lies_deeper_does_not_count() {
        let paths = ["old/2/tiling/exercise.wgsl", "tiling/exercise.wgsl"];
        assert_eq!(chosen(&paths, TWO).as_deref(), Ok(paths[1]));
    }

    #[test]
    fn names_that_differ_only_in_case_are_not_chosen_between() {
        let paths = ["tiling/Exercise.wgsl", "tiling/exercise.wgsl"];
        let why = chosen(&paths, TWO).expect_err("there are two");
        assert!(why.contains("several files could be this exercise"), "{why}");
    }

    #[test]
    fn a_bare_name_will_do_where_it_can_mean_one_exercise_only() {
        let one = &[("tiling", "registers"), ("fusion", "exercise")];
        assert_eq!(chosen(&["registers.wgsl"], one).as_deref(), Ok("registers.wgsl"));
        let why = chosen(&["exercise.wgsl"], TWO).expect_err("it could mean either");
        assert!(why.contains("no file is named `tiling/exercise.wgsl`"), "{why}");
    }

    #[test]
    fn flat_names_and_numbers_that_services_add_are_understood() {
        let three = &[("tiling", "exercise"), ("tiling", "exercise-2"), ("fusion", "exercise")];
        let flat = ["tiling-exercise-2.wgsl", "Tiling_exercise.wgsl", "fusion-exercise.wgsl"];
        assert_eq!(chosen(&flat, three).as_deref(), Ok("Tiling_exercise.wgsl"));
        assert_eq!(chosen(&["tiling-exercise-1.wgsl"], three).as_deref(), Ok("tiling-exercise-1.wgsl"));
        assert_eq!(chosen(&["tiling/exercise (3).wgsl"], three).as_deref(), Ok("tiling/exercise (3).wgsl"));
        assert!(chosen(&["tiling-exercise-2.wgsl"], three).is_err(), "that is the second exercise");
        assert!(chosen(&["fusion/exercise-1.wgsl"], TWO).is_err());
    }

    #[test]
    fn with_one_exercise_any_single_kernel_is_its_answer() {
        let one = &[("tiling", "exercise")];
        assert_eq!(chosen(&["my kernel.wgsl"], one).as_deref(), Ok("my kernel.wgsl"));
        assert!(chosen(&["a.wgsl", "b.wgsl"], one).is_err());
        let why = chosen(&[], one).expect_err("there is nothing");
        assert!(why.contains("no .wgsl file"), "{why}");
    }
}
