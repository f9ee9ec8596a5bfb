//! Findings for other programs: SARIF, GitHub's annotations, editors.

use serde_json::{Value, json};

use crate::harness::own::KernelReport;
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
pub fn editor(report: &KernelReport) -> String {
    report.findings.iter().map(|finding| editor_line(report, finding) + "\n").collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All findings as workflow commands of GitHub Actions; also outputs that are not as expected.
pub fn github(report: &KernelReport) -> String {
    // "Workflow commands for GitHub Actions": what would end a message or a property is escaped.
    let message = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| message(text).replace(':', "%3A").replace(',', "%2C");
    let file = property(&report.file);
    let mut text = String::new();
    for finding in &report.findings {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            _ => "notice",
        };
        let place = finding.line.map_or(String::new(), |line| {
            let (begin, end) = columns(report, line);
            format!(",line={line},col={begin},endColumn={end}")
        });
        let title = property(&finding.kind.to_string());
        text += &format!("::{command} file={file}{place},title={title}::{}\n", message(&finding.message));
    }
    let compared = report.expected.iter().chain(&report.against);
    for comparison in compared.filter(|comparison| !comparison.outputs.agree) {
        let first = comparison.first.first().map_or("", String::as_str);
        let said = message(&format!("the output is not that of {}: {first}", comparison.with));
        text += &format!("::error file={file},title=output::{said}\n");
    }
    text
}

/// All findings as SARIF 2.1.0 (OASIS).
pub fn sarif(report: &KernelReport) -> Value {
    let mut kinds: Vec<String> = report.findings.iter().map(|finding| finding.kind.to_string()).collect();
    kinds.sort();
    kinds.dedup();
    let result = |finding: &Finding| {
        let level = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            _ => "note",
        };
        let mut place = json!({ "artifactLocation": { "uri": uri(&report.file) } });
        if let Some(line) = finding.line {
            let (begin, end) = columns(report, line);
            place["region"] = json!({ "startLine": line, "startColumn": begin, "endColumn": end });
        }
        json!({
            "ruleId": finding.kind.to_string(),
            "level": level,
            "message": { "text": finding.message },
            "locations": [{ "physicalLocation": place }],
        })
    };
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "lockstep",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": kinds.iter().map(|kind| json!({ "id": kind })).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": report.findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

/// A path as a relative or absolute reference (RFC 3986).
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
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
