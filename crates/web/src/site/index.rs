//! The first page.

use lockstep::labs;
use maud::{Markup, html};

use super::frame::{Page, no_script};

/// The first page: what there is, and where to begin.
pub fn page(handbook: &[Page]) -> Page {
    let first = labs::ALL.first().and_then(|lab| Some((lab, lab.exercises.first()?)));
    let body = html! {
        p class="kicker" { "A portable compute-shader kernel lab" }
        h1 { "Why is one GPU kernel ten times faster than its neighbour?" }
        p {
            "Each lab asks one question about how a GPU works, and answers it with a ladder of small WGSL kernels. Each exercise is a kernel "
            "for you to make fast: it is judged as you type, on a simulated GPU that counts what a profiler would count. There is nothing to "
            "install, and no account."
        }
        @if let Some((lab, exercise)) = first {
            p { a class="button" href={ (lab.name) "/" (exercise.name) ".html" } { "Begin with the first exercise" } }
        }
        section id="course" aria-labelledby="course-title" hidden {
            h2 id="course-title" {}
            ol id="course-exercises" {}
            button type="button" id="leave" { "Leave the course" }
        }
        (labs_and_exercises())
        section aria-labelledby="work" {
            h2 id="work" { "Your work" }
            p {
                "It is kept in this browser. Take it along, or hand it in, as one file: " code { "lockstep grade" } " takes it as it is."
            }
            div class="controls" {
                button type="button" id="out" { "Download all work as a zip" }
                label { "Take in a zip " input type="file" id="in" accept=".zip,application/zip"; }
            }
            (course())
            p id="told" role="status" {}
            (no_script())
        }
        section aria-labelledby="search" {
            h2 id="search" { "Search" }
            form role="search" id="form" {
                label { "Words to look for in labs and handbook " input type="search" id="words" autocomplete="off"; }
            }
            p id="count" role="status" {}
            ol id="found" {}
        }
        section aria-labelledby="handbook" {
            h2 id="handbook" { "The handbook" }
            ul { @for page in handbook { li { a href=(page.path) { (page.title) } } } }
        }
    };
    Page {
        path: "index.html".to_owned(),
        title: "a lab for compute kernels".to_owned(),
        script: Some("index"),
        body,
        sections: Vec::new(),
    }
}

/// The labs, each with its exercises.
fn labs_and_exercises() -> Markup {
    html! {
        section aria-labelledby="labs" {
            h2 id="labs" { "Labs and exercises" }
            @for lab in labs::ALL {
                article class="lab" {
                    h3 { a href={ (lab.name) "/index.html" } { (lab.name) } }
                    p { (lab.question) }
                    ol {
                        @for exercise in lab.exercises {
                            li {
                                a href={ (lab.name) "/" (exercise.name) ".html" } { (exercise.task) }
                                span class="state" data-exercise={ (lab.name) "/" (exercise.name) } {}
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What makes a course's link.
fn course() -> Markup {
    html! {
        details {
            summary { "For a course: a link with exercises of your choice" }
            p { "Who opens it finds these exercises listed first, and begins with the kernels that it brings." }
            label { "The course's title " input id="title" autocomplete="off"; }
            @for lab in labs::ALL.iter().filter(|lab| !lab.exercises.is_empty()) {
                fieldset {
                    legend { (lab.name) }
                    @for exercise in lab.exercises {
                        label class="check" {
                            input type="checkbox" class="ticked" value={ (lab.name) "/" (exercise.name) }; " " (exercise.task)
                        }
                    }
                }
            }
            label class="check" { input type="checkbox" id="own"; " with my own kernels in place of the starts, where I have begun" }
            button type="button" id="link" { "Copy the link" }
        }
    }
}
