//! An exercise's page.

use lockstep::lab::{Exercise, Hint, Lab};
use maud::{Markup, html};

use super::frame::{Page, no_script};
use super::markdown::Section;

/// The page of `lab`'s `exercise`: its task, its goals, an editor, its hints in steps.
pub fn page(lab: &'static Lab, exercise: &'static Exercise) -> Page {
    let path = format!("{}/{}.html", lab.name, exercise.name);
    let steps: Vec<&Hint> = exercise.steps().collect();
    let opening = exercise.opening();
    let body = html! {
        p class="kicker" { "Lab " a href="index.html" { (lab.name) } ", exercise" }
        h1 { (exercise.task) }
        p { (lab.question) " The " a href="index.html" { "handout" } " explains." }
        section aria-labelledby="task" {
            h2 id="task" { "What to do" }
            @for paragraph in &opening { p { (lockstep::report::prose(paragraph)) } }
        }
        div class="bench" data-lab=(lab.name) data-exercise=(exercise.name) {
            section aria-labelledby="kernel" {
                h2 id="kernel" { "Your kernel" }
                p class="small" {
                    "It is judged at each pause. Tab moves on to the next control; Ctrl+M (on a Mac Shift+Alt+M) makes it indent instead."
                }
                div id="editor" {}
                p id="legend" class="small" {}
                div class="controls" {
                    button type="button" id="reset" { "Reset" }
                    button type="button" id="share" { "Copy a link to this" }
                    span id="status" role="status" { "The simulator is being loaded." }
                }
                p id="course" class="small" {}
                pre id="start" hidden { (exercise.start) }
                (no_script())
            }
            section aria-labelledby="goals" {
                h2 id="goals" { "Goals" }
                div id="panel" {
                    ul class="goals" {
                        @for goal in exercise.goals { li data-goal=(goal.id) { span class="mark" aria-hidden="true" { "·" } (goal.title) } }
                    }
                }
                h2 { "Hints" }
                (hints(&steps, 1, steps.len()))
                p id="next" hidden { (next(lab, exercise)) }
            }
        }
        (motion())
    };
    let title = format!("{}, {}", lab.name, exercise.name);
    let text = format!("{} {} {}", exercise.task, lab.question, opening.join(" "));
    let sections = vec![Section { title: exercise.task.to_owned(), id: "content".to_owned(), text }];
    Page { path, title, script: Some("exercise"), body, sections }
}

/// The lanes of the kernel as it stands in the editor.
fn motion() -> Markup {
    html! {
        section aria-labelledby="motion" {
            h2 id="motion" { "The lanes of your kernel, in motion" }
            p class="small" { "One workgroup, step by step, on the data on which your kernel is judged." }
            form id="watch" class="controls" {
                label { "Workgroup to watch " input id="workgroup" value="0, 0, 0" inputmode="numeric" autocomplete="off"; }
                button type="submit" { "Watch" }
            }
            p id="watched" role="status" {}
            div id="player" {}
        }
    }
}

/// Each step behind the one before it.
fn hints(steps: &[&Hint], number: usize, of: usize) -> Markup {
    html! {
        @if let [step, rest @ ..] = steps {
            details class="hint" data-hint=(number) {
                summary { "Hint " (number) " of " (of) }
                p { (lockstep::report::prose(step.text)) }
                (hints(rest, number + 1, of))
            }
        }
    }
}

/// Where to go on.
fn next(lab: &'static Lab, exercise: &'static Exercise) -> Markup {
    let all = lockstep::labs::ALL.iter().flat_map(|lab| lab.exercises.iter().map(move |exercise| (*lab, exercise)));
    let mut after = all.skip_while(|(other, found)| other.name != lab.name || found.name != exercise.name).skip(1);
    html! {
        @match after.next() {
            Some((lab, next)) => { "Next: " a class="button" href={ "../" (lab.name) "/" (next.name) ".html" } { (next.task) } },
            None => { "This was the last exercise. " a href="../index.html" { "All labs" } },
        }
    }
}
