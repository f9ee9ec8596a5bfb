//! The services' own formats, written from their documentation: what they would refuse does not parse here.
//!
//! Field by field, with nothing else allowed; stricter than a service where Lockstep promises more (every Gradescope
//! test has a score and a status).

use std::collections::BTreeMap;

use serde::Deserialize;

/// Why a result would be refused.
pub type Refusal = String;

/// Gradescope, "Autograder specifications": `results.json`.
pub mod gradescope {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    pub struct Results {
        pub score: f64,
        pub execution_time: Option<f64>,
        pub output: Option<String>,
        pub output_format: Option<TextFormat>,
        pub test_output_format: Option<TextFormat>,
        pub test_name_format: Option<TextFormat>,
        pub visibility: Option<Visibility>,
        pub stdout_visibility: Option<Visibility>,
        pub extra_data: Option<BTreeMap<String, serde_json::Value>>,
        pub tests: Vec<Test>,
        pub leaderboard: Option<Vec<Leader>>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    pub struct Test {
        pub score: f64,
        pub max_score: f64,
        pub status: Status,
        pub name: String,
        pub name_format: Option<TextFormat>,
        pub number: Option<String>,
        pub output: Option<String>,
        pub output_format: Option<TextFormat>,
        pub tags: Option<Vec<String>>,
        pub visibility: Option<Visibility>,
        pub extra_data: Option<BTreeMap<String, serde_json::Value>>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    pub struct Leader {
        pub name: String,
        pub value: serde_json::Value,
        pub order: Option<Order>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Status {
        Passed,
        Failed,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Visibility {
        Hidden,
        AfterDueDate,
        AfterPublished,
        Visible,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum TextFormat {
        Text,
        Html,
        SimpleFormat,
        Md,
        Ansi,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Order {
        Asc,
        Desc,
    }

    /// Holds `text` against the format.
    pub fn check(text: &str) -> Result<(), Refusal> {
        let results: Results = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let sound = |score: f64, of: f64| (0.0..=of).contains(&score);
        match results.tests.iter().find(|t| !sound(t.score, t.max_score) || t.name.is_empty()) {
            Some(test) => Err(format!("{}: {} of {}", test.name, test.score, test.max_score)),
            None => Ok(()),
        }
    }
}

/// The Classroom 50 wiki, "Advanced autograding": the contract of `result.json`.
pub mod classroom50 {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    pub struct ResultFile {
        pub schema: String,
        pub classroom: String,
        pub assignment: String,
        pub submission: String,
        pub commit: String,
        pub release: String,
        pub review: String,
        pub datetime: String,
        pub score: u64,
        pub max_score: u64,
        pub tests: Vec<Test>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    #[allow(dead_code)]
    pub struct Test {
        pub test_name: String,
        pub passed: bool,
        pub score: u64,
        pub max_score: u64,
    }

    /// Holds `text` against the format.
    pub fn check(text: &str) -> Result<(), Refusal> {
        let found: ResultFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let filled =
            [&found.classroom, &found.assignment, &found.submission, &found.commit, &found.release, &found.review];
        let utc = found.datetime.parse::<jiff::Timestamp>().is_ok() && found.datetime.ends_with('Z');
        let sum = |of: fn(&Test) -> u64| found.tests.iter().map(of).sum::<u64>();
        match found {
            _ if found.schema != "classroom50/result/v1" => Err(format!("schema {}", found.schema)),
            _ if filled.iter().any(|field| field.is_empty()) => Err("an empty field".to_owned()),
            _ if !utc => Err(format!("datetime {}", found.datetime)),
            _ if sum(|test| test.score) != found.score => Err("scores do not add up".to_owned()),
            _ if sum(|test| test.max_score) != found.max_score => Err("maxima do not add up".to_owned()),
            _ => Ok(()),
        }
    }
}

/// PrairieLearn, "External grading": `results.json`.
pub mod prairielearn {
    use super::*;

    #[derive(Deserialize)]
    #[allow(dead_code)]
    pub struct Results {
        pub gradable: bool,
        pub score: Option<f64>,
        #[serde(default)]
        pub format_errors: Vec<String>,
        pub message: Option<String>,
        pub output: Option<String>,
        pub tests: Vec<Test>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    pub struct Test {
        pub name: String,
        pub description: Option<String>,
        pub points: f64,
        pub max_points: f64,
        pub message: Option<String>,
        pub output: Option<String>,
        pub images: Option<Vec<Image>>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    pub struct Image {
        pub label: Option<String>,
        pub url: String,
    }

    /// Holds `text` against the format.
    pub fn check(text: &str) -> Result<(), Refusal> {
        if text.len() > 1 << 20 {
            return Err(format!("{} bytes", text.len()));
        }
        let found: Results = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match (found.gradable, found.score) {
            (true, Some(score)) if (0.0..=1.0).contains(&score) => Ok(()),
            (false, None) if !found.format_errors.is_empty() => Ok(()),
            other => Err(format!("gradable and score {other:?}")),
        }
    }
}

/// Autolab, "Guide for lab authors": the autoresult, the last line of the output.
pub mod autolab {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    pub struct Autoresult {
        pub scores: BTreeMap<String, f64>,
        pub scoreboard: Option<Vec<f64>>,
    }

    /// Holds `text` against the format.
    pub fn check(text: &str) -> Result<(), Refusal> {
        let mut lines = text.lines();
        let last = lines.next_back().unwrap_or_default();
        serde_json::from_str::<Autoresult>(last).map(|_| ()).map_err(|error| error.to_string())
    }
}

/// Canvas instructor guide, "How do I import grades in the Gradebook?": the CSV file.
pub mod canvas {
    use super::*;

    /// Holds `text` against the format.
    pub fn check(text: &str) -> Result<(), Refusal> {
        let rows = rows(text)?;
        let [header, points, students @ ..] = rows.as_slice() else {
            return Err("no header and no points".to_owned());
        };
        if header.len() < 6 || header[..5] != ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"] {
            return Err(format!("header {header:?}"));
        }
        if points[0].trim() != "Points Possible" || points[5].parse::<f64>().is_err() {
            return Err(format!("points {points:?}"));
        }
        // An empty cell takes a grade away.
        let score = |row: &Vec<String>| row[5].parse::<f64>().is_ok();
        let whose = |row: &Vec<String>| row[..4].iter().any(|cell| !cell.is_empty());
        students.iter().find(|row| !score(row) || !whose(row)).map_or(Ok(()), |row| Err(format!("row {row:?}")))
    }
}

/// Moodle, "Offline grading worksheet": what its import asks of the CSV file.
pub mod moodle {
    use super::*;

    /// Holds `text` against the format.
    pub fn check(text: &str) -> Result<(), Refusal> {
        let rows = rows(text)?;
        let (header, students) = rows.split_first().ok_or("no header")?;
        let at = |title: &str| header.iter().position(|known| known == title).ok_or(format!("no column {title}"));
        let (whose, grade, most) = (at("Identifier")?, at("Grade")?, at("Maximum Grade")?);
        at("Last modified (grade)")?;
        at("Feedback comments")?;
        let sound = |row: &&Vec<String>| {
            let participant = row[whose].strip_prefix("Participant ").map(|number| number.parse::<u64>().is_ok());
            let most = row[most].parse::<f64>().unwrap_or(f64::NAN);
            let within =
                row[grade].is_empty() || row[grade].parse::<f64>().is_ok_and(|grade| (0.0..=most).contains(&grade));
            participant.unwrap_or(row[whose].is_empty()) && within
        };
        students.iter().find(|row| !sound(row)).map_or(Ok(()), |row| Err(format!("row {row:?}")))
    }
}

/// The rows of a CSV file, all as long as the first.
pub fn rows(text: &str) -> Result<Vec<Vec<String>>, Refusal> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let cells = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    reader.records().map(|row| row.map(cells).map_err(|error| error.to_string())).collect()
}
