//! Feedback as Markdown, in which nothing a student wrote can act as markup.

use super::words::{first, goals_with_more, handout, has_next, heading, location, of, result, sign};
use crate::grade::mark::{ExerciseMark, Mark, points};
use crate::text::fence;

/// The feedback on `mark`.
pub fn markdown(mark: &Mark) -> String {
    let mut text = format!("# {}: {}\n", plain(&mark.submission), of(mark.points, mark.of));
    if let Some(exercise) = first(mark) {
        text += &format!("\n**Next, in {}:** {}\n", exercise.title(), plain(&exercise.next));
    }
    if let Some(why) = &mark.refused {
        text += &format!("\nNothing could be marked: {}\n", plain(why));
    }
    if let Some(why) = &mark.open {
        text += &format!("\nIt is not marked yet, which is not your fault: {}\n", plain(why));
    }
    let notes: Vec<String> = mark.remarks().map(|note| format!("\n- {}", plain(&note))).collect();
    if !notes.is_empty() {
        text += &(notes.concat() + "\n");
    }
    if mark.refused.is_none() {
        for exercise in &mark.exercises {
            text += &one(exercise, has_next(exercise, mark));
        }
    }
    if !mark.evidence.is_empty() {
        text += "\n## Reports handed in\n\nThey set no points.\n";
        for report in &mark.evidence {
            text += &format!("\n- {}\n", plain(&report.file));
            for sentence in &report.compared {
                text += &format!("  - compared: {}\n", plain(sentence));
            }
            for sentence in &report.differences {
                text += &format!("  - differs: {}\n", plain(sentence));
            }
        }
    }
    text
}

/// One exercise, with its next step where `has_next`.
fn one(exercise: &ExerciseMark, has_next: bool) -> String {
    let task = format!("{} (handout: {})", exercise.task, handout(exercise));
    let mut text = format!("\n## {}\n\n{}\n", heading(exercise), plain(&task));
    if let Some(file) = &exercise.file {
        text += &format!("\nJudged: {}\n", plain(file));
    }
    if let Some(why) = &exercise.refused {
        text += &format!("\nIt could not be judged: {}\n", plain(why));
    }
    if let Some(given) = &exercise.given {
        text += &format!("\n{}\n", plain(&format!("Its points are {}", given.words())));
    }
    text += "\n| | goal | points | |\n| --- | --- | ---: | --- |\n";
    for goal in &exercise.goals {
        text += &format!(
            "| {} | {} | {} / {} | {} |\n",
            sign(goal.outcome),
            plain(&goal.name()),
            points(goal.points),
            points(goal.of),
            plain(&result(goal))
        );
    }
    for goal in goals_with_more(exercise) {
        text += &format!("\n**{}**\n\n{}", plain(&goal.title), block(&goal.message));
    }
    if !exercise.findings.is_empty() {
        text += "\n### What the simulator found\n";
        for finding in &exercise.findings {
            let (place, message) = (location(finding), plain(&finding.message));
            text += &format!("\n- {}: {message}\n", plain(&place));
            if let Some(line) = &finding.source {
                text += &format!("\n{}", indented(&block(line)));
            }
        }
    }
    if has_next {
        text += &format!("\n### Next\n\n{}\n", plain(&exercise.next));
    }
    text
}

/// Text that shows as it is: every character that Markdown or HTML could take for markup is escaped.
fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => shown += "&amp;",
            '<' => shown += "&lt;",
            '>' => shown += "&gt;",
            '\n' => shown += " ",
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '+' | '!' | '|' | '~' | '$' => {
                shown.push('\\');
                shown.push(c);
            }
            c => shown.push(c),
        }
    }
    shown
}

/// A block of code whose fence is longer than any in it.
fn block(text: &str) -> String {
    let fence = fence(text);
    format!("{fence}text\n{text}\n{fence}\n")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_a_student_wrote_acts_as_markup() {
        assert_eq!(
            plain("<img src=x> [a](javascript:b) |x| `c`"),
            "&lt;img src=x&gt; \\[a\\]\\(javascript:b\\) \\|x\\| \\`c\\`"
        );
        let shown = block("a\n```\n# not a heading\n````");
        assert!(shown.starts_with("`````text\n") && shown.ends_with("\n`````\n"), "{shown}");
    }
}
