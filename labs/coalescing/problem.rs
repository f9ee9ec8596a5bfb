//! Three ways to move a square of f32: copied, read from records, transposed.

use crate::lab::{Buffer, Expected, Fill, Inputs, Problem, Reference, Role, Work, mix};

/// The most sweeps that a strided kernel makes over the array: the launch is cut into that many.
const LARGEST_STRIDE: u64 = 32;

/// Fields of a record.
const FIELDS: usize = 8;
/// The fields that the kernels read.
const X: usize = 0;
const VELOCITY_X: usize = 4;

/// Elements beyond which no device has room; counts stay below it, so that their bytes fit 64 bits.
const TOO_MANY: u64 = 1 << 60;

/// Elements of a square with this side.
pub fn square(side: u32) -> u64 {
    (u64::from(side) * u64::from(side)).min(TOO_MANY)
}

/// Bytes of a square of f32 with this side.
pub fn square_bytes(side: u32) -> u64 {
    square(side) * 4
}

/// `n` as an extent, which saturates.
pub fn extent(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

pub fn f32_buffer(name: &'static str, binding: u32, len: u64, role: Role) -> Buffer {
    Buffer::f32(name, binding, usize::try_from(len).unwrap_or(usize::MAX), role)
}

/// Every element of a square of side `size`, moved to the same place of another.
pub fn copy(size: u32) -> Problem {
    let n = square(size);
    let sweeps = n.next_power_of_two().max(LARGEST_STRIDE);
    Problem {
        label: format!("copy of {n} f32 (a square of side {size})"),
        size,
        extents: vec![("elements", extent(n)), ("sweeps", extent(sweeps)), ("vectors", extent(n.div_ceil(4)))],
        work: moved(2 * 4 * n),
        buffers: vec![
            Buffer::params(vec![extent(n), sweeps.ilog2()]),
            f32_buffer("source", 1, n, Role::Input(Fill::Random)),
            f32_buffer("destination", 2, n, Role::Output),
        ],
        reference: Box::new(|inputs| {
            let source = inputs.at(1);
            vec![Expected::exactly(move |i| f64::from(source.f32(i)))]
        }),
    }
}

/// Two of the eight fields of as many records as fill a square of side `size`, added up.
pub fn records(size: u32) -> Problem {
    let n = (square(size) / FIELDS as u64).max(1);
    let all = n * FIELDS as u64;
    Problem {
        label: format!("x + velocity_x of {n} records of {FIELDS} f32"),
        size,
        extents: vec![("records", extent(n))],
        work: Work::new(n as f64, (3 * 4 * n) as f64),
        buffers: vec![
            Buffer::params(vec![extent(n)]),
            f32_buffer("particles", 1, all, Role::Input(Fill::At(structs))),
            f32_buffer("fields", 2, all, Role::Input(Fill::At(arrays))),
            f32_buffer("moved", 3, n, Role::Output),
        ],
        reference: records_reference(),
    }
}

fn records_reference() -> Reference {
    Box::new(|inputs: &Inputs| {
        let records = inputs.at(1);
        let field = move |record: usize, field: usize| f64::from(records.f32(record * FIELDS + field));
        vec![Expected {
            basis: "exact: multiples of 2^-10 below 2^10 add up without rounding".to_owned(),
            ..Expected::exactly(move |i| field(i, X) + field(i, VELOCITY_X))
        }]
    })
}

/// The records, one after the other.
fn structs(seed: u64, _len: usize, i: usize) -> u32 {
    value(seed, i / FIELDS, i % FIELDS)
}

/// The same records, one field after the other.
fn arrays(seed: u64, len: usize, i: usize) -> u32 {
    let records = len / FIELDS;
    value(seed, i % records, i / records)
}

/// A field of a record: a multiple of 2^-10 in -512..512, so that a sum of two is exact in f32 however it is rounded.
fn value(seed: u64, record: usize, field: usize) -> u32 {
    let bits = mix(seed ^ mix((record * FIELDS + field) as u64)) >> 44;
    ((bits as f32 - 524_288.0) / 1024.0).to_bits()
}

/// A square matrix with rows and columns exchanged.
pub fn transpose(size: u32) -> Problem {
    let n = square(size);
    let side = size as usize;
    Problem {
        label: format!("transpose of a {size} x {size} matrix of f32"),
        size,
        extents: vec![("side", size)],
        work: moved(2 * 4 * n),
        buffers: vec![
            Buffer::params(vec![size]),
            f32_buffer("matrix", 1, n, Role::Input(Fill::Random)),
            f32_buffer("transposed", 2, n, Role::Output),
        ],
        reference: Box::new(move |inputs| {
            let matrix = inputs.at(1);
            vec![Expected::exactly(move |i| f64::from(matrix.f32(i % side * side + i / side)))]
        }),
    }
}

fn moved(bytes: u64) -> Work {
    Work::new(0.0, bytes as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_layouts_hold_the_same_records() {
        let problem = records(12);
        let inputs = problem.inputs(5);
        let (structs, arrays) = (inputs.u32(1), inputs.u32(2));
        let n = problem.extent("records").expect("it has records") as usize;
        assert_eq!(n, 18);
        for record in 0..n {
            for field in 0..FIELDS {
                assert_eq!(structs[record * FIELDS + field], arrays[field * n + record]);
            }
        }
        assert_ne!(inputs, problem.inputs(6), "another seed is other data");
    }

    #[test]
    fn a_sum_of_two_fields_is_exact_in_f32() {
        for i in 0..10_000 {
            let (x, v) = (f32::from_bits(value(1, i, X)), f32::from_bits(value(1, i, VELOCITY_X)));
            assert!(x.abs() <= 512.0 && v.abs() <= 512.0);
            assert_eq!(f64::from(x + v), f64::from(x) + f64::from(v));
        }
    }

    #[test]
    fn the_sweeps_of_every_stride_have_room_for_every_element() {
        for size in [1, 2, 17, 255, 256] {
            let problem = copy(size);
            let sweeps = problem.extent("sweeps").expect("it has sweeps");
            assert!(Some(sweeps) >= problem.extent("elements") && sweeps.is_multiple_of(32));
        }
    }

    #[test]
    fn a_side_beyond_every_limit_is_a_problem_that_can_be_refused() {
        for problem in [copy(u32::MAX), records(u32::MAX), transpose(u32::MAX)] {
            assert!(problem.working_set() > 1 << 60);
        }
    }

    #[test]
    fn the_transposed_matrix_has_columns_for_rows() {
        let problem = transpose(3);
        let (inputs, expected) = problem.posed(1);
        assert_eq!((expected.value)(1), f64::from(inputs.f32(1)[3]));
        assert_eq!((expected.value)(5), f64::from(inputs.f32(1)[7]));
    }
}
