//! Who is in a class: a roster, and the numbers by which services know a student.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::table::Table;
use crate::files::{FileError, Shown};
use crate::text::escaped_line;

/// Characters of a cell that are kept.
const LONGEST: usize = 200;

/// A student. What is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// The student's own number or name at the school.
    pub id: String,
    pub name: String,
    /// The section or group.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// The address.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub email: String,
    /// The name by which the student logs in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub login: String,
    /// The number in Canvas.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub canvas: String,
    /// The number in Moodle's assignment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moodle: String,
    /// When it was handed in, as a service's export says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub submitted: String,
    /// Until when this student may hand it in, where that is not the assignment's own moment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub due: String,
    /// Whether the student need not hand it in: `yes`, or a reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub excused: String,
    /// Moodle's status: it says by how much a submission is late, and what extension was granted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// When Moodle's worksheet was last given a grade, as it says: Moodle wants it back.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub graded: String,
    /// The most points that Moodle's assignment takes, as its worksheet says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub most: String,
}

/// Why there is no roster.
#[derive(Debug, Error)]
pub enum RosterError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] FileError),
    /// It is no roster.
    #[error("{path}: {message}")]
    Content {
        /// The file.
        path: String,
        /// What is missing, or wrong in which line.
        message: String,
    },
}

type Column = fn(&mut Student) -> &mut String;

/// The columns that are understood, in any letter case: a plain roster's, and those of what Canvas and Moodle export.
const COLUMNS: &[(&str, Column)] = &[
    ("id", |student| &mut student.id),
    ("student id", |student| &mut student.id),
    ("student_id", |student| &mut student.id),
    ("sis user id", |student| &mut student.id),
    ("id number", |student| &mut student.id),
    ("name", |student| &mut student.name),
    ("full name", |student| &mut student.name),
    ("student", |student| &mut student.name),
    ("section", |student| &mut student.section),
    ("group", |student| &mut student.section),
    ("groups", |student| &mut student.section),
    ("email", |student| &mut student.email),
    ("email address", |student| &mut student.email),
    ("login", |student| &mut student.login),
    ("username", |student| &mut student.login),
    ("sis login id", |student| &mut student.login),
    ("identifier", |student| &mut student.moodle),
    ("submitted", |student| &mut student.submitted),
    ("last modified (submission)", |student| &mut student.submitted),
    ("due", |student| &mut student.due),
    ("excused", |student| &mut student.excused),
    ("status", |student| &mut student.status),
    ("last modified (grade)", |student| &mut student.graded),
    ("maximum grade", |student| &mut student.most),
];

/// What Moodle calls every student where names are hidden.
const BLIND: &str = "Participant";

/// The column that Moodle's worksheet alone has.
const MOODLE: &str = "identifier";

/// The columns of a plain roster, for a message.
const PLAIN: [&str; 8] = ["id", "name", "section", "email", "login", "submitted", "due", "excused"];

/// What Excused cells say of who is not.
const NOT_EXCUSED: [&str; 4] = ["", "no", "false", "0"];

/// What Canvas calls a student in a gradebook: there, `ID` is its own number.
const CANVAS: &str = "student";

/// A class's students, as a file has them.
pub struct Roster {
    pub students: Vec<Student>,
    /// The headers of the file's columns, as they are written.
    pub header: Vec<String>,
}

/// Reads a roster: a CSV file with a header, of which at least an id or a name is understood. What Canvas's gradebook and
/// Moodle's grading worksheet export is one.
///
/// # Errors
/// [`RosterError`].
pub fn roster(path: &Path) -> Result<Roster, RosterError> {
    let failed = |message| RosterError::Content { path: path.shown(), message };
    let table = Table::read(path)?.map_err(failed)?;
    Ok(Roster { students: students(&table).map_err(failed)?, header: table.header })
}

fn students(table: &Table) -> Result<Vec<Student>, String> {
    let titles: Vec<String> = table.header.iter().map(|title| title.trim().to_lowercase()).collect();
    let of_canvas = titles.iter().any(|title| title == CANVAS);
    let places: Vec<Option<Column>> = titles.iter().map(|title| column(title, of_canvas)).collect();
    if places.iter().all(Option::is_none) {
        return Err(format!("no column is called `id` or `name`; there are: {}", titles.join(", ")));
    }
    // A service's export has a column for each of its assignments.
    let of_service = of_canvas || titles.iter().any(|title| title == MOODLE);
    let unknown = titles.iter().zip(&places).find(|(title, place)| place.is_none() && !title.is_empty());
    if let Some((title, _)) = unknown.filter(|_| !of_service) {
        return Err(format!(
            "the column `{}` is not understood; these are: {}",
            escaped_line(title, LONGEST),
            PLAIN.join(", ")
        ));
    }
    let mut all: Vec<Student> = Vec::new();
    for row in &table.rows {
        let mut student = Student::default();
        for (cell, place) in row.iter().zip(&places) {
            if let Some(place) = place {
                *place(&mut student) = escaped_line(cell.trim(), LONGEST);
            }
        }
        student.moodle = student.moodle.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        // Canvas's second line says how many points there are.
        if student.id.is_empty()
            && student.canvas.is_empty()
            && student.moodle.is_empty()
            && (student.name.is_empty() || student.name == "Points Possible")
        {
            continue;
        }
        if let Some(other) = all.iter().find(|other| !student.id.is_empty() && other.id == student.id) {
            return Err(format!("`{}` is the id of two students: {} and {}", student.id, other.name, student.name));
        }
        all.push(student);
    }
    Ok(all)
}

fn column(title: &str, of_canvas: bool) -> Option<Column> {
    if title == "id" && of_canvas {
        return Some(|student| &mut student.canvas);
    }
    COLUMNS.iter().find(|(known, _)| *known == title).map(|(_, place)| *place)
}

impl Student {
    /// Whether the student need not hand it in.
    pub fn is_excused(&self) -> bool {
        !NOT_EXCUSED.contains(&self.excused.to_lowercase().as_str())
    }

    /// The school's own number, where it is known: a hand-in without a roster has its name there.
    pub fn number(&self) -> Option<&str> {
        Some(self.id.as_str()).filter(|id| !id.is_empty() && *id != self.name)
    }

    /// The student in `roster` who is meant: by a service's number, else by id, login or address, else by a name that only
    /// one has.
    pub fn among<'a>(&self, roster: &'a [Student]) -> Option<&'a Student> {
        let same = |a: &str, b: &str| !a.is_empty() && a == b;
        // The number in a name of Moodle's may be a group's: then the name is another one.
        let one =
            |other: &Student| other.name.is_empty() || self.name == BLIND || folded(&self.name) == folded(&other.name);
        let by_number =
            |other: &&Student| same(&self.canvas, &other.canvas) || same(&self.moodle, &other.moodle) && one(other);
        let by_id = |other: &&Student| {
            [&other.id, &other.login, &other.email].iter().any(|id| same(&self.id, id))
                || same(&self.id, local(&other.email))
        };
        roster.iter().find(by_number).or_else(|| roster.iter().find(by_id)).or_else(|| {
            let mine = folded(&self.name);
            let mut named = roster.iter().filter(|other| !mine.is_empty() && folded(&other.name) == mine);
            named.next().filter(|_| named.next().is_none())
        })
    }

    /// What is known of both, this one's first.
    #[must_use]
    pub fn with(mut self, other: &Student) -> Self {
        for place in [
            (|student| &mut student.id) as Column,
            |student| &mut student.name,
            |student| &mut student.section,
            |student| &mut student.email,
            |student| &mut student.login,
            |student| &mut student.canvas,
            |student| &mut student.moodle,
            |student| &mut student.submitted,
            |student| &mut student.due,
            |student| &mut student.excused,
            |student| &mut student.status,
            |student| &mut student.graded,
            |student| &mut student.most,
        ] {
            if place(&mut self).is_empty() {
                *place(&mut self) = place(&mut other.clone()).clone();
            }
        }
        self
    }
}

/// What stands before the `@`.
fn local(address: &str) -> &str {
    address.split_once('@').map_or("", |(local, _)| local)
}

/// A name's letters in an order that does not depend on which of its parts comes first: `Doe, Jane` is `jane doe`, and Canvas's
/// `doejane`.
fn folded(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: impl AsRef<[u8]>) -> Result<Vec<Student>, String> {
        students(&Table::of(text.as_ref())?)
    }

    #[test]
    fn a_roster_is_read_whatever_its_columns_are_called() {
        let plain = parse("\u{feff}id;name;section\n42;Doe, Jane;A\n").expect("a roster");
        assert_eq!((plain[0].id.as_str(), plain[0].name.as_str(), plain[0].section.as_str()), ("42", "Doe, Jane", "A"));
        let canvas =
            "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Doe, Jane\",77,s42,jane,Lab 1\n";
        let canvas = parse(canvas).expect("a roster");
        assert_eq!(canvas.len(), 1);
        assert_eq!((canvas[0].canvas.as_str(), canvas[0].id.as_str(), canvas[0].login.as_str()), ("77", "s42", "jane"));
        let moodle =
            parse("Identifier,Full name,Email address,Status,Grade\nParticipant 123,Jane Doe,jane@example.org,,\n");
        assert_eq!(moodle.expect("a roster")[0].moodle, "123");
        let wide: Vec<u8> = "\u{feff}id\tname\n42\tMüller\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [b"sep=;\nid;name\n42;M\xfcller\n".as_slice(), wide.as_slice(), "id,name\n42,Müller\n".as_bytes()]
        {
            assert_eq!(parse(bytes).expect("a roster")[0].name, "Müller");
        }
        assert!(parse("colour,taste\nred,sweet\n").expect_err("no roster").contains("there are: colour, taste"));
        let unknown = parse("id,name,dew\n1,A,now\n").expect_err("a slip of the pen must not pass for a column");
        assert!(unknown.starts_with("the column `dew` is not understood; these are: id, name"), "{unknown}");
        let excused = parse("id,excused\n1,\n2,ill\n3,No\n").expect("a roster");
        assert_eq!(excused.iter().map(Student::is_excused).collect::<Vec<_>>(), [false, true, false]);
        assert!(parse("id,name\n1,A\n1,B\n").expect_err("twice").contains("two students"));
    }

    #[test]
    fn a_submission_finds_its_student_by_number_id_or_a_name_that_only_one_has() {
        let text = "id,name,email\ns1,Jane Doe,jane@example.org\ns2,John Doe,\ns3,John Doe,\n";
        let roster = parse(text).expect("a roster");
        let found = |id: &str, name: &str| {
            let wanted = Student { id: id.to_owned(), name: name.to_owned(), ..Student::default() };
            wanted.among(&roster).map(|student| student.id.clone())
        };
        assert_eq!(found("s2", "").as_deref(), Some("s2"));
        assert_eq!(found("jane", "jane").as_deref(), Some("s1"));
        assert_eq!(found("", "doejane").as_deref(), Some("s1"));
        assert_eq!(found("", "John Doe"), None, "there are two of them");
    }

    #[test]
    fn a_groups_number_in_moodle_is_no_students() {
        let roster = parse("Identifier,Full name,Email address\nParticipant 12,Jane Doe,\nParticipant 13,,\n")
            .expect("a roster");
        let found = |name: &str, moodle: &str| {
            let wanted = Student { name: name.to_owned(), moodle: moodle.to_owned(), ..Student::default() };
            wanted.among(&roster).map(|student| student.moodle.clone())
        };
        assert_eq!(found("Jane Doe", "12").as_deref(), Some("12"));
        assert_eq!(found("Participant", "12").as_deref(), Some("12"));
        assert_eq!(found("Teilnehmer in", "13").as_deref(), Some("13"), "no name is known");
        assert_eq!(found("Group B", "12"), None);
    }
}
