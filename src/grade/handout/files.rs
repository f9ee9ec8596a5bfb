//! Writing the folders: what students and instructors read first, and the assignment as TOML with words for whoever edits
//! it.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::{FileError, write_under};
use crate::grade::assignment::{ASSIGNMENT_FILE, Assigned, AssignedGoal, Assignment, HIDDEN_FILE, Hidden, Level};
use crate::grade::mark::points;
use crate::lab::{Test, handouts};

/// Why a handout cannot be written.
#[derive(Debug, Error)]
pub enum HandoutError {
    /// The folder holds something already.
    #[error("{0} is not empty: choose another folder, or remove what is in it")]
    Taken(PathBuf),
    /// It cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Writes the students' folder and the instructor's.
///
/// # Errors
/// [`HandoutError`]; nothing is written where one of the folders holds something.
pub fn write(
    assignment: &Assignment,
    hidden: &Hidden,
    install: &str,
    students: &Path,
    instructors: &Path,
) -> Result<(), HandoutError> {
    for folder in [students, instructors] {
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(HandoutError::Taken(folder.to_owned()));
        }
    }
    common(assignment, students)?;
    write_under(&students.join("README.md"), students_readme(assignment, install))?;
    common(assignment, instructors)?;
    let name = students.file_name().unwrap_or(students.as_os_str());
    let text = instructors_readme(assignment, &name.to_string_lossy());
    write_under(&instructors.join("README.md"), &text)?;
    write_under(&instructors.join(HIDDEN_FILE), hidden_toml(hidden))?;
    Ok(())
}

/// What both have: the assignment, the starts of the exercises and the labs' handouts.
fn common(assignment: &Assignment, folder: &Path) -> Result<(), HandoutError> {
    write_under(&folder.join(ASSIGNMENT_FILE), assignment_toml(assignment))?;
    for assigned in &assignment.exercises {
        let Some((lab, exercise)) = assigned.find() else {
            continue;
        };
        let shader = folder.join("shaders").join(lab.name).join(exercise.file());
        write_under(&shader, exercise.start)?;
    }
    for (page, text) in pages(assignment) {
        write_under(&folder.join(page), text)?;
    }
    Ok(())
}

/// The labs' handouts and the handbook, by their paths in a folder that is handed out.
pub(super) fn pages(assignment: &Assignment) -> impl Iterator<Item = (String, String)> {
    let labs: Vec<&str> = assignment.exercises.iter().map(|assigned| assigned.lab.as_str()).collect();
    handouts(&labs).into_iter().map(|(page, text)| (format!("labs/{page}"), text))
}

/// The students' README.
pub(super) fn students_readme(assignment: &Assignment, install: &str) -> String {
    let mut text = format!(
        "# {}\n\nWrite the kernels below. Each is one file under `shaders/`, with a start that is slow or incomplete; the lab's \
         handout under `labs/` says what it is about. You need Lockstep {}, and no GPU.\n\n## Install\n\n{install}\n\n## Work\n\n",
        assignment.title,
        env!("CARGO_PKG_VERSION")
    );
    text += "| do | with |\n| --- | --- |\n\
             | work with a screen that follows every save | `lockstep` |\n\
             | judge one kernel, goal by goal | `lockstep try LAB/NAME` |\n\
             | a hint, one step more at each call | `lockstep hint LAB/NAME` |\n\
             | see why a kernel is slow | `lockstep explain FILE.wgsl ...` |\n\
             | the marks by what you can see | `lockstep grade assignment.toml shaders --single --visible-only --out ../seen` |\n\n\
             Run them in this folder. Hand in this folder, a `.zip` or `.tar.gz` of it, or the `.wgsl` files, each with its \
             own name or as `LAB-NAME.wgsl`. Nothing else is read, except a report of your own (`--json FILE`): it is \
             compared with the marking, and earns no points.\n\n";
    text += &format!(
        "## How it is marked\n\n{}\n\nCounters are those of the simulated machine `{}`.{}\n\nA goal with a figure earns all of its \
         points where it is met, and fewer the more often the figure must be halved (or doubled) to meet it: the tables say what a step \
         earns. A kernel with a race or another fault, or with a wrong element at any size, earns at most {} % of an exercise's points.\n",
        assignment.hidden,
        assignment.machine,
        if assignment.time.counts { format!(" {}", assignment.time.how) } else { " Time does not count.".to_owned() },
        points(100.0 * assignment.faulty)
    );
    if let Some(late) = &assignment.late {
        text += &format!(
            "\nIt is due {}. {}Each further day costs {} % of the points.\n",
            late.due,
            match late.free_days {
                0 => String::new(),
                1 => "A day after that costs nothing. ".to_owned(),
                days => format!("{days} days after that cost nothing. "),
            },
            100.0 * late.per_day
        );
    }
    for assigned in &assignment.exercises {
        text += &exercise_readme(assigned);
    }
    text
}

fn exercise_readme(assigned: &Assigned) -> String {
    let mut text = format!(
        "\n## {}: {} points{}\n\n{}\n\nFile: `shaders/{}/{}.wgsl`. Handout: `labs/{}/README.md`.\n\n\
         | goal | points | what earns them |\n| --- | ---: | --- |\n",
        assigned.title(),
        assigned.points(),
        if assigned.bonus { ", on top of all others" } else { "" },
        assigned.task,
        assigned.lab,
        assigned.name,
        assigned.lab
    );
    for goal in &assigned.goals {
        let bonus = if goal.bonus { " (bonus)" } else { "" };
        text += &format!("| {} | {}{bonus} | {} |\n", goal.title, goal.points, rule(assigned, goal));
    }
    let limits = assigned.limits();
    if !limits.is_empty() {
        text += "\nHow figures are counted, so that work which nobody needs makes none of them better:\n\n";
    }
    for (goals, rule) in limits {
        text += &format!("- `{}`: {rule}\n", goals.join("`, `"));
    }
    text
}

/// How a figure earns points.
fn rule(assigned: &Assigned, goal: &AssignedGoal) -> String {
    if goal.kept {
        return AssignedGoal::KEPT.to_owned();
    }
    let defined = assigned.find().and_then(|(_, exercise)| goal.find(exercise));
    let Some(defined) = defined else {
        return String::new();
    };
    match goal.credit(defined) {
        Some(credit) if matches!(defined.test, Test::Faster(_)) => {
            format!("times as fast: {}", credit.steps(goal.points))
        }
        Some(credit) => credit.steps(goal.points),
        None => String::new(),
    }
}

/// The instructor's README.
pub(super) fn instructors_readme(assignment: &Assignment, handout: &str) -> String {
    format!(
        "# {}: the instructor's copy\n\n\
         `{HIDDEN_FILE}` holds the seeds and sizes that students do not see: keep it, and this folder, to yourself. \
         The students' folder is `{handout}`; it can be the template of a git classroom.\n\n\
         Mark a class, a folder with a folder, a zip or a `.wgsl` file for each student:\n\n\
         ```sh\nlockstep grade assignment.toml SUBMISSIONS --out MARKS\n```\n\n\
         - `MARKS/gradebook.json` has every mark; `MARKS/feedback/` a Markdown and an HTML file for each student.\n\
         - A killed run goes on where it was: run the same command again.\n\
         - `--jobs N` marks N at a time. On several machines that share a folder, run it with `--shard 1/N` to `--shard N/N`, \
           and then once with `--merge`.\n\
         - `preview/` shows what students will see of an unchanged hand-in.\n\
         - `--roster FILE.csv` (id, name, section) joins names to submissions, `--anonymous` hides them, `--regrade ID` marks one \
           anew. What Moodle and Canvas give for a class goes in as it is; `--format moodle,canvas` writes what they import.\n\
         - A submission that the machine could not mark is a row that says why, and the exit status is 3.\n\
         - `overrides.csv`, beside `assignment.toml`, with the columns `student,exercise,goal,points,comment`, holds what you decide \
           yourself: every later marking keeps it.\n\
         - Points, figures, dates and sizes in `assignment.toml` may be changed, and exercises and goals be made a `bonus`. \
           `lockstep assign --update {handout}` then writes the students' copy anew, and says what they hold that is old. \
           Marks made by other rules are made again, and the earlier ones are kept.\n\
         - `services/README.md` tells a term in its order, service by service.\n",
        assignment.title
    )
}

/// `assignment.toml`.
fn assignment_toml(assignment: &Assignment) -> String {
    let mut text = format!(
        "# What is to do, and what it is worth. Points, figures, dates and sizes may be changed in the instructor's copy; then\n\
         # `lockstep assign --update DIR` writes the students' anew. `bonus = true` in an exercise or a goal puts its points on top.\n\
         schema = {}\ntitle = {}\n\n\
         # The simulator's machine whose counters the goals are held against.\nmachine = {}\n\n\
         # What marking holds back.\nhidden = {}\n\n\
         # How far feedback goes: \"hints\", \"findings\" (no hints) or \"goals\" (points alone).\nfeedback = \"{}\"\n\n\
         # The most that a kernel with a race or another fault, or with a wrong element at any size, earns: this share of its exercise's\n\
         # points. As written here first, it is less than a right kernel earns that is as slow as the start. 1 is no limit.\nfaulty = {}\n\n\
         [time]\n# Whether goals of speed are marked, on the marking machine's own GPU. All else is the same on every machine.\n\
         counts = {}\nhow = {}\n\n\
         [bounds]\n# Seconds of processor time for one run of an exercise, and for all of a submission together; MiB of memory.\n\
         seconds = {}\nsubmission_seconds = {}\nmemory_mib = {}\n",
        quoted(&assignment.schema),
        quoted(&assignment.title),
        quoted(&assignment.machine),
        quoted(&assignment.hidden),
        level(assignment.feedback),
        assignment.faulty,
        assignment.time.counts,
        quoted(&assignment.time.how),
        assignment.bounds.seconds,
        assignment.bounds.submission_seconds,
        assignment.bounds.memory_mib,
    );
    if let Some(late) = &assignment.late {
        text += &format!(
            "\n[late]\n# The share of the points that a day costs, after the free ones.\ndue = {}\nfree_days = {}\nper_day = {}\n",
            quoted(&late.due),
            late.free_days,
            late.per_day
        );
    }
    for assigned in &assignment.exercises {
        text += &exercise_toml(assigned);
    }
    text
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Hints => "hints",
        Level::Findings => "findings",
        Level::Goals => "goals",
    }
}

fn exercise_toml(assigned: &Assigned) -> String {
    let mut text = format!(
        "\n[[exercise]]\nlab = {}\nname = {}\ntask = {}\n\
         # What students judge with: the seed of the data, the sizes that are verified, and the size that is counted.\n\
         seed = {}\nsizes = {:?}\nsize = {}\n",
        quoted(&assigned.lab),
        quoted(&assigned.name),
        quoted(&assigned.task),
        assigned.seed,
        assigned.sizes,
        assigned.size
    );
    if assigned.bonus {
        text += "bonus = true # on top of the points that there are\n";
    }
    for goal in &assigned.goals {
        text += &format!(
            "\n[[exercise.goal]]\nid = {}\ntitle = {}\npoints = {}\n",
            quoted(&goal.id),
            quoted(&goal.title),
            goal.points
        );
        if let Some(full) = goal.full {
            text += &format!("full = {full}\n");
        }
        if goal.bonus {
            text += "bonus = true # on top of the points that there are\n";
        }
        if goal.kept {
            text += &format!("kept = true # {}\n", AssignedGoal::KEPT);
        }
        if let Some(none) = goal.none {
            text += &format!(
                "none = {none} # between the two, each halving earns alike; without this line, all points or none\n"
            );
        }
        let limits = assigned.limits();
        for (_, rule) in limits.iter().filter(|(goals, _)| goals.contains(&goal.id.as_str())) {
            text += &format!("# {rule}\n");
        }
    }
    text
}

/// `hidden.toml`.
fn hidden_toml(hidden: &Hidden) -> String {
    let mut text = format!(
        "# What students do not see. Keep this file secret: the marks are fair only while students cannot read it.\nschema = {}\n\
         # Whether every student has seeds of their own, drawn from these.\nseed_a_student = {}\n",
        quoted(&hidden.schema),
        hidden.seed_a_student
    );
    for case in &hidden.cases {
        text += &format!(
            "\n[[case]]\nlab = {}\nname = {}\nseed = {}\nsizes = {:?}\nsize = {}\n",
            quoted(&case.lab),
            quoted(&case.name),
            case.seed,
            case.sizes,
            case.size
        );
    }
    text
}

/// A TOML basic string: JSON's escapes are among TOML's, which escapes one character more.
fn quoted(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use crate::grade::assignment::{Assignment, Hidden, LateRule, Level};
    use crate::grade::handout::{hidden, plan};

    #[test]
    fn what_is_written_is_read_as_it_was() {
        for time in [false, true] {
            let mut assignment = plan("t", &["all".to_owned()], time).expect("all are there");
            assignment.title = "\"odd\"\\ \n\u{7f}\u{1b} tïtle".to_owned();
            assignment.feedback = Level::Findings;
            let due = "2026-11-29T23:59:59Z".to_owned();
            assignment.late = time.then_some(LateRule { due, free_days: 2, per_day: 0.25 });
            assignment.exercises[0].goals[1].kept = time;
            (assignment.exercises[1].bonus, assignment.exercises[0].goals[2].bonus) = (time, time);
            let read: Assignment = toml::from_str(&super::assignment_toml(&assignment)).expect("it is TOML");
            assert_eq!(read, assignment);
            let mut hidden = hidden(&assignment, Some(3));
            hidden.seed_a_student = time;
            let read: Hidden = toml::from_str(&super::hidden_toml(&hidden)).expect("it is TOML");
            assert_eq!(read, hidden);
        }
    }
}
