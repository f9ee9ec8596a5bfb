//! An assignment, submissions and their marks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use lockstep::grade::assignment::Hidden;
use serde_json::Value;

use crate::common::{folder, lockstep, stderr};

/// A folder with an assignment of coalescing's two exercises in it, and nothing handed in yet.
pub struct Course {
    pub root: PathBuf,
    /// What is marked: the folder of what was handed in, unless a test says otherwise.
    pub submissions: PathBuf,
}

impl Course {
    pub fn new(name: &str) -> Self {
        Self::of(name, &["coalescing"])
    }

    pub fn of(name: &str, labs: &[&str]) -> Self {
        let root = folder(&format!("grade-{name}"));
        let handout = root.join("handout");
        let handout = handout.to_string_lossy();
        let mut arguments = vec!["assign", "--out", &handout, "--seed", "11"];
        arguments.extend(labs);
        let output = lockstep(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        fs::create_dir_all(root.join("handed-in")).expect("it can be made");
        let submissions = root.join("handed-in");
        Self { root, submissions }
    }

    pub fn assignment(&self) -> PathBuf {
        self.root.join("handout-instructor/assignment.toml")
    }

    /// What the assignment hides.
    pub fn hidden(&self) -> Hidden {
        let path = self.root.join("handout-instructor/hidden.toml");
        toml::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is TOML")
    }

    pub fn handed_in(&self) -> PathBuf {
        self.root.join("handed-in")
    }

    /// Hands in these files for `student`.
    pub fn hand_in(&self, student: &str, files: &[(&str, &str)]) {
        for (path, text) in files {
            write(&self.handed_in().join(student).join(path), text.as_bytes());
        }
    }

    /// The command that marks the class into `out`.
    pub fn command(&self, out: &str, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
        command
            .arg("grade")
            .arg(self.assignment())
            .arg(&self.submissions)
            .arg("--out")
            .arg(self.root.join(out))
            .args(more);
        command
    }

    /// Marks the class into `out`.
    pub fn grade(&self, out: &str, more: &[&str]) -> Output {
        self.command(out, more).output().expect("it starts")
    }

    /// Marks the class, and wants every submission marked.
    pub fn marks(&self) -> Marks {
        let output = self.grade("marks", &[]);
        assert!(output.status.success(), "{}", stderr(&output));
        self.read("marks")
    }

    /// The gradebook in `out`.
    pub fn read(&self, out: &str) -> Marks {
        let text = fs::read_to_string(self.root.join(out).join("gradebook.json"));
        Marks(serde_json::from_str(&text.expect("there is a gradebook")).expect("it is JSON"))
    }
}

pub fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// A gradebook.
pub struct Marks(pub Value);

impl Marks {
    /// The mark of `student`.
    pub fn of(&self, student: &str) -> &Value {
        let marks = self.0["marks"].as_array().expect("a list");
        marks
            .iter()
            .find(|mark| mark["submission"] == student)
            .unwrap_or_else(|| panic!("no mark of {student} in {:#}", self.0))
    }

    /// The mark of an exercise of `student`.
    pub fn exercise(&self, student: &str, at: usize) -> &Value {
        &self.of(student)["exercises"][at]
    }

    /// How the goal `id` of `student`'s exercise ended, and its points.
    pub fn goal(&self, student: &str, at: usize, id: &str) -> (String, f64) {
        let goal = self.goal_value(student, at, id);
        (goal["outcome"].as_str().expect("a word").to_owned(), goal["points"].as_f64().expect("a number"))
    }

    pub fn goal_value(&self, student: &str, at: usize, id: &str) -> &Value {
        let goals = self.exercise(student, at)["goals"].as_array();
        goals.expect("a list").iter().find(|goal| goal["id"] == id).unwrap_or_else(|| panic!("no goal {id}"))
    }

    pub fn points(&self, student: &str) -> f64 {
        self.of(student)["points"].as_f64().expect("a number")
    }
}

/// Every file under `root` with its contents, by path.
pub fn tree(root: &Path) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    let mut files = std::collections::BTreeMap::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            let about = fs::symlink_metadata(&path).expect("it is there");
            if about.is_dir() {
                waiting.push(path);
            } else if about.is_file() {
                files.insert(path.clone(), fs::read(&path).expect("it can be read"));
            }
        }
    }
    files
}
