//! The signs that hints answer, looked for in an attempt.

use super::evidence::Evidence;
use super::figure::figure;
use super::source_signs::{changed_given, is_foreign, shadowed, updates};
use crate::harness::{Status, VariantReport};
use crate::kernel::without_comments;
use crate::lab::{Exercise, Failure, Sign, WrongValues};
use crate::sim::{Finding, FindingKind};
use crate::verify::Spread;

/// The most lanes of a subgroup that count as working alone.
const ALONE: f64 = 2.0;

/// An attempt: its text, its result, and what it did access by access.
pub struct ShownAttempt<'a> {
    exercise: &'a Exercise,
    source: &'a str,
    code: String,
    attempt: &'a VariantReport,
    evidence: &'a Evidence<'a>,
}

impl<'a> ShownAttempt<'a> {
    /// `source` as an attempt at `exercise`, with its result on the simulator.
    pub fn new(
        exercise: &'a Exercise,
        source: &'a str,
        attempt: &'a VariantReport,
        evidence: &'a Evidence<'a>,
    ) -> Self {
        Self { exercise, source, code: bare(source), attempt, evidence }
    }

    /// Whether the attempt shows `sign`. Figures are those of a right kernel only: what a wrong one counts, at
    /// whichever size it went wrong, says nothing about its idea.
    pub fn shows(&self, sign: Sign) -> bool {
        let attempt = self.attempt;
        let values = match attempt.failure {
            Some(Failure::Output(values)) => values,
            _ => WrongValues::default(),
        };
        let right = attempt.status == Status::Ok;
        let found = |which| figure(which, attempt).filter(|_| right);
        let fault = |kind, tile| self.faults(kind).any(|finding| self.evidence.in_tile(finding) == Some(tile));
        let traffic = |binding| self.evidence.traffic(binding).filter(|_| right);
        match sign {
            Sign::Asked => false,
            Sign::Unchanged => self.code == bare(self.exercise.start),
            Sign::OnlyConstants => without_constants(self.source) == without_constants(self.exercise.start),
            Sign::Refused => self.refused(),
            Sign::RefusedFor(failure) => self.refused() && attempt.failure == Some(failure),
            Sign::Compiler(text) => self.refused() && self.compiler_says(text),
            Sign::Foreign => self.refused() && self.refused_line().is_some_and(is_foreign),
            Sign::GivenChanged => changed_given(self.exercise, self.source).is_some(),
            Sign::Shadowed => shadowed(self.source).is_some(),
            Sign::Folded => attempt.failure == Some(Failure::Folded),
            Sign::Endless => endless(attempt),
            Sign::Wrong => attempt.status == Status::Wrong,
            Sign::LacksBeginning => self.missing().is_some_and(|spread| spread.begins()),
            Sign::LacksEnd => self.missing().is_some_and(|spread| spread.ends()),
            Sign::Seen(kind) => attempt.findings.iter().any(|finding| finding.kind == kind),
            Sign::OwnArray => self.evidence.has_own_array(),
            Sign::ReadsNoInput => self.evidence.reads_no_input(),
            Sign::Fault(kind) => self.faults(kind).next().is_some(),
            Sign::FaultInTile(kind) => fault(kind, true),
            Sign::FaultInBuffer(kind) => fault(kind, false),
            Sign::FaultAt(kind, binding) => {
                self.faults(kind).any(|finding| self.evidence.binding_of(finding) == Some(binding))
            }
            Sign::LostUpdate => self.faults(FindingKind::Race).any(|finding| self.loses_update(finding)),
            Sign::Alone => right && self.evidence.lanes_at_work().is_some_and(|lanes| lanes <= ALONE),
            Sign::Touches(binding) => traffic(binding).is_some_and(|traffic| traffic.asked() > 0.0),
            Sign::Asks(binding, times) => traffic(binding).is_some_and(|traffic| traffic.asked() >= times),
            Sign::Scatters(binding, times) => {
                right && self.evidence.scattered_most(binding).is_some_and(|scattered| scattered >= times)
            }
            Sign::NeverWritten => values.unwritten,
            Sign::StoredElsewhere => self.spread().is_some_and(|spread| (1..spread.wrong).contains(&spread.unwritten)),
            Sign::GotNan => values.nan,
            Sign::GotInfinity => values.infinity,
            Sign::GotMinusInfinity => values.minus_infinity,
            Sign::InputMutated => attempt.failure == Some(Failure::InputMutated),
            Sign::UnevenWorkgroups => attempt.failure == Some(Failure::UnevenWorkgroups),
            Sign::Has(text) => self.code.contains(&squeezed(text)),
            Sign::Lacks(text) => !self.code.contains(&squeezed(text)),
            Sign::Above(which, bound) => found(which).is_some_and(|found| found > bound),
            Sign::Below(which, bound) => found(which).is_some_and(|found| found < bound),
            Sign::All(signs) => signs.iter().all(|sign| self.shows(*sign)),
            Sign::Any(signs) => signs.iter().any(|sign| self.shows(*sign)),
        }
    }

    /// Whether it was never launched.
    fn refused(&self) -> bool {
        let attempt = self.attempt;
        attempt.status == Status::Failed && attempt.check.is_none() && !endless(attempt)
    }

    /// Whether a compiler's message holds `text`: no compiler tells its errors apart in any other way.
    fn compiler_says(&self, text: &str) -> bool {
        let message = self.attempt.reason.as_deref().unwrap_or_default().to_lowercase();
        matches!(self.attempt.failure, Some(Failure::Compiler | Failure::Nested))
            && message.contains(&text.to_lowercase())
    }

    /// The line that a compiler's message points at.
    fn refused_line(&self) -> Option<&str> {
        self.line(self.attempt.refused_at?)
    }

    fn line(&self, line: u32) -> Option<&str> {
        self.source.lines().nth((line as usize).checked_sub(1)?)
    }

    /// Whether a race is between an update of a place and the same update by another invocation.
    fn loses_update(&self, finding: &Finding) -> bool {
        let both = |line: u32| finding.message.matches(&format!(" on line {line},")).count() > 1;
        let variable = finding.variable.as_deref().and_then(|name| name.split(['.', '[']).next());
        let found = finding.line.filter(|line| both(*line)).and_then(|line| self.line(line)).zip(variable);
        found.is_some_and(|(line, variable)| updates(line, variable))
    }

    /// Which elements of a wrong output are.
    fn spread(&self) -> Option<Spread> {
        let spread = self.evidence.spread(self.attempt.check.as_ref()?)?;
        (self.attempt.status == Status::Wrong).then_some(spread)
    }

    /// The same where they are never written, and no other is wrong.
    fn missing(&self) -> Option<Spread> {
        self.spread().filter(|spread| spread.unwritten == spread.wrong)
    }

    /// A barrier of the wrong kind leaves a race.
    fn faults(&self, kind: FindingKind) -> impl Iterator<Item = &Finding> {
        let same = move |found| found == kind || (kind == FindingKind::Race && found == FindingKind::WrongBarrier);
        self.attempt.findings.iter().filter(move |finding| finding.is_error() && same(finding.kind))
    }
}

/// Whether it was ended, by the simulator's budget of steps or by the clock.
pub fn was_ended(attempt: &VariantReport) -> bool {
    let by_steps = attempt.findings.iter().any(|f| f.kind == FindingKind::StepLimit);
    by_steps || attempt.failure == Some(Failure::Timeout)
}

/// Whether a kernel that compiles failed since it was ended.
fn endless(attempt: &VariantReport) -> bool {
    attempt.status == Status::Failed && attempt.compiled && was_ended(attempt)
}

/// The text of a shader without comments, white space and `const` declarations.
fn without_constants(text: &str) -> String {
    let code = without_comments(text);
    let kept = code.split_inclusive([';', '{', '}']).filter(|piece| !piece.trim_start().starts_with("const "));
    squeezed(&kept.collect::<String>())
}

/// The text of a shader without comments and white space.
pub fn bare(text: &str) -> String {
    squeezed(&without_comments(text))
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
