//! Values that mean nothing: of a lane that does not take part, or that there is not, or from beyond the bounds.

use super::Sanitizer;
use crate::exec::garbage::{Origin, Why};
use crate::finding::{FindingKind, Severity};

impl Sanitizer<'_> {
    /// A lane takes a value that means nothing. Nothing may come of it.
    pub fn takes(&mut self, origin: &Origin) {
        match origin.why {
            Why::Elsewhere { .. } => {
                self.elsewhere(origin, 0, Severity::Note, "what it gets is not defined, and nothing comes of it");
            }
            Why::Beyond { .. } => {
                self.beyond(origin, 0, Severity::Note, ", and nothing comes of what is read there");
            }
            Why::Unread { .. } => {}
        }
    }

    /// On this line, something comes of such a value.
    pub fn uses(&mut self, origin: &Origin, used: u32) {
        let line = self.context.program.sites[origin.site as usize].line;
        match origin.why {
            Why::Elsewhere { .. } if used == line => {
                self.elsewhere(origin, used, Severity::Error, "what it gets is not defined, and is used");
            }
            Why::Elsewhere { .. } => {
                let what = format!("what it gets is not defined, and is used on line {used}");
                self.elsewhere(origin, used, Severity::Error, &what);
            }
            Why::Beyond { .. } if used == line => self.beyond(origin, line, Severity::Error, ""),
            Why::Beyond { .. } => {
                let end = format!(", and what is read there is used on line {used}");
                self.beyond(origin, line, Severity::Error, &end);
            }
            Why::Unread { byte, why, .. } => {
                self.unwritten(origin.site, (origin.subgroup as usize, origin.lane as usize), byte, why);
            }
        }
    }

    /// A lane writes at an index that is out of bounds.
    pub fn writes_beyond(&mut self, origin: &Origin) {
        let line = self.context.program.sites[origin.site as usize].line;
        self.beyond(origin, line, Severity::Error, "");
    }

    fn beyond(&mut self, origin: &Origin, used: u32, severity: Severity, end: &str) {
        if let Why::Beyond { at, len } = origin.why {
            let by = (origin.subgroup as usize, origin.lane as usize);
            self.out_of_bounds(by, (at, len), (origin.site, used), (severity, end));
        }
    }

    fn elsewhere(&mut self, origin: &Origin, used: u32, severity: Severity, what: &str) {
        let (kind, line) = (FindingKind::InactiveLane, self.context.program.sites[origin.site as usize].line);
        let (Why::Elsewhere { source, returned }, false) = (origin.why, self.faults.again(kind, (line, used), ""))
        else {
            return;
        };
        let Origin { subgroup, lane, .. } = *origin;
        let invocation = self.describe(subgroup as usize, lane as usize);
        let first = subgroup * self.context.program.width;
        let lanes = (self.context.program.invocations() - first).min(self.context.program.width);
        let why = if source >= lanes {
            format!("which there is not among the {lanes} of its subgroup")
        } else if returned {
            "which has returned and does not take part".to_owned()
        } else {
            "which went another way and does not take part".to_owned()
        };
        let advice = match (severity, source >= lanes) {
            (Severity::Note, _) => "",
            (_, true) => "; use it only where there is such a lane",
            (_, false) => "; let all lanes of the subgroup reach this line",
        };
        let source = source as i32;
        self.faults.add(kind, severity, (line, used), "", || {
            format!("lane {lane} takes a value from lane {source}, {why}: {what} ({invocation}){advice}")
        });
    }
}
