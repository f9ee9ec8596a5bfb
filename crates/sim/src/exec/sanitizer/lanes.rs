//! Lanes that take values from others: from one that does not take part, or that there is not.

use super::Sanitizer;
use crate::exec::garbage::Origin;
use crate::finding::{FindingKind, Severity};

impl Sanitizer<'_> {
    /// A lane takes a value from one that does not take part. Nothing may come of it.
    pub fn takes_garbage(&mut self, origin: &Origin) {
        let line = self.context.program.sites[origin.site as usize].line;
        self.garbage(origin, (line, 0), Severity::Note, "what it gets is not defined, and nothing comes of it");
    }

    /// On this line, something comes of such a value.
    pub fn uses_garbage(&mut self, origin: &Origin, used: u32) {
        let line = self.context.program.sites[origin.site as usize].line;
        let use_of = match used == line {
            true => "what it gets is not defined, and is used".to_owned(),
            false => format!("what it gets is not defined, and is used on line {used}"),
        };
        self.garbage(origin, (line, used), Severity::Error, &use_of);
    }

    fn garbage(&mut self, origin: &Origin, lines: (u32, u32), severity: Severity, what: &str) {
        let kind = FindingKind::InactiveLane;
        if self.faults.again(kind, lines, "") {
            return;
        }
        let Origin { subgroup, lane, source, returned, .. } = *origin;
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
        self.faults.add(kind, severity, lines, "", || {
            format!("lane {lane} takes a value from lane {source}, {why}: {what} ({invocation}){advice}")
        });
    }

    /// A subgroup operation names a lane that there is not.
    pub fn too_wide(&mut self, [subgroup, lane]: [u32; 2], given: u32, site: u32) {
        let line = self.context.program.sites[site as usize].line;
        if self.faults.again(FindingKind::SubgroupWidth, (line, 0), "") {
            return;
        }
        let width = self.context.program.width;
        let invocation = self.describe(subgroup as usize, lane as usize);
        self.faults.add(FindingKind::SubgroupWidth, Severity::Error, (line, 0), "", || {
            format!(
                "a subgroup operation names lane or distance {given}, but subgroups have {width} lanes here \
                 ({invocation}); ask for subgroup_size instead of assuming it"
            )
        });
    }
}
