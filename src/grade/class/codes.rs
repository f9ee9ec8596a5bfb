//! Anonymous marking: codes in place of names.

use sha2::{Digest, Sha256};

use super::roll::Roll;
use super::student::Student;
use crate::report::csv::{cell, sheet};
use crate::text::hex;

impl Roll {
    /// Replaces every name by a code that only `secret` leads back from; the codes, with whose they are.
    pub fn anonymise(&mut self, secret: &str) -> Vec<Code> {
        let mut key = Vec::new();
        for entry in &mut self.entries {
            let code = code(&entry.stem, secret);
            let whose = Code {
                name: std::mem::replace(&mut entry.name, code.clone()),
                stem: std::mem::replace(&mut entry.stem, code.clone()),
                student: nameless(&mut entry.student),
                code,
            };
            entry.hides = names(&whose).map(str::to_owned).collect();
            key.push(whose);
            entry.notes.clear();
        }
        for student in &mut self.absent {
            let code = code(&format!("{} {}", student.id, student.name), secret);
            let who = nameless(student);
            student.id.clone_from(&code);
            key.push(Code { name: String::new(), stem: code.clone(), code, student: who });
        }
        self.left_out.clear();
        self.entries.sort_by(|a, b| a.name.cmp(&b.name));
        key
    }
}

/// The code of whoever is called `who`.
fn code(who: &str, secret: &str) -> String {
    let digest = hex(&Sha256::digest(format!("{secret}\0{who}")));
    format!("anon-{}", &digest[..10])
}

/// Takes who it is out of `student`, and leaves what is decided about the submission.
fn nameless(student: &mut Student) -> Student {
    let excused = if student.is_excused() { "yes".to_owned() } else { String::new() };
    std::mem::replace(student, Student { excused, ..Student::default() })
}

/// Letters that a name must at least have to be looked for in what was handed in.
const SHORTEST: usize = 3;

/// By what else the student could be known: names of files and comments may hold it.
fn names(code: &Code) -> impl Iterator<Item = &str> {
    let Student { id, name, email, login, canvas, moodle, .. } = &code.student;
    let parts = name.split(|c: char| !c.is_alphanumeric());
    let whole = [&code.name, &code.stem, id, name, email, login, canvas, moodle].map(String::as_str);
    whole.into_iter().chain(parts).filter(|name| name.chars().count() >= SHORTEST)
}

/// `text` without any of `names`, in any letter case.
pub fn hidden(text: &str, names: &[String]) -> String {
    let mut shown = text.to_owned();
    // The longest first: a part of a name is left where the whole of it stood otherwise.
    let mut names: Vec<&String> = names.iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    for name in names {
        let folded = name.to_lowercase();
        let mut from = 0;
        while let Some(at) = shown[from..].to_lowercase().find(&folded).map(|at| from + at) {
            // Letters may change their length with their case: then nothing is at that place.
            let Some(end) = shown.get(at..at + name.len()).map(|_| at + name.len()) else { break };
            shown.replace_range(at..end, "anon");
            from = at + "anon".len();
        }
    }
    shown
}

/// Whose a code is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    pub code: String,
    /// The submission's name.
    pub name: String,
    /// The stem of its files, where they are not named by the code.
    pub stem: String,
    pub student: Student,
}

/// The codes as a spreadsheet.
///
/// # Errors
/// What the writer says.
pub fn key(codes: &[Code]) -> Result<String, String> {
    let header = ["code", "submission", "id", "name", "section"].map(str::to_owned).to_vec();
    let row = |code: &Code| {
        let Student { id, name, section, .. } = &code.student;
        [&code.code, &code.name, id, name, section].map(|text| cell(text)).to_vec()
    };
    sheet(std::iter::once(header).chain(codes.iter().map(row)).collect())
}
