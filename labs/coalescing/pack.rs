//! `pack`, the second exercise's problem: arrays of fields turned into an array of records.

use super::problem::{extent, f32_buffer, square};
use crate::lab::{Buffer, Expected, Fill, Part, Problem, Role, Work};

/// Fields of a record.
const FIELDS: usize = 8;

/// The part: it has no ladder of its own.
pub static PART: Part = Part::new("pack", problem, &[]);

/// As many records of 8 f32 as fill a square of side `size`.
fn problem(size: u32) -> Problem {
    let n = (square(size) / FIELDS as u64).max(1);
    let all = n * FIELDS as u64;
    Problem {
        label: format!("{FIELDS} arrays of {n} f32, turned into {n} records"),
        size,
        extents: vec![("records", extent(n))],
        work: Work::new(0.0, (2 * 4 * all) as f64),
        buffers: vec![
            Buffer::params(vec![extent(n)]),
            f32_buffer("fields", 1, all, Role::Input(Fill::Random)),
            f32_buffer("records", 2, all, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let fields = inputs.at(1);
            let n = n as usize;
            vec![Expected::exactly(move |i| f64::from(fields.f32(i % FIELDS * n + i / FIELDS)))]
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_one_element_of_each_array() {
        let problem = problem(12);
        let (inputs, expected) = problem.posed(1);
        assert_eq!(problem.extent("records"), Some(18));
        let field_3_of_record_5 = f64::from(inputs.f32(1)[3 * 18 + 5]);
        assert_eq!((expected.value)(5 * 8 + 3), field_3_of_record_5);
    }
}
