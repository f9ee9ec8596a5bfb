//! Feedback as one self-contained HTML file, without scripts, in which nothing a student wrote can act as markup.

use super::words;
use crate::grade::mark::{ExerciseMark, Mark, MarkOutcome};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid #8884; vertical-align: top; }
td.points { text-align: right; white-space: nowrap; }
pre { overflow-x: auto; padding: .6rem; border: 1px solid #8884; border-radius: .3rem; white-space: pre-wrap; }
.met { color: #1a7f37; } .unmet { color: #c4321c; } .other { color: #8a6d00; }
@media (prefers-color-scheme: dark) { .met { color: #4ac26b; } .unmet { color: #ff8170; } .other { color: #d4b106; } }
.next { border-left: .3rem solid #2f6fde; padding-left: .8rem; }
";

/// The feedback on `mark`.
pub fn html(mark: &Mark) -> String {
    let name = text(&mark.submission);
    let mut body = format!("<h1>{name}: {}</h1>\n", words::of(mark.points, mark.of));
    if let Some(why) = &mark.refused {
        body += &format!("<p>Nothing could be marked: {}</p>\n", text(why));
    }
    body += &list(mark.notes.iter().map(String::as_str));
    if mark.refused.is_none() {
        for exercise in &mark.exercises {
            body += &one(exercise);
        }
    }
    if words::has_evidence(mark) {
        body += "<h2>Reports handed in</h2>\n<p>They set no points.</p>\n";
        for report in &mark.evidence {
            body += &format!("<h3>{}</h3>\n", text(&report.file));
            body += &list(report.compared.iter().map(String::as_str));
            if !report.differences.is_empty() {
                body += "<p>It differs:</p>\n";
                body += &list(report.differences.iter().map(String::as_str));
            }
        }
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn one(exercise: &ExerciseMark) -> String {
    let mut body = format!(
        "<h2>{}: {}</h2>\n<p>{}</p>\n",
        text(&words::title(exercise)),
        words::of(exercise.points, exercise.of),
        text(&exercise.task)
    );
    if let Some(file) = &exercise.file {
        body += &format!("<p>Judged: <code>{}</code></p>\n", text(file));
    }
    if let Some(why) = &exercise.refused {
        body += &format!(
            "<p class=\"unmet\">It could not be judged: {}</p>\n",
            text(why)
        );
    }
    body += &goals(exercise);
    for goal in words::told(exercise) {
        let (title, message) = (text(&goal.title), text(&goal.message));
        body += &format!("<h3>{title}</h3>\n<pre>{message}</pre>\n");
    }
    if !exercise.findings.is_empty() {
        body += "<h3>What the simulator found</h3>\n<ul>\n";
        for finding in &exercise.findings {
            let (place, message) = (text(&words::place(finding)), text(&finding.message));
            body += &format!("<li><strong>{place}</strong>: {message}");
            if let Some(line) = &finding.source {
                body += &format!("<pre>{}</pre>", text(line));
            }
            body += "</li>\n";
        }
        body += "</ul>\n";
    }
    if !exercise.next.is_empty() {
        body += &format!(
            "<h3>Next</h3>\n<p class=\"next\">{}</p>\n",
            text(&exercise.next)
        );
    }
    body
}

fn goals(exercise: &ExerciseMark) -> String {
    let mut body =
        String::from("<table>\n<tr><th></th><th>goal</th><th>points</th><th></th></tr>\n");
    for goal in &exercise.goals {
        let class = match goal.outcome {
            MarkOutcome::Met => "met",
            MarkOutcome::Unmet => "unmet",
            _ => "other",
        };
        body += &format!(
            "<tr><td class=\"{class}\">{}</td><td>{}</td><td class=\"points\">{} / {}</td><td>{}</td></tr>\n",
            words::sign(goal.outcome),
            text(&goal.title),
            words::points(goal.points),
            words::points(goal.of),
            text(&words::result(goal))
        );
    }
    body + "</table>\n"
}

fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: String = items
        .map(|item| format!("<li>{}</li>\n", text(item)))
        .collect();
    if items.is_empty() {
        return items;
    }
    format!("<ul>\n{items}</ul>\n")
}

/// Text that shows as it is.
fn text(raw: &str) -> String {
    let mut shown = String::with_capacity(raw.len());
    for c in raw.chars() {
        match c {
            '&' => shown += "&amp;",
            '<' => shown += "&lt;",
            '>' => shown += "&gt;",
            '"' => shown += "&quot;",
            '\'' => shown += "&#39;",
            c => shown.push(c),
        }
    }
    shown
}
