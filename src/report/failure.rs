//! A kernel that is wrong before anything can be found in it, for other programs: it does not compile, or does not end.

use serde_json::{Value, json};

use super::annotate::{escaped, log, one_line, property, uri, within};

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
    /// Reads it out of what is told a person; `file` is meant where that names none.
    pub fn new(message: &'a str, file: &'a str) -> Self {
        // A compiler's message: `┌─ kernel.wgsl:3:7` stands below what is wrong.
        let named = message.lines().find_map(|line| line.trim_start().strip_prefix("┌─ "));
        let place = named.and_then(|place| {
            let mut parts = place.trim().rsplitn(3, ':');
            let (column, line) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            Some((parts.next()?, (line, column)))
        });
        let said = message.lines().find_map(|line| line.strip_prefix("error: "));
        match place {
            Some((file, place)) => {
                Self { file, place: Some(place), kind: "compile-error", message: one_line(said.unwrap_or(message)) }
            }
            None => Self { file, place: None, kind: "no-result", message: one_line(message) },
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

    #[test]
    fn a_compilers_message_says_where_and_what() {
        let message = "the WGSL does not compile\nerror: unknown: `x`\n  ┌─ a:b.wgsl:12:7\n   │\n12 │ let a = x;\n";
        let failure = Failure::new(message, "other.toml");
        assert_eq!((failure.file, failure.place), ("a:b.wgsl", Some((12, 7))));
        assert_eq!(failure.github(), "::error file=a%3Ab.wgsl,line=12,col=7,title=compile-error::unknown: `x`\n");
        assert_eq!(failure.editor(), "a:b.wgsl:12:7: error: compile-error: unknown: `x`\n");
    }

    #[test]
    fn what_names_no_place_is_told_of_the_file() {
        let failure = Failure::new("k.wgsl: it did not end\nwithin 20 s", "k.wgsl");
        assert_eq!(failure.editor(), "k.wgsl: error: no-result: k.wgsl: it did not end within 20 s\n");
        assert!(failure.sarif()["runs"][0]["results"][0]["locations"][0]["physicalLocation"].get("region").is_none());
    }
}
