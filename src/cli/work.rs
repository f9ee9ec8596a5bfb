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
use crate::study::baseline::StoredRun;
use crate::study::baseline_comparison::{Against, Overall, comparable, compare};
use crate::study::log::{KernelText, LOG_FILE, LogEntry, sources};
use crate::study::prediction::{Answers, Questionnaire};
use crate::study::{Baselines, Comparison, Review, WorkLog, review};

/// Predictions, the work log and baselines.
#[derive(Args, Clone)]
pub struct WorkArgs {
    /// Ask for a prediction first (about this part of the lab, or else its first), and show it beside the result
    #[arg(long, value_name = "PART", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    predict: Option<String>,
    /// Append the run to this work log [default: lockstep-log.md, if it exists, or if the run has a prediction or a kernel
    /// that you changed]
    #[arg(long, value_name = "PATH", conflicts_with = "no_log")]
    log: Option<PathBuf>,
    /// Append the run to no work log
    #[arg(long)]
    no_log: bool,
    /// Save the result and the kernels as .lockstep/baselines/NAME.json, for later runs to be compared with
    #[arg(long, value_name = "NAME")]
    save_baseline: Option<String>,
    /// Run this baseline's kernels alternately with today's, and say what became faster or slower; the exit status is 1 if
    /// something is slower, 4 if the comparison is inconclusive
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// Compare with the recorded times of the baseline, if the device, its driver or this program has changed since
    #[arg(long, requires = "baseline")]
    recorded: bool,
}

/// One lab's run: what was found out and asked before it.
pub struct LabRun {
    log: Option<WorkLog>,
    kernels: Vec<KernelText>,
    prediction: Option<(Questionnaire, Answers)>,
}

impl WorkArgs {
    /// Whether a work log is named.
    pub fn names_log(&self) -> bool {
        self.log.is_some()
    }

    /// What comes before the run of `lab`: it asks for the prediction, and looks at the kernels as they are now. `request`
    /// is made to count what log and prediction show, and to run what the baseline kept.
    pub fn begin(&self, lab: &'static Lab, request: &mut Request) -> anyhow::Result<LabRun> {
        self.prepare(lab, request)?;
        let prediction = self.predict.as_deref().map(|part| predict::ask(lab, part, request));
        let prediction = prediction.transpose()?;
        let kernels = match self.no_log {
            true => Vec::new(),
            // A folder that is none is refused by the run itself.
            false => sources(lab, request.job.variants(), request.shaders.as_deref()).unwrap_or_default(),
        };
        let log = self.chosen_log(&kernels, prediction.is_some());
        request.why |= prediction.is_some() || log.is_some();
        Ok(LabRun { log, kernels, prediction })
    }

    /// The log, where this run is one to keep: a prediction, a kernel of the student's own making, or a log that is kept
    /// already. A run of the lab as it came leaves no file behind.
    fn chosen_log(&self, kernels: &[KernelText], predicts: bool) -> Option<WorkLog> {
        if self.no_log {
            return None;
        }
        let log = WorkLog::at(self.log.clone().unwrap_or_else(|| LOG_FILE.into()));
        let wanted = self.log.is_some() || predicts || log.exists() || !log.changed(kernels).is_empty();
        wanted.then_some(log)
    }

    /// Refuses, before anything runs, a baseline that cannot serve a run of `lab`.
    pub fn check(&self, lab: &Lab, request: &Request) -> anyhow::Result<()> {
        if let Some(name) = &self.save_baseline {
            store().path(name).context("--save-baseline")?;
        }
        self.held(lab, request).map(drop)
    }

    /// What the run of `lab` is held against.
    fn held(&self, lab: &Lab, request: &Request) -> anyhow::Result<Option<StoredRun>> {
        let Some(name) = &self.baseline else {
            return Ok(None);
        };
        let baseline = store().load(name).context("--baseline")?;
        let kept = comparable(name, &baseline, lab.name, request.seed, request.checks, request.size)?;
        Ok(Some(kept.clone()))
    }

    /// Has `request` run what it is held against, and tell what is to be kept.
    fn prepare(&self, lab: &Lab, request: &mut Request) -> anyhow::Result<()> {
        request.sources |= self.save_baseline.is_some();
        if let Some(kept) = self.held(lab, request)? {
            request.size = Some(kept.report.problem.size);
            if !self.recorded {
                request.baseline_kernels = kept.kernels;
            }
        }
        Ok(())
    }

    /// Each run beside the baseline, where one was named, rendered through `say`.
    pub fn compare(
        &self,
        reports: &[Report],
        say: &dyn Fn(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<Comparison>> {
        let Some(name) = &self.baseline else {
            return Ok(Vec::new());
        };
        let baseline = store().load(name).context("--baseline")?;
        let mut all = Vec::new();
        for now in reports {
            let size = Some(now.problem.size);
            let before = comparable(name, &baseline, &now.lab, now.seed, now.clock.checks, size)?;
            let by_times = self.recorded || before.kernels.is_empty();
            let against = if by_times { Against::Recorded } else { Against::Kernels };
            let comparison = compare(name, before, now, against)?;
            say(&format!("\n{}", report::baseline(&comparison)))?;
            all.push(comparison);
        }
        Ok(all)
    }

    /// Keeps the runs, where that was asked for.
    pub fn save(&self, reports: &[Report]) -> anyhow::Result<()> {
        let Some(name) = &self.save_baseline else {
            return Ok(());
        };
        if reports.iter().any(Report::failed) {
            bail!("--save-baseline {name}: nothing was saved: a kernel is wrong, and a baseline is of right ones");
        }
        let path = store().save(name, reports).context("--save-baseline")?;
        anstream::eprintln!("saved as the baseline `{name}` in {}", path.shown());
        Ok(())
    }
}

fn store() -> Baselines {
    Baselines::under(Path::new(""))
}

/// How comparisons end a command: with what is worst.
pub fn outcome(comparisons: &[Comparison]) -> Exit {
    let any = |outcome| comparisons.iter().any(|comparison| comparison.outcome() == outcome);
    if any(Overall::Regressed) {
        Exit::Failed
    } else if any(Overall::CouldNotTell) {
        Exit::Unsure
    } else {
        Exit::Well
    }
}

impl LabRun {
    /// What comes after the run: the prediction beside its result, rendered through `say`, and the work log.
    pub fn end(
        &self,
        lab: &Lab,
        request: &Request,
        found: &Report,
        say: &dyn Fn(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let reviewed: Option<Review> =
            self.prediction.as_ref().map(|(questionnaire, answers)| review(questionnaire, answers, found));
        if let Some(reviewed) = &reviewed {
            say(&format!("\n{}", report::predicted(reviewed)))?;
        }
        let Some(log) = &self.log else {
            return Ok(());
        };
        let entry = LogEntry {
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
        let differs = |source: &&KernelText| now.iter().any(|now| now.key == source.key && now.text != source.text);
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
