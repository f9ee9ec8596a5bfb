//! A kernel that is wrong before anything can be found in it, for other programs: it does not compile, or does not end.

use serde_json::{Value, json};

use super::annotations::{escaped, one_line, property, within};
use super::sarif::{log, uri};
use crate::harness::{Refusal, RunError};

/// Why a kernel gave no result, and where in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure<'a> {
    file: &'a str,
    /// Line and column.
    place: Option<(u32, u32)>,
    kind: &'static str,
    message: String,
}

impl<'a> Failure<'a> {
    /// Why `refused` has no result; `file` is meant where it names none.
    pub fn new(refused: &'a RunError, file: &'a str) -> Self {
        match &refused.compiler {
            Some(Refusal { file, summary, place: place @ Some(_) }) => {
                Self { file, place: *place, kind: "compile-error", message: one_line(summary) }
            }
            _ => Self { file, place: None, kind: "no-result", message: one_line(&refused.message) },
        }
    }

    /// As a workflow command of GitHub Actions.
    pub fn github(&self) -> String {
        let place = self.place.map_or(String::new(), |(line, column)| format!(",line={line},col={column}"));
        let file = property(within(self.file));
        format!("::error file={file}{place},title={}::{}\n", self.kind, escaped(&self.message))
    }

    /// As `FILE:LINE:COLUMN: error: KIND: MESSAGE`.
    pub fn editor(&self) -> String {
        let place = self.place.map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
        format!("{}{place}: error: {}: {}\n", self.file, self.kind, self.message)
    }

    /// As SARIF 2.1.0.
    pub fn sarif(&self) -> Value {
        let mut place = json!({ "artifactLocation": { "uri": uri(self.file) } });
        if let Some((line, column)) = self.place {
            place["region"] = json!({ "startLine": line, "startColumn": column });
        }
        let result = json!({
            "ruleId": self.kind,
            "level": "error",
            "message": { "text": self.message },
            "locations": [{ "physicalLocation": place }],
        });
        log([self.kind], vec![result])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::CompileError;

    #[test]
    fn a_compilers_message_says_where_and_what() {
        let error = CompileError {
            message: "error: unknown: `x`\n  ┌─ a:b.wgsl:12:7\n   │\n12 │ let a = x;\n".to_owned(),
            summary: "unknown: `x`".to_owned(),
            place: Some((12, 7)),
        };
        let refused = RunError::by_compiler("a:b.wgsl", &error);
        let failure = Failure::new(&refused, "other.toml");
        assert_eq!((failure.file, failure.place), ("a:b.wgsl", Some((12, 7))));
        assert_eq!(failure.github(), "::error file=a%3Ab.wgsl,line=12,col=7,title=compile-error::unknown: `x`\n");
        assert_eq!(failure.editor(), "a:b.wgsl:12:7: error: compile-error: unknown: `x`\n");
    }

    #[test]
    fn what_names_no_place_is_told_of_the_file() {
        let refused = RunError::wrong("k.wgsl: it did not end\nwithin 20 s");
        let failure = Failure::new(&refused, "k.wgsl");
        assert_eq!(failure.editor(), "k.wgsl: error: no-result: k.wgsl: it did not end within 20 s\n");
        assert!(failure.sarif()["runs"][0]["results"][0]["locations"][0]["physicalLocation"].get("region").is_none());
    }
}
