//! Which lanes take part in an operation across the lanes of a subgroup.
//!
//! The result of such an operation under divergent control is of the lanes that execute it. That may be meant: the lanes that found
//! something count themselves. It is not where the lanes' own numbers decide who comes, and each has had a value to give.

use super::Sanitizer;
use crate::exec::context::Context;
use crate::exec::lanes::Mask;
use crate::exec::subgroup::Subgroup;
use crate::finding::Severity;
use crate::slice::Exclusion;

/// Which lanes took part in each operation, by its place in the program.
#[derive(Debug, Clone, Default)]
pub struct Participation {
    by_op: Vec<Took>,
}

/// The lanes that took part in an operation.
#[derive(Debug, Clone, Copy, Default)]
struct Took {
    /// Whether all lanes of some subgroup did.
    whole: bool,
    /// The most lanes that did where others were elsewhere.
    most: u32,
    /// The first time that others were.
    first: Option<Parted>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Parted {
    workgroup: u64,
    /// The first invocation of the subgroup.
    invocation: u32,
    lanes: Mask,
    elsewhere: Mask,
}

impl Took {
    fn and(&mut self, other: Self) {
        self.whole |= other.whole;
        self.most = self.most.max(other.most);
        if other.first.is_some() {
            self.first = self.first.into_iter().chain(other.first).min();
        }
    }
}

impl Participation {
    fn add(&mut self, at: usize, took: Took) {
        if self.by_op.len() <= at {
            self.by_op.resize(at + 1, Took::default());
        }
        self.by_op[at].and(took);
    }

    /// Takes in what other workgroups did.
    pub fn merge(&mut self, other: Self) {
        let all = other.by_op.into_iter().enumerate();
        all.for_each(|(at, took)| self.add(at, took));
    }

    /// The operations that some lanes never took part in, because of their numbers: how bad it is, the lines of the operation and of
    /// the branch, and a sentence.
    pub fn findings(self, context: &Context<'_>) -> Vec<(Severity, (u32, u32), String)> {
        let program = context.program;
        let mut all = Vec::new();
        for (at, took) in self.by_op.into_iter().enumerate() {
            let Some(parted) = took.first.filter(|_| !took.whole) else {
                continue;
            };
            let Some(exclusion) = Exclusion::of(program, at) else {
                continue;
            };
            let severity = match exclusion {
                // Alone, a lane combines nothing.
                Exclusion { by_one_number: true, .. } if took.most == 1 => Severity::Warning,
                Exclusion { leaves_values: true, .. } => Severity::Note,
                _ => continue,
            };
            let (line, branch) = (program.lines[at], exclusion.line);
            all.push((severity, (line, branch), parted.describe(context, line, branch)));
        }
        all
    }
}

impl Parted {
    fn describe(self, context: &Context<'_>, line: u32, branch: u32) -> String {
        let [x, y, z] = context.id(self.workgroup);
        let [here, elsewhere] = [self.lanes, self.elsewhere].map(|lanes| lane_list(self.invocation, lanes));
        let (those, come) = match self.lanes.count_ones() {
            1 => ("invocation", "alone takes"),
            _ => ("invocations", "alone take"),
        };
        format!(
            "in workgroup ({x}, {y}, {z}) {those} {here} {come} part in the subgroup operation on line {line}: {elsewhere} took another \
             branch on line {branch}, and their values are left out. Let all lanes of the subgroup execute it, and one of them use the \
             result; WGSL asks for uniform control flow there, and Chrome refuses the kernel (rule `subgroup_uniformity`)"
        )
    }
}

impl Sanitizer<'_> {
    /// The active lanes execute an operation across lanes.
    pub fn takes_part(&mut self, sg: &Subgroup) {
        let (at, elsewhere) = (sg.pc - 1, sg.live & !sg.mask);
        if elsewhere == 0 {
            return self.faults.participation.add(at, Took { whole: true, ..Took::default() });
        }
        let parted = Parted {
            workgroup: self.workgroup,
            invocation: self.invocation(sg.index as usize, 0),
            lanes: sg.mask,
            elsewhere,
        };
        self.faults.participation.add(at, Took { whole: false, most: sg.mask.count_ones(), first: Some(parted) });
    }
}

/// Lanes in words, as ranges: `0-15, 31`.
pub fn lane_list(first: u32, mask: u128) -> String {
    let mut ranges = Vec::new();
    let mut lane = 0;
    while lane < 128 {
        if mask >> lane & 1 == 0 {
            lane += 1;
            continue;
        }
        let start = lane;
        while lane < 128 && mask >> lane & 1 == 1 {
            lane += 1;
        }
        let (from, to) = (first + start, first + lane - 1);
        ranges.push(if from == to { format!("{from}") } else { format!("{from}-{to}") });
    }
    ranges.join(", ")
}
