//! Reports of undefined values: from a lane that does not take part or does not exist, or from out of bounds.

use super::values::{Origin, Why};
use crate::exec::observers::sanitizer::Sanitizer;
use crate::finding::{FindingKind, Severity};

impl Sanitizer<'_> {
    /// A lane's index `at` is not below the length; `used` is 0 where the value is not used.
    pub fn report_out_of_bounds(
        &mut self,
        (subgroup, lane): (usize, usize),
        (at, len): (u32, u32),
        (site, used): (u32, u32),
        (severity, end): (Severity, &str),
    ) {
        let site = &self.context.program.sites[site as usize];
        let (kind, lines, name) = (FindingKind::OutOfBounds, (site.line, used), &site.name);
        if self.faults.again(kind, lines, name) {
            return;
        }
        let invocation = self.describe(subgroup, lane);
        self.faults.add(kind, severity, lines, name, || {
            let index = match site.signed {
                true => i64::from(at as i32),
                false => i64::from(at),
            };
            format!("index {index} is out of bounds of `{name}`, which has {len} elements{end} ({invocation})")
        });
    }

    /// Lanes take undefined values from lanes that do not take part, at one site. They may never use them.
    pub fn take_from_inactive(&mut self, origins: &[Origin]) {
        let Some(first) = origins.first() else {
            return;
        };
        let line = self.context.program.sites[first.site as usize].line;
        if !self.faults.again_times(origins.len() as u64, FindingKind::InactiveLane, (line, 0), "") {
            origins.iter().for_each(|origin| self.takes(origin));
        }
    }

    /// A lane takes an undefined value. It may never use it.
    pub fn takes(&mut self, origin: &Origin) {
        match origin.why {
            Why::InactiveLane { .. } => {
                self.elsewhere(origin, 0, Severity::Note, "the value is undefined, but never used");
            }
            Why::OutOfBounds { .. } => {
                self.beyond(origin, 0, Severity::Note, ", but the value read there is never used");
            }
            Why::Unwritten { .. } => {}
        }
    }

    /// An undefined value is used on this line.
    pub fn uses(&mut self, origin: &Origin, used: u32) {
        let line = self.context.program.sites[origin.site as usize].line;
        match origin.why {
            Why::InactiveLane { .. } if used == line => {
                self.elsewhere(origin, used, Severity::Error, "the value is undefined and is used");
            }
            Why::InactiveLane { .. } => {
                let what = format!("the value is undefined and is used on line {used}");
                self.elsewhere(origin, used, Severity::Error, &what);
            }
            Why::OutOfBounds { .. } if used == line => self.beyond(origin, line, Severity::Error, ""),
            Why::OutOfBounds { .. } => {
                let end = format!(", and the value read there is used on line {used}");
                self.beyond(origin, line, Severity::Error, &end);
            }
            Why::Unwritten { byte, why, .. } => {
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
        if let Why::OutOfBounds { at, len } = origin.why {
            let by = (origin.subgroup as usize, origin.lane as usize);
            self.report_out_of_bounds(by, (at, len), (origin.site, used), (severity, end));
        }
    }

    fn elsewhere(&mut self, origin: &Origin, used: u32, severity: Severity, what: &str) {
        let (kind, line) = (FindingKind::InactiveLane, self.context.program.sites[origin.site as usize].line);
        let (Why::InactiveLane { source, returned }, false) = (origin.why, self.faults.again(kind, (line, used), ""))
        else {
            return;
        };
        let Origin { subgroup, lane, .. } = *origin;
        let invocation = self.describe(subgroup as usize, lane as usize);
        let first = subgroup * self.context.program.width;
        let lanes = (self.context.program.invocations() - first).min(self.context.program.width);
        let why = if source >= lanes {
            format!("which does not exist among the {lanes} of its subgroup")
        } else if returned {
            "which has returned and does not take part".to_owned()
        } else {
            "which took another branch and does not take part".to_owned()
        };
        let advice = match (severity, source >= lanes) {
            (Severity::Note, _) => "",
            (_, true) => "; use it only where such a lane exists",
            (_, false) => "; let all lanes of the subgroup reach this line",
        };
        let source = source as i32;
        self.faults.add(kind, severity, (line, used), "", || {
            format!("lane {lane} takes a value from lane {source}, {why}: {what} ({invocation}){advice}")
        });
    }
}
