//! The report of a run.

use super::context::RunContext;
use super::observe::{notes, sentences};
use super::place::{curves, roofline};
use super::prepare::ladder::Ladder;
use super::sweep;
use super::time::clock_report::clock_report;
use super::time::sessions;
use crate::harness::protocol::{
    DeviceReport, Note, Report, SCHEMA, SweepReport, TimingSession, TunedRates, VariantReport, together,
};

/// What this session, the `last`, and those before it say of `ladders`.
pub fn report(context: &RunContext<'_>, ladders: &mut [Ladder], last: TimingSession, mut notes: Vec<Note>) -> Report {
    let (lab, request, facts, plan) = (context.lab, context.request, &context.facts, &context.sessions.plan);
    let sessions: Vec<TimingSession> = context.sessions.before.iter().cloned().chain([last]).collect();
    if !context.simulated() {
        let mut all: Vec<&mut Ladder> = ladders.iter_mut().collect();
        sessions::gather(&mut all, &sessions, lab, plan.drift);
    }
    let ladders = &*ladders;
    let host = (!context.simulated()).then_some(context.host);
    notes.extend(notes::of_times(ladders, &sessions, &context.sessions, &request.job, host));
    notes.extend(sweep::none_fits(context, ladders).into_iter().map(Note::from));
    // The first process tuned the kernels of the roofs.
    let tuned: Vec<TunedRates> =
        std::iter::once(context.roofs.tuned()).chain(sessions.iter().map(|session| session.tuned)).collect();
    let roofs = context.roofs.clone().bounded(&tuned, plan.drift);
    let variants: Vec<VariantReport> =
        ladders.iter().flat_map(|ladder| roofline::variants(lab, ladder, &roofs)).collect();
    let swept = |ladder: &Ladder| {
        let curves = curves::curves(lab, facts, ladder, &roofs, &context.ceilings())?;
        Some(SweepReport { notes: sweep::points(context, ladder.part).1, ..curves })
    };
    let sweeps: Vec<SweepReport> = ladders.iter().filter_map(swept).collect();
    let curves = sweeps.iter().flat_map(|sweep| sweep.curves.clone()).collect();
    let attempt = request.job.as_attempt();
    let spent = sessions.iter().map(|session| (&session.stages, &session.beside));
    Report {
        schema: SCHEMA.to_owned(),
        lab: lab.name.to_owned(),
        exercise: attempt.map(|attempt| attempt.exercise.clone()),
        question: lab.question.to_owned(),
        seed: request.seed,
        device: DeviceReport::from(facts),
        clock: clock_report(facts, context.host, request.checks, plan, &sessions),
        shows: match attempt {
            // The lab's sentences are about its ladder.
            Some(_) => Vec::new(),
            None => sentences::sentences(lab, facts, &variants, curves, &roofs, context.machine.as_ref()),
        },
        problem: ladders.first().map(|ladder| ladder.problem.clone()).expect("a lab has at least one part"),
        size_choice: context.size_choice.clone(),
        roofs,
        variants,
        sweeps,
        notes,
        // Estimates are the same wherever they are made; how long that takes is not.
        stages: if context.simulated() { Vec::new() } else { together(spent) },
        sources: Vec::new(),
    }
}
