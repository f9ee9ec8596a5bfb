//! A lab's ladder, run as `lockstep run` runs it.

use lockstep::device::Selector;
use lockstep::harness::{Checks, Done, Event, Job, Report, Request, RunError, work_whole};
use lockstep::host::Host;
use lockstep::lab::Lab;
use lockstep::labs;
use lockstep::report::{RenderHtml, predicted_page};
use lockstep::study::prediction::{Answers, Questionnaire};
use lockstep::study::review;
use serde::Serialize;

use crate::question::LabQuestion;

/// Seconds after which a run gives up on a kernel: the simulator has one thread where the page is not isolated.
const PATIENCE_S: f64 = 60.0;

/// A lab's run.
#[derive(Debug, Serialize)]
pub struct LabAnswer {
    /// As `lockstep run --json` writes it.
    report: Report,
    /// As `lockstep run --html` writes it.
    page: String,
    /// What was predicted beside what was found, as HTML; `None` where nothing was.
    review: Option<String>,
}

impl LabQuestion {
    /// What is to run.
    ///
    /// # Errors
    /// [`RunError`] where there is no such lab or variant.
    pub fn request(&self) -> Result<Request, RunError> {
        let lab = labs::named(&self.lab).map_err(RunError::unserved)?;
        for variant in &self.variants {
            lab.named_variant(variant).map_err(RunError::unserved)?;
        }
        let job = Job::Ladder { lab: lab.name.to_owned(), variants: self.variants.clone() };
        let Ok(device) = self.device.parse();
        // A browser has no unchecked kernels.
        let checks = if matches!(device, Selector::Simulated(_)) { Checks::Off } else { Checks::On };
        let request = Request::new(job);
        Ok(Request {
            device,
            size: self.size,
            sources: true,
            why: true,
            checks,
            quick: self.quick,
            gpu: Some(self.gpu.trim().to_owned()).filter(|name| !name.is_empty()),
            timeout_s: PATIENCE_S,
            ..request
        })
    }
}

/// The questions about the first part of `lab` at `size`, where `variants` run (all, where none is named).
pub fn questionnaire(lab: &'static Lab, size: u32, variants: &[String]) -> Option<Questionnaire> {
    lab.parts.first().map(|part| Questionnaire::new(lab, part, size, variants))
}

/// Runs in the calling thread; `emit` receives each step.
///
/// # Errors
/// [`RunError`].
pub async fn answer(
    question: &LabQuestion,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<LabAnswer, RunError> {
    let done = work_whole(&question.request()?, host, emit).await;
    answer_of(question, done)
}

/// What a page receives when a run is over.
///
/// # Errors
/// [`RunError`], the run's.
pub fn answer_of(question: &LabQuestion, done: Result<Done, RunError>) -> Result<LabAnswer, RunError> {
    let report = done?.lab()?;
    let page = std::slice::from_ref(&report).html();
    Ok(LabAnswer { review: reviewed(question, &report), report, page })
}

/// What was predicted beside what was found; an answer that is not understood is none.
fn reviewed(question: &LabQuestion, report: &Report) -> Option<String> {
    let questionnaire = questionnaire(labs::find(&report.lab)?, report.problem.size, &question.variants)?;
    let given = question.predicted.iter().any(|line| !line.trim().is_empty());
    let mut answers = Answers::default();
    for (asked, line) in questionnaire.questions().into_iter().zip(&question.predicted) {
        // What was not understood stays unanswered, as at a terminal after its tries.
        let _ = answers.take(&questionnaire, asked, line);
    }
    given.then(|| predicted_page(&review(&questionnaire, &answers, report)))
}
