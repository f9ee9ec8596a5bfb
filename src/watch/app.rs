//! The program around the state: inputs in, effects carried out, frames drawn.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime};

use super::assigned::Assigned;
use super::course::{Course, Spot};
use super::input::{Effect, Input, Remembered};
use super::jobs::Jobs;
use super::state::{State, Subject};
use super::terminal::{self, Screen};
use super::work_log::Logged;
use super::{file_watcher, frame, page, reset};
use crate::device::Selector;
use crate::files::Shown;
use crate::harness::Request;
use crate::labs;
use crate::study::{Progress, ProgressFile};

/// What is watched, and how it is run.
pub struct Options {
    pub watched: Watched,
    /// Where speed is judged and ladders run.
    pub device: Selector,
    /// The folder that holds the exercises; `None` for `shaders/` under the working directory.
    pub shaders: Option<PathBuf>,
    /// Seed of the inputs.
    pub seed: u64,
    /// Seconds after which a run gives up on a kernel.
    pub timeout_s: f64,
    /// Host threads; `None` for all.
    pub threads: Option<u16>,
    /// The assignment of the folder, where it was handed out.
    pub assigned: Option<Box<dyn Assigned>>,
}

pub enum Watched {
    /// The exercises, from this one on (lab, name), or from where the student left off.
    Course(Option<(String, String)>),
    /// A kernel of one's own, run on the simulator.
    Kernel(Box<Request>),
}

/// How watching ended.
pub struct Ended {
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Where the student left off, in a line; empty where nothing is remembered.
    pub farewell: String,
}

/// Shows the screen until the person quits.
///
/// # Errors
/// Where the terminal cannot be taken over, or there is nothing to watch.
pub fn run(options: Options) -> std::io::Result<Ended> {
    let store = ProgressFile::under("");
    let (progress, note) = store.load();
    let (subject, path) = subject(&options, progress)?;
    let options = Arc::new(options);
    let (sender, inputs) = mpsc::channel();
    // Asked for early: it takes a moment, and the first solution should not wait for it.
    std::thread::spawn(crate::harness::adapters);
    terminal::give_back_on_panic();
    #[cfg(unix)]
    super::signals::listen(sender.clone())?;
    let screen = Screen::take()?;
    let mut state = State::new(subject, path, terminal::size());
    state.notice = note;
    let app = App {
        state,
        screen,
        inputs,
        jobs: Jobs::new(options.clone(), sender.clone()),
        follow: follow_files(&sender),
        store,
        logged: Logged::default(),
        next_second: None,
    };
    std::thread::spawn(move || terminal::listen(&sender));
    app.run()
}

fn subject(options: &Options, progress: Progress) -> std::io::Result<(Subject, PathBuf)> {
    let start = match &options.watched {
        Watched::Kernel(request) => return Ok((Subject::Kernel, request.job.name().into())),
        Watched::Course(start) => start.as_ref(),
    };
    let start = start.map(|(lab, name)| (lab.as_str(), name.as_str()));
    let spots = options.assigned.as_ref().map_or_else(|| Spot::all(labs::ALL), |assigned| assigned.spots());
    let course = Course::new(spots, start, progress, options.folder());
    let mut course = course.ok_or_else(|| std::io::Error::other("no lab has an exercise"))?;
    if let Some(assigned) = &options.assigned {
        course.titles = course.spots.iter().map(|spot| assigned.titles(spot)).collect();
    }
    let path = course.path();
    Ok((Subject::Course(course), path))
}

fn follow_files(inputs: &Sender<Input>) -> Sender<PathBuf> {
    let (sender, wanted) = mpsc::channel();
    let inputs = inputs.clone();
    std::thread::spawn(move || file_watcher::follow(&wanted, &inputs));
    sender
}

struct App {
    state: State,
    screen: Screen,
    inputs: Receiver<Input>,
    jobs: Jobs,
    follow: Sender<PathBuf>,
    store: ProgressFile,
    logged: Logged,
    /// When the next second of a run has gone by.
    next_second: Option<Instant>,
}

impl App {
    fn run(mut self) -> std::io::Result<Ended> {
        let mut effects: VecDeque<Effect> = self.state.begin().into();
        loop {
            while let Some(effect) = effects.pop_front() {
                if let Effect::Quit(signal) = effect {
                    return Ok(self.end(signal));
                }
                effects.extend(self.carry_out(effect));
            }
            let drawn = self.screen.draw(frame(&self.state));
            let input = match drawn {
                Ok(()) => self.next(),
                // The terminal is gone: there is nobody to tell.
                Err(_) => Input::Gone,
            };
            effects.extend(self.state.handle(input));
            // What came meanwhile is drawn together.
            while let Ok(input) = self.inputs.try_recv() {
                effects.extend(self.state.handle(input));
            }
        }
    }

    /// Waits for what comes next.
    fn next(&mut self) -> Input {
        if self.state.running.is_none() {
            self.next_second = None;
            return self.inputs.recv().unwrap_or(Input::Gone);
        }
        let due = *self.next_second.get_or_insert_with(|| Instant::now() + Duration::from_secs(1));
        let left = due.saturating_duration_since(Instant::now());
        match self.inputs.recv_timeout(left) {
            Ok(input) => input,
            Err(RecvTimeoutError::Timeout) => {
                self.next_second = Some(due + Duration::from_secs(1));
                Input::Second
            }
            Err(RecvTimeoutError::Disconnected) => Input::Gone,
        }
    }

    /// Carries out one effect; what follows from it.
    fn carry_out(&mut self, effect: Effect) -> Vec<Effect> {
        match effect {
            Effect::Follow(path) => {
                // Its thread ends only with this one.
                let _ = self.follow.send(path);
                Vec::new()
            }
            Effect::Start(id, job) => {
                self.next_second = None;
                self.jobs.start(id, job);
                Vec::new()
            }
            Effect::Cancel => {
                self.jobs.cancel();
                Vec::new()
            }
            Effect::Remember(memory) => self.remember(memory),
            Effect::Reset { lab, exercise, path } => {
                let reported = put_back(&self.store, &lab, &exercise, &path);
                self.state.handle(Input::Told(reported))
            }
            Effect::OpenReport => {
                let reported = page::show(&self.state, &self.store);
                self.state.handle(Input::Told(reported))
            }
            Effect::Suspend => self.suspend(),
            Effect::Redraw => self.or_gone(|screen| screen.clear()),
            Effect::Retake => self.or_gone(|screen| screen.retake()),
            Effect::Quit(signal) => vec![Effect::Quit(signal)],
        }
    }

    /// Does something to the screen; without one, there is nobody to go on for.
    fn or_gone(&mut self, act: impl FnOnce(&mut Screen) -> std::io::Result<()>) -> Vec<Effect> {
        match act(&mut self.screen) {
            Ok(()) => Vec::new(),
            Err(_) => vec![Effect::Quit(None)],
        }
    }

    fn remember(&mut self, memory: Remembered) -> Vec<Effect> {
        if let (Remembered::Tried { text, judgement, .. }, Subject::Course(course)) = (&memory, &self.state.subject)
            && let Err(error) = self.logged.append(&course.spot(), &course.path(), text, judgement)
        {
            self.state.notice = Some(error.to_string());
        }
        let written = self.store.update(|progress| memory.note(progress));
        self.state.handle(match written {
            Ok(progress) => Input::Progress(Box::new(progress)),
            Err(error) => Input::Told(error.to_string()),
        })
    }

    #[cfg(unix)]
    fn suspend(&mut self) -> Vec<Effect> {
        terminal::give_back();
        super::signals::stop();
        self.state.handle(Input::Resumed)
    }

    #[cfg(not(unix))]
    fn suspend(&mut self) -> Vec<Effect> {
        self.state.handle(Input::Told("This system cannot suspend a program.".to_owned()))
    }

    fn end(mut self, signal: Option<i32>) -> Ended {
        self.jobs.cancel();
        let farewell = match &self.state.subject {
            Subject::Kernel => String::new(),
            Subject::Course(course) => format!(
                "You are at {}, with {} of {} exercises solved. Start again to go on there.",
                course.spot().name(),
                course.solved_count(),
                course.spots.len()
            ),
        };
        Ended { signal, farewell }
    }
}

fn put_back(store: &ProgressFile, lab: &str, exercise: &str, path: &Path) -> String {
    let Some(definition) = labs::find(lab).and_then(|lab| lab.exercise(exercise)) else {
        return format!("There is no exercise {lab}/{exercise}.");
    };
    let name = format!("{lab}-{exercise}");
    let folder = store.folder().map(|folder| folder.join("kept"));
    folder
        .and_then(|kept| reset::reset(path, definition.start, &kept, &name))
        .unwrap_or_else(|error| format!("{}: {error}", path.shown()))
}

impl Remembered {
    /// Writes itself into what is remembered.
    fn note(self, progress: &mut Progress) {
        match self {
            Self::Here(lab, exercise) => progress.set_current(&lab, &exercise),
            Self::Hints(lab, exercise, hints) => progress.show_hints(&lab, &exercise, hints),
            Self::Tried { lab, exercise, text, solved, .. } => {
                progress.attempted(&lab, &exercise, &text, solved, SystemTime::now());
            }
        }
    }
}
