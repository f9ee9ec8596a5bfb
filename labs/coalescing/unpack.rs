//! `unpack`, the second exercise's problem: an array of records turned into arrays of fields.

use super::problem::{extent, f32_buffer, params, square};
use crate::lab::{Expected, Fill, Part, Problem, Role, Work};
use crate::units::{Bytes, Flop};

/// Fields of a record.
const FIELDS: usize = 8;

/// The part: it has no ladder of its own.
pub static PART: Part = Part {
    name: "unpack",
    problem,
    also: &[],
    ladder: &[],
};

/// As many records of 8 f32 as fill a square of side `size`.
fn problem(size: u32) -> Problem {
    let n = (square(size) / FIELDS as u64).max(1);
    let all = n * FIELDS as u64;
    Problem {
        label: format!("{n} records of {FIELDS} f32, turned into {FIELDS} arrays"),
        size,
        extents: vec![("records", extent(n))],
        work: Work {
            flop: Flop(0.0),
            byte: Bytes((2 * 4 * all) as f64),
        },
        buffers: vec![
            params(vec![extent(n)]),
            f32_buffer("records", 1, all, Role::Input(Fill::Random)),
            f32_buffer("fields", 2, all, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let records = inputs.f32(1).to_vec();
            let n = n as usize;
            vec![Expected::exactly(move |i| {
                f64::from(records[i % n * FIELDS + i / n])
            })]
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_an_array_of_all_records() {
        let problem = problem(12);
        let inputs = problem.inputs(1);
        let expected = (problem.reference)(&inputs).remove(0);
        assert_eq!(problem.extent("records"), Some(18));
        let field_3_of_record_5 = f64::from(inputs.f32(1)[5 * 8 + 3]);
        assert_eq!((expected.value)(3 * 18 + 5), field_3_of_record_5);
    }
}
