//! What a student writes: a program that is right for any choice of its constants, then one that leaves out what lies beyond the edge.

use crate::lab::{
    Axis, Cap, Configuration, Cover, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals,
};
use crate::labs::tiling::transposed;
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[PARAMETRISE, TAIL];

/// A workgroup computes TILE_M x TILE_N elements of C.
const TILES: Grid = Grid(&[
    Axis { extent: "N", cover: Cover::ConstantOrWorkgroup("TILE_N") },
    Axis { extent: "M", cover: Cover::ConstantOrWorkgroup("TILE_M") },
]);

macro_rules! configuration {
    ($rows:literal $cols:literal, $threads_m:literal $threads_n:literal, $tile_k:literal) => {
        &[("ROWS", $rows), ("COLS", $cols), ("THREADS_M", $threads_m), ("THREADS_N", $threads_n), ("TILE_K", $tile_k)]
    };
}

/// The first four stand in the handout; of the others no number is a power of two, or equal to one beside it, where it need not be.
const CONFIGURATIONS: &[&Configuration] = &[
    configuration!(1 1, 16 16, 16),
    configuration!(4 4, 8 8, 8),
    configuration!(8 4, 8 16, 8),
    configuration!(2 4, 16 8, 24),
    configuration!(3 5, 8 16, 12),
    configuration!(6 5, 4 8, 5),
    configuration!(1 7, 32 4, 20),
];

/// Numbers that the start has in place of its constants.
const NUMBERS: Sign = Sign::Any(&[Sign::Has("+ 16u"), Sign::Has("< 16u"), Sign::Has("+= 16u"), Sign::Has("17>")]);

const PARAMETRISE: Exercise = Exercise {
    task: "Parametrise: one text that is right for every choice of five constants",
    size: 128,
    ragged: true,
    sizes: &[1, 17, 66],
    configurations: CONFIGURATIONS,
    goals: goals![
        Goal::at_most(
            "registers",
            "at most 0.7 passes over the banks for a multiply-add",
            Figure::WavefrontsPerMultiplyAdd,
            0.7
        ),
        Goal::COALESCED,
        // A tile's rows are one word longer than a power of two: two of them, filled at once, share a bank. Of large blocks that is a tenth.
        Goal::at_most(
            "banks",
            "hardly a bank conflict: at most 1.2 x the fewest passes",
            Figure::WavefrontsOverIdeal,
            1.2,
        ),
        Goal::at_most("memory", "at most 12288 bytes of workgroup memory", Figure::WorkgroupBytes, 12_288.0),
        Goal::PRIVATE,
        Goal::LANES,
        Goal::faster(1.2, "at least 1.2 x as fast as the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::WavefrontsPerMultiplyAdd, Figure::SectorsOverFewest, 12.0),
        Cap::on(Figure::WavefrontsOverIdeal, Figure::WavefrontsPerMultiplyAdd, 4.5),
        Cap::on(Figure::SectorsOverIdeal, Figure::SectorsOverFewest, 12.0),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerFlop, 5.5),
    ],
    hints: &[
        Hints::step(
            "count",
            "Go through the start and mark each 2, 16, 17 and 32. Which of the five constants, or which product of them, does each stand for? 16 \
             stands for three different ones.",
        ),
        Hints::step(
            "fill",
            "A tile of A has TILE_M * TILE_K places, and the workgroup THREADS invocations. Let the invocations go over the places in order, a workgroup's worth \
             at a time. Which row and which column of the tile is place i?",
        ),
        Hints::step(
            "block",
            "var sums: array<array<f32, COLS>, ROWS>; and two loops, over r and j, wherever the start has four lines: the row is row0 + local.y + r * \
             THREADS_M, the column col0 + local.x + j * THREADS_N.",
        ),
        Hints::step(
            "whole",
            "var<workgroup> tile_a: array<array<f32, TILE_K + 1u>, TILE_M>; for (var i = lane; i < TILE_M * TILE_K; i += THREADS) { tile_a[i / TILE_K][i % \
             TILE_K] = load_a(row0 + i / TILE_K, k0 + i % TILE_K); }; for each k: for each r, for each j: sums[r][j] = fma(tile_a[local.y + r * THREADS_M][k], \
             tile_b[local.x + j * THREADS_N][k], sums[r][j]). Then ROWS = 4 and COLS = 4.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: right with its own constants, and wrong with any others. Begin with the first TODO.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations store the same element of C. Workgroups lie TILE_M rows and TILE_N columns apart, an invocation's elements THREADS_M rows and \
             THREADS_N columns; TILE_M must be THREADS_M * ROWS for any values of both, and a column must be below N, or it is the next row's.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same place of a tile with no barrier between them. If both write it, the loops that fill the tiles give it to both: the \
             step from one turn to the next is THREADS_M * THREADS_N. If one reads it, a barrier is missing: after the loads, or after the products. If it is no tile but \
             the sums: they are an invocation's own, and are declared in the function.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::One(Hint::ROUNDED),
        Hints::answer(
            "numbers",
            Sign::All(&[Sign::Wrong, NUMBERS]),
            "Where the message has constants (with ROWS = ...), it is wrong with these; where it has none, with the file's own. There are still numbers of the start in the code, 16 or 17, where a constant belongs: which of \
             THREADS_M, THREADS_N and TILE_K does each of them mean?",
        ),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Where the message has constants (with ROWS = ...), it is wrong with these; where it has none, with the file's own. Check four things: TILE_M and TILE_N follow from the constants, and what is about rows has THREADS_M, what is about columns THREADS_N; the tiles \
             have room for TILE_M x TILE_K and TILE_N x TILE_K, and all of it is filled, also where there are fewer invocations than rows; rows are numbered by \
             i / TILE_K and steps by i % TILE_K, and by nothing else; and each invocation computes all its ROWS x COLS elements, each summed over \
             every k once, and stores each at the row and the column that it was computed for.",
        ),
        Hints::IDLE,
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle: a part of the invocations fills the tiles for all, or the workgroup is smaller than a subgroup. Let all of them go over the \
             places of the tiles together.",
        ),
        Hints::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "Requests are not coalesced: the line is named above. In loads k runs along a row of a and of b, so that neighbouring invocations should take neighbouring \
             k of one row, not rows of their own; in stores they should take neighbouring columns. If they do, a row of the tile, or of invocations, is shorter than \
             this device's sectors: it should be as long.",
        ),
        Hints::answer(
            "spill",
            Sign::Above(Figure::PrivateBytes, 1000.0),
            "So many sums do not fit the registers of an invocation (255 of 4 bytes on most GPUs): they spill to memory. Blocks of 4 x 4 to 8 x 8 are the useful sizes.",
        ),
        Hints::answer(
            "largest",
            Sign::Above(Figure::WorkgroupBytes, 12_288.0),
            "The tiles take more workgroup memory than the constants in the file need: an array that is large enough for every choice costs its room with \
             each of them, and fewer workgroups fit a unit. Let the arrays be as long as the constants say.",
        ),
        Hints::answer(
            "banks",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.2),
            "Lanes of a subgroup ask one bank for different words: the line is named above. Rows of a tile are read side by side, at the same k: they begin \
             in different banks if their length is odd, such as TILE_K + 1 with an even TILE_K.",
        ),
        Hints::answer(
            "small-block",
            Sign::Above(Figure::WavefrontsPerMultiplyAdd, 0.7),
            "It can be tuned, and is not tuned yet: two loads from workgroup memory feed two multiply-adds, or little more. Which ROWS and COLS make fewer \
             loads feed more? And are A and B read from the tiles, and each value once for a row or a column of the block?",
        ),
    ],
    timed: TimedAt::Size(1024),
    ..exercise!("exercise", transposed::RIGHT, TILES)
};

/// Why the second exercise saves no time.
const NO_TIME: &str = "At this size it saves no time on a GPU of its own: nine workgroups have a unit each, and those with whole tiles take as long \
                       as before. What it saves is work: energy, and the units' time where other work waits for them.";

const TAIL: Exercise = Exercise {
    task: "Tail: with N = 129, no more than 1.2 times the work that is needed",
    size: 129,
    sizes: &[1, 17, 66],
    goals: goals![
        Goal::at_most("tail", "at most 1.2 x the FLOPs needed", Figure::FlopOverNeeded, 1.2),
        Goal::at_most("issued", "at most 2.2 lanes issued a FLOP", Figure::LanesPerFlop, 2.2),
        // Loads that are clamped at the edge, and not guarded, touch a few sectors more.
        Goal::at_most("reuse", "at most 4 x the fewest sectors for the problem", Figure::SectorsOverFewest, 4.0),
        Goal::BANKS,
        Goal::PRIVATE,
        Goal::LANES,
        // What is left out shows in time only where other work waits: it must not cost any.
        Goal::faster(0.9, "at least 0.9 times as fast as the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::WavefrontsOverIdeal, Figure::WavefrontsPerMultiplyAdd, 4.5),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerFlop, 5.5),
    ],
    hints: &[
        Hints::step(
            "count",
            "The tile in the corner has 64 x 64 elements, of which C has one. The workgroup computes them in 64 blocks of 8 x 8, one after the other. How many \
             of the blocks reach into C? And how many of the 16 steps of the last tile along k are steps of the sum, where K = 129?",
        ),
        Hints::step(
            "uniform",
            "Block (r, j) begins at row row0 + r * THREADS_M and column col0 + j * THREADS_N. Whether it reaches into C is the same question for all invocations \
             of the workgroup: without local.x and local.y in the condition, no lane waits for another.",
        ),
        Hints::step(
            "outside",
            "A condition at each multiply-add costs as much as the multiply-add. Ask once a tile: one that lies within C takes the loops as they are, with no \
             condition in them; one at an edge goes block by block, with the loop over k inside the condition. And that loop ends after min(TILE_K, params.k - k0) \
             steps.",
        ),
        Hints::step(
            "whole",
            "let whole = row0 + TILE_M <= params.m && col0 + TILE_N <= params.n; if whole { the loops as they are, over `steps` } else if row0 + TILE_M > params.m { for \
             each r: if row0 + r * THREADS_M < params.m { for each k: let a_k = ...; for each j: sums[r][j] = ... } } else { the same with columns: for each j outside, \
             for each r inside }. shaders/tuning/edge-tile.wgsl does so with C = A B.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations store the same element of C. If a workgroup at the edge is moved back so that its tile lies within C, it computes rows again that its \
             neighbour has: each element must be one invocation's. And a column that is not below N is the next row's.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same place of a tile with no barrier between them: the tiles must be complete before anyone reads them, and read by all before \
             anyone overwrites them. What is left out at the edge are multiply-adds, not barriers.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::One(Hint::ROUNDED),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "A block that reaches into C is computed whole, also where only one of its rows or columns is within: rounding down loses the last ones. The last tile \
             along k has params.k - k0 steps, which need not be a multiple of anything; and where the sum is shorter than a tile, it is the only one. Rows end at M, \
             columns at N, steps at K.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: 2.2 times the FLOPs that are needed. Begin with the first TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "past-the-tiles",
            Sign::All(&[
                Sign::Above(Figure::SectorsOverFewest, 4.0),
                Sign::Has("ROWS = 8u"),
                Sign::Has("COLS = 8u"),
                Sign::Has("THREADS_M = 8u"),
                Sign::Has("THREADS_N = 8u"),
            ]),
            "The tiles are as large as in the start, and still more is fetched: a value of A or B is to be fetched once for each tile, into workgroup memory, where \
             all of the workgroup read it. What is loaded from `a` or `b` in the loops over the block goes past the tiles.",
        ),
        Hints::answer(
            "small-tiles",
            Sign::Above(Figure::SectorsOverFewest, 4.0),
            "Small tiles waste less at the edge, but every tile pays for it: each float is fetched once for each tile that needs it. Keep TILE_M and TILE_N at 64, \
             and leave out blocks in the tiles at the edge alone.",
        ),
        Hints::answer(
            "guarded-lanes",
            Sign::All(&[Sign::Above(Figure::LanesPerFlop, 2.2), Sign::Below(Figure::FlopOverNeeded, 1.2)]),
            "No FLOP too many, but the lanes are issued all the same: a condition that differs from lane to lane, or one more instruction at each multiply-add, \
             costs what it saves, and so does a loop over rows or columns that ends at a variable: a compiler unrolls it where it ends at a constant, and then needs no \
             counter. Ask for whole blocks, before the loops that need not know.",
        ),
        Hints::answer(
            "blocks-beyond",
            Sign::Above(Figure::FlopOverNeeded, 2.0),
            "The blocks beyond C are still computed, all or most of them: which of them reach into C follows from params.m - row0 and params.n - col0.",
        ),
        Hints::answer(
            "more-than-needed",
            Sign::Above(Figure::FlopOverNeeded, 1.2),
            "Some of it is still computed for nothing. There are three edges: rows, columns, and the steps of the last tile along k.",
        ),
        Hints::answer(
            "banks",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.1),
            "Lanes of a subgroup ask one bank for different words: the line is named above. Neighbours should write and read neighbouring words of a tile's row.",
        ),
        Hints::answer(
            "spill",
            Sign::Above(Figure::PrivateBytes, 1000.0),
            "So many sums do not fit the registers of an invocation: they spill to memory. Keep blocks of 8 x 8.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes wait while others work: let the condition be about a block of 8 x 8 elements, one for each invocation, not about an invocation's own row.",
        ),
    ],
    timed: TimedAt::Never(NO_TIME),
    ..exercise!("exercise-2", transposed::LEFT, TILES)
};
