//! What a student writes: tiles in workgroup memory, then tiles in registers.

use super::transposed;
use crate::lab::{Axis, Cap, Cover, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[TILE, BLOCK];

/// A workgroup computes TILE_M x TILE_N elements of C.
const TILES: Grid = Grid(&[
    Axis { extent: "N", cover: Cover::ConstantOrWorkgroup("TILE_N") },
    Axis { extent: "M", cover: Cover::ConstantOrWorkgroup("TILE_M") },
]);

const TILE: Exercise = Exercise {
    task: "C = A B^T: fetch each float once a tile, not once an element",
    size: 128,
    sizes: &[1, 17, 66],
    goals: goals![
        Goal::COALESCED,
        Goal::at_most("reuse", "at most 6 x the fewest sectors for the problem", Figure::SectorsOverFewest, 6.0),
        Goal::BANKS,
        Goal::LANES,
        Goal::faster(1.5, "at least 1.5 x as fast as the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::SectorsOverIdeal, Figure::SectorsAsWritten, 40.0),
        Cap::on(Figure::WavefrontsOverIdeal, Figure::WavefrontsPerMultiplyAdd, 4.5),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerFlop, 9.0),
    ],
    hints: &[
        Hints::step(
            "count",
            "At one k, a subgroup of 32 holds two rows and 16 columns of C. It reads 2 floats of A and 16 of B, the latter K floats \
             apart: how many sectors is that, and how many of their bytes are used? A tile of 16 x 16 elements of C needs 16 \
             rows of A and 16 rows of B; how often does each of these floats get fetched now?",
        ),
        Hints::step(
            "tiles",
            "Keep a tile of A and one of B in workgroup memory, of 16 x 16 floats each. For each step of 16 along k, each of the 256 invocations loads one float \
             of either: which one, so that neighbours along x read neighbours along k?",
        ),
        Hints::step(
            "barriers",
            "Invocation (x, y) loads, at k0 + local.x, row local.y of A's tile, and the same row of B's, which is column group.x * TILE_N + local.y of C. \
             Two barriers a step: one when the tiles are complete, before anyone reads them, and one when everyone has read them, before anyone \
             overwrites them. Nobody may return early: guard the loads (0.0 past the edge) and the last store.",
        ),
        Hints::step(
            "pad",
            "The product reads tile_b[local.x][k]: neighbours read down a column, 16 words apart, and 16 columns share two banks. \
             A row of 17 words in place of 16, one of them unused, puts them into banks of their own. (Or store the tile the \
             other way round, and think about which side then has the conflict.)",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "no-barrier",
            Sign::All(&[Sign::Fault(FindingKind::Race), Sign::Lacks("workgroupBarrier")]),
            "The tiles are filled by all invocations and read by all: between the two, everyone must wait. Put a \
             workgroupBarrier() after the loads.",
        ),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations store the same element of C. Element (row, col) is one invocation's and lies at c[row * N + col], for rows of C are N \
             long; and col must be below N, or it is the next row's.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two barriers a step are needed: after the loads, so that nobody reads an unfinished tile, and after the \
             products, so that nobody overwrites a tile that others still read. One of them is missing, or two invocations \
             write the same place. If it is no tile but the sum: that is an invocation's own, and is declared in the function.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::One(Hint::ROUNDED),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Check four things: sizes are rarely multiples of the tile, so past the edge the tiles must hold zeros, and only there (A has M \
             rows, B has N); rows of a and b are K long, and the tiles' rows local.y are row group.y * TILE_M + local.y of A and row group.x * TILE_N + local.y of B, both \
             from column k0 on; the sum for row local.y and column local.x takes tile_a's row local.y and tile_b's row local.x, over every k once, from a zero that is set before the first tile; and it belongs at c[row * N + col].",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start. Each load of b takes floats that are K apart, and each float of A and B is fetched \
             once for every element of C that needs it. Begin with the first TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle: a part of the invocations loads or computes for all, or the workgroup is smaller than a \
             subgroup. Let each of them load its share of the tiles.",
        ),
        Hints::answer(
            "uncoalesced",
            Sign::All(&[Sign::Above(Figure::SectorsOverIdeal, 1.1), Sign::Scatters(2, 1.1)]),
            "The loads of B are not coalesced: k runs along a row of b, so that neighbouring invocations must differ in k. \
             Load tile_b with local.x along k, and turn it when you read it from the tile. If it is loaded so, its rows are shorter than this device's \
             sectors: they should be as long.",
        ),
        Hints::answer(
            "uncoalesced-a",
            Sign::All(&[Sign::Above(Figure::SectorsOverIdeal, 1.1), Sign::Scatters(1, 1.1)]),
            "The loads of A are not coalesced: at one k a subgroup needs one float of each of its rows, and rows lie K \
             floats apart. Load A by tiles as well, with local.x along k, and compute from the tile. If it is loaded so, its rows are shorter than this \
             device's sectors: they should be as long.",
        ),
        Hints::answer(
            "uncoalesced-c",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "The stores of C are not coalesced: neighbouring invocations must have neighbouring columns, so that local.x \
             counts columns.",
        ),
        Hints::answer(
            "stored-often",
            Sign::All(&[Sign::Above(Figure::SectorsOverFewest, 6.0), Sign::Asks(3, 1.5)]),
            "C is stored or read more than once an element: keep the sum in a variable until the last step along k is done, and \
             store it once, after the loop.",
        ),
        Hints::answer(
            "no-reuse",
            Sign::Above(Figure::SectorsOverFewest, 6.0),
            "Requests are coalesced, but there are too many of them: each float should be fetched once for 16 rows or \
             columns of C, or more. Are both factors taken from tiles, and from nowhere else? Are the tiles 16 wide or \
             more?",
        ),
        Hints::answer(
            "banks",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.1),
            "Lanes of a subgroup ask one bank for different words: the line is named above, and how many words lie \
             between neighbours, where that is the same for all. Where a column of a tile is read or written, that is the length of its rows, and 16 or 32 \
             share banks: make the rows of that tile one word longer.",
        ),
    ],
    timed: TimedAt::Size(2048),
    ..exercise!("exercise", transposed::RIGHT, TILES)
};

const BLOCK: Exercise = Exercise {
    task: "C = A^T B: let each loaded float serve a row or a column of sums in registers",
    size: 128,
    sizes: &[1, 17, 66],
    ragged: true,
    goals: goals![
        Goal::at_most(
            "registers",
            "at most 0.7 passes over the banks for a multiply-add",
            Figure::WavefrontsPerMultiplyAdd,
            0.7
        ),
        Goal::BANKS,
        Goal::at_most("reuse", "at most 3.5 x the fewest sectors for the problem", Figure::SectorsOverFewest, 3.5),
        Goal::at_most("no-spill", "at most 1000 bytes of variables an invocation", Figure::PrivateBytes, 1000.0),
        Goal::LANES,
        Goal::faster(1.5, "at least 1.5 x as fast as the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::WavefrontsPerMultiplyAdd, Figure::SectorsOverFewest, 12.0),
        Cap::on(Figure::WavefrontsOverIdeal, Figure::WavefrontsPerMultiplyAdd, 4.5),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerFlop, 5.5),
    ],
    hints: &[
        Hints::step(
            "count",
            "In the inner loop, count the loads from workgroup memory for each multiply-add. A GPU's multiprocessor does four or \
             more multiply-adds of a subgroup in the time that one such load takes. What ratio would keep both busy?",
        ),
        Hints::step(
            "outer-product",
            "4 values of A and 4 of B make 16 products: 8 loads for 16 multiply-adds. Load the 8 into variables, then run two \
             nested loops over them.",
        ),
        Hints::step(
            "which",
            "Which 4 rows? If an invocation takes rows local.y, local.y + THREADS_M, local.y + 2 * THREADS_M, ... and columns likewise, \
             neighbours still read neighbouring words of tile_b, and the banks stay free. Rows 4 * local.y + r and columns \
             4 * local.x + j would be right as well, but neighbours would then read 4 words apart.",
        ),
        Hints::step(
            "whole",
            "var sums: array<array<f32, COLS>, ROWS>; in the inner loop: var b_k: array<f32, COLS>, filled from \
             tile_b[k][local.x + j * THREADS_N]; then for each r: let a_k = tile_a[k][local.y + r * THREADS_M], and for each j: \
             sums[r][j] = fma(a_k, b_k[j], sums[r][j]). At the end, store each sums[r][j] with a guard of its own.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations store the same element of C: each takes rows and columns of its own, as many as ROWS and COLS \
             say, and the workgroup's begin at multiples of TILE_M and TILE_N. A column that is not below N is the next row's: is each store \
             guarded by col < N?",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same place of a tile with no barrier between them. If both write it, the loops that fill the \
             tiles give it to both: each place is one invocation's, and the step from one iteration to the next is THREADS. If one reads it, a \
             barrier is missing: after the loads, so that nobody reads an unfinished tile, or after the products, so that nobody \
             overwrites a tile that others still read. If it is no tile but the sums: they are an invocation's own, and are declared in the function.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::One(Hint::ROUNDED),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "The tiles must hold what they stand for: element (k, row) of A lies at a[k * M + row], (k, col) of B at b[k * N + col]. The element that is stored must be the one that was summed: the same rows in tile_a[k][...] and in c[row * n + col], the same \
             columns in tile_b[k][...] and there. And each sum must start at zero once, before the loop over k0, and the product of every k is \
             added to it once.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: two loads from workgroup memory for each multiply-add. Begin with the first TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle: is the workgroup smaller than a subgroup, or does a part of the invocations work for all? \
             With larger blocks keep 64 invocations or more.",
        ),
        Hints::answer(
            "spill",
            Sign::Above(Figure::PrivateBytes, 1000.0),
            "So many sums do not fit the registers of an invocation (255 of 4 bytes on most GPUs): they spill to memory, and the gain \
             is gone. Blocks of 4 x 4 to 8 x 8 are the useful sizes.",
        ),
        Hints::answer(
            "banks",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.1),
            "Lanes of a subgroup ask one bank for different words: the line is named above, and how many words lie \
             between neighbours, where that is the same for all. Where the tiles are filled, neighbours must write neighbouring words of a row. Where they are read, give \
             an invocation columns that do not lie side by side, so that neighbours read neighbours, or read four \
             neighbours as one vec4.",
        ),
        Hints::answer(
            "past-the-tiles",
            Sign::Asks(1, 16.0),
            "A is loaded from memory again by the invocations that need it, past the tiles: compute from tile_a and tile_b \
             alone.",
        ),
        Hints::answer(
            "past-the-tiles-too",
            Sign::Asks(2, 16.0),
            "B is loaded from memory again by the invocations that need it, past the tiles: compute from tile_a and tile_b \
             alone.",
        ),
        Hints::answer(
            "more-than-c",
            Sign::All(&[Sign::Above(Figure::WavefrontsPerMultiplyAdd, 0.7), Sign::Above(Figure::FlopOverNeeded, 1.4)]),
            "More multiply-adds are made than C has, and each of them costs loads. Does a workgroup's tile, TILE_M x TILE_N, reach \
             far beyond C (128 x 128 where it is judged), or is a product computed twice? A block that is nearly square keeps the \
             tile small, and needs fewer loads, too: 1 x 16 takes 17 for 16 multiply-adds, 4 x 4 takes 8.",
        ),
        Hints::answer(
            "one-way",
            Sign::All(&[
                Sign::Above(Figure::WavefrontsPerMultiplyAdd, 0.7),
                Sign::Below(Figure::WavefrontsPerMultiplyAdd, 1.6),
            ]),
            "Better than the start's two loads for each multiply-add, but not there. A block of R x C takes R + C loads for \
             R C multiply-adds, if each value is loaded once and kept: 1 x 8 takes 9 for 8, 2 x 2 takes 4 for 4, and 4 x 4 \
             takes 8 for 16.",
        ),
        Hints::answer(
            "no-reuse",
            Sign::Above(Figure::WavefrontsPerMultiplyAdd, 0.7),
            "Workgroup memory is read about as often as in the start, two times for each multiply-add, or more. Load the \
             row values and the column values of this k into variables first, and multiply the variables.",
        ),
        Hints::answer(
            "stored-often",
            Sign::All(&[Sign::Above(Figure::SectorsOverFewest, 3.5), Sign::Asks(3, 1.5)]),
            "C is stored or read more than once an element: keep the sums in variables until the last step along k is done, and \
             store each of them once, after the loop.",
        ),
        Hints::answer(
            "small-tile",
            Sign::Above(Figure::SectorsOverFewest, 3.5),
            "A and B are fetched too often: each of their floats should come from memory once for 32 rows or columns of C, or more. Is the \
             workgroup's tile that large (TILE_M, TILE_N), with 16 x 16 invocations that take several elements each? If it is, does the loop \
             that fills the tiles load each of their floats once, and only those?",
        ),
    ],
    timed: TimedAt::Size(2048),
    ..exercise!("exercise-2", transposed::LEFT, TILES)
};
