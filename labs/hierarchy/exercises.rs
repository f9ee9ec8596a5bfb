//! What a student writes: loads that wait together, and a tile without a word to spare.

use super::{search, turned};
use crate::lab::{Axis, Cap, Cover, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[SEARCH, SWIZZLE];

const SEARCH: Exercise = Exercise {
    task: "A search in a list: ask for key and link together, and wait once a step",
    size: 64,
    goals: goals![
        Goal::at_most("waits", "at most 1.1 waits for memory a step", Figure::WaitsPerItem, 1.1),
        Goal::at_most("requested", "at most 1.1 x the fewest bytes requested", Figure::RequestedOverFewest, 1.1),
        Goal::LANES,
        Goal::faster(1.0, "faster than the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 8.0)],
    astray: &[FindingKind::Uncoalesced],
    hints: &[
        Hints::step(
            "count",
            "Follow one step with a finger: which loads does it make, and what must be known before each can be sent? Both \
             addresses are `at`. What keeps the second load from being sent with the first?",
        ),
        Hints::step(
            "why",
            "It is the comparison: the loop goes on only once the key is there, and the link is asked for after that. Ask for the \
             link before you compare. At the last step it is asked for in vain.",
        ),
        Hints::step(
            "whole",
            "In a loop: let key = keys[at]; let next = links[at]; then leave the loop where key is what is wanted, else at = next. Nothing \
             between the two loads uses the first.",
        ),
        Hints::LAUNCH,
        Hints::One(Hint::COMPILE),
        Hints::answer(
            "endless",
            Sign::Endless,
            "A search never ends: it goes past the node that it looks for, or never comes there. It begins at starts[i]; the next node is \
             links[at], with the same `at` as the key that was compared; it ends where keys[at] is the wanted key, which may be where it begins. And only an invocation whose i is below params.n has a search (`<`, not `<=`).",
        ),
        Hints::One(Hint::CONSTANTS_ALONE),
        Hints::One(Hint::MUTATED),
        Hints::One(Hint::BEYOND_TILE),
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations write the same element of `found`: each search is one invocation's, and its place follows from COVER.",
        ),
        Hints::MISSING,
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "`found[i]` must be the node that has exactly the key wanted[i]: its number, not its key, and not the node before it, nor the one after. Key and link that belong \
             together are those of one and the same `at`; compare before `at` moves on. And a search takes as many steps as it takes: no number \
             is enough for all.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: a step waits for a key, and then for a link. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "stored-each-step",
            Sign::Asks(5, 4.0),
            "`found` is stored at each step. Keep the place in a variable, and store it once, after the loop.",
        ),
        Hints::answer(
            "every-key",
            Sign::All(&[Sign::Above(Figure::RequestedOverFewest, 1.1), Sign::Lacks("links[")]),
            "Every key is looked at, from the first on, until the wanted one is found. A search has a way: it begins at starts[i], and follows the links to the \
             node, which takes fewer steps than there are nodes.",
        ),
        Hints::answer(
            "ahead",
            Sign::Above(Figure::RequestedOverFewest, 1.1),
            "More is asked for than a key and a link a step: something is loaded twice, or for a node further on that may never be \
             reached. What one step has loaded the next can keep in a variable.",
        ),
        Hints::answer(
            "two-waits",
            Sign::Above(Figure::WaitsPerItem, 1.1),
            "Each step still waits more than once. Between the load of the key and the load of the link of the same node, nothing may use \
             either: no comparison, no `if`, no sum. And what a later load's address comes from is waited for by itself.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle while others walk. Each invocation should have one search, as in the start, and a workgroup no fewer of them than a \
             subgroup has lanes.",
        ),
    ],
    ..exercise!("exercise", search::PART, Grid::COVERED)
};

/// As many tiles a workgroup as COVER says, one where it says nothing.
const TILES: Grid = Grid(&[Axis { extent: "tiles", cover: Cover::Constant("COVER") }]);

const SWIZZLE: Exercise = Exercise {
    task: "Columns of a tile that fills its memory: change the order of the words, not their number",
    size: 64,
    goals: goals![
        Goal::COALESCED,
        Goal::FETCHED_ONCE,
        Goal::BANKS,
        Goal::at_most("memory", "at most 4096 bytes of workgroup memory", Figure::WorkgroupBytes, 4096.0),
        Goal::LANES,
        Goal::faster(1.0, "faster than the start on the same GPU"),
    ],
    caps: &[
        Cap::on(Figure::WavefrontsOverIdeal, Figure::WavefrontsPerLine, 2.0),
        Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 12.0),
    ],
    astray: &[FindingKind::BankConflict],
    given: &["SIDE"],
    hints: &[
        Hints::step(
            "banks",
            "Word w of workgroup memory lies in bank w mod 32. Write down the banks of a column's first four words, at row 0, 1, 2 and 3. \
             By how much would row 1 have to be shifted so that they differ, and row 2?",
        ),
        Hints::step(
            "room",
            "A row has 32 words and 32 banks: within its row, a word may lie anywhere, as long as you find it again. Let the place in the row \
             depend on the row, too.",
        ),
        Hints::step(
            "whole",
            "Put the word of `row` and `column` at row * SIDE + (column ^ row), and read it from there. XOR with a row's number turns 0 to 31 \
             into 0 to 31 in another order, a different one in each row. (column + row) % SIDE does it as well.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "no-barrier",
            Sign::All(&[Sign::Fault(FindingKind::Race), Sign::Lacks("workgroupBarrier")]),
            "What one invocation puts into the tile another takes out: between the two everyone must wait at a workgroupBarrier().",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same word of the tile, or of `turned`, without a barrier between them, one of them to write it. Is the \
             place of each row and column one of its own?",
        ),
        Hints::One(Hint::UNINITIALIZED),
        Hints::MISSING,
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "turned[first + column * SIDE + row] must be tiles[first + row * SIDE + column]. In between, a word must be looked for where it was \
             put: the same function of row and column on both sides, and all of its 32 bits.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: a column's 32 words lie in one bank. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle: in a workgroup smaller than a subgroup, or where a branch leaves the work to others.",
        ),
        Hints::answer(
            "padded",
            Sign::Above(Figure::WorkgroupBytes, 4096.0),
            "More than 4096 bytes of workgroup memory are used: the tile fills all of them. A word of padding would free the banks, but there is no \
             room for it here: the words must take other places among the 1024 that there are.",
        ),
        Hints::answer(
            "scattered",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "One side of storage memory is scattered now. Both loops must count the words of `tiles` and of `turned` one by one; only the tile may be \
             touched in another order.",
        ),
        Hints::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "More is moved than needed: each word is to be loaded once and stored once.",
        ),
        Hints::answer(
            "conflicts",
            Sign::Above(Figure::WavefrontsOverIdeal, 1.1),
            "Words still meet in a bank: the line is named above. Write down the banks that the 32 lanes of that line touch: all 32 must differ, where \
             rows are written and where columns are read. What shifts a row must be different in each of the 32 rows.",
        ),
    ],
    timed: TimedAt::Size(4096),
    ..exercise!("exercise-2", turned::PART, TILES)
};
