//! Findings for other programs: SARIF, GitHub's annotations, editors.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::KernelReport;
use crate::sim::{Finding, Severity};

/// Columns of a finding's line: where it begins, and one beyond its end. Findings name lines.
fn columns(report: &KernelReport, line: u32) -> (usize, usize) {
    let text = report.source.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let length = |text: &str| text.chars().count();
    let begin = length(text) - length(text.trim_start());
    (begin + 1, length(text.trim_end()).max(begin) + 1)
}

/// `FILE:LINE:COLUMN`, as compilers and editors write it; the file alone for a finding without a line.
pub fn place(report: &KernelReport, finding: &Finding) -> String {
    match finding.line {
        Some(line) => format!("{}:{line}:{}", report.file, columns(report, line).0),
        None => report.file.clone(),
    }
}

/// A finding on a line of its own: `FILE:LINE:COLUMN: error: race: ...`.
pub fn editor_line(report: &KernelReport, finding: &Finding) -> String {
    format!("{}: {}: {}: {}", place(report, finding), finding.severity, finding.kind, one_line(&finding.message))
}

/// All findings for an editor.
pub fn editor(reports: &[KernelReport]) -> String {
    let line = |(report, finding)| editor_line(report, finding) + "\n";
    findings(reports).map(line).collect()
}

fn findings(reports: &[KernelReport]) -> impl Iterator<Item = (&KernelReport, &Finding)> {
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

/// All findings of all kernels as SARIF 2.1.0 (OASIS); what several dispatches of one kernel have in common, once.
pub fn sarif(reports: &[KernelReport]) -> Value {
    let kinds: BTreeSet<&str> = findings(reports).map(|(_, finding)| finding.kind.name()).collect();
    let mut results: Vec<Value> = Vec::new();
    for result in findings(reports).map(|(report, finding)| result(report, finding)) {
        if !results.contains(&result) {
            results.push(result);
        }
    }
    log(kinds, results)
}

/// A log of SARIF with these results, each of one of these kinds.
pub(super) fn log<'a>(kinds: impl IntoIterator<Item = &'a str>, results: Vec<Value>) -> Value {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "lockstep",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": kinds.into_iter().map(|kind| json!({ "id": kind })).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// A finding as a result of SARIF.
fn result(report: &KernelReport, finding: &Finding) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri(&report.file) } });
    if let Some(line) = finding.line {
        let (begin, end) = columns(report, line);
        place["region"] = json!({ "startLine": line, "startColumn": begin, "endColumn": end });
    }
    json!({
        "ruleId": finding.kind.to_string(),
        "level": finding.severity.name(),
        "message": { "text": finding.message },
        "locations": [{ "physicalLocation": place }],
    })
}

/// A path as a service compares it with those of a repository: `find .` begins each with `./`, which matches none of them.
pub(super) fn within(path: &str) -> &str {
    match path.strip_prefix("./") {
        Some(rest) => within(rest),
        None => path,
    }
}

/// A path as a relative or absolute reference (RFC 3986).
pub(super) fn uri(path: &str) -> String {
    let path = within(path).replace('\\', "/");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let mut text = String::new();
    for byte in path.bytes() {
        match plain(byte) {
            true => text.push(char::from(byte)),
            false => text += &format!("%{byte:02X}"),
        }
    }
    if text.starts_with('/') { format!("file://{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_as_a_repository_has_it() {
        assert_eq!(
            (within("././a/b.wgsl"), within("../b.wgsl"), within("b.wgsl")),
            ("a/b.wgsl", "../b.wgsl", "b.wgsl")
        );
        assert_eq!((uri("./a b.wgsl").as_str(), uri("/a.wgsl").as_str()), ("a%20b.wgsl", "file:///a.wgsl"));
    }
}
