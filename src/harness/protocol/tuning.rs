//! A search over the constants of a kernel of one's own.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::report::Tolerance;
use super::user_kernel::{Expected, UserKernel};

/// A kernel, and which of its constants may have which values.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tuning {
    /// The unchanged kernel, and what it is run with.
    pub kernel: UserKernel,
    /// What is varied, beside what the file's own comments say.
    pub vary: Vec<Varied>,
    /// Workgroups along x, y and z as WGSL expressions of the kernel's constants and of what is set by name; empty for the kernel's
    /// own, or a lab's.
    pub grid: Vec<String>,
    /// What its outputs must be, beside those of the unchanged kernel.
    pub expect: Vec<Expected>,
    /// How far its outputs may differ from those of the unchanged kernel.
    pub tolerance: Tolerance,
    /// What is set where the best are verified once more; empty for odd values of what the grid names.
    pub odd: Vec<(String, String)>,
    /// What another search found.
    pub elsewhere: Option<Elsewhere>,
}

/// A `const` or an `override`, and the values that it may have, as WGSL writes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Varied {
    pub name: String,
    pub values: Vec<String>,
}

/// The best that a search found on another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    pub device: String,
    /// The value of each constant.
    pub values: BTreeMap<String, String>,
}

/// Values that one constant may have, at the most.
const MOST_VALUES: usize = 256;

impl FromStr for Varied {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, values) = text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`: NAME=8,16,32"))?;
        Ok(Self { name: name.trim().to_owned(), values: values_of(values)? })
    }
}

/// The values in `8,16,32`, in `1..8` (every whole number) or in `4..64*2` (each twice the one before).
///
/// # Errors
/// What is wrong with them.
pub fn values_of(text: &str) -> Result<Vec<String>, String> {
    let wrong = |why: &str| {
        format!(
            "`{}`: {why}: write values as 8,16,32, as 1..8 (every whole number) or as 4..64*2 (doubled)",
            text.trim()
        )
    };
    let number = |digits: &str| digits.trim().parse::<i64>().map_err(|_| wrong("this is not a range of whole numbers"));
    let Some((first, rest)) = text.split_once("..") else {
        let values: Vec<String> = text.split(',').map(|value| value.trim().to_owned()).collect();
        let is_value = |value: &String| {
            let digits = value.strip_suffix(['u', 'i', 'f', 'h']).unwrap_or(value);
            matches!(value.as_str(), "true" | "false") || digits.parse::<f64>().is_ok_and(f64::is_finite)
        };
        return match values.iter().find(|value| !is_value(value)) {
            Some(value) => Err(wrong(&format!("`{value}` is not a number, true or false"))),
            None => Ok(values),
        };
    };
    let (last, factor) = match rest.split_once('*') {
        Some((last, factor)) => (last, Some(number(factor)?)),
        None => (rest, None),
    };
    let (first, last) = (number(first)?, number(last)?);
    if factor.is_some_and(|factor| factor < 2 || first < 1) {
        return Err(wrong("a range that multiplies begins at 1 or more, and multiplies by 2 or more"));
    }
    let next = |value: &i64| match factor {
        Some(factor) => value.checked_mul(factor),
        None => value.checked_add(1),
    };
    let values = std::iter::successors(Some(first), next).take_while(|value| *value <= last);
    let values: Vec<String> = values.take(MOST_VALUES + 1).map(|value| value.to_string()).collect();
    match values.len() {
        0 => Err(wrong("there is nothing between the two")),
        count if count > MOST_VALUES => Err(wrong(&format!("these are more than {MOST_VALUES} values"))),
        _ => Ok(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_a_list_a_range_or_a_range_that_multiplies() {
        for (text, values) in [
            ("8, 16u", &["8", "16u"][..]),
            ("1..3", &["1", "2", "3"]),
            ("4..17*2", &["4", "8", "16"]),
            ("true,false", &["true", "false"]),
        ] {
            assert_eq!(values_of(text).expect(text), values, "{text}");
        }
        for (text, reported) in [
            ("", "`` is not a number"),
            ("8,many", "`many` is not a number"),
            ("3..1", "nothing between"),
            ("1..many", "whole numbers"),
            ("0..8*2", "begins at 1"),
            ("1..1000", "more than 256"),
        ] {
            let error = values_of(text).expect_err(text);
            assert!(error.contains(reported), "{text}: {error}");
        }
    }
}
