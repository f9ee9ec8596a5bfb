//! What the page's scripts call.

#![allow(unsafe_code, reason = "the glue between scripts and WebAssembly is generated")]

use std::time::Duration;

use js_sys::Function;
use lockstep::harness::{self, Event, ExitReport, Listener, Received, Request, RunError, Worker};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{LabQuestion, Page, lab, to_json};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since a moment that stays the same.
    #[wasm_bindgen(js_namespace = performance)]
    pub fn now() -> f64;

    /// A Web Worker that does a job.
    pub type Apart;

    /// Its next message, waited for no longer than so many milliseconds: an event in JSON, `null` for nothing yet,
    /// `undefined` once it has ended.
    #[wasm_bindgen(method)]
    async fn next(this: &Apart, patience: f64) -> JsValue;

    #[wasm_bindgen(method)]
    fn end(this: &Apart);

    /// Who follows a run.
    pub type Follower;

    /// Receives each step, in JSON.
    #[wasm_bindgen(method)]
    fn event(this: &Follower, event: JsValue);

    /// Whether the run is no longer wanted.
    #[wasm_bindgen(method)]
    fn cancelled(this: &Follower) -> bool;
}

/// Answers a question in JSON; `tell` is called with each step of a lab's run, in JSON.
#[wasm_bindgen]
pub async fn ask(question: String, tell: Function) -> String {
    crate::reply(&question, &mut |event| call(&tell, &event)).await
}

/// A worker's part: does the job of a request in JSON, and calls `tell` with each event.
#[wasm_bindgen]
pub async fn work(request: String, tell: Function) {
    let request = serde_json::from_str::<Request>(&request).map_err(RunError::unserved);
    let done = match request {
        Ok(request) => harness::work(&request, &Page, &mut |event| call(&tell, &event)).await,
        Err(refused) => Err(refused),
    };
    let last = done.map_or_else(Event::Refused, Event::Done);
    call(&tell, &last);
}

/// A supervisor's part: runs a lab in workers that `start` starts with a request in JSON; `follower` receives each step. A kernel
/// that never ends, or that loses the device, costs one row.
#[wasm_bindgen]
pub async fn conduct(question: String, start: Function, follower: Follower) -> String {
    let run = async {
        let question: LabQuestion = serde_json::from_str(&question).map_err(RunError::unserved)?;
        let begin = |request: &Request| {
            let worker = start.call1(&JsValue::NULL, &json(request));
            worker
                .map(|worker| InWorker(worker.unchecked_into()))
                .map_err(|error| RunError::unserved(format!("{error:?}")))
        };
        let mut listener = Forwarder(follower);
        lab::answer_of(&question, harness::run_supervised(&question.request()?, begin, &Page, &mut listener).await)
    };
    to_json(run.await)
}

fn json(value: &impl Serialize) -> JsValue {
    serde_json::to_string(value).unwrap_or_default().into()
}

fn call(tell: &Function, event: &Event) {
    // Who does not listen misses nothing that is needed.
    let _ = tell.call1(&JsValue::NULL, &json(event));
}

struct Forwarder(Follower);

impl Listener for Forwarder {
    fn event(&mut self, event: &Event) {
        if matches!(event, Event::Doing(_) | Event::Enter { .. }) {
            self.0.event(json(event));
        }
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

struct InWorker(Apart);

impl Worker<Event> for InWorker {
    async fn next(&mut self, patience: Duration) -> Received<Event> {
        let reported = self.0.next(patience.as_secs_f64() * 1e3).await;
        match reported.as_string() {
            Some(text) => serde_json::from_str(&text).map_or(Received::Nothing, Received::Event),
            None if reported.is_null() => Received::Nothing,
            None => Received::Exit,
        }
    }

    fn end(&mut self) {
        self.0.end();
    }

    fn exit_report(&mut self) -> ExitReport {
        ExitReport::default()
    }
}

impl Drop for InWorker {
    fn drop(&mut self) {
        self.end();
    }
}
