//! Findings as SARIF.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::annotations::{columns, findings, within};
use crate::harness::KernelReport;
use crate::sim::Finding;

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
    fn a_path_is_written_as_a_repository_has_it() {
        assert_eq!(
            (within("././a/b.wgsl"), within("../b.wgsl"), within("b.wgsl")),
            ("a/b.wgsl", "../b.wgsl", "b.wgsl")
        );
        assert_eq!((uri("./a b.wgsl").as_str(), uri("/a.wgsl").as_str()), ("a%20b.wgsl", "file:///a.wgsl"));
    }
}
