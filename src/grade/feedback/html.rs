//! Feedback as one self-contained HTML file, without scripts, in which nothing a student wrote can act as markup.

use maud::{Markup, html};

use super::words::{first, goals_with_more, handout, has_next, heading, location, of, result, sign};
use crate::grade::mark::{EvidenceMark, ExerciseMark, Mark, MarkOutcome, points};
use crate::report;

/// The feedback on `mark`.
pub fn page(mark: &Mark) -> String {
    let body = html! {
        h1 { (mark.submission) ": " (of(mark.points, mark.of)) }
        @if let Some(exercise) = first(mark) {
            p class="next" { strong { "Next, in " (exercise.title()) ": " } (exercise.next) }
        }
        @if let Some(why) = &mark.refused { p { "Nothing could be marked: " (why) } }
        @if let Some(why) = &mark.open { p { "It is not marked yet, which is not your fault: " (why) } }
        (list(&mark.remarks().collect::<Vec<String>>()))
        @if mark.refused.is_none() {
            @for exercise in &mark.exercises { (self::exercise(exercise, has_next(exercise, mark))) }
        }
        @if !mark.evidence.is_empty() { (evidence(&mark.evidence)) }
    };
    report::page(&mark.submission, include_str!("feedback.css"), &body)
}

/// One exercise, with its next step where `has_next`.
fn exercise(exercise: &ExerciseMark, has_next: bool) -> Markup {
    html! {
        h2 { (heading(exercise)) }
        p { (exercise.task) " (handout: " code { (handout(exercise)) } ")" }
        @if let Some(file) = &exercise.file { p { "Judged: " code { (file) } } }
        @if let Some(why) = &exercise.refused { p class="unmet" { "It could not be judged: " (why) } }
        @if let Some(given) = &exercise.given { p { "Its points are " (given.words()) } }
        (goals(exercise))
        @for goal in goals_with_more(exercise) {
            h3 { (goal.title) }
            pre { (goal.message) }
        }
        @if !exercise.findings.is_empty() {
            h3 { "What the simulator found" }
            ul {
                @for finding in &exercise.findings {
                    li {
                        strong { (location(finding)) } ": " (finding.message)
                        @if let Some(line) = &finding.source { pre { (line) } }
                    }
                }
            }
        }
        @if has_next {
            h3 { "Next" }
            p class="next" { (exercise.next) }
        }
    }
}

fn goals(exercise: &ExerciseMark) -> Markup {
    let class = |outcome: MarkOutcome| match outcome {
        MarkOutcome::Met => "met",
        MarkOutcome::Unmet => "unmet",
        _ => "other",
    };
    html! {
        table {
            tr { th {} th { "goal" } th { "points" } th {} }
            @for goal in &exercise.goals {
                tr {
                    td class=(class(goal.outcome)) { (sign(goal.outcome)) }
                    td { (goal.name()) }
                    td class="points" { (points(goal.points)) " / " (points(goal.of)) }
                    td { (result(goal)) }
                }
            }
        }
    }
}

fn evidence(reports: &[EvidenceMark]) -> Markup {
    html! {
        h2 { "Reports handed in" }
        p { "They set no points." }
        @for report in reports {
            h3 { (report.file) }
            (list(&report.compared))
            @if !report.differences.is_empty() {
                p { "It differs:" }
                (list(&report.differences))
            }
        }
    }
}

fn list(items: &[String]) -> Markup {
    html! {
        @if !items.is_empty() {
            ul { @for item in items { li { (item) } } }
        }
    }
}
