//! What a program ran on the simulator, and what was found.

use std::fmt;

use lockstep_sim::si_units::{Seconds, percent};
use lockstep_sim::{Counters, Finding};
use serde::Serialize;

/// A finding with where in the program it was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProgramFinding {
    /// The label of the compute pass; `None` for a finding of the program around its kernels.
    pub pass: Option<String>,
    /// The label of the pipeline.
    pub pipeline: Option<String>,
    /// The label of the shader module.
    pub file: Option<String>,
    /// How often it was made, in all dispatches.
    pub times: u64,
    /// What was found, with its line.
    pub finding: Finding,
}

impl ProgramFinding {
    /// A finding of the program around its kernels.
    pub(crate) fn of_program(finding: Finding) -> Self {
        Self { pass: None, pipeline: None, file: None, times: 1, finding }
    }

    /// Whether the program is wrong.
    pub fn is_fault(&self) -> bool {
        self.finding.is_error()
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.finding.kind == other.finding.kind
            && self.finding.line == other.finding.line
            && self.pipeline == other.pipeline
            && self.pass == other.pass
            && (self.pipeline.is_some() || self.finding.message == other.finding.message)
    }
}

impl fmt::Display for ProgramFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.finding.severity, self.finding.message)?;
        if let Some(file) = &self.file {
            write!(f, "\n  --> {file}")?;
            if let Some(line) = self.finding.line {
                write!(f, ":{line}")?;
            }
        }
        if let (Some(pass), Some(pipeline)) = (&self.pass, &self.pipeline) {
            write!(f, "\n  in the pass `{pass}`, pipeline `{pipeline}`")?;
        }
        if self.times > 1 {
            write!(f, "\n  {} times", self.times)?;
        }
        Ok(())
    }
}

/// What one pipeline did in the passes of one label.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PipelineReport {
    /// The passes' label.
    pub pass: String,
    /// The pipeline's label.
    pub pipeline: String,
    /// Its entry point.
    pub entry: String,
    /// How often it was dispatched.
    pub dispatches: u64,
    /// The estimated time of all dispatches in seconds; `None` where the machine's figures do not allow it.
    pub estimated_s: Option<f64>,
    /// What the last dispatch counted.
    pub counters: Counters,
}

/// What a program ran, and what was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// The simulated machine.
    pub machine: String,
    /// By pass and pipeline.
    pub pipelines: Vec<PipelineReport>,
    /// Faults first.
    pub findings: Vec<ProgramFinding>,
}

impl Report {
    /// What makes the program wrong.
    pub fn faults(&self) -> impl Iterator<Item = &ProgramFinding> {
        self.findings.iter().filter(|found| found.is_fault())
    }

    /// The report as JSON: `schema` is `lockstep/program/1`, and the rest has the names of the fields.
    pub fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).expect("the report holds numbers and words");
        value["schema"] = "lockstep/program/1".into();
        let mut text = serde_json::to_string_pretty(&value).expect("a value has a text");
        text.push('\n');
        text
    }

    pub(crate) fn join(&mut self, other: Self) {
        if self.machine.is_empty() {
            self.machine = other.machine;
        } else if self.machine != other.machine && !other.machine.is_empty() {
            self.machine = format!("{}, {}", self.machine, other.machine);
        }
        self.pipelines.extend(other.pipelines);
        self.findings.extend(other.findings);
        self.findings.sort_by_key(|found| found.finding.severity);
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "on the simulated machine {} (times are estimated)", self.machine)?;
        for pipeline in &self.pipelines {
            let time = pipeline.estimated_s.map_or("unknown".to_owned(), |time| Seconds(time).to_string());
            let counters = &pipeline.counters;
            writeln!(
                f,
                "{} / {} ({}): {}, estimated {time}; the last: {}, {} of lanes active, {} sectors ({} at least)",
                pipeline.pass,
                pipeline.pipeline,
                pipeline.entry,
                counted(pipeline.dispatches, "dispatch", "dispatches"),
                counted(counters.workgroups, "workgroup", "workgroups"),
                percent(counters.lane_efficiency),
                counters.global_sectors,
                counters.global_sectors_ideal,
            )?;
        }
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        Ok(())
    }
}
