//! The class report as one HTML file that needs nothing else.

use maud::{Markup, html};

use super::copies::LINE;
use super::{ClassReport, GoalCount};
use crate::report;
use crate::units::percent;

/// The page. Texts from submissions are escaped.
pub fn render(class: &ClassReport) -> String {
    let title = format!("Class report: {}", class.title);
    let body = html! {
        h1 { (title) }
        (outliers(class))
        (overview(class))
        (goals(class))
        (findings(class))
        (hints(class))
        (alike(class))
        (pairs(class))
        (rest(class))
    };
    report::page(&title, include_str!("overview.css"), &body)
}

fn overview(class: &ClassReport) -> Markup {
    html! {
        p {
            (class.submissions) " submissions"
            @if class.refused > 0 { ", of which " (class.refused) " could not be marked" }
            @if !class.open.is_empty() { ", of which " (class.open.len()) " have no mark yet" }
            "."
            @if let Some([low, lower, median, upper, high]) = class.quartiles {
                " Median " strong { (median) } " of " (class.of) " points; half of the class has "
                (lower) " to " (upper) ", all of it " (low) " to " (high) "."
            }
        }
        (tenths(class))
    }
}

/// How many have how much of the points.
pub fn tenths(class: &ClassReport) -> Markup {
    let most = class.tenths.iter().copied().max().unwrap_or(0).max(1);
    html! {
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
    let unsaid = class.goals.iter().any(|goal| goal.unsaid > 0);
    html! {
        h2 { "Goals" }
        table {
            thead {
                tr {
                    @for column in ["exercise", "goal", "met", "partly", "not met", "not judged"] {
                        th scope="col" { (column) }
                    }
                    @if unsaid { th scope="col" { "not measured" } }
                    @for column in ["mean points", ""] { th scope="col" { (column) } }
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
                        @if unsaid { td { (goal.unsaid) } }
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
    let rows = class.findings.iter();
    listed(
        "Commonest findings",
        "None.",
        ["exercise", "finding", "submissions", "for example"],
        rows.map(|found| html! {
            td { (found.exercise) } th scope="row" { (found.kind.name()) } td { (found.submissions) } td { (found.example) }
        }),
    )
}

fn hints(class: &ClassReport) -> Markup {
    let rows = class.hints.iter();
    listed(
        "Misconceptions, by the hints that answer them",
        "None.",
        ["exercise", "hint", "submissions", "what it says, and a kernel to discuss"],
        rows.map(|hint| {
            html! {
                td { (hint.exercise) } th scope="row" { (hint.id) } td { (hint.submissions) }
                td {
                    (hint.text)
                    @if let Some(kernel) = &hint.kernel { details { summary { "a kernel" } pre { (kernel) } } }
                }
            }
        }),
    )
}

fn outliers(class: &ClassReport) -> Markup {
    let rows = class.outliers.iter();
    listed(
        "Who needs a person",
        "Nobody stands out.",
        ["submission", "points", "why"],
        rows.map(|outlier| {
            html! {
                th scope="row" { a href=(outlier.page) { (outlier.submission) } } td { (outlier.points) } td { (outlier.why) }
            }
        }),
    )
}

/// Programs that several have in common. Similar programs may be coincidence: reported, not judged.
fn alike(class: &ClassReport) -> Markup {
    let rows = class.alike.iter();
    listed(
        "Look alike",
        "No two submissions have a program in common.",
        ["exercise", "submissions", "the same program, whatever it calls things"],
        rows.map(|(title, whose)| html! { td { (title) } td { (whose.len()) } td { (whose.join(", ")) } }),
    )
}

/// Kernels that have much in common, side by side.
fn pairs(class: &ClassReport) -> Markup {
    html! {
        h2 { "Side by side" }
        p {
            "Pairs of which " (percent(LINE)) " or more of what they do is the same, whatever they call it and in whichever order, but for \
             what the start gives. What many have counts less. Two students who have the same idea may write nearly the same: a number, \
             and for you to read."
        }
        @if class.pairs.is_empty() { p { "None." } }
        @for pair in &class.pairs {
            details {
                summary {
                    (pair.exercise) ": " (pair.sides[0].0) " and " (pair.sides[1].0) ", " (percent(pair.alike))
                }
                (side_by_side(&pair.sides))
            }
        }
    }
}

/// Two kernels beside each other.
pub fn side_by_side(sides: &[(String, String); 2]) -> Markup {
    html! {
        table class="pair" {
            thead { tr { @for (name, _) in sides { th scope="col" { (name) } } } }
            tbody { tr { @for (_, text) in sides { td { pre { (text) } } } } }
        }
    }
}

/// What has no mark.
fn rest(class: &ClassReport) -> Markup {
    let open = class.open.iter().map(|(whose, why)| html! { th scope="row" { (whose) } td { (why) } });
    let left = class.left_out.iter().map(|what| html! { td { (what) } });
    let absent = class.absent.iter().map(|whose| html! { td { (whose) } });
    html! {
        @if !class.open.is_empty() { (listed("Not marked", "", ["submission", "why"], open)) }
        @if !class.left_out.is_empty() { (listed("Left out", "", ["what, and why"], left)) }
        @if !class.absent.is_empty() { (listed("Nothing handed in", "", ["student"], absent)) }
    }
}

/// A section with a table, or with what is said where it has no row.
fn listed<const N: usize>(
    title: &str,
    none: &str,
    columns: [&str; N],
    rows: impl ExactSizeIterator<Item = Markup>,
) -> Markup {
    html! {
        h2 { (title) }
        @if rows.len() == 0 {
            p { (none) }
        } @else {
            table {
                thead { tr { @for column in columns { th scope="col" { (column) } } } }
                tbody { @for row in rows { tr { (row) } } }
            }
        }
    }
}
