//! The result of a kernel of one's own, on the terminal.

use super::annotations::editor_line;
use crate::harness::{KernelReport, OutputComparison, PolicyReport, SavedReport};
use crate::measure::Summary;
use crate::text::paragraph;
use crate::units::percent;

/// What ran where, its time or estimate, its findings, and what was saved.
pub fn exec(report: &KernelReport) -> String {
    let mut text = paragraph(&headline(report), 0);
    if let Some(time) = &report.time {
        if let Some(gpu) = &time.gpu {
            text += &format!("  GPU timestamps  {}\n", timing(gpu));
        }
        text += &format!("  wall clock      {}\n", timing(&time.wall));
        let how = "One dispatch at a time, on buffers as given, with runtime checks on; the wall clock has the submission in it.";
        text += &paragraph(how, 2);
    }
    text += &policy(report, 2);
    for finding in &report.findings {
        text += &paragraph(&editor_line(report, finding), 2);
    }
    for compared in report.expected.iter().chain(&report.against) {
        text += &comparison(compared);
    }
    text + &saved(report, "  ")
}

/// The buffers that were written to files.
pub(in crate::report) fn saved(report: &KernelReport, indent: &str) -> String {
    let one = |saved: &SavedReport| {
        format!("{indent}saved {}.{}: {} bytes in {}\n", saved.group, saved.binding, saved.bytes, saved.file)
    };
    report.saved.iter().map(one).collect()
}

/// How far outputs agree, and where they first do not.
pub fn comparison(compared: &OutputComparison) -> String {
    let outputs = &compared.outputs;
    let (with, words, differing) = (&compared.with, outputs.words, outputs.differing);
    if outputs.agree {
        let how = if differing == 0 { "bit for bit" } else { "within rounding or tolerance" };
        let agrees = match words {
            0 => format!("no output can be compared with {with}"),
            _ => format!("outputs agree with {with}: {words} values, {how}"),
        };
        let more = left_out(compared).map_or(String::new(), |more| format!("; {more}"));
        return paragraph(&(agrees + &more), 2);
    }
    let head = format!("error: outputs are not those of {with}: {differing} of {words} values differ; the first:");
    let lines = compared.first.iter().map(|line| paragraph(line, 4));
    let more = left_out(compared).map_or(String::new(), |more| paragraph(&more, 2));
    paragraph(&head, 2) + &lines.collect::<String>() + &more
}

/// What was not compared, and why.
fn left_out(compared: &OutputComparison) -> Option<String> {
    (!compared.unordered.is_empty()).then(|| {
        format!(
            "left out: {}: what is there depends on the order in which invocations run, and differs from one order to another on \
             the simulator alone",
            compared.unordered.join(", ")
        )
    })
}

/// What the simulator does where WGSL leaves it open; nothing for a device.
pub(in crate::report) fn policy(report: &KernelReport, indent: usize) -> String {
    let reported = |policy: &PolicyReport| {
        let text = format!("Policy: {}; {}.", policy.values, policy.out_of_bounds);
        paragraph(&text, indent)
    };
    report.policy.as_ref().map(reported).unwrap_or_default()
}

/// File, entry point, grid and device.
pub(in crate::report) fn headline(report: &KernelReport) -> String {
    let grid = |sizes: [u32; 3]| sizes.map(|size| size.to_string()).join(" x ");
    let problem = report.problem.as_ref();
    let problem = problem.map_or(String::new(), |problem| format!("; {problem}"));
    format!(
        "{}: `{}`, {} workgroups of {} invocations on {} ({}){problem}",
        report.file,
        report.entry,
        grid(report.workgroups),
        grid(report.workgroup_size),
        report.device.name,
        report.device.driver
    )
}

fn timing(summary: &Summary) -> String {
    match summary.samples {
        1 => format!("{} (one run)", summary.median),
        samples => format!("{} ± {} (median of {samples})", summary.median, percent(summary.spread())),
    }
}
