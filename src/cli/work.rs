//! What surrounds a run: predictions before it, baselines and the work log after it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use clap::Args;

use super::exit::Exit;
use super::predict;
use crate::files::Shown;
use crate::harness::{Report, Request};
use crate::lab::Lab;
use crate::report;
use crate::study::baseline::{comparable, compare};
use crate::study::log::{Entry, LOG_FILE, Source, sources};
use crate::study::prediction::{Answers, Paper};
use crate::study::{Baselines, Comparison, Review, WorkLog, review};

/// Predictions, the work log and baselines.
#[derive(Args, Clone)]
pub struct WorkArgs {
    /// Ask for a prediction first (of this part of the lab, else of its first), and set it beside the result
    #[arg(long, value_name = "PART", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    predict: Option<String>,
    /// Add the run to this work log [default: lockstep-log.md, for a run that predicts, runs a kernel that you changed,
    /// or finds that file there]
    #[arg(long, value_name = "PATH", conflicts_with = "no_log")]
    log: Option<PathBuf>,
    /// Add the run to no work log
    #[arg(long)]
    no_log: bool,
    /// Keep the result as .lockstep/baselines/NAME.json, to compare later runs with
    #[arg(long, value_name = "NAME")]
    save_baseline: Option<String>,
    /// Say what became faster or slower since that baseline; the exit status is 1 where something is slower
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
}

/// One lab's run: what was found out and asked before it.
pub struct Work {
    log: Option<WorkLog>,
    kernels: Vec<Source>,
    prediction: Option<(Paper, Answers)>,
}

impl WorkArgs {
    /// What comes before the run of `lab`: it asks for the prediction, and looks at the kernels as they are now. `request`
    /// is made to count what log and prediction show.
    pub fn begin(&self, lab: &'static Lab, request: &mut Request) -> anyhow::Result<Work> {
        let prediction = self.predict.as_deref().map(|part| predict::ask(lab, part, request));
        let prediction = prediction.transpose()?;
        let kernels = match self.no_log {
            true => Vec::new(),
            // A folder that is none is refused by the run itself.
            false => sources(lab, request.job.variants(), request.shaders.as_deref()).unwrap_or_default(),
        };
        let log = self.chosen_log(&kernels, prediction.is_some());
        request.why |= prediction.is_some() || log.is_some();
        Ok(Work { log, kernels, prediction })
    }

    /// The log, where this run is one to keep: a prediction, a kernel of the student's own making, or a log that is kept
    /// already. A run of the lab as it came leaves no file behind.
    fn chosen_log(&self, kernels: &[Source], predicts: bool) -> Option<WorkLog> {
        if self.no_log {
            return None;
        }
        let log = WorkLog::at(self.log.clone().unwrap_or_else(|| LOG_FILE.into()));
        let wanted = self.log.is_some() || predicts || log.exists() || !log.changed(kernels).is_empty();
        wanted.then_some(log)
    }

    /// Refuses, before anything runs, a baseline that cannot serve a run of `lab`.
    pub fn check(&self, lab: &Lab, request: &Request) -> anyhow::Result<()> {
        let store = Baselines::under(Path::new(""));
        if let Some(name) = &self.save_baseline {
            store.path(name).context("--save-baseline")?;
        }
        if let Some(name) = &self.baseline {
            let baseline = store.load(name).context("--baseline")?;
            comparable(name, &baseline, lab.name, request.seed, request.checks, request.size)?;
        }
        Ok(())
    }

    /// What comes after all runs: the comparison with the baseline, rendered through `say`, and the new baseline. The
    /// outcome is [`Exit::Failed`] where something is slower than it was.
    pub fn end(&self, reports: &[Report], say: &dyn Fn(&str) -> anyhow::Result<()>) -> anyhow::Result<Exit> {
        let store = Baselines::under(Path::new(""));
        let mut outcome = Exit::Well;
        if let Some(name) = &self.baseline {
            let baseline = store.load(name).context("--baseline")?;
            for now in reports {
                let size = Some(now.problem.size);
                let before = comparable(name, &baseline, &now.lab, now.seed, now.clock.checks, size)?;
                let comparison: Comparison = compare(name, before, now)?;
                say(&format!("\n{}", report::baseline(&comparison)))?;
                if comparison.regressed() {
                    outcome = Exit::Failed;
                }
            }
        }
        if let Some(name) = &self.save_baseline {
            if reports.iter().any(Report::failed) {
                bail!("--save-baseline {name}: nothing was saved: a kernel is wrong, and a baseline is of right ones");
            }
            let path = store.save(name, reports).context("--save-baseline")?;
            anstream::eprintln!("saved as the baseline `{name}` in {}", path.shown());
        }
        Ok(outcome)
    }
}

impl Work {
    /// What comes after the run: the prediction beside its result, rendered through `say`, and the work log.
    pub fn end(
        &self,
        lab: &Lab,
        request: &Request,
        found: &Report,
        say: &dyn Fn(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let reviewed: Option<Review> = self.prediction.as_ref().map(|(paper, answers)| review(paper, answers, found));
        if let Some(reviewed) = &reviewed {
            say(&format!("\n{}", report::predicted(reviewed)))?;
        }
        let Some(log) = &self.log else {
            return Ok(());
        };
        let entry = Entry {
            title: &format!("lab {}", lab.name),
            kernels: &self.kernels,
            report: Some(found),
            prediction: reviewed.as_ref(),
            remarks: &self.saved_meanwhile(lab, request),
        };
        // The run stands, whatever becomes of the log.
        match log.append(&entry, SystemTime::now()) {
            Ok(()) => anstream::eprintln!("added to the work log {}", log.path().shown()),
            Err(error) => anstream::eprintln!("warning: {error}"),
        }
        Ok(())
    }

    /// Kernels that were saved while the run went on.
    fn saved_meanwhile(&self, lab: &Lab, request: &Request) -> Vec<String> {
        let now = sources(lab, request.job.variants(), request.shaders.as_deref()).unwrap_or_default();
        let differs = |source: &&Source| now.iter().any(|now| now.key == source.key && now.text != source.text);
        let changed = self.kernels.iter().filter(differs);
        changed
            .map(|source| {
                format!(
                    "`{}` was saved again while this run went on: the diff above shows it as it was when the run began.",
                    source.path
                )
            })
            .collect()
    }
}
