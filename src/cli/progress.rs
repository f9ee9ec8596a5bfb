//! Progress on stderr, where that is a terminal.

use std::io::IsTerminal;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::harness::{Event, Listener, Status, VariantReport};
use crate::report;

/// Lines of rows above the bar: with it they fit a terminal of 24.
const LINES: usize = 20;

/// A bar of `of` steps; nothing is drawn where `quiet`, or where stderr is no terminal.
pub fn bar(of: usize, template: &str, quiet: bool) -> ProgressBar {
    ProgressBar::with_draw_target(Some(of as u64), target(quiet)).with_style(style(template))
}

fn target(quiet: bool) -> ProgressDrawTarget {
    if quiet || !std::io::stderr().is_terminal() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

/// A bar that follows a run, and above it the rows that are known so far; both go when the run is complete.
pub struct RunProgress {
    drawn: MultiProgress,
    bar: ProgressBar,
    /// Where the rows stand, once there are some.
    above: Option<ProgressBar>,
    rows: Vec<VariantReport>,
}

impl RunProgress {
    /// A bar for lab `name`; nothing is drawn where `quiet`, or where stderr is no terminal.
    pub fn new(name: &str, quiet: bool) -> Self {
        let drawn = MultiProgress::with_draw_target(target(quiet));
        let bar = drawn.add(ProgressBar::new(1).with_style(style("{prefix} [{bar:24}] {percent:>3} % {wide_msg}")));
        bar.set_prefix(format!("lab {name}"));
        Self { drawn, bar, above: None, rows: Vec::new() }
    }

    fn row(&mut self, row: VariantReport, estimated: bool) {
        // A worker that takes over from one that ended begins anew.
        self.rows.retain(|known| known.name != row.name);
        self.rows.push(row);
        let text = report::rows(&self.rows, estimated);
        let lines: Vec<&str> = text.lines().collect();
        let bar = &self.bar;
        let new = || self.drawn.insert_before(bar, ProgressBar::no_length().with_style(style("{msg}")));
        let above = self.above.get_or_insert_with(new);
        above.set_message(lines[lines.len().saturating_sub(LINES)..].join("\n"));
    }
}

impl Listener for RunProgress {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Doing(what) => self.bar.set_message(what.clone()),
            Event::Enter { variant, stage, done, of } => {
                self.bar.set_length(*of as u64);
                self.bar.set_position(*done as u64);
                self.bar.set_message(format!("{variant}: {stage}"));
            }
            Event::Settled(variant, end) if matches!(end.status, Status::Wrong | Status::Failed) => {
                let word = format!("{:?}", end.status).to_lowercase();
                self.bar.println(format!("{variant}: {word}"));
            }
            Event::Row { row, estimated } => self.row((**row).clone(), *estimated),
            _ => {}
        }
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        self.above.iter().for_each(ProgressBar::finish_and_clear);
        self.bar.finish_and_clear();
    }
}
