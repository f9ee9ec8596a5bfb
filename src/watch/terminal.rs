//! The terminal: taken over, drawn on, and given back as it was found.

use std::io::{self, IsTerminal, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};

use super::input::{Input, Key};
use crate::text::strip;

/// Whether the terminal is ours at the moment.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether there is a terminal to draw on, and a keyboard: `TERM=dumb` is a terminal that cannot.
pub fn usable() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && stdout().is_terminal() && !dumb
}

/// Columns for what a command prints: those of the terminal, or 80 where stdout is none.
pub fn columns() -> usize {
    if stdout().is_terminal() { size().0.into() } else { crate::text::COLUMNS }
}

/// Columns and rows; 80x24 where the terminal does not say.
pub(super) fn size() -> (u16, u16) {
    match crossterm::terminal::size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => (columns, rows),
        _ => (80, 24),
    }
}

/// The screen. It is given back when this value goes, and before a panic's message is printed.
pub(super) struct Screen {
    shown: Vec<String>,
    styled: bool,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// The system's; the terminal is as it was then.
    pub(super) fn take() -> io::Result<Self> {
        let choice = anstream::AutoStream::choice(&stdout());
        let screen = Self { shown: Vec::new(), styled: choice != anstream::ColorChoice::Never };
        take()?;
        Ok(screen)
    }

    /// Shows these lines, one a row; only those that changed are written.
    ///
    /// # Errors
    /// The system's: the terminal is gone.
    pub(super) fn draw(&mut self, lines: Vec<String>) -> io::Result<()> {
        let mut out = stdout().lock();
        queue!(out, BeginSynchronizedUpdate)?;
        for (row, line) in lines.iter().enumerate() {
            if self.shown.get(row) == Some(line) {
                continue;
            }
            let plain = if self.styled { format!("{line}\x1b[0m") } else { strip(line) };
            // Cleared first: behind a full line, some terminals would clear its last character.
            queue!(out, cursor::MoveTo(0, row as u16), Clear(ClearType::UntilNewLine), Print(plain))?;
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()?;
        self.shown = lines;
        Ok(())
    }

    /// Forgets what is shown: everything is drawn anew.
    ///
    /// # Errors
    /// The system's.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.shown.clear();
        execute!(stdout(), Clear(ClearType::All))
    }

    /// Takes the terminal over once more, whatever the shell made of it meanwhile.
    ///
    /// # Errors
    /// The system's.
    pub(super) fn retake(&mut self) -> io::Result<()> {
        if TAKEN.load(Ordering::SeqCst) {
            disable_raw_mode()?;
        }
        take()?;
        self.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let taken = execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste, cursor::Hide, Clear(ClearType::All));
    taken.inspect_err(|_| give_back())
}

/// Gives the terminal back as it was found; a second time does nothing.
pub(super) fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // A terminal that is gone needs nothing back.
    let _ = execute!(stdout(), EndSynchronizedUpdate, DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// From now on a panic gives the terminal back before it says what happened, on whichever thread, and ends the
/// process: a screen that nobody draws any more must not stay.
pub(super) fn give_back_on_panic() {
    let say = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let taken = TAKEN.load(Ordering::SeqCst);
        give_back();
        say(panic);
        if taken {
            std::process::exit(101);
        }
    }));
}

/// Reads the keyboard until it or `inputs` is closed.
pub(super) fn listen(inputs: &Sender<Input>) {
    loop {
        let input = match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => match meaning(key) {
                Some(key) => Input::Key(key),
                None => continue,
            },
            Ok(Event::Resize(columns, rows)) => Input::Resized(columns, rows),
            Ok(_) => continue,
            Err(_) => Input::Gone,
        };
        let gone = matches!(input, Input::Gone);
        if inputs.send(input).is_err() || gone {
            return;
        }
    }
}

fn meaning(key: KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if control {
        return match key.code {
            KeyCode::Char('c') => Some(Key::Interrupt),
            KeyCode::Char('z') => Some(Key::Suspend),
            KeyCode::Char('l') => Some(Key::Redraw),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::ALT) => return None,
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        _ => return None,
    })
}
