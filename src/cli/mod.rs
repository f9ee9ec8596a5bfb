//! What a person types: argument types, one file a subcommand.

mod args;
mod assign;
mod attempt;
mod bind;
mod check;
mod choose;
mod devices;
mod diff;
mod doctor;
mod exec;
mod exit;
mod explain;
mod full_size;
mod grade;
mod handed_out;
mod hint;
mod interrupt;
mod labs;
mod lay_out;
mod lecture;
mod marked;
mod output;
mod pipeline;
mod predict;
mod progress;
mod run;
mod tune;
mod watch;
mod work;
mod worker;

use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use self::check::COUNTED;

use self::args::{ColorArgs, RunArgs};
use self::exit::Exit;

/// The `lockstep` command.
#[derive(Parser)]
#[command(name = "lockstep", version, about, long_about = None, after_help = exit::STATUSES)]
struct Lockstep {
    #[command(flatten)]
    color: ColorArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the labs, one a line
    Labs {
        /// List their names alone, for scripts
        #[arg(long)]
        names: bool,
    },
    /// Run one lab, several, or `all`
    Run {
        /// Names of labs, or `all`
        #[arg(required = true)]
        names: Vec<String>,
        #[command(flatten)]
        args: RunArgs,
    },
    /// Judge your attempt at an exercise, goal by goal
    Try(attempt::TryArgs),
    /// Show the next hint for an exercise, in steps from a nudge to the whole idea
    Hint(hint::HintArgs),
    /// Follow a file: judge an exercise, or look for a kernel's findings, after each save
    Watch(watch::WatchArgs),
    /// List every device with its limits and features, and its roofs with their sources
    Devices(devices::DevicesArgs),
    /// Choose a GPU for a workload: least time, limiter, memory left, energy, cost
    Choose(choose::ChooseArgs),
    /// Report what would run kernels here, how steady this machine is now, and what to change
    Doctor(doctor::DoctorArgs),
    /// Run a kernel of your own, and save its buffers
    Exec(exec::ExecArgs),
    /// Say why a kernel is slow: its source with the simulator's counters, and findings
    Explain(explain::ExplainArgs),
    /// Make a handout of labs for a class, and the instructor's copy with what is hidden
    Assign(assign::AssignArgs),
    /// Run two kernels on the same problem and say what differs
    Diff(diff::DiffArgs),
    /// Find the fastest values of a kernel's constants, among those that you allow
    Tune(tune::TuneArgs),
    /// Mark a class's submissions, or one
    Grade(grade::GradeArgs),
    /// Check that every lab follows the convention, and judge the kept attempts at its exercises
    Check(check::CheckArgs),
}

/// A `lab-NAME` command.
#[derive(Parser)]
struct LabCommand {
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    args: RunArgs,
}

/// Runs the `lockstep` command.
pub fn main() -> ExitCode {
    start();
    let lockstep = Lockstep::parse();
    lockstep.color.apply();
    finish(match lockstep.command {
        None => watch::bare(),
        Some(Command::Labs { names }) => labs::list(names),
        Some(Command::Run { names, args }) => run::run(&names, &args),
        Some(Command::Try(args)) => attempt::attempt(&args),
        Some(Command::Hint(args)) => hint::hint(&args),
        Some(Command::Watch(args)) => watch::watch(&args),
        Some(Command::Devices(args)) => devices::devices(&args),
        Some(Command::Choose(args)) => choose::choose(&args),
        Some(Command::Doctor(args)) => doctor::doctor(&args),
        Some(Command::Exec(args)) => exec::exec(&args),
        Some(Command::Explain(args)) => explain::explain(&args),
        Some(Command::Assign(args)) => assign::assign(&args),
        Some(Command::Diff(args)) => diff::diff(&args),
        Some(Command::Tune(args)) => tune::tune(&args),
        Some(Command::Grade(args)) => grade::grade(&args),
        Some(Command::Check(args)) => check::check(&args),
    })
}

/// Runs the command `lab-NAME`.
pub fn lab_main(name: &'static str) -> ExitCode {
    start();
    // clap borrows names for the whole program; this is one small leak a process.
    let command = LabCommand::command()
        .name(format!("lab-{name}").leak() as &'static str)
        .about(crate::labs::find(name).map_or("", |lab| lab.question));
    let lab = LabCommand::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    lab.color.apply();
    finish(run::run(&[name.to_owned()], &lab.args))
}

/// What every process does first: a worker never comes back from here.
fn start() {
    crate::device::expect_no_display();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    worker::become_one_if_asked();
    // Where a checkout cannot be written, an exercise is tried from another folder, and its start is in the program.
    let _ = lay_out::exercises(Path::new("."));
}

fn finish(result: anyhow::Result<Exit>) -> ExitCode {
    match result {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            anstream::eprintln!("error: {error:#}");
            Exit::Unserved.into()
        }
    }
}
