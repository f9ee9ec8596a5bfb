//! Where the mistake of a wrong attempt is, found by trying: of all small changes, the first that makes it right names the place.
//!
//! Mutation-based fault localization, after Papadakis and Le Traon, "Metallaxis-FL" (STVR 25, 2015): a change that turns a failing run into
//! a passing one is where the fault is, or what it must agree with. What was changed into what is not told: that is the exercise.

mod mutants;
mod tokens;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::hint_choice::cause;
use super::judge::{Judgement, attempt};
use crate::device::Selector;
use crate::harness::{Job, Report, Request, Status, VariantReport};
use crate::kernel::{Kernel, Overrides};
use crate::labs;
use crate::sim::{Finding, FindingKind, RacingAccesses};
use mutants::{Mutant, mutants};
use tokens::{Kind, Token, tokens};

/// Kernels that are tried.
const TRIED: usize = 700;

/// Passes through loops that a workgroup of each may make: more than the most laborious right kernel makes, less than one that never ends.
const STEPS: u64 = 1 << 19;

/// Runs a request on the simulator; `None` where it cannot be run.
pub type Run<'a> = &'a (dyn Fn(&Request) -> Option<Report> + Sync);

impl Judgement {
    /// Says where one small change makes a wrong attempt right, if one is found `within` this time; `request` is the attempt's.
    pub fn localize(&mut self, request: &Request, within: Duration, run: Run<'_>) {
        let Some(source) = self.report.sources.last().filter(|_| is_open(self.attempt())) else { return };
        let (path, text, before) = (source.path.clone(), &source.text, lines_run(&self.report));
        if self.definition().is_some_and(|exercise| cause(exercise, text, self.attempt()).is_some()) {
            return; // it is known without a search
        }
        let device = match &request.device {
            chosen @ Selector::Simulated(_) => chosen.clone(),
            _ => Selector::Simulated(String::new()),
        };
        let request = Request { device, steps: Some(STEPS), threads: Some(1), ..request.clone() };
        let of = |mutant: &Mutant, size: Option<u32>, sources: bool| {
            let job = Job::attempt_text(&self.lab, &self.exercise, path.clone().into(), mutant.text.clone());
            run(&Request { job, size, sources, ..request.clone() }).filter(|report| is_right(attempt(report)))
        };
        let sizes = || self.small_sizes().into_iter().map(Some).chain([None]);
        // Else it is right since what is wrong has no turn.
        let runs_all = |mutant: &Mutant| {
            let after: BTreeSet<u32> =
                sizes().filter_map(|size| of(mutant, size, true)).flat_map(|report| lines_run(&report)).collect();
            before.iter().all(|line| *line == mutant.line || after.contains(line))
        };
        let compiles = |mutant: &Mutant| Kernel::parse("", &mutant.text, None, &Overrides::new()).is_ok();
        let tried: Vec<Mutant> = mutants(text).into_iter().filter(compiles).take(TRIED).collect();
        let begun = Instant::now();
        let makes_it_right =
            |mutant: &&Mutant| begun.elapsed() < within && of(mutant, None, false).is_some() && runs_all(mutant);
        let found = tried.par_iter().find_first(makes_it_right);
        let found = found.map(|found| {
            let place = &found.place;
            format!("With a change to {place} alone, every element is right at every size: begin there, or with what it must agree with.")
        });
        if let Some(found) = found.or_else(|| unused(text)) {
            self.seen = Some(self.seen.take().map_or_else(|| found.clone(), |seen| format!("{seen} {found}")));
        }
    }

    /// The sizes at which an attempt at its exercise is verified first.
    fn small_sizes(&self) -> Vec<u32> {
        let lab = labs::find(&self.lab);
        lab.zip(self.definition()).map_or_else(Vec::new, |(lab, exercise)| lab.sizes_of(exercise).to_vec())
    }
}

/// The lines of the attempt that were run.
fn lines_run(report: &Report) -> BTreeSet<u32> {
    let lines = report.sources.last().into_iter().flat_map(|source| &source.lines);
    lines.filter(|line| line.subgroup_instructions > 0).map(|line| line.line).collect()
}

/// The first variable whose value nobody asks for, in a sentence.
fn unused(text: &str) -> Option<String> {
    let all = tokens(text);
    let is = |token: &Token<'_>, name: &str| token.kind == Kind::Name && token.text.split('.').next() == Some(name);
    let declared = all.windows(2).filter(|pair| matches!(pair[0].text, "let" | "var") && pair[1].kind == Kind::Name);
    let mut unused = declared.filter(|pair| all.iter().filter(|token| is(token, pair[1].text)).count() == 1);
    unused.next().map(|pair| format!("`{}`, on line {}, is used nowhere.", pair[1].text, pair[1].line))
}

/// Whether an attempt is wrong, and nothing that was found of it names the cause: a barrier that is missing, or where it may not be.
fn is_open(attempt: &VariantReport) -> bool {
    let kinds = [FindingKind::DivergentBarrier, FindingKind::WrongBarrier];
    let mut races = attempt.findings.iter().filter(|found| found.kind == FindingKind::Race).peekable();
    // Of two writes the index is to blame as often as a barrier.
    let index = races.peek().is_none() || races.any(|race| race.accesses == Some(RacingAccesses::WriteWrite));
    let barrier = !index || attempt.findings.iter().any(|found| kinds.contains(&found.kind));
    attempt.status == Status::Wrong && attempt.compiled && !barrier
}

fn is_right(attempt: &VariantReport) -> bool {
    attempt.status == Status::Ok && !attempt.findings.iter().any(Finding::is_error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::{Done, work_whole};
    use crate::host::Native;

    /// What is seen of a reference solution in which `right` was written as `wrong`.
    fn seen(lab: &str, exercise: &str, solution: &str, right: &str, wrong: &str) -> String {
        let text = solution.replacen(right, wrong, 1);
        assert_ne!(text, solution);
        let job = Job::attempt_text(lab, exercise, "attempt.wgsl".into(), text);
        let device = Selector::Simulated(String::new());
        let request = Request { device, quick: true, ..Request::new(job) };
        let run =
            |request: &Request| pollster::block_on(work_whole(request, &Native, &mut |_| {})).and_then(Done::lab).ok();
        let mut judged = |request: &Request| Ok(run(request).expect("it runs"));
        let mut judgement = super::super::judge::judge_by(&request, &Native, &mut judged).expect("it is judged");
        judgement.localize(&request, Duration::MAX, &run);
        judgement.seen.unwrap_or_default()
    }

    #[test]
    fn the_place_of_a_mistake_is_named_and_not_what_belongs_there() {
        let axpy = include_str!("../../../tests/exercises/coalescing/exercise/solution.wgsl");
        let said = seen("coalescing", "exercise", axpy, "A * x[i] + y[i]", "A * x[i] - y[i]");
        assert!(said.contains("With a change to `-` on line ") && said.contains("begin there"), "{said}");
        let dots = include_str!("../../../tests/exercises/precision/exercise/solution.wgsl");
        let said = seen("precision", "exercise", dots, "2u * i + 1u < end", "2u * i + 1u <= end");
        assert!(said.contains("With a change to `<=` on line "), "{said}");
    }

    #[test]
    fn a_variable_that_is_used_nowhere_is_named() {
        assert_eq!(
            unused("fn f() {\n let a = 1;\n var b = a;\n}").as_deref(),
            Some("`b`, on line 3, is used nowhere.")
        );
        assert_eq!(unused("fn f() { let a = v(); x = a.y; }"), None);
    }

    #[test]
    fn what_is_right_is_not_looked_into() {
        let axpy = include_str!("../../../tests/exercises/coalescing/exercise/solution.wgsl");
        assert_eq!(seen("coalescing", "exercise", axpy, "A * x[i] + y[i]", "y[i] + A * x[i]"), "");
    }
}
