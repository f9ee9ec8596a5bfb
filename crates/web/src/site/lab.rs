//! A lab's page: its handout, its kernels, and a run of them.

use lockstep::lab::{Lab, Shaders};
use lockstep::report::prose;
use lockstep::sim::machine::Machine;
use maud::{Markup, html};

use super::frame::{Page, no_script};
use super::markdown;

/// The page of `lab`.
pub fn page(lab: &'static Lab) -> Page {
    let (handout, sections) = markdown::html(lab.handout);
    let body = html! {
        (handout)
        section aria-labelledby="exercises" {
            h2 id="exercises" { "Exercises" }
            ol {
                @for exercise in lab.exercises {
                    li {
                        a href={ (exercise.name) ".html" } { (exercise.task) }
                        span class="state" data-exercise={ (lab.name) "/" (exercise.name) } {}
                    }
                }
            }
        }
        section aria-labelledby="kernels" {
            h2 id="kernels" { "The kernels" }
            @for part in lab.parts {
                h3 { (part.name) }
                @for variant in part.ladder {
                    details class="variant" {
                        summary { strong { (variant.name) } }
                        @for pass in variant.passes { (kernel(lab.name, pass.shader)) }
                    }
                }
            }
        }
        section aria-labelledby="run" {
            h2 id="run" { "Run it" }
            (form(lab))
            div id="result" {}
        }
    };
    Page { path: format!("{}/index.html", lab.name), title: lab.name.to_owned(), script: Some("lab"), body, sections }
}

fn kernel(lab: &str, file: &str) -> Markup {
    let text = Shaders::embedded(lab, file).map(|(_, text, _)| text).unwrap_or_default();
    html! {
        p class="path" { code { "shaders/" (lab) "/" (file) } }
        pre tabindex="0" { code { (text) } }
    }
}

fn form(lab: &'static Lab) -> Markup {
    let questionnaire = crate::lab::questionnaire(lab, lab.counted_size, &[]);
    html! {
        form id="form" data-lab=(lab.name) {
            @if let Some(questionnaire) = &questionnaire {
                details class="predict" {
                    summary { "Predict first: " (questionnaire.part) }
                    p class="small" { "Answer in a few words, or leave a question out; your answers stand beside the result." }
                    @for question in questionnaire.questions() { label { (prose(&questionnaire.ask(question))) input class="prediction" autocomplete="off"; } }
                }
            }
            div class="fields" {
                label {
                    "Where "
                    select id="device" {
                        @for (at, machine) in machines().iter().enumerate() {
                            option value={ "sim:" (machine) } selected[at == 0] { "simulated: " (machine) }
                        }
                    }
                }
                label class="check" { input type="checkbox" id="quick"; " quick: few samples, no measured roofs" }
                label id="named" hidden { "Your GPU, for its peaks " input id="name" placeholder="its name, such as RTX 4060 or Apple M2" autocomplete="off"; }
                label { "Size " input id="size" inputmode="numeric" placeholder="one that suits" autocomplete="off"; }
            }
            div class="controls" {
                button type="submit" class="main" id="go" { "Run" }
                button type="button" id="stop" disabled { "Stop" }
                button type="button" id="save" disabled { "Save the report" }
            }
            p id="gpu" class="small" {}
            progress id="progress" max="1" value="0" aria-label="progress" hidden {}
            p id="status" role="status" {}
        }
        (no_script())
    }
}

/// The machines that there are, the usual one first.
fn machines() -> Vec<&'static str> {
    let usual = Machine::named("").map(|machine| machine.name.clone()).unwrap_or_default();
    let mut names: Vec<&str> = Machine::names().collect();
    names.sort_by_key(|name| *name != usual);
    names
}
