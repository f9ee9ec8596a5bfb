//! Lockstep in a browser. A page asks a [`Question`] in JSON and gets one answer; the same question about the simulator has the
//! same answer, byte for byte, on every system.

#![allow(missing_docs, reason = "what a name says needs no sentence: a page calls it in JSON")]

mod attempt;
#[cfg(target_family = "wasm")]
mod browser;
mod fill;
mod host;
mod kernel;
mod lab;
mod pair;
mod question;
#[cfg(feature = "site")]
pub mod site;
#[cfg(target_family = "wasm")]
mod threads;
mod work;

use std::collections::BTreeMap;

use lockstep::harness::{Event, RunError};
use serde::Serialize;
use serde_json::{Value, json};

pub use host::Page;
pub use question::{AttemptQuestion, Bound, Contents, KernelQuestion, LabQuestion, MotionQuestion, Question};

/// The answer, in JSON, to a [`Question`] in JSON; `emit` receives the steps of a lab's run. Where there is none, the answer's `error` says
/// why.
pub async fn reply(question: &str, emit: &mut dyn FnMut(Event)) -> String {
    match serde_json::from_str(question) {
        Ok(question) => answered(&question, emit).await,
        Err(error) => refusal(&format!("this is not a question: {error}")),
    }
}

async fn answered(question: &Question, emit: &mut dyn FnMut(Event)) -> String {
    match question {
        Question::Kernel(kernel) => text(&kernel::answer(kernel)),
        Question::Attempt(attempt) => to_json(attempt::answer(attempt, &Page)),
        Question::Motion(motion) => to_json(attempt::motion(motion, &Page).await),
        Question::Lab(lab) => to_json(lab::answer(lab, &Page, emit).await),
        Question::Zip(attempts) => to_json(packed(attempts)),
        Question::Unzip(bytes) => to_json(work::taken(bytes)),
    }
}

fn packed(attempts: &BTreeMap<String, String>) -> Result<Value, RunError> {
    let bytes = work::pack(attempts).map_err(|error| RunError::unserved(format!("it cannot be packed: {error}")))?;
    Ok(json!({ "bytes": bytes }))
}

fn to_json<E: ToString>(answer: Result<impl Serialize, E>) -> String {
    match answer {
        Ok(answer) => text(&answer),
        Err(error) => refusal(&error.to_string()),
    }
}

fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|error| refusal(&error.to_string()))
}

fn refusal(why: &str) -> String {
    json!({ "error": why }).to_string()
}
