//! What is asked of an attempt: an exercise's own goals, or those of an assignment.

use crate::lab::{Exercise, Goal, Test};

/// What is asked of an attempt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The simulator's machine whose counters are meant; empty for the default one.
    pub machine: String,
    /// The goals; `None` for the exercise's own.
    pub goals: Option<Vec<AskedGoal>>,
}

/// A goal of an exercise as an assignment asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedGoal {
    /// [`Goal::id`].
    pub id: String,
    pub title: String,
    /// The figure that meets it; the exercise's own where it is left out.
    pub full: Option<f64>,
}

impl Asked {
    /// The goals of `exercise` that are asked for, each with its title.
    pub(super) fn of(&self, exercise: &'static Exercise) -> Vec<(Goal, String)> {
        let Some(asked) = &self.goals else {
            return exercise.goals.iter().map(|goal| (*goal, goal.title.to_owned())).collect();
        };
        let found = asked.iter().filter_map(|asked| Some((exercise.goal(&asked.id)?, asked)));
        found
            .map(|(goal, asked)| {
                let full = |figure| asked.full.unwrap_or(figure);
                let test = match goal.test {
                    Test::AtMost(which, figure) => Test::AtMost(which, full(figure)),
                    Test::AtLeast(which, figure) => Test::AtLeast(which, full(figure)),
                    Test::Faster(times) => Test::Faster(full(times)),
                    other => other,
                };
                (Goal { test, ..*goal }, asked.title.clone())
            })
            .collect()
    }
}
