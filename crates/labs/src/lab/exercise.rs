//! What a student is asked to write: a starting kernel, goals, hints. Nothing is judged here.

use super::{Cap, Goal, Hint, Part, Pass, Sign, Variant};

/// One kernel for a student to write.
pub struct Exercise {
    /// The name, unique in its lab: the stem of its file, `shaders/LAB/NAME.wgsl`.
    pub name: &'static str,
    /// What to do, in one line.
    pub task: &'static str,
    /// The problem it solves: a part of the lab's, or one of the exercise's own, with an empty ladder.
    pub part: &'static Part,
    /// The starting kernel, as `labs/LAB/NAME.wgsl` keeps it: `shaders/LAB/NAME.wgsl` is the student's to change.
    pub start: &'static str,
    /// How it is launched: one pass, its file, its grid.
    pub variant: Variant,
    /// What its time is compared with on a real device: the start, from the program's own copy, launched alike.
    pub baseline: Variant,
    /// The size at which the simulator counts: large enough to show the lesson, small enough for a second.
    pub size: u32,
    /// What it must reach, `compiles`, `correct` and `faults` first.
    pub goals: &'static [Goal],
    /// What its figures are held against besides: a ratio alone is bought with work that nobody needs.
    pub caps: &'static [Cap],
    /// First the steps, from a nudge to the whole idea, which are given one by one when asked for ([`Sign::Asked`]); then
    /// those that answer what an attempt shows, the first that fits before the others.
    pub hints: &'static [Hint],
}

impl Exercise {
    /// The part of a definition that is the same for the attempt and the start it is compared with; the rest is filled in
    /// by `..Exercise::new(...)`.
    pub const fn new(name: &'static str, part: &'static Part, start: &'static str, passes: &'static [Pass; 1]) -> Self {
        Self {
            name,
            task: "",
            part,
            start,
            variant: Variant { name, passes, needs: &[], steps: &[] },
            baseline: Variant { name: "start", passes, needs: &[], steps: &[] },
            size: 1,
            goals: &[],
            caps: &[],
            hints: &[],
        }
    }

    /// The file under `shaders/LAB/` that the student edits.
    pub fn file(&self) -> &'static str {
        self.variant.passes.first().map_or("", |pass| pass.shader)
    }

    /// The hints that are given one by one when asked for, from a nudge to the whole idea.
    pub fn steps(&self) -> impl Iterator<Item = &'static Hint> + use<> {
        let asked = |hint: &&Hint| hint.sign == Sign::Asked;
        self.hints.iter().filter(asked)
    }

    /// The hint of that id.
    pub fn hint(&self, id: &str) -> Option<&'static Hint> {
        Hint::COMPILER.iter().chain(self.hints).find(|hint| hint.id == id)
    }

    /// The goal of that id.
    pub fn goal(&self, id: &str) -> Option<&'static Goal> {
        self.goals.iter().find(|goal| goal.id == id)
    }
}
