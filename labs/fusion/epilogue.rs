//! `matmul-epilogue`: bias and ReLU after a matmul, as a kernel of their own and in the matmul's last store.

use super::plane::{OBLONG, PLANE, area, f32_bytes, input, output, scratch};
use super::rounded::Rounded;
use crate::lab::{Axis, Buffer, Expected, Fill, Grid, Inputs, Part, Pass, Problem, Reference, Variant, Work, variant};

pub const PART: Part = Part {
    also: &[|| of(OBLONG)],
    ..Part::new(
        "matmul-epilogue",
        problem,
        &[
            Variant::new(
                "epilogue-unfused",
                &[Pass::new("epilogue-1-matmul.wgsl", TILES), Pass::new("epilogue-2-bias-relu.wgsl", PLANE)],
            ),
            variant!("epilogue-fused", TILES),
        ],
    )
};

const TILES: Grid = Grid(&[Axis::each("columns"), Axis::by("rows", "ROWS")]);

/// The inner dimension: fixed and short, as in a low-rank update. 8 FLOP for each byte that the problem must move
/// keep it on the memory's side of most GPUs' ridge, where an epilogue is worth fusing.
const INNER: u32 = 16;

fn problem(size: u32) -> Problem {
    of([size; 2])
}

fn of([rows, columns]: [u32; 2]) -> Problem {
    let n = area(rows, columns);
    let (high, wide, inner) = (rows as usize, columns as usize, INNER as usize);
    Problem {
        label: format!("y = ReLU(a b + bias), M = {rows}, N = {columns}, K = {INNER}"),
        size: rows,
        extents: vec![("rows", rows), ("columns", columns)],
        work: Work::new((2.0 * f64::from(INNER) + 2.0) * n as f64, f32_bytes(n + (high + wide) * inner + wide)),
        buffers: vec![
            Buffer::params(vec![rows, columns, INNER]),
            input("a", 1, high * inner, Fill::Random),
            // Without an offset: half of the sums are negative whatever the seed, and the ReLU has both cases to show.
            input("b", 2, inner * wide, Fill::Uniform(-1.0, 1.0)),
            input("bias", 3, wide, Fill::Random),
            scratch("product", 4, n),
            output(5, n),
        ],
        reference: reference(wide, inner),
    }
}

fn reference(columns: usize, inner: usize) -> Reference {
    Box::new(move |inputs: &Inputs| {
        let [a, b, bias] = [1, 2, 3].map(|binding| inputs.at(binding));
        let at = move |i: usize| {
            let (row, column) = (i / columns, i % columns);
            let terms = (0..inner)
                .map(|k| Rounded::exact(a.f32(row * inner + k)) * Rounded::exact(b.f32(k * columns + column)));
            let product = terms.fold(Rounded::default(), |sum, term| sum + term);
            (product + Rounded::exact(bias.f32(column))).max(Rounded::default())
        };
        let also_at = at.clone();
        vec![Expected::within(
            move |i| at(i).value,
            move |i| also_at(i).error,
            "running error bound in f64: < 1 ULP each product and each partial sum (WGSL's accuracy table)",
        )]
    })
}
