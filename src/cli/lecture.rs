//! `lockstep grade --lecture`: the page for the projector, with pictures of what kernels do.

use std::path::PathBuf;

use crate::grade::assignment::Assigned;
use crate::grade::handout::seen_request;
use crate::grade::mark::Gradebook;
use crate::grade::overview::{self, ClassReport, HintCount, SHOWN, Slide};
use crate::harness::NoListener;
use crate::marking::{beside_the_start, judge_in_processes};
use crate::report;

/// The page of `class`.
pub fn page(book: &Gradebook, class: &ClassReport) -> String {
    let assigned =
        |hint: &HintCount| book.assignment.exercises.iter().find(|assigned| assigned.title() == hint.exercise);
    let hints = class.hints.iter().filter(|hint| hint.kernel.is_some());
    let slides = hints.filter_map(|hint| {
        let assigned = assigned(hint)?;
        let (_, exercise) = assigned.find()?;
        Some(Slide { hint, start: exercise.start, picture: picture(book, assigned, hint).unwrap_or_default() })
    });
    let slides: Vec<Slide<'_>> = slides.take(SHOWN).collect();
    overview::lecture(class, &slides)
}

/// How the accesses of the hint's kernel look beside the start's: the kernel runs once more, in a process of its own.
fn picture(book: &Gradebook, assigned: &Assigned, hint: &HintCount) -> Option<String> {
    let text = hint.kernel.clone()?;
    let file = PathBuf::from(format!("{}.wgsl", assigned.name));
    let request = seen_request(&book.assignment.machine, assigned, file, text);
    let judged = judge_in_processes(&request, &book.assignment.asked(assigned), &mut NoListener).ok()?;
    let judged = beside_the_start(judged, &request, &mut NoListener);
    Some(anstream::adapter::strip_str(&report::pictures(&judged)).to_string().trim().to_owned())
}
