//! A real browser without a window: what a page becomes in it, what it says, and what it asks the network for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::folder;

/// Names under which Chromium and its kin are found on the path.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Where they are on systems that do not put them there.
const PLACES: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/// What the browser made of a page.
pub struct Visit {
    /// The document after it was loaded, as HTML.
    pub dom: String,
    /// Errors, warnings and messages on the console.
    pub console: Vec<String>,
    /// What the page asked for, beyond itself.
    pub requests: Vec<String>,
}

/// Whether there is a browser. Without one the test that asks is skipped, loudly; on CI it fails.
pub fn has_browser() -> bool {
    let found = browser().is_some();
    if !found {
        assert!(std::env::var_os("CI").is_none(), "CI has no Chromium: this test must run there");
        eprintln!("SKIPPED: this machine has no Chromium (install chromium for it)");
    }
    found
}

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let named = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named.chain(PLACES.iter().map(PathBuf::from)).find(|candidate| candidate.is_file())
}

/// The address of a file.
pub fn address(file: &Path) -> String {
    let path = file.display().to_string().replace('\\', "/");
    format!("file:///{}", path.trim_start_matches('/')).replace(' ', "%20")
}

/// Opens a file. No name resolves while it is open, so that nothing can be fetched; what is tried is logged.
pub fn visit(page: &Path) -> Visit {
    let name = page.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let home = folder(&format!("browser-{}", name.unwrap_or_default()));
    let log = home.join("network.json");
    let output = Command::new(browser().expect("there is a browser"))
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--dump-dom", "--enable-logging=stderr", "--v=0", "--virtual-time-budget=5000"])
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--user-data-dir={}", home.join("profile").display()))
        .arg(format!("--log-net-log={}", log.display()))
        .arg(address(page))
        .output()
        .expect("the browser starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "the browser failed:\n{said}");
    let said = said.lines().filter(|line| line.contains(":CONSOLE"));
    Visit {
        dom: String::from_utf8_lossy(&output.stdout).into_owned(),
        console: said.map(str::to_owned).collect(),
        requests: requests(&log),
    }
}

/// The addresses that the page asked for. Chromium logs its own errands too; those have no origin.
fn requests(log: &Path) -> Vec<String> {
    let log: Value =
        serde_json::from_slice(&fs::read(log).expect("the network log is written")).expect("the network log is JSON");
    let started = &log["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"];
    assert!(started.is_u64(), "the network log knows requests");
    let events = log["events"].as_array().expect("the network log has events");
    let asked = events.iter().filter(|event| {
        event["type"] == *started
            && event["params"]["url"].is_string()
            && event["params"]["initiator"] != "not an origin"
    });
    asked.map(|event| event["params"]["url"].to_string()).collect()
}

/// The attributes of every element that has the attribute `name`, in the document's order.
pub fn elements(dom: &str, name: &str) -> Vec<BTreeMap<String, String>> {
    let tags = dom.match_indices('<').filter_map(|(at, _)| attributes(&dom[at + 1..]));
    tags.filter(|attributes| attributes.contains_key(name)).collect()
}

/// The attributes of the start tag that `text` begins with, after its `<`. The browser writes them all in double quotes.
fn attributes(text: &str) -> Option<BTreeMap<String, String>> {
    let mut rest = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    if rest.len() == text.len() {
        return None;
    }
    let mut attributes = BTreeMap::new();
    while let Some((name, after)) = rest.strip_prefix(' ')?.split_once("=\"") {
        // A script's `a < b` begins no tag.
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || "-:_ ".contains(c)) {
            return None;
        }
        let (value, after) = after.split_once('"')?;
        attributes.insert(name.to_owned(), plain(value));
        rest = after;
        if !rest.starts_with(' ') {
            break;
        }
    }
    Some(attributes)
}

fn plain(value: &str) -> String {
    value
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}
