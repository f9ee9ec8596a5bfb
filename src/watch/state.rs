//! What the screen shows, and what each input makes of it. Nothing here touches a terminal, a file or a process.

use std::path::PathBuf;
use std::time::Duration;

use super::course::Course;
use super::frame;
use super::input::{Effect, FileChange, Input, Job, JobEvent, Remembered, WatchedAttempt};
use crate::harness::{KernelReport, Report};
use crate::marking::Judgement;

/// Everything that the screen shows.
pub struct State {
    /// Columns of the terminal.
    pub columns: usize,
    pub rows: usize,
    /// What is watched.
    pub subject: Subject,
    /// The watched file.
    pub path: PathBuf,
    /// What it holds; `None` before it was looked at.
    pub file: Option<FileChange>,
    /// The run that goes on.
    pub running: Option<Running>,
    /// What the last run of this file brought.
    pub outcome: Option<LastRun>,
    /// What the last run of the lab's ladder brought.
    pub ladder: Option<Result<Box<Report>, String>>,
    /// Runs of this file that came to their end.
    pub runs: u32,
    /// The most goals that a run of this file met, and which run that was.
    pub best: Option<(usize, u32)>,
    /// Whether the hints of a solved exercise are shown all the same.
    pub hints_open: bool,
    /// Whether the answers to a solved exercise's questions are shown.
    pub answers_open: bool,
    /// What is in front.
    pub view: View,
    /// A line for a person, until the next key.
    pub notice: Option<String>,
    /// Lines of the view above the screen's first.
    pub scroll: usize,
    /// The file was saved, or its run ended early: it is to be run as soon as nothing else runs.
    pub(super) stale: bool,
    jobs: u64,
    tried: Option<String>,
}

/// What is watched.
pub enum Subject {
    /// The exercises.
    Course(Course),
    /// A kernel of one's own.
    Kernel,
}

/// A run that goes on.
pub struct Running {
    /// Its number.
    pub id: u64,
    pub job: Job,
    /// What it does now.
    pub doing: Option<String>,
    /// Whole seconds since it began.
    pub seconds: u64,
}

/// What a run brought.
pub enum LastRun {
    /// An attempt's judgement, how long it took, and whether a device still times it.
    Judged(Box<Judgement>, Duration, bool),
    /// A kernel's explanation, and how long it took.
    Explained(Box<KernelReport>, Duration),
    /// Nothing, for this reason.
    Failed(String),
}

/// What is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The exercise, or the kernel.
    Main,
    /// Every exercise; the one at this place is chosen.
    List(usize),
    /// What the keys and marks mean.
    Help,
    /// The lab's ladder.
    Ladder,
    /// The question whether the starting kernel is to be written back.
    Reset,
}

impl State {
    /// The state before anything happened, on a screen of so many columns and rows.
    pub fn new(subject: Subject, path: PathBuf, (columns, rows): (u16, u16)) -> Self {
        Self {
            columns: columns.into(),
            rows: rows.into(),
            subject,
            path,
            file: None,
            running: None,
            outcome: None,
            ladder: None,
            runs: 0,
            best: None,
            hints_open: false,
            answers_open: false,
            view: View::Main,
            notice: None,
            scroll: 0,
            stale: false,
            jobs: 0,
            tried: None,
        }
    }

    /// What is to be done first.
    pub fn begin(&mut self) -> Vec<Effect> {
        match &self.subject {
            Subject::Course(_) => self.open_exercise(),
            Subject::Kernel => vec![Effect::Follow(self.path.clone())],
        }
    }

    /// Takes in what happened, and says what is to be carried out.
    pub fn handle(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Key(key) => self.key(key),
            Input::Resized(columns, rows) => {
                (self.columns, self.rows) = (columns.into(), rows.into());
                self.scroll = self.scroll.min(frame::farthest(self));
                self.keep_in_sight();
                vec![Effect::Redraw]
            }
            Input::Resumed => {
                let mut effects = vec![Effect::Retake];
                effects.extend(self.run_if_stale());
                effects
            }
            Input::Second => {
                if let Some(running) = &mut self.running {
                    running.seconds += 1;
                }
                Vec::new()
            }
            Input::File(path, change) if path == self.path => self.saved(change),
            Input::File(..) => Vec::new(),
            Input::Job(id, event) if self.running.as_ref().is_some_and(|r| r.id == id) => self.heard(event),
            Input::Job(..) => Vec::new(),
            Input::Told(line) => {
                self.notice = Some(line);
                Vec::new()
            }
            Input::Progress(progress) => {
                if let Subject::Course(course) = &mut self.subject {
                    course.progress = *progress;
                }
                Vec::new()
            }
            Input::Ended(signal) => vec![Effect::Quit(Some(signal))],
            Input::Gone => vec![Effect::Quit(None)],
        }
    }

    /// Shows the exercise at which the course is.
    pub(super) fn open_exercise(&mut self) -> Vec<Effect> {
        let Subject::Course(course) = &mut self.subject else {
            return Vec::new();
        };
        let spot = course.spot();
        let (lab, exercise) = (spot.lab.name, spot.exercise.name);
        course.progress.set_current(lab, exercise);
        self.path = course.path();
        self.file = None;
        self.outcome = None;
        self.ladder = None;
        self.runs = 0;
        self.best = None;
        self.hints_open = false;
        self.answers_open = false;
        self.view = View::Main;
        self.scroll = 0;
        self.stale = false;
        self.tried = Some(spot.exercise.start.to_owned());
        let mut effects = self.cancel();
        effects.push(Effect::Remember(Remembered::Here(lab.to_owned(), exercise.to_owned())));
        effects.push(Effect::Follow(self.path.clone()));
        effects
    }

    fn saved(&mut self, change: FileChange) -> Vec<Effect> {
        let readable = matches!(change, FileChange::Text(_));
        self.file = Some(change);
        if self.ladder_runs() {
            self.stale = readable;
            return Vec::new();
        }
        if readable {
            return self.run_file();
        }
        self.stale = false;
        self.cancel()
    }

    /// Runs the watched file, instead of whatever runs.
    fn run_file(&mut self) -> Vec<Effect> {
        let job = match &self.subject {
            Subject::Course(course) => {
                let spot = course.spot();
                let Some(FileChange::Text(text)) = &self.file else {
                    return Vec::new();
                };
                Job::Judge(WatchedAttempt {
                    lab: spot.lab.name.to_owned(),
                    exercise: spot.exercise.name.to_owned(),
                    path: self.path.clone(),
                    text: text.clone(),
                })
            }
            Subject::Kernel => Job::Explain,
        };
        self.stale = false;
        vec![self.start(job)]
    }

    pub(super) fn run_if_stale(&mut self) -> Vec<Effect> {
        if self.stale && self.running.is_none() {
            return self.run_file();
        }
        Vec::new()
    }

    pub(super) fn start(&mut self, job: Job) -> Effect {
        self.jobs += 1;
        self.running = Some(Running { id: self.jobs, job: job.clone(), doing: None, seconds: 0 });
        Effect::Start(self.jobs, job)
    }

    pub(super) fn cancel(&mut self) -> Vec<Effect> {
        let running = self.running.take();
        running.map(|_| Effect::Cancel).into_iter().collect()
    }

    /// Whether the lab's ladder runs.
    pub fn ladder_runs(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| matches!(running.job, Job::Ladder(_)))
    }

    fn heard(&mut self, event: JobEvent) -> Vec<Effect> {
        match event {
            JobEvent::Doing(what) => {
                if let Some(running) = &mut self.running {
                    running.doing = Some(what);
                }
                return Vec::new();
            }
            JobEvent::Judged { judgement, text, took, timing } => return self.judged(judgement, text, took, timing),
            JobEvent::Ladder(report) => self.ladder = Some(Ok(report)),
            JobEvent::Explained(report, took) => self.show(LastRun::Explained(report, took)),
            JobEvent::Failed(why) if self.ladder_runs() => self.ladder = Some(Err(why)),
            JobEvent::Failed(why) => self.show(LastRun::Failed(why)),
        }
        self.running = None;
        self.run_if_stale()
    }

    fn show(&mut self, outcome: LastRun) {
        self.outcome = Some(outcome);
        self.runs += 1;
        if self.view == View::Main {
            self.scroll = 0;
        }
    }

    fn judged(&mut self, judgement: Box<Judgement>, text: String, took: Duration, timing: bool) -> Vec<Effect> {
        // Not solved before the device has spoken, where it is asked.
        let solved = judgement.solved() && !timing;
        let again = matches!(self.outcome, Some(LastRun::Judged(_, _, true)));
        self.show(LastRun::Judged(judgement.clone(), took, timing));
        if again {
            self.runs -= 1;
        }
        self.hints_open = false;
        let met = judgement.met();
        if self.best.is_none_or(|(most, _)| met > most) {
            self.best = Some((met, self.runs));
        }
        if timing {
            if let Some(running) = &mut self.running {
                running.doing = Some("looking for a GPU to time it".to_owned());
            }
            return Vec::new();
        }
        self.running = None;
        let mut effects = self.remember(text, solved, judgement);
        effects.extend(self.run_if_stale());
        effects
    }

    /// A text that was judged before adds nothing, unless it solves the exercise.
    fn remember(&mut self, text: String, solved: bool, judgement: Box<Judgement>) -> Vec<Effect> {
        let Subject::Course(course) = &mut self.subject else {
            return Vec::new();
        };
        let spot = course.spot();
        let new = self.tried.as_ref() != Some(&text);
        if !new && (!solved || course.solved(&spot)) {
            return Vec::new();
        }
        self.tried = Some(text.clone());
        let (lab, exercise) = (spot.lab.name.to_owned(), spot.exercise.name.to_owned());
        vec![Effect::Remember(Remembered::Tried { lab, exercise, text, solved, judgement })]
    }
}
