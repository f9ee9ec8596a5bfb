//! Progress on stderr, where that is a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::harness::{Event, Listener, Status};

/// A bar of `of` steps; nothing is drawn where `quiet`, or where stderr is no terminal.
pub fn bar(of: usize, template: &str, quiet: bool) -> ProgressBar {
    let target = if quiet || !std::io::stderr().is_terminal() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ");
    ProgressBar::with_draw_target(Some(of as u64), target).with_style(style)
}

/// A bar that follows a run.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for lab `name`; nothing is drawn where `quiet`, or where stderr is no terminal.
    pub fn new(name: &str, quiet: bool) -> Self {
        let bar = bar(1, "{prefix} [{bar:24}] {percent:>3} % {wide_msg}", quiet);
        bar.set_prefix(format!("lab {name}"));
        Self { bar }
    }
}

impl Listener for Progress {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Doing(what) => self.bar.set_message(what.clone()),
            Event::Enter { variant, stage, done, of } => {
                self.bar.set_length(*of as u64);
                self.bar.set_position(*done as u64);
                self.bar.set_message(format!("{variant}: {stage}"));
            }
            Event::Settled(variant, status @ (Status::Wrong | Status::Failed), _) => {
                let word = format!("{status:?}").to_lowercase();
                self.bar.println(format!("{variant}: {word}"));
            }
            _ => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
