//! Kernels that have much in common with another's, or with one that stands in every checkout: a number and the two side by side, for a
//! person to judge.

use std::collections::BTreeMap;
use std::path::Path;

use crate::grade::mark::{ExerciseMark, Gradebook};
use crate::kernel::without_comments;
use crate::lab::{Lab, Shaders};
use crate::marking::features;

/// The share of common features from which on a pair is listed.
pub const LINE: f64 = 0.80;

/// The share of all features, the start's too, from which on a kernel may be one for the exercise whose kernels it is most like.
const TYPICAL: f64 = 0.6;

/// The least that two must have in common beyond what many have.
const FEWEST: f64 = 4.0;

/// Kernels that may have a feature before it says less.
const FEW: f64 = 2.0;

/// A kernel that stands in every checkout.
#[derive(Clone, Debug)]
pub struct Known {
    /// `LAB/EXERCISE`.
    pub exercise: String,
    /// Its file.
    pub name: String,
    pub text: String,
}

/// Two kernels with much in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// `LAB/EXERCISE`.
    pub exercise: String,
    /// Whose, or which file of a checkout: the name and the text without comments.
    pub sides: [(String, String); 2],
    /// The share of their features that both have, 0 to 1; features that many have count less.
    pub alike: f64,
}

type Bag = BTreeMap<u32, f64>;

/// A kernel without what the start gives.
struct Candidate {
    name: String,
    text: String,
    bag: Bag,
    /// Whether a student handed it in.
    handed_in: bool,
}

/// The pairs above [`LINE`] of what was handed in, with each other and with `known`; those that have the most in common first.
pub fn pairs(book: &Gradebook, known: &[Known]) -> Vec<Pair> {
    let mut all: Vec<Pair> = Vec::new();
    for (place, assigned) in book.assignment.exercises.iter().enumerate() {
        let Some((_, exercise)) = assigned.find() else { continue };
        let title = assigned.title();
        let start = bag(&features(exercise.start).unwrap_or_default());
        let handed_in =
            book.marks.iter().filter_map(|mark| of_mark(&mark.submission, mark.exercises.get(place)?, &start));
        let shipped = known.iter().filter(|known| known.exercise == title).filter_map(|known| of_known(known, &start));
        let candidates: Vec<Candidate> = handed_in.chain(shipped).collect();
        all.extend(alike(&title, &candidates));
    }
    all.sort_by(|a, b| b.alike.total_cmp(&a.alike).then_with(|| a.sides.cmp(&b.sides)));
    all
}

fn alike(exercise: &str, candidates: &[Candidate]) -> Vec<Pair> {
    let mut holders: BTreeMap<u32, f64> = BTreeMap::new();
    for feature in candidates.iter().flat_map(|candidate| candidate.bag.keys()) {
        *holders.entry(*feature).or_default() += 1.0;
    }
    let weight = |feature: &u32| (FEW / holders.get(feature).copied().unwrap_or(FEW)).min(1.0);
    let weigh = |one: &Candidate| one.bag.iter().map(|(feature, count)| weight(feature) * count).sum::<f64>();
    let weights: Vec<f64> = candidates.iter().map(weigh).collect();
    let mut found = Vec::new();
    for (at, one) in candidates.iter().enumerate().filter(|(_, one)| one.handed_in) {
        for (beside, other) in candidates.iter().enumerate().skip(at + 1) {
            let (less, more) = (weights[at].min(weights[beside]), weights[at].max(weights[beside]));
            // Two have no more in common than the lighter of them has.
            if less < FEWEST || less < LINE * more {
                continue;
            }
            let common = common(&one.bag, &other.bag, weight);
            let all = less + more - common;
            if common >= FEWEST && common >= LINE * all {
                let sides = [one, other].map(|side| (side.name.clone(), side.text.clone()));
                found.push(Pair { exercise: exercise.to_owned(), sides, alike: common / all });
            }
        }
    }
    found
}

/// The weight of what two have in common.
fn common(one: &Bag, other: &Bag, weight: impl Fn(&u32) -> f64) -> f64 {
    one.iter().filter_map(|(feature, count)| Some(weight(feature) * count.min(*other.get(feature)?))).sum()
}

fn bag(features: &[u32]) -> Bag {
    let mut bag = Bag::new();
    features.iter().for_each(|feature| *bag.entry(*feature).or_default() += 1.0);
    bag
}

fn without(mut bag: Bag, start: &Bag) -> Bag {
    start.iter().for_each(|(feature, count)| *bag.entry(*feature).or_default() -= count);
    bag.retain(|_, count| *count > 0.0);
    bag
}

fn of_mark(submission: &str, exercise: &ExerciseMark, start: &Bag) -> Option<Candidate> {
    let text = exercise.source.clone()?;
    let own = bag(&kept(exercise));
    Some(Candidate { name: submission.to_owned(), text, bag: without(own, start), handed_in: true })
}

/// The features that are kept with a mark.
fn kept(exercise: &ExerciseMark) -> Vec<u32> {
    let digits = exercise.features.as_bytes().chunks(8);
    digits.filter_map(|eight| u32::from_str_radix(std::str::from_utf8(eight).ok()?, 16).ok()).collect()
}

/// What kernels for each exercise look like, to tell a file that was handed in for another one.
pub struct Typical(Vec<(String, Bag)>);

impl Typical {
    /// The starts of the assigned exercises, and the `known` kernels.
    pub fn of(book: &Gradebook, known: &[Known]) -> Self {
        let starts = book.assignment.exercises.iter().filter_map(|assigned| {
            let (_, exercise) = assigned.find()?;
            Some((assigned.title(), exercise.start))
        });
        let known = known.iter().map(|known| (known.exercise.clone(), known.text.as_str()));
        let bags = starts.chain(known).filter_map(|(title, text)| Some((title, bag(&features(text)?))));
        Self(bags.collect())
    }

    /// The exercise for which a kernel like this one would be, where that is another than its own.
    pub fn other_exercise(&self, exercise: &ExerciseMark) -> Option<&str> {
        let own = bag(&kept(exercise));
        let size = |bag: &Bag| bag.values().sum::<f64>();
        let alike = |other: &Bag| {
            let common = common(&own, other, |_| 1.0);
            common / (size(&own) + size(other) - common)
        };
        let (title, share) =
            self.0.iter().map(|(title, bag)| (title, alike(bag))).max_by(|a, b| a.1.total_cmp(&b.1))?;
        (*title != exercise.title() && share >= TYPICAL).then_some(title)
    }
}

fn of_known(known: &Known, start: &Bag) -> Option<Candidate> {
    let own = bag(&features(&known.text)?);
    let text = without_comments(&known.text);
    Some(Candidate { name: known.name.clone(), text, bag: without(own, start), handed_in: false })
}

/// The rungs of the labs that are assigned, and the solutions in `folder`, `LAB/EXERCISE/FILE.wgsl`, where it is there.
pub fn known(book: &Gradebook, folder: &Path) -> Vec<Known> {
    let mut all = Vec::new();
    for assigned in &book.assignment.exercises {
        let Some((lab, _)) = assigned.find() else { continue };
        let title = assigned.title();
        all.extend(rungs(lab).into_iter().map(|(name, text)| Known { exercise: title.clone(), name, text }));
        let files = std::fs::read_dir(folder.join(&assigned.lab).join(&assigned.name)).into_iter().flatten().flatten();
        let solutions = files.filter_map(|file| {
            let name = format!("{title}/{}", file.file_name().to_string_lossy());
            Some(Known { exercise: title.clone(), name, text: std::fs::read_to_string(file.path()).ok()? })
        });
        all.extend(solutions.filter(|known| known.name.ends_with(".wgsl")));
    }
    all.sort_by(|a, b| (&a.exercise, &a.name).cmp(&(&b.exercise, &b.name)));
    all
}

/// The lab's own kernels, by their files.
fn rungs(lab: &'static Lab) -> BTreeMap<String, String> {
    let files = lab.variants().flat_map(|(_, variant)| variant.passes).map(|pass| pass.shader);
    files.filter_map(|file| Shaders::embedded(lab.name, file).ok()).map(|(path, text, _)| (path, text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::mark::{Mark, example};
    use crate::lab::Altered;

    fn handed_in(who: &str, text: &str) -> Mark {
        let mut mark = example::mark(who, 1.0);
        let features = features(text).expect("it compiles");
        mark.exercises[0].features = features.iter().map(|feature| format!("{feature:08x}")).collect();
        mark.exercises[0].source = Some(text.to_owned());
        mark
    }

    #[test]
    fn a_renamed_copy_is_listed_with_its_share_and_the_start_which_all_have_is_not() {
        let start =
            crate::labs::find("coalescing").and_then(|lab| lab.exercise("exercise")).expect("it is there").start;
        let own = start
            .replace("z[i] =", "let part = 3.0 * exp2(x[i]); let rest = sin(part) + sqrt(y[i]); z[i] = part * rest +");
        let copy = own.replace("part", "piece").replace("rest", "other").replace("let piece", "/* mine */ let piece");
        let marks =
            vec![handed_in("ann", &own), handed_in("bob", &copy), handed_in("cy", start), handed_in("di", start)];
        let found = pairs(&example::book(marks), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].sides[0].0.as_str(), found[0].sides[1].0.as_str()), ("ann", "bob"));
        assert!(found[0].alike > 0.99);
        let known = Known { exercise: "coalescing/exercise".to_owned(), name: "solution.wgsl".to_owned(), text: copy };
        let found = pairs(&example::book(vec![handed_in("ann", &own)]), &[known]);
        assert_eq!(found[0].sides[1].0, "solution.wgsl");
    }

    #[test]
    fn a_file_of_another_exercise_is_told_and_no_attempt_at_its_own() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let texts = |exercise: &str| -> Vec<String> {
            let files = std::fs::read_dir(root.join("tests/exercises/tiling").join(exercise)).expect("it is there");
            let texts = files.filter_map(|file| Some(Altered::read(root, &file.ok()?.path()).ok()?.text));
            texts.filter(|text| features(text).is_some()).collect()
        };
        let (own, other) = (texts("exercise"), texts("exercise-2"));
        let solution = |exercise: &str| {
            let path = root.join("tests/exercises/tiling").join(exercise).join("solution.wgsl");
            let text = std::fs::read_to_string(path).expect("it is there");
            Known { exercise: format!("tiling/{exercise}"), name: "solution.wgsl".to_owned(), text }
        };
        let typical = Typical::of(&example::book(Vec::new()), &[solution("exercise"), solution("exercise-2")]);
        let reported = |text: &String| {
            let mut mark = handed_in("ann", text).exercises.remove(0);
            (mark.lab, mark.name) = ("tiling".to_owned(), "exercise".to_owned());
            typical.other_exercise(&mark).map(str::to_owned)
        };
        assert_eq!(own.iter().filter_map(reported).collect::<Vec<_>>(), [""; 0], "of {}", own.len());
        let found = other.iter().filter(|text| reported(text).as_deref() == Some("tiling/exercise-2")).count();
        assert!(2 * found > other.len(), "{found} of {}", other.len());
    }

    #[test]
    fn solutions_by_other_ideas_are_no_pair_and_two_disguises_together_hide_none() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = root.join("tests/exercises/coalescing/exercise");
        let files = std::fs::read_dir(folder).expect("it is there").map(|file| file.expect("a file").path());
        // One of them only spells the arithmetic of another differently.
        let other_idea = |stem: &str| stem.starts_with("solution") && stem != "solution-two-dimensions";
        let solutions = files.filter(|path| path.file_stem().is_some_and(|stem| other_idea(&stem.to_string_lossy())));
        let mut marks: Vec<Mark> = solutions
            .map(|path| handed_in(&path.display().to_string(), &Altered::read(root, &path).expect("a solution").text))
            .collect();
        assert!(marks.len() > 5 && pairs(&example::book(marks.clone()), &[]).is_empty());
        let own = include_str!("../../../tests/exercises/coalescing/exercise/solution.wgsl");
        let copy = own
            .replace("@compute", "fn both(a: f32, b: f32) -> f32 { return b + A * a; }\n@compute")
            .replace("A * x[i] + y[i]", "both(x[i], y[i])")
            .replace("for (var item = 0u; item < ITEMS; item++) {", "var turn = 0u; while (turn < ITEMS) {")
            .replace("item * WORKGROUP", "WORKGROUP * turn")
            .replace("both(x[i], y[i]);\n        }", "both(x[i], y[i]);\n        }\n        turn++;");
        marks.push(handed_in("disguised", &copy));
        let found = pairs(&example::book(marks), &[]);
        assert!(found.iter().any(|pair| pair.sides.iter().any(|(name, _)| name == "disguised")), "{found:?}");
    }
}
