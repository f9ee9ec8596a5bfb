//! `--html`: one file that a real browser opens without a word and without the network, and whose figures are the JSON's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::common::browser::{address, elements, has_browser, visit};
use crate::common::{folder, has_device, lockstep, stderr, typed};
use lockstep::lab::Part;
use lockstep::labs;
use serde_json::Value;

/// Runs `lockstep` with `arguments`, and gives its page and its JSON of that same run.
fn pages(name: &str, arguments: &[&str]) -> (PathBuf, Value) {
    let folder = folder(&format!("html-{name}"));
    let (page, result) = (folder.join(format!("{name}.html")), folder.join("result.json"));
    let (html, json) = (page.display().to_string(), result.display().to_string());
    let output = lockstep(&[arguments, &["--quiet", "--html", &html, "--json", &json]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let json = fs::read_to_string(&result).expect("the JSON is written");
    (page, serde_json::from_str(&json).expect("it is JSON"))
}

/// Opens a page and asserts that the browser had nothing to say and nothing to fetch.
fn opened(page: &Path) -> String {
    let visit = visit(page);
    assert_eq!(visit.console, Vec::<String>::new());
    assert_eq!(visit.requests, Vec::<String>::new());
    assert!(visit.dom.contains("Made by lockstep"), "{}", visit.dom);
    visit.dom
}

fn number(attributes: &BTreeMap<String, String>, name: &str) -> Option<f64> {
    let text = attributes.get(name)?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

/// Asserts that every figure of a lab's page is the JSON's, to the last bit.
fn same_figures(dom: &str, report: &Value) {
    let rows = elements(dom, "data-status");
    let variants = report["variants"].as_array().expect("variants is an array");
    assert_eq!(rows.len(), variants.len());
    for (row, variant) in rows.iter().zip(variants) {
        assert_eq!(row["data-variant"], variant["name"].as_str().expect("a name"));
        assert_eq!(row["data-status"], variant["status"].as_str().expect("a status"));
        for (attribute, figure) in [
            ("data-median-s", &variant["time"]["median_s"]),
            ("data-low-s", &variant["time"]["low_s"]),
            ("data-high-s", &variant["time"]["high_s"]),
            ("data-min-s", &variant["time"]["min_s"]),
            ("data-samples", &variant["time"]["samples"]),
            ("data-throughput", &variant["throughput"]["value"]),
            ("data-of-theoretical", &variant["of_theoretical"]),
            ("data-of-measured", &variant["of_measured"]),
            ("data-speedup", &variant["speedup"]),
        ] {
            assert_eq!(number(row, attribute), figure.as_f64(), "{attribute} of {variant:#}");
        }
    }
    same_charts(dom, variants);
    for (roof, unit) in [("compute", "flop_per_s"), ("memory", "byte_per_s")] {
        for kind in ["theoretical", "measured"] {
            let key = format!("{roof}-{kind}");
            let shown = elements(dom, "data-roof").into_iter().find(|row| row["data-roof"] == key);
            let shown = shown.unwrap_or_else(|| panic!("no row of {key}"));
            let figure = report["roofs"][roof][kind][unit].as_f64();
            assert_eq!(number(&shown, "data-value"), figure, "{key}");
        }
    }
}

/// That the roofline has a point for every variant with a time, and the tables and bars its counters.
fn same_charts(dom: &str, variants: &[Value]) {
    let points = elements(dom, "data-intensity");
    let timed = variants.iter().filter(|variant| variant["time"].is_object());
    let mut found = 0;
    for variant in timed {
        let name = variant["name"].as_str().expect("a name");
        let point = points.iter().find(|point| point["data-variant"] == name);
        let point = point.unwrap_or_else(|| panic!("{name} is not on the roofline"));
        let (flop, byte) = (&variant["problem"]["flop"], &variant["problem"]["byte"]);
        let (flop, byte) = (flop.as_f64().expect("FLOPs"), byte.as_f64().expect("bytes"));
        let median = variant["time"]["median_s"].as_f64().expect("a median");
        assert_eq!(number(point, "data-median-s"), Some(median), "{name}");
        assert_eq!(number(point, "data-intensity"), Some(flop / byte), "{name}");
        let amount = if flop > 0.0 { flop } else { byte };
        assert_eq!(number(point, "data-rate"), Some(amount / median), "{name}");
        found += 1;
    }
    assert_eq!(points.len(), found, "every point is a variant with a time");
    let (cells, bars) = (elements(dom, "data-counter"), elements(dom, "data-value"));
    for variant in variants.iter().filter(|variant| variant["counters"].is_object()) {
        for field in ["global_sectors", "subgroup_instructions", "dram_bytes"] {
            let (name, figure) = (&variant["name"], &variant["counters"][field]);
            let cell = cells.iter().find(|cell| {
                cell["data-counter"] == field && cell["data-variant"] == name.as_str().unwrap_or_default()
            });
            assert!(cell.is_some(), "{field} of {name}");
            let bar = bars.iter().any(|bar| {
                bar.get("data-variant").map(String::as_str) == name.as_str()
                    && number(bar, "data-value") == figure.as_f64()
            });
            assert!(bar || figure.is_null(), "{field} of {name}: {figure}");
        }
    }
}

/// The page of the longest ladder, and its JSON.
static LONGEST: LazyLock<(PathBuf, Value)> = LazyLock::new(|| {
    let ladder = |part: &'static Part| part.ladder.iter().map(|variant| variant.name).collect::<Vec<_>>();
    let (lab, ladder) = labs::ALL
        .iter()
        .flat_map(|lab| lab.parts.iter().map(|part| (lab.name, ladder(part))))
        .max_by_key(|(_, ladder)| ladder.len())
        .expect("there are labs");
    let arguments = ["run", lab, "--device", "sim", "--size", "130", "--variant", &ladder.join(",")];
    pages("longest", &arguments)
});

#[test]
fn a_simulated_lab_opens_in_a_browser_and_has_the_figures_of_the_json() {
    if !has_browser() {
        return;
    }
    let arguments = typed("run coalescing --device sim --size 64");
    let coalescing = pages("coalescing", &arguments);
    for (page, report) in [&*LONGEST, &coalescing] {
        let dom = opened(page);
        same_figures(&dom, report);
        assert!(dom.contains("nothing was measured"), "estimates are named as such");
    }
}

#[test]
fn a_measured_lab_opens_in_a_browser_and_has_the_figures_of_the_json() {
    if !has_device() || !has_browser() {
        return;
    }
    let arguments = typed("run coalescing --quick --size 128 --variant copy,stride-8,aos");
    let (page, report) = pages("measured", &arguments);
    let dom = opened(&page);
    same_figures(&dom, &report);
    assert!(dom.contains("counters are not of this device"), "the counters' machine is named");
    let sources = elements(&dom, "data-source");
    assert_eq!(sources.len(), 3);
    assert!(!elements(&dom, "data-address").is_empty(), "there are pictures of requests");
}

#[test]
fn several_labs_share_one_page() {
    let arguments = typed("run coalescing roofline --device sim --size 32 --points 64");
    let (page, reports) = pages("several", &arguments);
    let page = fs::read_to_string(page).expect("the page is written");
    let labs: Vec<String> = elements(&page, "data-lab").iter().map(|lab| lab["data-lab"].clone()).collect();
    assert_eq!(labs, ["coalescing", "roofline"]);
    assert_eq!(reports.as_array().map(Vec::len), Some(2));
}

#[test]
fn a_simulated_page_is_the_same_on_any_number_of_threads() {
    let page = |threads: &str| {
        let arguments = ["run", "coalescing", "--device", "sim", "--size", "64"];
        let arguments = [&arguments[..], &["--threads", threads]].concat();
        let (page, _) = pages(&format!("threads-{threads}"), &arguments);
        fs::read(page).expect("the page is written")
    };
    assert!(page("1") == page("4"));
}

/// A kernel whose source would be a page of its own: line 8 is strided, line 9 conflicts.
const HOSTILE: &str = "@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> to: array<f32>;
var<workgroup> tile: array<f32, 1024>;
// </code></table><script>console.error('run')</script><img src='http://example.invalid/x.png'>
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
    var sum = 0.0;
    sum += src[i * 8u];
    tile[i * 32u] = sum;
    workgroupBarrier();
    to[i] = tile[i * 32u];
}
";

fn hostile(name: &str) -> (PathBuf, Value) {
    // Windows has no such names.
    let kernel = if cfg!(windows) { "a&b.wgsl" } else { "<img src=x onerror=alert(1)>.wgsl" };
    let file = folder(&format!("html-{name}-source")).join(kernel);
    fs::write(&file, HOSTILE).expect("it can be written");
    let file = file.display().to_string();
    let bound = ["--buffer", "0.0=rand:f32:256", "--buffer", "0.1=zero:128"];
    pages(name, &[&["explain", &file], &bound[..]].concat())
}

#[test]
fn what_a_source_or_a_file_s_name_holds_is_text_and_nothing_else() {
    let (page, _) = hostile("text");
    let text = fs::read_to_string(&page).expect("the page is written");
    // The trace's data, and the player.
    assert_eq!(text.matches("<script").count(), 2, "{text}");
    assert!(!text.contains("<script>console") && !text.contains("<img"), "{text}");
    assert!(text.contains("&lt;script&gt;console.error"), "{text}");
    assert!(text.contains("default-src 'none'"), "{text}");
    if has_browser() {
        opened(&page);
    }
}

#[test]
fn the_picture_says_which_lane_touches_which_byte() {
    let (page, report) = hostile("picture");
    let page = fs::read_to_string(page).expect("the page is written");
    let pictures = elements(&page, "data-spent");
    let load = &pictures[0];
    assert_eq!((&load["data-line"][..], &load["data-name"][..]), ("8", "src"));
    assert_eq!((&load["data-spent"][..], &load["data-ideal"][..]), ("32", "4"));
    let store = &pictures[1];
    assert_eq!((&store["data-line"][..], &store["data-spent"][..]), ("9", "32"));
    let lanes = elements(&page, "data-lane");
    let addresses: Vec<(String, String)> =
        lanes.iter().take(32).map(|lane| (lane["data-lane"].clone(), lane["data-address"].clone())).collect();
    let expected: Vec<(String, String)> = (0..32).map(|lane| (lane.to_string(), (lane * 32).to_string())).collect();
    assert_eq!(addresses, expected);
    assert!(page.contains("bank 0, word 32: lane 1"), "words stand beside the picture");
    assert!(report.get("first_requests").is_none(), "the JSON stays small");
    let lines = report["lines"].as_array().expect("lines is an array");
    let rows = elements(&page, "data-global-sectors");
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(lines) {
        assert_eq!(row["data-line"], line["line"].to_string());
        assert_eq!(row["data-global-sectors"], line["global_sectors"].to_string());
        assert_eq!(row["data-shared-wavefronts"], line["shared_wavefronts"].to_string());
    }
}

/// Lanes leave a loop one after the other.
const LOOP: &str = "@group(0) @binding(0) var<storage, read_write> to: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var sum = 0u;
    for (var k = 0u; k < i; k++) {
        sum += k;
    }
    to[4u * group.x + i] = sum;
}
";

#[test]
fn the_lanes_of_a_workgroup_are_stepped_through_on_the_page() {
    let folder = folder("html-motion-source");
    let (file, trace) = (folder.join("loop.wgsl"), folder.join("trace.json"));
    fs::write(&file, LOOP).expect("it can be written");
    let (file, path) = (file.display().to_string(), trace.display().to_string());
    let arguments = ["explain", &file, "--dispatch", "2", "--buffer", "0.0=zero:32", "--trace", &path];
    let (page, report) = pages("motion", &[&arguments[..], &["--workgroup", "1"]].concat());
    assert!(report.get("trace").is_none(), "the JSON stays small");
    let trace: Value = serde_json::from_str(&fs::read_to_string(trace).expect("it is written")).expect("it is JSON");
    assert_eq!((&trace["schema"], &trace["workgroup"]), (&"lockstep/trace/1".into(), &[1, 0, 0].as_slice().into()));
    let course: Vec<(u64, &str)> = trace["steps"]
        .as_array()
        .expect("steps is an array")
        .iter()
        .map(|step| (step["line"].as_u64().expect("a line"), step["lanes"].as_str().expect("a set of lanes")))
        .collect();
    assert_eq!(course, [(5, "f"), (6, "e"), (5, "e"), (6, "c"), (5, "c"), (6, "8"), (5, "8"), (8, "f")]);
    if has_browser() {
        let dom = opened(&page);
        assert!(dom.contains("Step 1 of 8, line 5. All 4 lanes are active."), "{dom}");
        let lanes = elements(&dom, "data-state");
        let active = lanes.iter().filter(|lane| lane["data-state"] == "active").count();
        assert_eq!((active, lanes.len()), (4, 32));
    }
}

#[test]
fn a_workgroup_that_the_launch_has_not_is_refused() {
    let file = folder("html-no-workgroup").join("loop.wgsl");
    fs::write(&file, LOOP).expect("it can be written");
    let (path, page) = (file.display().to_string(), file.with_extension("html").display().to_string());
    let bound = ["--buffer", "0.0=zero:32", "--workgroup", "0,1", "--html", &page];
    let output = lockstep(&[&["explain", &path], &bound[..]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there is no workgroup (0, 1, 0)"), "{}", stderr(&output));
}

#[test]
fn a_kernel_on_a_device_has_its_times_on_the_page() {
    if !has_device() {
        return;
    }
    let arguments = ["exec", "shaders/coalescing/copy.wgsl"];
    let (page, report) = pages("exec", &arguments);
    let page = fs::read_to_string(page).expect("the page is written");
    let bars = elements(&page, "data-value");
    let wall = bars.iter().find(|bar| bar["data-variant"] == "wall clock").expect("a bar");
    assert_eq!(number(wall, "data-value"), report["time"]["wall"]["median_s"].as_f64());
    assert!(page.contains("destination[e] = source[e]"), "the source is there");
}

/// Pixels by which a page is wider than the telephone of 360 that shows it, with everything unfolded.
fn overflow(folder: &Path, page: &str) -> String {
    let probe = "<script>const all = document.documentElement;\
                 parent.postMessage(`over by ${all.scrollWidth - all.clientWidth}.`, '*')</script></body>";
    let probed = page
        .replace("default-src 'none'", "default-src 'unsafe-inline'")
        .replace("<details", "<details open")
        .replace("</body>", probe);
    let inner = folder.join("inner.html");
    fs::write(&inner, probed).expect("it can be written");
    let frame = format!(
        "<!doctype html><p id=said></p><script>onmessage = e => said.textContent = e.data</script>\
         <iframe width=360 height=700 style='border:0' src='{}'></iframe>",
        address(&inner)
    );
    let outer = folder.join("outer.html");
    fs::write(&outer, frame).expect("it can be written");
    visit(&outer).dom
}

#[test]
fn nothing_runs_over_the_edge_of_a_telephone() {
    if !has_browser() {
        return;
    }
    let text = fs::read_to_string(&LONGEST.0).expect("the page is written");
    let folder = folder("html-phone");
    let seen = overflow(&folder, &text);
    assert!(seen.contains("over by 0."), "{seen}");
    let wide = text.replace("<main>", "<main><div style='width:500px'>wide</div>");
    let seen = overflow(&folder, &wide);
    assert!(seen.contains("over by") && !seen.contains("over by 0."), "{seen}");
}

#[test]
fn the_browser_s_eyes_are_open() {
    if !has_browser() {
        return;
    }
    let page = folder("html-control").join("control.html");
    let source = "<!doctype html><p data-x='&lt;a&gt;'>page</p><script>console.error('seen')</script><img src='http://example.invalid/x.png'>";
    fs::write(&page, source).expect("it can be written");
    let visit = visit(&page);
    assert!(visit.console.iter().any(|line| line.contains("seen")), "{:?}", visit.console);
    assert!(visit.requests.iter().any(|url| url.contains("example.invalid")), "{:?}", visit.requests);
    assert_eq!(elements(&visit.dom, "data-x")[0]["data-x"], "<a>");
    // The policy of a page is what keeps such a request from being made.
    let policy = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">";
    fs::write(&page, source.replace("<p", &format!("{policy}<p"))).expect("it can be written");
    assert_eq!(crate::common::browser::visit(&page).requests, Vec::<String>::new());
}

#[test]
fn a_page_that_cannot_be_written_is_said_before_anything_runs() {
    let nowhere = ("/nonexistent/report.html", "--html /nonexistent/report.html");
    for (path, says) in [nowhere, ("-", "a page goes to a file")] {
        let output = lockstep(&["run", "tiling", "--html", path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
}
