//! An assignment as TOML, with words for whoever edits it.

use crate::grade::assignment::{Assigned, Assignment, Hidden};

/// `assignment.toml`.
pub fn assignment(assignment: &Assignment) -> String {
    let mut text = format!(
        "# What is to do, and what it is worth. Points, figures and sizes may be changed, in the students' copy and in the\n\
         # instructor's alike.\n\
         schema = {}\ntitle = {}\n\n\
         # The simulator's machine whose counters the goals are held against.\nmachine = {}\n\n\
         # What marking holds back.\nhidden = {}\n\n\
         [time]\n# Whether goals of speed are marked, on the marking machine's own GPU. All else is the same on every machine.\n\
         counts = {}\nhow = {}\n\n\
         [bounds]\n# Of each submission's process: seconds of one exercise, MiB of memory.\nseconds = {}\nmemory_mib = {}\n",
        quoted(&assignment.schema),
        quoted(&assignment.title),
        quoted(&assignment.machine),
        quoted(&assignment.hidden),
        assignment.time.counts,
        quoted(&assignment.time.how),
        assignment.bounds.seconds,
        assignment.bounds.memory_mib,
    );
    for assigned in &assignment.exercises {
        text += &exercise(assigned);
    }
    text
}

fn exercise(assigned: &Assigned) -> String {
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
        if let Some(none) = goal.none {
            text += &format!(
                "none = {none} # in proportion between; without this line, all points or none\n"
            );
        }
    }
    text
}

/// `hidden.toml`.
pub fn hidden(hidden: &Hidden) -> String {
    let mut text = format!(
        "# What students do not see. Keep this file to yourself: the marks are worth what it is worth.\nschema = {}\n",
        quoted(&hidden.schema)
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
    use crate::grade::assignment::{Assignment, Hidden};
    use crate::grade::handout::{hidden, plan};

    #[test]
    fn what_is_written_is_read_as_it_was() {
        for time in [false, true] {
            let mut assignment = plan("t", &["all".to_owned()], time).expect("all are there");
            assignment.title = "\"odd\"\\ \n\u{7f}\u{1b} tïtle".to_owned();
            let read: Assignment =
                toml::from_str(&super::assignment(&assignment)).expect("it is TOML");
            assert_eq!(read, assignment);
            let hidden = hidden(&assignment, Some(3));
            let read: Hidden = toml::from_str(&super::hidden(&hidden)).expect("it is TOML");
            assert_eq!(read, hidden);
        }
    }
}
