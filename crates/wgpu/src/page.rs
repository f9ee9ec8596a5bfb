//! The report of a program as a page.

use lockstep_sim::si_units::{Seconds, percent};

use crate::report::{PipelineReport, ProgramFinding, Report};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222;\
background:#fff}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3em .7em;border-bottom:1px solid \
#ddd;vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}.error{color:#b00020;font-weight:600}\
.warning{color:#8a5a00}.note{color:#555}";

impl Report {
    /// The report as a page that needs nothing else.
    pub fn to_html(&self) -> String {
        let machine = escaped(&self.machine);
        let faults = self.faults().count();
        let head = match faults {
            0 => "No fault was found.".to_owned(),
            1 => "1 fault was found.".to_owned(),
            _ => format!("{faults} faults were found."),
        };
        let findings: String = self.findings.iter().map(finding).collect();
        let pipelines: String = self.pipelines.iter().map(pipeline).collect();
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Lockstep: a program on {machine}</title>\
             <style>{STYLE}</style></head><body><h1>A program on the simulated machine {machine}</h1><p>{head} Times are \
             estimated.</p><h2>Findings</h2><table><tr><th></th><th>what</th><th>where</th><th>times</th></tr>{findings}\
             </table><h2>Pipelines</h2><table><tr><th>pass</th><th>pipeline</th><th>entry</th><th>dispatches</th>\
             <th>estimated</th><th>lanes active</th><th>sectors</th><th>sectors at least</th></tr>{pipelines}</table>\
             </body></html>\n"
        )
    }
}

fn finding(found: &ProgramFinding) -> String {
    let class = found.finding.severity.name();
    let line = found.finding.line.map_or(String::new(), |line| format!(":{line}"));
    let file = found.file.as_deref().map(|file| format!("{}{line}", escaped(file)));
    let pass = found.pass.as_deref().map(|pass| format!("pass {}", escaped(pass)));
    let pipeline = found.pipeline.as_deref().map(|pipeline| format!("pipeline {}", escaped(pipeline)));
    let place: Vec<String> = [file, pass, pipeline].into_iter().flatten().collect();
    format!(
        "<tr><td class=\"{class}\">{class}: {}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>",
        found.finding.kind,
        escaped(&found.finding.message),
        place.join("<br>"),
        found.times
    )
}

fn pipeline(pipeline: &PipelineReport) -> String {
    let counters = &pipeline.counters;
    let cells = [
        pipeline.dispatches.to_string(),
        pipeline.estimated_s.map_or("unknown".to_owned(), |time| Seconds(time).to_string()),
        percent(counters.lane_efficiency).to_string(),
        counters.global_sectors.to_string(),
        counters.global_sectors_ideal.to_string(),
    ];
    let names = [&pipeline.pass, &pipeline.pipeline, &pipeline.entry].map(|name| format!("<td>{}</td>", escaped(name)));
    format!("<tr>{}{}</tr>", names.concat(), cells.map(|cell| format!("<td class=\"n\">{cell}</td>")).concat())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
