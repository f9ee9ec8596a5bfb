//! What students and instructors read first.

use crate::grade::assignment::{Assigned, AssignedGoal, Assignment, Credit, HIDDEN_FILE};
use crate::lab::Test;

/// The students' README.
pub fn students(assignment: &Assignment) -> String {
    let mut text = format!(
        "# {}\n\nWrite the kernels below. Each is one file under `shaders/`, with a start that is slow or incomplete; the lab's \
         handout under `labs/` says what it is about. You need Lockstep, and no GPU.\n\n",
        assignment.title
    );
    text += "| do | with |\n| --- | --- |\n\
             | work with a screen that follows every save | `lockstep` |\n\
             | judge one kernel, goal by goal | `lockstep try LAB --file shaders/LAB/NAME.wgsl` |\n\
             | a hint, one step more at each call | `lockstep hint LAB` |\n\
             | see why a kernel is slow | `lockstep explain FILE.wgsl ...` |\n\
             | the marks by what you can see | `lockstep grade assignment.toml shaders --single --visible-only --out ../seen` |\n\n\
             Run them in this folder. Hand in this folder, a zip of it, or the `.wgsl` files: nothing else is looked at but a \
             report of your own (`--json FILE`), which is held against the marking and sets no points.\n\n";
    text += &format!(
        "## How it is marked\n\n{}\n\nCounters are those of the simulated machine `{}`.{}\n",
        assignment.hidden,
        assignment.machine,
        if assignment.time.counts {
            format!(" {}", assignment.time.how)
        } else {
            " Time does not count.".to_owned()
        }
    );
    for assigned in &assignment.exercises {
        text += &exercise(assigned);
    }
    text
}

fn exercise(assigned: &Assigned) -> String {
    let mut text = format!(
        "\n## {}: {} points\n\n{}\n\nFile: `shaders/{}/{}.wgsl`. Handout: `labs/{}/README.md`.\n\n\
         | goal | points | |\n| --- | ---: | --- |\n",
        assigned.title(),
        assigned.points(),
        assigned.task,
        assigned.lab,
        assigned.name,
        assigned.lab
    );
    for goal in &assigned.goals {
        text += &format!(
            "| {} | {} | {} |\n",
            goal.title,
            goal.points,
            rule(assigned, goal)
        );
    }
    text
}

/// How a figure earns points.
fn rule(assigned: &Assigned, goal: &AssignedGoal) -> String {
    let defined = assigned
        .find()
        .and_then(|(_, exercise)| goal.find(exercise));
    let Some(defined) = defined else {
        return String::new();
    };
    match Credit::of(goal, defined) {
        Some(credit) if matches!(defined.test, Test::Faster(_)) => {
            format!("times as fast: {}", credit.describe())
        }
        Some(credit) => credit.describe(),
        None => String::new(),
    }
}

/// The instructor's README.
pub fn instructors(assignment: &Assignment, handout: &str) -> String {
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
         - Points, figures and sizes in `assignment.toml` may be changed; change the students' copy alike. Marks made by other \
           rules are made again.\n",
        assignment.title
    )
}
