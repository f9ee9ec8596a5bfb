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
            let digest = hex(&Sha256::digest(format!("{secret}\0{}", entry.stem)));
            let code = format!("anon-{}", &digest[..10]);
            key.push(Code {
                code: code.clone(),
                name: std::mem::replace(&mut entry.name, code.clone()),
                stem: std::mem::replace(&mut entry.stem, code),
                student: std::mem::take(&mut entry.student),
            });
            entry.notes.clear();
        }
        self.left_out.clear();
        self.entries.sort_by(|a, b| a.name.cmp(&b.name));
        key
    }
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
