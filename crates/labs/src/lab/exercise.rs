//! What a student is asked to write: a starting kernel, goals, hints. Nothing is judged here.

use super::{Cap, Configuration, Goal, Hint, Hints, Need, Part, Pass, Sign, Step, Variant};
use crate::sim::FindingKind;

/// Where what an exercise teaches shows in the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimedAt {
    /// At the size at which it is judged: it fills a GPU there, or is about one that is not full.
    Judged,
    /// At this size, which fills a GPU: at the one at which it is judged, times say little. It is small enough that a launch with an
    /// invocation for each element, 64 in a workgroup, is not folded into rows: a student's kernel need not know about that.
    Size(u32),
    /// Nowhere, for the reason that this says in sentences, which stand in the start's opening comment, too.
    Never(&'static str),
}

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
    /// The other sizes at which an attempt must be right; none for the lab's.
    pub sizes: &'static [u32],
    /// Whether right kernels miss goals at sizes near `size`, where tiles or rounds are left half empty: then nothing is counted there.
    pub ragged: bool,
    /// Values of its constants with which an attempt must be right as well, each at the largest of the sizes and at the part's other
    /// shapes.
    pub configurations: &'static [&'static Configuration],
    /// Constants of the start that belong to the task: with other values it is another task.
    pub given: &'static [&'static str],
    /// Where what it teaches shows in the time.
    pub timed: TimedAt,
    /// What it must reach: the list that `goals!` makes.
    pub goals: &'static [Goal],
    /// What its figures are held against besides: a ratio alone is bought with work that nobody needs.
    pub caps: &'static [Cap],
    /// Findings whose usual suggestion leads away from the goals: they are reported without it.
    pub astray: &'static [FindingKind],
    /// First the steps, from a nudge to the whole idea, which are given one by one when asked for ([`Sign::Asked`]); then
    /// those that answer what an attempt shows, the first that fits before the others.
    pub hints: &'static [Hints],
}

/// The part of a definition that follows from the name, the part and the grid; the rest is filled in by `..exercise!(...)`. A macro,
/// because it reads the start beside the file that it stands in.
macro_rules! exercise {
    ($name:literal, $part:expr, $grid:expr) => {
        $crate::lab::Exercise::new(
            $name,
            &$part,
            include_str!(concat!($name, ".wgsl")),
            &[$crate::lab::Pass::new(concat!($name, ".wgsl"), $grid)],
        )
    };
}
pub(crate) use exercise;

impl Exercise {
    /// What is the same for the attempt and for the start that it is compared with.
    pub const fn new(name: &'static str, part: &'static Part, start: &'static str, passes: &'static [Pass; 1]) -> Self {
        Self {
            name,
            task: "",
            part,
            start,
            variant: Variant::new(name, passes),
            baseline: Variant::new("start", passes),
            size: 1,
            sizes: &[],
            ragged: false,
            configurations: &[],
            given: &[],
            timed: TimedAt::Judged,
            goals: &[],
            caps: &[],
            astray: &[],
            hints: &[],
        }
    }

    /// The same where the host does more than dispatch it once.
    pub const fn stepped(self, steps: &'static [Step]) -> Self {
        let (variant, baseline) = (Variant { steps, ..self.variant }, Variant { steps, ..self.baseline });
        Self { variant, baseline, ..self }
    }

    /// The same on devices that have what it needs.
    pub const fn needing(self, needs: &'static [Need]) -> Self {
        Self { variant: self.variant.needing(needs), baseline: self.baseline.needing(needs), ..self }
    }

    /// The size at which its solutions take less time than its start; `None` where no size shows it.
    pub fn timed_size(&self) -> Option<u32> {
        match self.timed {
            TimedAt::Judged => Some(self.size),
            TimedAt::Size(size) => Some(size),
            TimedAt::Never(_) => None,
        }
    }

    /// Whether it is about matrix units, which are beyond standard WGSL: its start uses them.
    pub fn uses_matrices(&self) -> bool {
        self.start.contains("enable wgpu_cooperative_matrix;")
    }

    /// The file under `shaders/LAB/` that the student edits.
    pub fn file(&self) -> &'static str {
        self.variant.passes.first().map_or("", |pass| pass.shader)
    }

    /// What the start's opening comment says, paragraph by paragraph: the task at length.
    pub fn opening(&self) -> Vec<String> {
        let comment = self.start.lines().map_while(|line| line.strip_prefix("//"));
        let lines: Vec<&str> = comment.map(str::trim).collect();
        let paragraphs = lines.split(|line| line.is_empty());
        paragraphs.map(|lines| lines.join(" ")).filter(|paragraph| !paragraph.is_empty()).collect()
    }

    /// The hints that are given one by one when asked for, from a nudge to the whole idea.
    pub fn steps(&self) -> impl Iterator<Item = &'static Hint> + use<> {
        self.hints().filter(|hint| hint.sign == Sign::Asked)
    }

    /// All hints of its own, in their order.
    pub fn hints(&self) -> impl Iterator<Item = &'static Hint> + use<> {
        self.hints.iter().flat_map(Hints::all)
    }

    /// The hint of that id, one about what a compiler says included.
    pub fn hint(&self, id: &str) -> Option<&'static Hint> {
        Hint::COMPILER.iter().chain(self.hints()).find(|hint| hint.id == id)
    }

    /// The goal of that id.
    pub fn goal(&self, id: &str) -> Option<&'static Goal> {
        self.goals.iter().find(|goal| goal.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Grid;
    use crate::labs;

    #[test]
    fn the_opening_comment_of_a_start_is_its_task_in_paragraphs() {
        let passes = &[const { Pass::new("e.wgsl", Grid::COVERED) }];
        let part = labs::ALL[0].parts[0].name;
        let some = labs::ALL[0].parts.iter().find(|found| found.name == part).expect("it is there");
        let of = |start| Exercise { start, ..Exercise::new("e", some, "", passes) }.opening();
        assert_eq!(of("// One\n// and on.\n//\n// Two.\nstruct P {\n// no\n}"), ["One and on.", "Two."]);
        assert!(of("struct P {}\n// no").is_empty());
    }
}
