//! The forms in which a command's result is shown.

use serde::Serialize;

use super::exec::{comparison, exec};
use super::judgement::judgement;
use super::{explain, html, terminal};
use crate::harness::{KernelReport, PipelineReport, Report, SavedBuffer};
use crate::marking::Judgement;
use crate::sim::Finding;
use crate::text::paragraph;

/// A result that every command shows: at a terminal, and to programs.
pub trait Render: Serialize {
    /// For a person at a terminal of so many columns, with ANSI styles: `anstream` strips them where they do not belong. Only
    /// code is wider than 80 columns.
    fn terminal(&self, columns: usize) -> String;

    /// For programs, in SI base units.
    ///
    /// # Errors
    /// serde's, where a value cannot be written.
    fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// A result that has a page for a browser, too.
pub trait RenderHtml {
    /// One file that needs nothing else.
    fn html(&self) -> String;
}

/// The labs of one command.
impl Render for [Report] {
    fn terminal(&self, _columns: usize) -> String {
        let each = self.iter().enumerate();
        let each = each.map(|(at, report)| terminal(report, false, at.checked_sub(1).map(|before| &self[before])));
        each.collect::<Vec<_>>().join("\n")
    }

    /// One report as an object, several as an array.
    fn json(&self) -> serde_json::Result<String> {
        let text = match self {
            [only] => serde_json::to_string_pretty(only)?,
            several => serde_json::to_string_pretty(several)?,
        };
        Ok(text + "\n")
    }
}

impl RenderHtml for [Report] {
    fn html(&self) -> String {
        html::labs(self)
    }
}

impl Render for KernelReport {
    fn terminal(&self, columns: usize) -> String {
        if self.schema == Self::EXPLAINED { explain(self, columns) } else { exec(self) }
    }
}

impl RenderHtml for KernelReport {
    fn html(&self) -> String {
        html::kernel(self)
    }
}

impl Render for PipelineReport {
    fn terminal(&self, _columns: usize) -> String {
        let passes = self.passes.iter().map(exec);
        let found = |finding: &Finding| paragraph(&format!("{}: {finding}", self.file), 2);
        let saved =
            |saved: &SavedBuffer| format!("  saved {}: {} bytes in {}\n", saved.buffer, saved.bytes, saved.file);
        let compared = self.expected.iter().chain(&self.against).map(comparison);
        passes.chain(self.findings.iter().map(found)).chain(compared).chain(self.saved.iter().map(saved)).collect()
    }
}

impl Render for Judgement {
    fn terminal(&self, columns: usize) -> String {
        judgement(self, columns)
    }
}

impl RenderHtml for Judgement {
    fn html(&self) -> String {
        html::judged(self)
    }
}
