//! Each service's files, run end to end in a folder laid out as the service does it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{folder, lockstep, stderr};

/// A handout of one lab, its instructor's copy with Gradescope's zip, and a right submission of its first exercise.
struct Course {
    root: PathBuf,
}

impl Course {
    fn new(name: &str, more: &[&str]) -> Self {
        let root = folder(&format!("services-{name}"));
        let handout = root.join("handout");
        let handout = handout.to_string_lossy();
        let mut arguments = vec!["assign", "coalescing/exercise", "--out", &handout];
        arguments.extend(["--seed", "5"]);
        arguments.extend(more);
        let output = lockstep(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        Self { root }
    }

    fn services(&self) -> PathBuf {
        self.root.join("handout-instructor/services")
    }

    /// The students' folder, with the exercise solved.
    fn hand_in(&self, at: &Path) {
        copy(&self.root.join("handout"), at);
        let solution = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exercises/coalescing/exercise/solution.wgsl");
        let place = at.join("shaders/coalescing/exercise.wgsl");
        fs::copy(solution, place).expect("it can be handed in");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("it can be read") {
        let entry = entry.expect("an entry");
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).expect("it can be copied");
        }
    }
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{}", stderr(&output));
    output
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

fn unpack(zip: &Path, to: &Path) {
    let mut zip = zip::ZipArchive::new(fs::File::open(zip).expect("the zip")).expect("a zip");
    zip.extract(to).expect("it can be unpacked");
}

#[test]
fn gradescopes_zip_marks_a_submission_laid_out_as_gradescope_does() {
    let course = Course::new("gradescope", &["--gradescope"]);
    let root = course.root.join("autograder");
    unpack(&course.services().join("gradescope.zip"), &root.join("source"));
    let script = |name: &str| root.join("source").join(name);
    for name in ["setup.sh", "run_autograder", "lockstep"] {
        let mode = fs::metadata(script(name)).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{name} can be run");
    }
    course.hand_in(&root.join("submission"));
    fs::write(root.join("submission_metadata.json"), "{\"id\": 1}").expect("written");
    for name in ["setup.sh", "run_autograder"] {
        run(Command::new(script(name)).env("LOCKSTEP_AUTOGRADER", &root).current_dir(&root));
    }
    let results = read(&root.join("results/results.json"));
    let tests = results["tests"].as_array().expect("tests");
    let sum: f64 = tests.iter().filter_map(|test| test["max_score"].as_f64()).sum();
    assert_eq!(results["score"].as_f64(), Some(sum), "{results:#}");
    assert!(tests.iter().all(|test| test["status"] == "passed"), "{results:#}");
}

#[test]
fn classroom50_finds_result_json_in_the_checkout() {
    let course = Course::new("classroom50", &[]);
    let bundle = course.root.join("bundle");
    copy(&course.services().join("classroom50"), &bundle);
    let copied = |name: &str| {
        let from = course.root.join("handout-instructor").join(name);
        fs::copy(from, bundle.join(name)).expect("it can be copied");
    };
    copied("assignment.toml");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lockstep"), bundle.join("lockstep")).expect("a link");
    let checkout = course.root.join("checkout");
    course.hand_in(&checkout);
    fs::create_dir_all(checkout.join(".git")).expect("it can be made");
    let runner = || {
        let mut command = Command::new("python3");
        command.arg(bundle.join("autograder.py")).current_dir(&checkout);
        command
    };
    copied("hidden.toml");
    let published = runner().output().expect("it starts");
    assert!(stderr(&published).contains("which is published"), "{}", stderr(&published));
    fs::remove_file(bundle.join("hidden.toml")).expect("it is there");
    let outside = runner().env_remove("CLASSROOM").output().expect("it starts");
    assert!(!outside.status.success(), "without the runner's environment it is a fault of the infrastructure");
    assert!(!checkout.join("result.json").exists());
    run(runner()
        .env("CLASSROOM", "gpu")
        .env("ASSIGNMENT", "week-1")
        .env("SUBMISSION_TAG", "submit/1")
        .env("COMMIT_URL", "https://example.org/commit/1")
        .env("RELEASE_URL", "https://example.org/releases/1"));
    let result = read(&checkout.join("result.json"));
    assert_eq!(result["schema"], "classroom50/result/v1");
    assert_eq!(result["submission"], "submit/1");
    assert_eq!(result["score"], result["max-score"], "{result:#}");
}

/// The scripts under `run:` of the step of that name.
fn step(workflow: &str, name: &str) -> String {
    let (_, rest) = workflow.split_once(&format!("- name: {name}\n")).expect("the step");
    let (_, script) = rest.split_once("run: |\n").expect("its script");
    let indented = |line: &&str| line.starts_with("          ") || line.trim().is_empty();
    let lines: Vec<&str> = script.lines().take_while(indented).map(str::trim_start).collect();
    lines.join("\n")
}

/// The step `mark` of a workflow, in `workspace`.
fn workflow(course: &Course, file: &str, workspace: &Path) -> Command {
    let text = fs::read_to_string(course.services().join("github").join(file)).expect("it is there");
    let program = Path::new(env!("CARGO_BIN_EXE_lockstep"));
    let path =
        format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("bash");
    command.args(["-e", "-c", &step(&text, "mark")]);
    command.current_dir(workspace).env("PATH", &path).env("GITHUB_STEP_SUMMARY", course.root.join("summary.md"));
    command
}

#[test]
fn a_students_workflow_marks_by_what_is_seen_and_is_given_no_secret() {
    let course = Course::new("github", &[]);
    let text = fs::read_to_string(course.services().join("github/lockstep.yml")).expect("it is there");
    assert!(!text.contains("secrets."), "{text}");
    let workspace = course.root.join("workspace");
    course.hand_in(&workspace.join("submission"));
    run(&mut workflow(&course, "lockstep.yml", &workspace));
    let book = read(&workspace.join("marks/json/gradebook.json"));
    assert_eq!(book["marks"][0]["points"], book["of"], "{book:#}");
    let summary = fs::read_to_string(course.root.join("summary.md"));
    assert!(summary.expect("a summary").contains("coalescing"));
}

#[test]
fn an_instructors_workflow_marks_the_class_with_what_is_hidden() {
    let course = Course::new("github-class", &[]);
    let workspace = course.root.join("workspace");
    course.hand_in(&workspace.join("class/ann"));
    for name in ["assignment.toml", "hidden.toml"] {
        fs::copy(course.root.join("handout-instructor").join(name), workspace.join(name)).expect("it can be copied");
    }
    run(&mut workflow(&course, "mark-class.yml", &workspace));
    let book = read(&workspace.join("marks/json/gradebook.json"));
    assert_eq!(book["marks"][0]["points"], book["of"], "{book:#}");
    assert!(!workspace.join("class").exists());
}

#[test]
fn the_guide_lists_every_format_and_no_other() {
    let guide = include_str!("../../classroom/README.md");
    let listed: Vec<&str> = guide
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |").map(|(name, _)| name))
        .filter(|name| !name.contains(['/', ' ']))
        .collect();
    let formats: Vec<&str> = lockstep::grade::format::ALL.iter().map(|format| format.name).collect();
    assert_eq!(listed, formats);
}

#[test]
fn every_format_of_a_class_is_written_beside_the_class_report() {
    let course = Course::new("formats", &[]);
    let handed_in = course.root.join("handed-in");
    course.hand_in(&handed_in.join("ann"));
    copy(&course.root.join("handout"), &handed_in.join("=bob()"));
    let marks = course.root.join("marks");
    run(Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .arg("grade")
        .arg(course.root.join("handout-instructor/assignment.toml"))
        .arg(&handed_in)
        .arg("--out")
        .arg(&marks)
        .args(["--format", "csv,gradescope,prairielearn,autolab,json", "--quiet"]));
    for folder in ["gradescope", "prairielearn", "autolab"] {
        assert_eq!(fs::read_dir(marks.join(folder)).expect("a folder").count(), 2, "{folder}");
    }
    let sheet = fs::read_to_string(marks.join("csv/gradebook.csv")).expect("a sheet");
    assert!(sheet.contains(",'=bob(),"), "{sheet}");
    let page = fs::read_to_string(marks.join("class.html")).expect("the class report");
    assert!(page.contains("2 submissions"), "{page}");
    let class = fs::read_to_string(marks.join("class.csv")).expect("the class report");
    assert!(class.contains("goal met,coalescing/exercise,correct,"), "{class}");
}
