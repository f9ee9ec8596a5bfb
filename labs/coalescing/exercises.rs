//! What a student writes: first whose element is whose, then a detour through workgroup memory.

use super::{axpy, pack};
use crate::lab::{Axis, Cap, Cover, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[AXPY, PACK];

const AXPY: Exercise = Exercise {
    task: "z = 2.5 x + y: give neighbouring invocations neighbouring elements",
    size: 256,
    goals: goals![
        Goal::COALESCED,
        Goal::FETCHED_ONCE,
        Goal::LANES,
        Goal::faster(1.0, "faster than the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::SectorsOverIdeal, Figure::SectorsAsWritten, 1.3),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 3.0),
        Cap::share(Cap::ELEMENTS),
    ],
    given: &["A"],
    hints: &[
        Hints::step(
            "look",
            "Write down, for one iteration of the loop, the index i of local = 0, 1, 2, 3. How many bytes lie between two \
             neighbours? A sector has 32 bytes: how many sectors do 32 invocations touch?",
        ),
        Hints::step(
            "who",
            "The loop decides what one invocation does next; `local` decides what its neighbour does at the same time. Only \
             the second matters to a sector. i must grow by one when `local` grows by one.",
        ),
        Hints::step(
            "whole",
            "In each iteration, let the whole workgroup take WORKGROUP neighbouring elements, and move on by WORKGROUP: \
             i = first + item * WORKGROUP + local.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::One(Hint::OUT_OF_BOUNDS),
        Hints::answer(
            "clamped",
            Sign::All(&[Sign::Fault(FindingKind::Race), Sign::Has("min(")]),
            "Two invocations write the same element. An index that min() holds below the end is the last element for all that \
             would come after it, and each of them writes that. Leave them out instead: if (i < params.n) { ... }.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations write the same element, or one reads what another writes. Every element is one invocation's: \
             with `item` counting the ITEMS iterations of the workgroup, the step from one to the next is WORKGROUP, and the workgroup's \
             first element is its number times COVER.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Every element must be computed once, as A * x + y, from x and y at its own index. Check i for the last invocation \
             in the last iteration: it should be first + COVER - 1.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start. In one iteration of the loop, neighbouring invocations are ITEMS elements apart: 256 \
             bytes, eight sectors further on. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle: in a workgroup smaller than a subgroup, or where a branch leaves the work to others. Every \
             invocation should have as many elements as its neighbours.",
        ),
        Hints::answer(
            "vector",
            Sign::All(&[Sign::Has("vec4"), Sign::Above(Figure::SectorsOverIdeal, 1.1)]),
            "A vec4 load takes 16 bytes at once, but the vectors of neighbouring invocations must still be neighbours: let \
             `local` count vectors by ones.",
        ),
        Hints::answer(
            "across-sectors",
            Sign::All(&[
                Sign::Above(Figure::SectorsOverIdeal, 1.1),
                Sign::Below(Figure::SectorsOverIdeal, 1.5),
                Sign::Below(Figure::SectorsOverFewest, 1.5),
            ]),
            "Nearly there: the lanes of a subgroup touch elements that lie together, but a sector more than these would fill. \
             Does the first element of each subgroup begin a sector, so that its number is a multiple of 8? Look for a shift, by \
             one, say, or for some lanes that go elsewhere.",
        ),
        Hints::answer(
            "strided",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "Neighbouring invocations, all or some of them, still touch elements that are not neighbours: the line is named above, and how far \
             apart they are, where that is the same for all. When `local` grows by 1, i must grow by 1.",
        ),
        Hints::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "Neighbours read and write neighbours, but more is moved than needed. Each z[i] in the source is a store \
             or a load of its own: x and y are to be read once, z to be written once and never read.",
        ),
    ],
    timed: TimedAt::Size(2000),
    ..exercise!("exercise", axpy::PART, Grid::COVERED)
};

/// As many records a workgroup as COVER says.
const COVERED_RECORDS: Grid = Grid(&[Axis { extent: "records", cover: Cover::ConstantOrWorkgroup("COVER") }]);

const PACK: Exercise = Exercise {
    task: "Arrays into records: change the order in workgroup memory, and free its banks",
    size: 256,
    goals: goals![
        Goal::COALESCED,
        Goal::FETCHED_ONCE,
        Goal::BANKS,
        Goal::LANES,
        Goal::faster(1.0, "faster than the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::SectorsOverIdeal, Figure::SectorsAsWritten, 1.3),
        Cap::on(Figure::WavefrontsOverIdeal, Figure::WavefrontsPerLine, 2.0),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 10.0),
    ],
    astray: &[FindingKind::Uncoalesced],
    given: &["FIELDS"],
    hints: &[
        Hints::step(
            "orders",
            "A workgroup's records are COVER * FIELDS floats in a row. In which order should neighbouring invocations store them, if only the stores \
             mattered? And in which order should they load, if only the loads mattered?",
        ),
        Hints::step(
            "tile",
            "Both orders are possible, one after the other, with the records in workgroup memory between them: load as before, but into a tile that has them as the \
             output has; after a barrier, let neighbouring invocations store neighbouring floats, a workgroup's worth at a time.",
        ),
        Hints::step(
            "edge",
            "The tile: var<workgroup> tile: array<f32, COVER * FIELDS>, with field f of the workgroup's record `local` at tile[local * FIELDS + f]. The last \
             workgroup has fewer records: guard each load with i < params.n, and each store with first * FIELDS + word < params.n * FIELDS. The barrier \
             stands outside of both.",
        ),
        Hints::step(
            "conflicts",
            "Workgroup memory has 32 banks of a word each. At the same f, neighbouring invocations write FIELDS = 8 words apart: 32 \
             of them meet in 4 banks. Leave one word free after each 32: put word w at w + w / 32u, when you write and when you \
             read, and make the tile that much longer.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "no-barrier",
            Sign::All(&[Sign::Fault(FindingKind::Race), Sign::Lacks("workgroupBarrier")]),
            "What one invocation puts into the tile another takes out: between the two everyone must wait. Put a \
             workgroupBarrier() between loads and stores.",
        ),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations touch the same element of a buffer, one of them to write it: each element is to be stored \
             once, by one invocation. Does the loop that stores go on by WORKGROUP, and do a workgroup's floats begin at first * FIELDS? \
             A workgroupBarrier orders the tile, not the buffers.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same word of the tile without a barrier between them, one of them to write it. If both write \
             it, the index gives it to both: word local * FIELDS + f is for field f of the workgroup's record `local` alone. If one reads it, a \
             barrier is missing: after the last write of what others read, or before what others read is overwritten.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "records[i * 8 + f] must be fields[f * n + i]. In the tile, counting from the workgroup's first record, that is \
             word local * 8 + f: is it written and read at the same place, padding included?",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: each store touches a sector for every invocation. Begin at the first TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle: in a workgroup smaller than a subgroup, or where a branch leaves the work to others.",
        ),
        Hints::answer(
            "vector",
            Sign::All(&[Sign::Has("vec4"), Sign::Above(Figure::SectorsOverIdeal, 1.1)]),
            "A vec4 moves 16 bytes at once, but the vectors of neighbouring invocations must be neighbours, too. Let \
             `local` count vectors by ones, and sort out in the tile whose they are.",
        ),
        Hints::answer(
            "scattered",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "One side is still scattered. In both the loads and the stores the index must grow by one when `local` does; only the tile may be touched \
             in another order.",
        ),
        Hints::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "Neighbours read and write neighbours, but more is moved than needed: each float is to be loaded once and \
             stored once.",
        ),
        Hints::answer(
            "atomics",
            Sign::All(&[Sign::Above(Figure::WavefrontsOverIdeal, 1.1), Sign::Has("atomic")]),
            "Atomic operations on the tile are served lane by lane where they meet, and are not needed: after a barrier, plain \
             loads and stores are safe.",
        ),
        Hints::answer(
            "banks",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.1),
            "Sectors are as they should be; now the banks. The line is named above, and, where it matters most, how many words lie between \
             neighbours, where that is the same for all: words whose numbers differ by 32 share a bank, so that 32 lanes share 4 banks at a distance of 8, and one bank at a distance \
             of 32. A word that stays unused now and then shifts \
             those behind it to other banks: after how many words must one be left free, so that no two of the 32 lanes meet?",
        ),
    ],
    timed: TimedAt::Size(2000),
    ..exercise!("exercise-2", pack::PART, COVERED_RECORDS)
};
