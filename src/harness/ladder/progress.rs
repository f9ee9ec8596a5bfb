//! The progress of a run: its events, and how much of it is done.

use crate::harness::protocol::{Activity, Event, Spent, Stage, Stopwatch};
use crate::host::Host;

/// Where events go, and how much of the run is done.
pub struct Progress<'a> {
    emit: &'a mut dyn FnMut(Event),
    host: &'a dyn Host,
    watch: Stopwatch,
    done: usize,
    steps: usize,
}

impl<'a> Progress<'a> {
    /// Nothing is done yet.
    pub fn new(emit: &'a mut dyn FnMut(Event), host: &'a dyn Host) -> Self {
        Self { emit, host, watch: Stopwatch::new(host.now()), done: 0, steps: 0 }
    }

    /// The run has so many `steps`, of which `done` are done.
    pub fn count(&mut self, done: usize, steps: usize) {
        (self.done, self.steps) = (done, steps);
    }

    /// A kernel of `variant` runs from now on.
    pub fn enter(&mut self, variant: &str, stage: &Stage) {
        self.done += 1;
        self.goes_on(variant, stage);
    }

    /// The kernel of `variant` that is waited for runs already: no step is begun.
    pub fn goes_on(&mut self, variant: &str, stage: &Stage) {
        self.watch.enter(stage.into(), self.host.now());
        let (done, of) = (self.done.min(self.steps), self.steps);
        self.emit(Event::Enter { variant: variant.to_owned(), stage: stage.clone(), done, of });
    }

    /// What is being done, where no kernel under test runs.
    pub fn doing(&mut self, activity: Activity, what: &str) {
        self.watch.enter(activity, self.host.now());
        self.emit(Event::Doing(what.to_owned()));
    }

    /// What was done so far, and for how long.
    pub fn spent(&mut self) -> Spent {
        self.watch.spent(self.host.now())
    }

    /// Tells anything else.
    pub fn emit(&mut self, event: Event) {
        (self.emit)(event);
    }
}
