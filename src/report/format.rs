//! The forms in which a command's result is shown.

use serde::Serialize;

use super::exec::{comparison, exec};
use super::judgement::judgement;
use super::{explain, html, terminal};
use crate::harness::{KernelReport, PipelineReport, Report, SavedBuffer};
use crate::marking::Judgement;
use crate::sim::Finding;
use crate::text::paragraph;

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For a person at a terminal of so many columns, with ANSI styles: `anstream` strips them where they do not belong.
    Terminal(usize),
    /// For programs, in SI base units.
    Json,
    /// For a browser: one file that needs nothing else.
    Html,
    /// A drawing for a page or a slide: one SVG file that needs nothing else.
    Svg,
}

/// A result that can be shown.
pub trait Render: Serialize {
    /// As [`Format::Terminal`]; only code is wider than 80 columns.
    fn terminal(&self, columns: usize) -> String;

    /// As [`Format::Json`].
    ///
    /// # Errors
    /// serde's, where a value cannot be written.
    fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// As [`Format::Html`]; `None` of what has no page.
    fn html(&self) -> Option<String> {
        None
    }

    /// As [`Format::Svg`]; `None` of what has no drawing.
    fn svg(&self) -> Option<String> {
        None
    }

    /// In this form, where it has it.
    ///
    /// # Errors
    /// As [`Render::json`].
    fn render(&self, format: Format) -> serde_json::Result<Option<String>> {
        Ok(match format {
            Format::Terminal(columns) => Some(self.terminal(columns)),
            Format::Json => Some(self.json()?),
            Format::Html => self.html(),
            Format::Svg => self.svg(),
        })
    }
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

    fn html(&self) -> Option<String> {
        Some(html::labs(self))
    }

    fn svg(&self) -> Option<String> {
        html::drawing(self.first()?)
    }
}

impl Render for KernelReport {
    fn terminal(&self, columns: usize) -> String {
        if self.schema == Self::EXPLAINED { explain(self, columns) } else { exec(self) }
    }

    fn html(&self) -> Option<String> {
        Some(html::kernel(self))
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

    fn html(&self) -> Option<String> {
        Some(html::judged(self))
    }
}
