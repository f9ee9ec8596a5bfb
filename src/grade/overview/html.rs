//! The class report as one HTML file that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{ClassReport, GoalCount};

const STYLE: &str = include_str!("overview.css");

/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page. Texts from submissions are escaped.
pub fn render(class: &ClassReport) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Class report: " (class.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Class report: " (class.title) }
                (overview(class))
                (goals(class))
                (findings(class))
                (hints(class))
                (outliers(class))
            }
        }
    };
    page.into_string()
}

fn overview(class: &ClassReport) -> Markup {
    let most = class.tenths.iter().copied().max().unwrap_or(0).max(1);
    html! {
        p {
            (class.submissions) " submissions"
            @if class.refused > 0 { ", of which " (class.refused) " could not be marked" }
            "."
            @if let Some([low, lower, median, upper, high]) = class.quartiles {
                " Median " strong { (median) } " of " (class.of) " points; half of the class has "
                (lower) " to " (upper) ", all of it " (low) " to " (high) "."
            }
        }
        h2 { "Points" }
        table class="bars" {
            caption { "Submissions by tenth of the points" }
            thead { tr { th scope="col" { "points" } th scope="col" { "submissions" } th scope="col" { "" } } }
            tbody {
                @for (tenth, count) in class.tenths.iter().enumerate() {
                    tr {
                        th scope="row" { (tenth * 10) " to " ((tenth + 1) * 10) " %" }
                        td { (count) }
                        td { (bar(*count, most, "met")) }
                    }
                }
            }
        }
    }
}

fn goals(class: &ClassReport) -> Markup {
    html! {
        h2 { "Goals" }
        table {
            thead {
                tr {
                    th scope="col" { "exercise" }
                    th scope="col" { "goal" }
                    th scope="col" { "met" }
                    th scope="col" { "partly" }
                    th scope="col" { "not met" }
                    th scope="col" { "not judged" }
                    th scope="col" { "not to be said" }
                    th scope="col" { "mean points" }
                    th scope="col" { "" }
                }
            }
            tbody {
                @for goal in &class.goals {
                    tr {
                        td { (goal.exercise) }
                        th scope="row" { (goal.title) }
                        td { (goal.met) }
                        td { (goal.partly) }
                        td { (goal.unmet) }
                        td { (goal.open) }
                        td { (goal.unsaid) }
                        td { (goal.mean) " of " (goal.of) }
                        td { (shares(goal, class.submissions)) }
                    }
                }
            }
        }
    }
}

fn shares(goal: &GoalCount, of: usize) -> Markup {
    let of = of.max(1);
    html! {
        (bar(goal.met, of, "met"))
        (bar(goal.partly, of, "partly"))
        (bar(goal.unmet + goal.open, of, "unmet"))
    }
}

/// A bar whose figure stands beside it in text.
fn bar(count: usize, of: usize, class: &str) -> Markup {
    let width = 12.0 * count as f64 / of as f64;
    html! { span class={ "bar " (class) } style={ "width:" (format!("{width:.3}")) "em" } aria-hidden="true" {} }
}

fn findings(class: &ClassReport) -> Markup {
    html! {
        h2 { "Commonest findings" }
        @if class.findings.is_empty() {
            p { "None." }
        } @else {
            table {
                thead { tr {
                    th scope="col" { "exercise" } th scope="col" { "finding" }
                    th scope="col" { "submissions" } th scope="col" { "for example" }
                } }
                tbody {
                    @for found in &class.findings {
                        tr {
                            td { (found.exercise) }
                            th scope="row" { (found.kind) }
                            td { (found.submissions) }
                            td { (found.example) }
                        }
                    }
                }
            }
        }
    }
}

fn hints(class: &ClassReport) -> Markup {
    html! {
        h2 { "Hints that were needed" }
        @if class.hints.is_empty() {
            p { "None." }
        } @else {
            table {
                thead { tr {
                    th scope="col" { "exercise" } th scope="col" { "hint" }
                    th scope="col" { "submissions" } th scope="col" { "what it says" }
                } }
                tbody {
                    @for hint in &class.hints {
                        tr {
                            td { (hint.exercise) }
                            th scope="row" { (hint.id) }
                            td { (hint.submissions) }
                            td { (hint.text) }
                        }
                    }
                }
            }
        }
    }
}

fn outliers(class: &ClassReport) -> Markup {
    html! {
        h2 { "To look at" }
        @if class.outliers.is_empty() {
            p { "Nobody stands out." }
        } @else {
            table {
                thead { tr {
                    th scope="col" { "submission" } th scope="col" { "points" } th scope="col" { "why" }
                } }
                tbody {
                    @for outlier in &class.outliers {
                        tr {
                            th scope="row" { (outlier.submission) }
                            td { (outlier.points) }
                            td { (outlier.why) }
                        }
                    }
                }
            }
        }
    }
}
