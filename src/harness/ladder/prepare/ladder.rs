//! A part of a lab with its variants, on its way through a run.

use super::baseline_kernels::{self, BaselineRole};
use super::variant_under_test::VariantUnderTest;
use crate::harness::protocol::{ProblemName, ProblemReport, SmallReport};
use crate::lab::{Part, Problem, Role};
use crate::measure::{Ratio, Summary};
use crate::units::Bytes;

/// A part with its variants and, at the end, their times: at the main size, or at one point of its sweep.
pub struct Ladder {
    pub part: &'static Part,
    /// The point of the part's sweep; `None` at the main size.
    pub at: Option<u32>,
    /// Its variants.
    pub subjects: Vec<VariantUnderTest>,
    /// The problem as it was timed.
    pub problem: ProblemReport,
    /// Bytes of each buffer by its binding, where variants bind data in forms of their own; else nothing.
    forms: Vec<(u32, f64)>,
    /// Times by variant, in order; `None` for one that was settled before.
    pub times: Vec<Option<Timed>>,
    /// The size at which the launch costs more than the work, where it was timed there too.
    pub small: Option<u32>,
    /// The same variants at the points of the part's sweep; empty where it has none.
    pub points: Vec<Ladder>,
}

/// A variant's times.
#[derive(Clone, Debug)]
pub struct Timed {
    /// At the main size.
    pub time: Summary,
    /// Why there is no verdict on it, where there is none.
    pub unsteady: Option<String>,
    /// Its time over that of the part's first variant, in the same rounds; `None` where too few processes timed both.
    pub over_first: Option<Ratio>,
    /// Of a kernel of the baseline: today's time over its, likewise.
    pub over_baseline: Option<Ratio>,
    /// At the launch-bound size.
    pub small: Option<SmallReport>,
}

impl Ladder {
    /// Forgets the times of its variants, at the points of its axis too.
    pub fn forget_times(&mut self) {
        self.times.fill_with(|| None);
        self.points.iter_mut().for_each(Self::forget_times);
    }

    /// `subjects`, of which nothing is timed yet, on `problem`: at the main size, or `at` a point of the part's sweep.
    pub fn new(part: &'static Part, at: Option<u32>, problem: &Problem, subjects: Vec<VariantUnderTest>) -> Self {
        let times = subjects.iter().map(|_| None).collect();
        let data = problem.buffers.iter().filter(|buffer| !matches!(buffer.role, Role::Params(_)));
        let forms =
            data.filter(|_| problem.has_forms()).map(|buffer| (buffer.binding, buffer.bytes() as f64)).collect();
        Self { part, at, subjects, problem: problem_report(problem), forms, times, small: None, points: Vec::new() }
    }

    /// Adds a variant, of which nothing is timed yet.
    pub fn add(&mut self, subject: VariantUnderTest) {
        self.subjects.push(subject);
        self.times.push(None);
    }

    /// What tells a variant at this point from itself at others.
    pub fn key(&self, subject: &VariantUnderTest) -> String {
        let name = subject.variant.name;
        self.at.map_or_else(|| name.to_owned(), |at| format!("{name}@{at}"))
    }

    /// How many of its variants are today's: they come first, and behind them what some of them were.
    pub fn today(&self) -> usize {
        baseline_kernels::today(&self.subjects)
    }

    /// Of a kernel of the baseline, the index of today's.
    pub fn today_of(&self, subject: &VariantUnderTest) -> Option<usize> {
        let BaselineRole::Earlier(name) = subject.baseline_role else {
            return None;
        };
        self.subjects.iter().position(|today| today.variant.name == name)
    }

    /// The problem as `subject` solves it: it moves the bytes of the form that it binds.
    pub fn problem_of(&self, subject: &VariantUnderTest) -> ProblemReport {
        let bytes: f64 = self.forms.iter().filter(|(at, _)| subject.binds(*at)).map(|(_, bytes)| bytes).sum();
        if bytes == 0.0 {
            return self.problem.clone();
        }
        ProblemReport { byte: Bytes(bytes), working_set: Bytes(bytes), ..self.problem.clone() }
    }

    /// Where it is timed, in words.
    pub fn problem_name(&self) -> ProblemName {
        self.at.map_or(ProblemName::Size(self.problem.size), ProblemName::Point)
    }
}

/// The problem's figures.
pub fn problem_report(problem: &Problem) -> ProblemReport {
    ProblemReport {
        label: problem.label.clone(),
        size: problem.size,
        flop: problem.work.flop,
        byte: problem.work.byte,
        items: problem.work.items,
        working_set: Bytes(problem.working_set() as f64),
        outputs: problem.outputs().map(|buffer| buffer.len as u64).sum(),
    }
}
