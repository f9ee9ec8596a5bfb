//! A lab's ladder, run as `lockstep run` runs it.

use lockstep::device::Selector;
use lockstep::harness::{Checks, Done, Event, Job, Refused, Report, Request, work_whole};
use lockstep::host::Host;
use lockstep::labs;
use lockstep::report::Render;
use serde::Serialize;

use crate::question::LabQuestion;

/// A lab's run.
#[derive(Debug, Serialize)]
pub struct LabAnswer {
    /// As `lockstep run --json` writes it.
    report: Report,
    /// As `lockstep run --html` writes it.
    page: String,
}

impl LabQuestion {
    /// What is to run.
    ///
    /// # Errors
    /// [`Refused`] where there is no such lab or variant.
    pub fn request(&self) -> Result<Request, Refused> {
        let lab = labs::named(&self.lab).map_err(Refused::unserved)?;
        for variant in &self.variants {
            lab.named_variant(variant).map_err(Refused::unserved)?;
        }
        let job = Job::Ladder { lab: lab.name.to_owned(), variants: self.variants.clone() };
        let Ok(device) = self.device.parse();
        // A browser has no unchecked kernels.
        let checks = if matches!(device, Selector::Simulated(_)) { Checks::Off } else { Checks::On };
        let request = Request::new(job);
        Ok(Request { device, size: self.size, threads: Some(1), sources: true, why: true, checks, ..request })
    }
}

/// Runs in the calling thread; `emit` is told each step.
///
/// # Errors
/// [`Refused`].
pub async fn answer(
    question: &LabQuestion,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<LabAnswer, Refused> {
    told(work_whole(&question.request()?, host, emit).await)
}

/// What a page is told of a run that is over.
///
/// # Errors
/// [`Refused`], the run's.
pub fn told(done: Result<Done, Refused>) -> Result<LabAnswer, Refused> {
    let report = done?.lab()?;
    let page = std::slice::from_ref(&report).html().unwrap_or_default();
    Ok(LabAnswer { report, page })
}
