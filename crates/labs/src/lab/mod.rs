//! What a lab is: its question, its problems, its ladders of variants. Nothing runs here.

mod altered;
mod constants;
mod exercise;
mod expected;
mod failure;
mod goal;
mod grid;
mod hashed;
mod hint;
mod inputs;
mod observe;
mod problem;
mod shaders;
mod speech;
mod step;
mod sweep;
mod unknown;
mod variant;

pub use altered::{Altered, AlteredError};
pub use constants::{Configuration, configured_in_words, constant_value, declared_constant, with_constant};
pub(crate) use exercise::exercise;
pub use exercise::{Exercise, TimedAt};
pub use expected::{Accuracy, Expected, Prepare, Together, Undone, Values};
pub use failure::{Failure, WrongValues};
pub(crate) use goal::goals;
pub use goal::{Cap, Figure, Goal, Test};
pub use grid::{Axis, Cover, Extents, Grid, GridError};
pub use hashed::Hashed;
pub use hint::{Hint, Hints, Sign};
pub use inputs::{Data, Fill, Inputs, PIECE, chance, mix, shuffle};
pub use observe::{Measured, Measurements, Times, Traffic, becomes};
pub use problem::{Buffer, Problem, Reference, Role, Work};
pub use shaders::{Origin, ShaderFileError, Shaders, handout, handouts};
pub use speech::Speech;
pub use step::{HostWork, Line, Reach, Road, Step, StepKind, StepTime, Turn, Turns, Way, When};
pub use sweep::{AxisMark, AxisUnit, Ceilings, Curve, CurvePoint, Knee, Ordinate, Sweep, doublings};
pub use unknown::Unknown;
pub(crate) use variant::variant;
pub use variant::{Need, Pass, Variant};

use crate::facts::Facts;

/// The largest size that may be asked for: a square of this side has more elements than any device has bytes.
pub const LARGEST_SIZE: u32 = 1 << 28;

/// One question about how a GPU works, and the ladders of kernels that answer it.
pub struct Lab {
    /// The name, as in `lab-NAME` and in the folders `labs/NAME` and `shaders/NAME`.
    pub name: &'static str,
    /// The question, in one line.
    pub question: &'static str,
    /// The handout, in Markdown.
    pub handout: &'static str,
    /// What throughput is counted in, where a part does not say otherwise.
    pub metric: Metric,
    /// The ladders, each with the problem that all of its variants solve.
    pub parts: &'static [Part],
    /// What a student writes, in order.
    pub exercises: &'static [Exercise],
    /// Sizes at which every variant is verified before the main one: tiny and odd.
    pub small_sizes: &'static [u32],
    /// The size that suits a device.
    pub default_size: fn(&Facts) -> u32,
    /// A size at which one kernel is counted on the simulator whole, in seconds.
    pub counted_size: u32,
    /// A size at which the launch costs more than the work, timed apart; `None` where the lab has no use for it.
    pub launch_bound_size: Option<u32>,
    /// What the handout asks before a run.
    pub predictions: &'static [Prediction],
    /// What a run shows, in a few sentences drawn from its numbers.
    pub observe: fn(&Measurements<'_>) -> Vec<String>,
}

impl Lab {
    /// What the throughput of `part`'s variants is counted in.
    pub fn metric_of(&self, part: &Part) -> Metric {
        part.metric.unwrap_or(self.metric)
    }

    /// The exercise of that name.
    pub fn exercise(&self, name: &str) -> Option<&'static Exercise> {
        self.exercises.iter().find(|exercise| exercise.name == name)
    }

    /// The sizes besides its own at which an attempt at `exercise` must be right.
    pub fn sizes_of(&self, exercise: &Exercise) -> &'static [u32] {
        if exercise.sizes.is_empty() { self.small_sizes } else { exercise.sizes }
    }

    /// The exercise that a person means: its name, or its number from 1.
    ///
    /// # Errors
    /// [`Unknown`].
    pub fn named_exercise(&self, name: &str) -> Result<&'static Exercise, Unknown> {
        let number = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let numbered = number.and_then(|at| self.exercises.get(at));
        numbered.or_else(|| self.exercise(name)).ok_or_else(|| {
            let known: Vec<&str> = self.exercises.iter().map(|e| e.name).collect();
            let lacks = format!("lab {} has no exercise", self.name);
            Unknown::new(&lacks, name, "it has", &known)
        })
    }

    /// What the handout says after `exercise`: of a lab's exercises, in their order.
    pub fn speech(&self, exercise: &Exercise) -> Option<Speech> {
        let place = self.exercises.iter().position(|other| other.name == exercise.name)?;
        Speech::after(self.handout, place + 1)
    }

    /// The variant of that name, with the part it belongs to.
    ///
    /// # Errors
    /// [`Unknown`].
    pub fn named_variant(&self, name: &str) -> Result<(&'static Part, &'static Variant), Unknown> {
        self.variants().find(|(_, variant)| variant.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.variants().map(|(_, variant)| variant.name).collect();
            Unknown::new(&format!("lab {} has no variant", self.name), name, "it has", &known)
        })
    }

    /// Every variant with the part it belongs to, in the ladder's order.
    pub fn variants(&self) -> impl Iterator<Item = (&'static Part, &'static Variant)> {
        self.parts.iter().flat_map(|part| part.ladder.iter().map(move |variant| (part, variant)))
    }
}

/// One question that the handout asks before a run, in its words: how two variants' times stand to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// As the handout has it.
    pub question: &'static str,
    /// The variant that is asked about.
    pub variant: &'static str,
    /// The one that it is held against.
    pub base: &'static str,
    /// Whether it asks how many times as long it takes; else how many times as fast it is.
    pub longer: bool,
}

impl Prediction {
    /// How many times as fast as `base` is `variant`?
    pub const fn faster(variant: &'static str, base: &'static str, question: &'static str) -> Self {
        Self { question, variant, base, longer: false }
    }

    /// How many times as long as `base` does `variant` take?
    pub const fn longer(variant: &'static str, base: &'static str, question: &'static str) -> Self {
        Self { question, variant, base, longer: true }
    }
}

/// One problem and the ladder of variants that solve it. Speedups are counted from the ladder's first variant.
pub struct Part {
    /// The name, unique in its lab.
    pub name: &'static str,
    /// The problem of a size. Cheap: the data is made later.
    pub problem: fn(size: u32) -> Problem,
    /// Further small problems at which every variant is verified: shapes that no size gives, such as rectangles.
    pub also: &'static [fn() -> Problem],
    /// The variants, each one idea after its predecessor.
    pub ladder: &'static [Variant],
    /// What throughput is counted in; `None` for the lab's [`Lab::metric`].
    pub metric: Option<Metric>,
    /// The axis over which the variants become curves, beside their rows at one size.
    pub sweep: Option<&'static Sweep>,
    /// Whether workgroup memory is left as it is before a timed run: where there is so much that zeroing it would be what is
    /// timed. A kernel of such a part that reads what it did not write is refused.
    pub unzeroed: bool,
}

impl Part {
    /// Whether a variant says by steps what the host does: then its times are the host's.
    pub fn has_steps(&self) -> bool {
        self.ladder.iter().any(|variant| !variant.steps.is_empty())
    }

    /// A part with one ladder at one size, in the lab's metric.
    pub const fn new(name: &'static str, problem: fn(size: u32) -> Problem, ladder: &'static [Variant]) -> Self {
        Self { name, problem, also: &[], ladder, metric: None, sweep: None, unzeroed: false }
    }
}

/// What throughput is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// FLOP/s: FLOPs that the problem needs.
    Flop,
    /// B/s: useful bytes, each input read once and each output written once.
    Byte,
    /// Items a second, by the item's name: "element". There is no roof.
    Items(&'static str),
    /// As [`Metric::Items`], shown as seconds an item: "load". There is no roof.
    Each(&'static str),
}
