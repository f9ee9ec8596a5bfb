//! Every exercise in the course's order, and where the student is.

use std::path::{Path, PathBuf};

use crate::lab::{Exercise, Lab};
use crate::study::Progress;

/// One exercise.
#[derive(Clone, Copy)]
pub struct Spot {
    pub lab: &'static Lab,
    pub exercise: &'static Exercise,
}

impl Spot {
    /// Every exercise of `labs`, in order.
    pub fn all(labs: &[&'static Lab]) -> Vec<Self> {
        let of = |lab: &'static Lab| lab.exercises.iter().map(move |exercise| Self { lab, exercise });
        labs.iter().copied().flat_map(of).collect()
    }

    /// `LAB/NAME`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.lab.name, self.exercise.name)
    }

    /// The student's file, under the folder of shaders.
    pub fn path(&self, shaders: &Path) -> PathBuf {
        shaders.join(self.lab.name).join(self.file())
    }

    /// The file's name.
    pub fn file(&self) -> &'static str {
        self.exercise.file()
    }
}

/// The exercises, the place among them, and what is solved.
pub struct Course {
    /// In order; never empty.
    pub spots: Vec<Spot>,
    /// What the goals of each are called.
    pub titles: Vec<Vec<String>>,
    /// The place among them.
    pub here: usize,
    /// What is remembered.
    pub progress: Progress,
    /// The folder of shaders.
    pub shaders: PathBuf,
}

impl Course {
    /// A course that begins at `start`, else where the student left off, else at the first exercise that is not
    /// solved; `None` where there is no exercise.
    pub fn new(spots: Vec<Spot>, start: Option<(&str, &str)>, progress: Progress, shaders: PathBuf) -> Option<Self> {
        let find = |(lab, exercise): (&str, &str)| {
            let is = |spot: &Spot| spot.lab.name == lab && spot.exercise.name == exercise;
            spots.iter().position(is)
        };
        let open = |spot: &Spot| !progress.solved(spot.lab.name, spot.exercise.name);
        let here = start
            .and_then(find)
            .or_else(|| progress.current().and_then(find))
            .or_else(|| spots.iter().position(open))
            .unwrap_or(0);
        let own = |spot: &Spot| spot.exercise.goals.iter().map(|goal| goal.title.to_owned()).collect();
        let titles = spots.iter().map(own).collect();
        (!spots.is_empty()).then_some(Self { spots, titles, here, progress, shaders })
    }

    /// The exercise at which the student is.
    pub fn spot(&self) -> Spot {
        self.spots[self.here]
    }

    /// Whether an exercise was solved, now or once.
    pub fn solved(&self, spot: &Spot) -> bool {
        self.progress.solved(spot.lab.name, spot.exercise.name)
    }

    /// How many exercises are solved.
    pub fn solved_count(&self) -> usize {
        self.spots.iter().filter(|spot| self.solved(spot)).count()
    }

    /// The student's file here.
    pub fn path(&self) -> PathBuf {
        self.spot().path(&self.shaders)
    }

    /// How many hints of this exercise were shown.
    pub fn hints_shown(&self) -> usize {
        let spot = self.spot();
        let shown = self.progress.hints(spot.lab.name, spot.exercise.name);
        shown.min(spot.exercise.steps().count())
    }
}
