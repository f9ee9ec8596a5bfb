//! What each key does, by what is in front.

use super::course::Course;
use super::frame;
use super::input::{Effect, Job, Key, Remembered};
use super::state::{State, Subject, View};
use super::views;

/// Exercises that are named where several are open.
const NAMED: usize = 3;

/// What is next where no exercise is.
fn after_the_last(course: &Course) -> String {
    let open: Vec<String> = course.spots.iter().filter(|spot| !course.solved(spot)).map(|spot| spot.name()).collect();
    match open.as_slice() {
        [] => {
            "This is the last exercise, and all were solved. Next: r runs the lab's ladder; then a kernel of your own."
                .to_owned()
        }
        [only] if *only == course.spot().name() => {
            "This is the last exercise, and the only one that is open.".to_owned()
        }
        open => {
            let named = open.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            let more = open.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("This is the last exercise. Still open: {named}{more}; l goes to one.")
        }
    }
}

impl State {
    pub(super) fn key(&mut self, key: Key) -> Vec<Effect> {
        self.notice = None;
        match key {
            Key::Interrupt => return vec![Effect::Quit(None)],
            Key::Suspend => return self.suspend(),
            Key::Redraw => return vec![Effect::Redraw],
            _ => {}
        }
        match self.view {
            View::Main => self.main_key(key),
            View::List(cursor) => self.list_key(key, cursor),
            View::Help => self.help_key(key),
            View::Ladder => self.ladder_key(key),
            View::Reset => self.reset_key(key),
        }
    }

    /// Suspends: a running kernel would look endless afterwards, so it is restarted.
    fn suspend(&mut self) -> Vec<Effect> {
        let ladder = self.ladder_runs();
        let mut effects = self.cancel();
        if ladder {
            self.ladder = Some(Err("it was ended when lockstep was suspended".to_owned()));
        } else {
            self.stale |= !effects.is_empty();
        }
        effects.push(Effect::Suspend);
        effects
    }

    fn main_key(&mut self, key: Key) -> Vec<Effect> {
        match (key, &self.subject) {
            (Key::Char('q'), _) => vec![Effect::Quit(None)],
            (Key::Char('?'), _) => self.front(View::Help),
            (Key::Char('o'), _) => vec![Effect::OpenReport],
            (Key::Char('n'), Subject::Course(_)) => self.step(true),
            (Key::Char('p'), Subject::Course(_)) => self.step(false),
            (Key::Char('h'), Subject::Course(_)) => self.hint(),
            (Key::Char('a'), Subject::Course(_)) => self.answers(),
            (Key::Char('l'), Subject::Course(course)) => {
                let here = course.here;
                let effects = self.front(View::List(here));
                self.keep_in_sight();
                effects
            }
            (Key::Char('r'), Subject::Course(course)) => {
                let lab = course.spot().lab.name.to_owned();
                self.run_ladder(lab)
            }
            (Key::Char('x'), Subject::Course(_)) => {
                self.view = View::Reset;
                Vec::new()
            }
            _ => self.scroll_key(key),
        }
    }

    fn front(&mut self, view: View) -> Vec<Effect> {
        self.view = view;
        self.scroll = 0;
        Vec::new()
    }

    fn step(&mut self, forward: bool) -> Vec<Effect> {
        let Subject::Course(course) = &mut self.subject else {
            return Vec::new();
        };
        let to = if forward {
            Some(course.here + 1).filter(|to| *to < course.spots.len())
        } else {
            course.here.checked_sub(1)
        };
        let Some(to) = to else {
            self.notice = Some(match forward {
                true => after_the_last(course),
                false => "This is the first exercise; l lists them all.".to_owned(),
            });
            return Vec::new();
        };
        course.here = to;
        self.open_exercise()
    }

    /// Unfolds the answers of a solved exercise, or folds them.
    fn answers(&mut self) -> Vec<Effect> {
        if !views::solves(self) {
            self.notice = Some("Questions and their answers come when the exercise is solved.".to_owned());
            return Vec::new();
        }
        self.answers_open = !self.answers_open;
        self.scroll = usize::MAX;
        Vec::new()
    }

    fn hint(&mut self) -> Vec<Effect> {
        let solved = views::solves(self);
        let Subject::Course(course) = &mut self.subject else {
            return Vec::new();
        };
        let spot = course.spot();
        let (shown, of) = (course.hints_shown(), spot.exercise.steps().count());
        // The newest hint stands at the end.
        self.scroll = usize::MAX;
        let folded = solved && shown > 0 && !std::mem::replace(&mut self.hints_open, true);
        if folded {
            return Vec::new();
        }
        if shown == of {
            self.notice = Some(match of {
                0 => "This exercise has no hints.".to_owned(),
                _ => "That was the last hint; they are all above.".to_owned(),
            });
            return Vec::new();
        }
        let (lab, exercise) = (spot.lab.name, spot.exercise.name);
        course.progress.show_hints(lab, exercise, shown + 1);
        let memory = Remembered::Hints(lab.to_owned(), exercise.to_owned(), shown + 1);
        vec![Effect::Remember(memory)]
    }

    /// A ladder that was run is shown again; one that runs goes on.
    fn run_ladder(&mut self, lab: String) -> Vec<Effect> {
        let effects = self.front(View::Ladder);
        if self.ladder_runs() || matches!(self.ladder, Some(Ok(_))) {
            return effects;
        }
        self.ladder = None;
        self.stale |= self.running.is_some();
        vec![self.start(Job::Ladder(lab))]
    }

    fn list_key(&mut self, key: Key, cursor: usize) -> Vec<Effect> {
        let Subject::Course(course) = &mut self.subject else {
            return self.front(View::Main);
        };
        let last = course.spots.len() - 1;
        let page = self.rows.saturating_sub(frame::FURNITURE).max(1);
        let to = match key {
            Key::Up | Key::Char('k' | 'p') => cursor.saturating_sub(1),
            Key::Down | Key::Char('j' | 'n') => cursor + 1,
            Key::PageUp => cursor.saturating_sub(page),
            Key::PageDown => cursor + page,
            Key::Home => 0,
            Key::End => last,
            Key::Enter | Key::Char(' ') if cursor == course.here => return self.front(View::Main),
            Key::Enter | Key::Char(' ') => {
                course.here = cursor;
                return self.open_exercise();
            }
            Key::Escape | Key::Char('l' | 'q') => return self.front(View::Main),
            _ => cursor,
        };
        self.view = View::List(to.min(last));
        self.keep_in_sight();
        Vec::new()
    }

    /// Scrolls so that the list's chosen line is on the screen.
    pub(super) fn keep_in_sight(&mut self) {
        let Some(line) = frame::chosen_line(self) else {
            return;
        };
        let room = self.rows.saturating_sub(frame::FURNITURE).max(1);
        // On a screen too small for the line and its neighbours, the line itself.
        let above = line.saturating_sub(1);
        self.scroll = self.scroll.clamp((line + 2).saturating_sub(room).min(above), above);
    }

    fn help_key(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Escape | Key::Enter | Key::Char('?' | 'q') => self.front(View::Main),
            _ => self.scroll_key(key),
        }
    }

    fn ladder_key(&mut self, key: Key) -> Vec<Effect> {
        match key {
            Key::Escape | Key::Char('q') => {
                self.front(View::Main);
                let mut effects = Vec::new();
                if self.ladder_runs() {
                    effects = self.cancel();
                    self.notice = Some("The ladder's run was stopped.".to_owned());
                }
                effects.extend(self.run_if_stale());
                effects
            }
            Key::Char('r') => {
                let again = self.ladder.is_some();
                self.ladder = None;
                match &self.subject {
                    Subject::Course(course) if again => {
                        let lab = course.spot().lab.name.to_owned();
                        self.run_ladder(lab)
                    }
                    _ => Vec::new(),
                }
            }
            Key::Char('o') => vec![Effect::OpenReport],
            _ => self.scroll_key(key),
        }
    }

    fn reset_key(&mut self, key: Key) -> Vec<Effect> {
        match (key, &self.subject) {
            (Key::Char('y' | 'Y'), Subject::Course(course)) => {
                let spot = course.spot();
                let effect = Effect::Reset {
                    lab: spot.lab.name.to_owned(),
                    exercise: spot.exercise.name.to_owned(),
                    path: course.path(),
                };
                self.view = View::Main;
                vec![effect]
            }
            (Key::Up | Key::Down | Key::PageUp | Key::PageDown | Key::Home | Key::End, _) => self.scroll_key(key),
            _ => {
                self.view = View::Main;
                self.notice = Some("Nothing was changed.".to_owned());
                Vec::new()
            }
        }
    }

    fn scroll_key(&mut self, key: Key) -> Vec<Effect> {
        let farthest = frame::farthest(self);
        let now = self.scroll.min(farthest);
        let page = self.rows.saturating_sub(frame::FURNITURE + 1).max(1);
        let to = match key {
            Key::Up | Key::Char('k') => now.saturating_sub(1),
            Key::Down | Key::Char('j') => now + 1,
            Key::PageUp => now.saturating_sub(page),
            Key::PageDown | Key::Char(' ') => now + page,
            Key::Home | Key::Char('g') => 0,
            Key::End | Key::Char('G') => farthest,
            _ => return Vec::new(),
        };
        self.scroll = to.min(farthest);
        Vec::new()
    }
}
