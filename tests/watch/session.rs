//! A program on a pseudo-terminal, and what the terminal shows.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

/// Long after this, something hangs: a machine may be busy, and a debug build slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// The command under test.
pub const LOCKSTEP: &str = env!("CARGO_BIN_EXE_lockstep");

/// A file of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What a student's folder holds: the exercises as they are handed out.
pub struct Desk {
    pub folder: PathBuf,
}

impl Desk {
    /// A fresh one of this name.
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("watch-{name}"));
        let _ = fs::remove_dir_all(&folder);
        for lab in lockstep::labs::ALL {
            let shaders = folder.join("shaders").join(lab.name);
            fs::create_dir_all(&shaders).expect("the folder can be made");
            for exercise in lab.exercises {
                let file = shaders.join(exercise.file());
                fs::write(file, exercise.start).expect("the exercise can be written");
            }
        }
        Self { folder }
    }

    /// The first exercise's file.
    pub fn exercise(&self) -> PathBuf {
        self.folder.join("shaders/coalescing/exercise.wgsl")
    }

    /// Saves the first exercise.
    pub fn save(&self, text: &str) {
        fs::write(self.exercise(), text).expect("the exercise can be saved");
    }

    /// Lockstep on this desk, with these arguments.
    pub fn open(&self, arguments: &[&str]) -> Session {
        let mut command = CommandBuilder::new(LOCKSTEP);
        command.args(arguments);
        Session::start(command, &self.folder)
    }
}

/// The first exercise as it is handed out.
pub fn start() -> &'static str {
    lockstep::labs::ALL[0].exercises[0].start
}

/// A solution of the first exercise.
pub fn solution() -> String {
    let path = repository("tests/exercises/coalescing/exercise/solution.wgsl");
    fs::read_to_string(path).expect("there is a solution")
}

/// The first exercise with one passage replaced.
pub fn start_with(from: &str, to: &str) -> String {
    let text = start().replace(from, to);
    assert_ne!(text, start(), "the exercise has no `{from}`");
    text
}

/// A loop that only the timeout or the simulator's budget ends.
pub fn endless() -> String {
    start_with("item++", "item += 0u")
}

/// A running program and its terminal.
pub struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    // Held, so that the terminal outlives the program and can be asked how it was left.
    slave: Option<Box<dyn SlavePty + Send>>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    found: String,
    left: String,
}

impl Session {
    /// Starts `command` in `folder`, on a terminal of 80 columns and 24 rows, without any GPU or driver.
    pub fn start(command: CommandBuilder, folder: &Path) -> Self {
        Self::sized(command, folder, (80, 24))
    }

    /// The same on a terminal of so many columns and rows.
    pub fn sized(mut command: CommandBuilder, folder: &Path, (columns, rows): (u16, u16)) -> Self {
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env("VK_ICD_FILENAMES", "/nonexistent");
        command.env("VK_DRIVER_FILES", "/nonexistent");
        command.env("SSH_TTY", "/dev/pts/0");
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a pseudo-terminal");
        let found = modes(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).expect("it starts");
        let keyboard = pair.master.take_writer().expect("a keyboard");
        let mut reader = pair.master.try_clone_reader().expect("a screen");
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            master: pair.master,
            slave: Some(pair.slave),
            keyboard,
            output,
            parser: vt100::Parser::new(cells(rows), cells(columns), 0),
            found,
            left: String::new(),
        }
    }

    /// What the screen shows now, as text.
    pub fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Whether any character has a colour or a weight.
    pub fn is_styled(&self) -> bool {
        let screen = self.parser.screen();
        let (rows, columns) = screen.size();
        let plain = |row, column| {
            screen
                .cell(row, column)
                .is_none_or(|cell| cell.fgcolor() == vt100::Color::Default && !cell.bold() && !cell.dim())
        };
        let mut cells = (0..rows.into()).flat_map(|row| (0..columns.into()).map(move |c| (row, c)));
        !cells.all(|(row, column)| plain(row, column))
    }

    /// Waits until the screen shows all of `texts` at once; the screen then.
    pub fn see(&mut self, texts: &[&str]) -> String {
        self.wait(&format!("{texts:?}"), |screen| texts.iter().all(|text| screen.contains(text)))
    }

    /// Waits until `enough` says so of the screen; the screen then.
    pub fn wait(&mut self, what: &str, enough: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if enough(&screen) {
                return screen;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(RecvTimeoutError::Timeout) => panic!("{what} was never shown:\n{screen}"),
                Err(RecvTimeoutError::Disconnected) => panic!("{what}: it ended:\n{screen}"),
            }
        }
    }

    /// Types `keys`.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("typed");
        self.keyboard.flush().expect("typed");
    }

    /// Changes the terminal's size.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(cells(rows), cells(columns));
        self.master.resize(size(columns, rows)).expect("resized");
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        let id = Pid::from_raw(self.id() as i32).expect("a process id");
        kill_process(id, signal).expect("signalled");
    }

    /// Waits for its end, and for all that it wrote.
    pub fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(Instant::now() < deadline, "it goes on:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(2));
        };
        self.left = modes(self.master.as_ref());
        // What it wrote ends where nobody holds the terminal any more.
        self.slave = None;
        while let Ok(bytes) = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.parser.process(&bytes);
        }
        status
    }

    /// That the program that ended left the terminal as it was before it began.
    pub fn is_as_found(&self) {
        assert_eq!(self.left, self.found, "modes differ");
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "on the alternate screen");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert!(!screen.bracketed_paste(), "pastes are bracketed");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, ..PtySize::default() }
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a terminal has cells")
}

fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("the terminal's modes"))
}

/// The processes that `id` started and that still live, by the system's own list.
pub fn children(id: u32) -> Vec<u32> {
    processes()
        .into_iter()
        .filter(|(_, parent, zombie)| *parent == id && !zombie)
        .map(|(process, ..)| process)
        .collect()
}

/// Whether a process lives.
pub fn alive(id: u32) -> bool {
    let listed = processes();
    listed.iter().any(|(process, _, zombie)| *process == id && !zombie)
}

/// Each process with its parent, and whether it only waits to be asked how it ended.
fn processes() -> Vec<(u32, u32, bool)> {
    let listed = Command::new("ps").args(["-A", "-o", "pid=,ppid=,stat="]).output().expect("ps lists processes");
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let process = |line: &str| {
        let mut words = line.split_whitespace();
        let id = words.next()?.parse().ok()?;
        let parent = words.next()?.parse().ok()?;
        Some((id, parent, words.next()?.starts_with('Z')))
    };
    text.lines().filter_map(process).collect()
}
