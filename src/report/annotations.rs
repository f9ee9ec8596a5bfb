//! Findings as lines for editors, and as GitHub's annotations.

use crate::harness::KernelReport;
use crate::sim::{Finding, Severity};

/// Columns of a finding's line: where it begins, and one beyond its end. Findings name lines.
pub(super) fn columns(report: &KernelReport, line: u32) -> (usize, usize) {
    let text = report.source.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let length = |text: &str| text.chars().count();
    let begin = length(text) - length(text.trim_start());
    (begin + 1, length(text.trim_end()).max(begin) + 1)
}

/// `FILE:LINE:COLUMN`, as compilers and editors write it; the file alone for a finding without a line.
pub fn location(report: &KernelReport, finding: &Finding) -> String {
    match finding.line {
        Some(line) => format!("{}:{line}:{}", report.file, columns(report, line).0),
        None => report.file.clone(),
    }
}

/// A finding on a line of its own: `FILE:LINE:COLUMN: error: race: ...`.
pub fn editor_line(report: &KernelReport, finding: &Finding) -> String {
    format!("{}: {}: {}: {}", location(report, finding), finding.severity, finding.kind, one_line(&finding.message))
}

/// All findings for an editor.
pub fn editor(reports: &[KernelReport]) -> String {
    let line = |(report, finding)| editor_line(report, finding) + "\n";
    findings(reports).map(line).collect()
}

pub(super) fn findings(reports: &[KernelReport]) -> impl Iterator<Item = (&KernelReport, &Finding)> {
    reports.iter().flat_map(|report| report.findings.iter().map(move |finding| (report, finding)))
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All findings as workflow commands of GitHub Actions; also outputs that are not as expected.
pub fn github(reports: &[KernelReport]) -> String {
    reports.iter().map(github_of).collect()
}

/// A message of a workflow command ("Workflow commands for GitHub Actions"): what would end it is escaped.
pub(super) fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of one.
pub(super) fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

fn github_of(report: &KernelReport) -> String {
    let file = property(within(&report.file));
    let mut text = String::new();
    for finding in &report.findings {
        let command = if finding.severity == Severity::Note { "notice" } else { finding.severity.name() };
        let place = finding.line.map_or(String::new(), |line| {
            let (begin, end) = columns(report, line);
            format!(",line={line},col={begin},endColumn={end}")
        });
        let title = property(&finding.kind.to_string());
        text += &format!("::{command} file={file}{place},title={title}::{}\n", escaped(&finding.message));
    }
    let compared = report.expected.iter().chain(&report.against);
    for comparison in compared.filter(|comparison| !comparison.outputs.agree) {
        let first = comparison.first.first().map_or("", String::as_str);
        let said = escaped(&format!("the output is not that of {}: {first}", comparison.with));
        text += &format!("::error file={file},title=output::{said}\n");
    }
    text
}

/// A path as a service compares it with those of a repository: `find .` begins each with `./`, which matches none of them.
pub(super) fn within(path: &str) -> &str {
    match path.strip_prefix("./") {
        Some(rest) => within(rest),
        None => path,
    }
}
