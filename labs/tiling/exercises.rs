//! What a student writes: tiles in workgroup memory.

use super::{TILES, transposed};
use crate::lab::{Exercise, Figure, Goal, Hint, Pass, Sign, Test, Variant};

/// In order.
pub static ALL: &[Exercise] = &[TILE];

const TILE: Exercise = Exercise {
    name: "exercise",
    task: "C = A B^T: fetch each float once a tile, not once an element",
    part: &transposed::RIGHT,
    start: include_str!("exercise.wgsl"),
    variant: Variant {
        name: "exercise",
        passes: &[Pass {
            shader: "exercise.wgsl",
            grid: TILES,
        }],
        needs: &[],
    },
    baseline: Variant {
        name: "start",
        passes: &[Pass {
            shader: "exercise.wgsl",
            grid: TILES,
        }],
        needs: &[],
    },
    size: 128,
    goals: &[
        Goal::COMPILES,
        Goal::CORRECT,
        Goal::FAULTLESS,
        Goal {
            id: "coalesced",
            title: "at most 1.1 x the ideal sectors",
            test: Test::AtMost(Figure::SectorsOverIdeal, 1.1),
        },
        Goal {
            id: "reuse",
            title: "at most 6 x the fewest sectors",
            test: Test::AtMost(Figure::SectorsOverFewest, 6.0),
        },
        Goal {
            id: "banks",
            title: "no bank conflicts: at most 1.1 x the fewest passes",
            test: Test::AtMost(Figure::WavefrontsOverIdeal, 1.1),
        },
        Goal {
            id: "lanes",
            title: "at least 0.9 of the lanes at work",
            test: Test::AtLeast(Figure::LaneEfficiency, 0.9),
        },
        Goal {
            id: "faster",
            title: "at least 1.5 x as fast as the start on the same GPU",
            test: Test::Faster(1.5),
        },
    ],
    hints: &[
        Hint::step(
            "count",
            "At one k, a subgroup of 32 holds two rows and 16 columns of C. It reads 2 floats of A and 16 of B, the latter K floats \
             apart: how many sectors is that, and how many of their bytes are used? A tile of 16 x 16 elements of C needs 16 \
             rows of A and 16 rows of B; how often does each of these floats get fetched now?",
        ),
        Hint::step(
            "tiles",
            "Declare `var<workgroup> tile_a: array<array<f32, 16>, 16>;` and the same for B. For each step of 16 along k, \
             invocation (x, y) loads one float of A: row local.y of the tile, k0 + local.x; and one float of B in the same way: \
             row local.y of B's tile, that is column group.x * TILE_N + local.y of C, again at k0 + local.x. In both, x counts \
             along k, so that neighbours read neighbours.",
        ),
        Hint::step(
            "barriers",
            "Two barriers a step: one when the tiles are complete, before anyone reads them, and one when everyone has read them, \
             before anyone overwrites them. Nobody may return early: guard the loads (0.0 past the edge) and the last store.",
        ),
        Hint::step(
            "pad",
            "The product reads tile_b[local.x][k]: neighbours read down a column, 16 words apart, and 16 columns share two banks. \
             A row of 17 words in place of 16, one of them unused, puts them into banks of their own. (Or store the tile the \
             other way round, and think about which side then has the conflict.)",
        ),
        Hint::BINDINGS,
        Hint::CONSTANT,
        Hint::COMPILE,
        Hint::ENDLESS,
        Hint::MUTATED,
        Hint::DIVERGENT_BARRIER,
        Hint::OUT_OF_BOUNDS,
        Hint::answer(
            "no-barrier",
            Sign::All(&[Sign::Fault("race"), Sign::Lacks("workgroupBarrier")]),
            "The tiles are filled by all invocations and read by all: between the two, everyone must wait. Put a \
             workgroupBarrier() after the loads.",
        ),
        Hint::answer(
            "race",
            Sign::Fault("race"),
            "Two barriers a step are needed: after the loads, so that nobody reads an unfinished tile, and after the products, so \
             that nobody overwrites a tile that others still read. One of them is missing, or two invocations write the same place.",
        ),
        Hint::NEVER_WRITTEN,
        Hint::answer(
            "wrong",
            Sign::Wrong,
            "Check three things: K is rarely a multiple of the tile, so past the edge the tiles must hold zeros; B is stored by \
             columns of C, so the row of B that the tile's row local.y comes from is group.x * TILE_N + local.y; and \
             the sum must run over every k once.",
        ),
        Hint::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start. Each load of b takes floats that are K apart, and each float of A and B is fetched once for \
             every element of C that needs it. Begin with the first TODO; `lockstep hint tiling` has more.",
        ),
        Hint::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Few lanes are at work: some invocations load or compute for all, or the workgroup is smaller than a subgroup. Let \
             each of them load its share of the tiles.",
        ),
        Hint::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "The loads are still K floats apart: in both matrices k runs along a row, so the index that local.x is part of must be k. \
             Load tile_b with local.x along k as well, and turn it when you read it from the tile.",
        ),
        Hint::answer(
            "no-reuse",
            Sign::Above(Figure::SectorsOverFewest, 6.0),
            "The loads are coalesced, but there are too many of them: each float should be fetched once for 16 rows or columns of C, or \
             more. Is the product computed from the tiles alone, and is the tile 16 wide or more?",
        ),
        Hint::answer(
            "banks",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.1),
            "A column of a tile is read whose rows are 16 or 32 words apart: its words share banks and are served one after the other. Make \
             the rows one word longer than the tile.",
        ),
    ],
};
