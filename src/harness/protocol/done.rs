//! The result of a job, and what its JSON leaves out.

use serde::{Deserialize, Serialize};

use super::event::RunError;
use super::report::{KernelReport, Note, PairReport, PipelineReport, Report, SourceReport, TuningReport};
use super::timing_session::TimingSession;
use crate::lab::Failure;
use crate::sim::Finding;

/// The result of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Done {
    /// Of a ladder, an attempt or candidates.
    Lab(Box<Report>),
    /// Times of one process of several, as yet without a report.
    Session(Box<TimingSession>),
    /// Of a kernel of one's own.
    Kernel(Box<KernelReport>),
    /// Of two kernels of one's own.
    Pair(Box<PairReport>),
    /// Of a pipeline.
    Pipeline(Box<PipelineReport>),
    /// Of a search.
    Tuning(Box<TuningReport>),
}

/// What a result knows beyond its JSON, which users read: a worker tells it in an event of its own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Aside {
    /// The kernels' sources, with what was counted line by line.
    sources: Vec<SourceReport>,
    /// The notes of a lab's report, by what they are about.
    notes: Vec<Note>,
    /// Why each of its variants failed, and the line at which it is refused.
    failures: Vec<(Option<Failure>, Option<u32>)>,
    /// The variable of each of their findings.
    variables: Vec<Vec<Option<String>>>,
}

impl Aside {
    /// Of `done`, which keeps all but the sources.
    pub fn of(done: &mut Done) -> Self {
        match done {
            Done::Lab(report) => Self {
                sources: std::mem::take(&mut report.sources),
                notes: report.notes.clone(),
                failures: report.variants.iter().map(|variant| (variant.failure, variant.refused_at)).collect(),
                variables: report.variants.iter().map(|variant| variables(&variant.findings)).collect(),
            },
            Done::Kernel(report) => Self { sources: vec![std::mem::take(&mut report.source)], ..Self::default() },
            Done::Pipeline(pipeline) => {
                let sources = pipeline.passes.iter_mut().map(|report| std::mem::take(&mut report.source));
                Self { sources: sources.collect(), ..Self::default() }
            }
            Done::Pair(_) | Done::Session(_) | Done::Tuning(_) => Self::default(),
        }
    }

    /// Puts it back.
    pub fn give_to(self, done: &mut Done) {
        let Self { mut sources, notes, failures, variables } = self;
        match done {
            Done::Lab(report) => {
                (report.sources, report.notes) = (sources, notes);
                for ((variant, failure), variables) in report.variants.iter_mut().zip(failures).zip(variables) {
                    (variant.failure, variant.refused_at) = failure;
                    for (finding, variable) in variant.findings.iter_mut().zip(variables) {
                        finding.variable = variable;
                    }
                }
            }
            Done::Kernel(report) => report.source = sources.pop().unwrap_or_default(),
            Done::Pipeline(pipeline) => {
                for (report, source) in pipeline.passes.iter_mut().zip(sources) {
                    report.source = source;
                }
            }
            Done::Pair(_) | Done::Session(_) | Done::Tuning(_) => {}
        }
    }
}

fn variables(findings: &[Finding]) -> Vec<Option<String>> {
    findings.iter().map(|finding| finding.variable.clone()).collect()
}

impl Done {
    /// The report of a lab's run.
    ///
    /// # Errors
    /// [`RunError`] where the job was another.
    pub fn lab(self) -> Result<Report, RunError> {
        match self {
            Self::Lab(report) => Ok(*report),
            _ => Err(another_job()),
        }
    }

    /// The report of a kernel of one's own.
    ///
    /// # Errors
    /// [`RunError`] where the job was another.
    pub fn kernel(self) -> Result<KernelReport, RunError> {
        match self {
            Self::Kernel(report) => Ok(*report),
            _ => Err(another_job()),
        }
    }

    /// The report of two kernels of one's own.
    ///
    /// # Errors
    /// [`RunError`] where the job was another.
    pub fn pair(self) -> Result<PairReport, RunError> {
        match self {
            Self::Pair(report) => Ok(*report),
            _ => Err(another_job()),
        }
    }

    /// The report of a pipeline.
    ///
    /// # Errors
    /// [`RunError`] where the job was another.
    pub fn pipeline(self) -> Result<PipelineReport, RunError> {
        match self {
            Self::Pipeline(report) => Ok(*report),
            _ => Err(another_job()),
        }
    }

    /// The report of a search.
    ///
    /// # Errors
    /// [`RunError`] where the job was another.
    pub fn tuning(self) -> Result<TuningReport, RunError> {
        match self {
            Self::Tuning(report) => Ok(*report),
            _ => Err(another_job()),
        }
    }
}

fn another_job() -> RunError {
    RunError::unserved("the worker told the result of another job: this is a bug of Lockstep")
}
