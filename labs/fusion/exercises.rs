//! What a student writes: a chain in registers, then two reductions in one.

use super::plane::BY_ROW;
use super::{gated, logsumexp};
use crate::lab::{Cap, Exercise, Figure, Goal, Grid, Hint, Hints, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[GATED, LOGSUMEXP];

const GATED: Exercise = Exercise {
    task: "A gated linear unit: read each input once, write the result once, nothing else",
    size: 256,
    goals: goals![
        Goal::at_most("traffic", "each array once: at most 1.1 x the fewest sectors", Figure::SectorsOverFewest, 1.1),
        Goal::DRAM,
        Goal::LANES,
        Goal::faster(1.2, "at least 1.2 x as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 3.0), Cap::share(Cap::ELEMENTS)],
    hints: &[
        Hints::step(
            "count",
            "For one element, count the loads and the stores of the start: how many floats does it move? How many must be \
             moved, if each input is read once and y written once?",
        ),
        Hints::step(
            "let",
            "What only this invocation writes and reads belongs in a `let`: it lives in a register, and costs no memory. \
             Which of s, t and gate are of that sort?",
        ),
        Hints::step(
            "whole",
            "let g = gate[i]; let sigmoid = 1.0 / (1.0 + exp(-g)); y[i] = g * sigmoid * up[i] + residual[i];",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations touch the same element. Nothing has to be shared here: each invocation has elements of its own.",
        ),
        Hints::MISSING,
        Hints::UNWRITTEN,
        Hints::One(Hint::ROUNDED),
        Hints::answer(
            "overflow",
            Sign::All(&[Sign::Wrong, Sign::Any(&[Sign::GotNan, Sign::GotInfinity])]),
            "An exponential overflows: exp of a value of 89 or more is too large for an f32, and infinity over infinity is no number. gate may be as large: take exp(-gate), as \
             the start does, which is then nearly 0.",
        ),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "y = gate * sigmoid(gate) * up + residual, with sigmoid(g) = 1 / (1 + exp(-g)): is the sign in the exponent right, is gate \
             a factor as well, is the residual added last, and is each array taken at the element's own index?",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: what a line writes to s or t, the next one reads back. Begin at the line with the \
             TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "branch",
            Sign::All(&[
                Sign::Below(Figure::LaneEfficiency, 0.9),
                Sign::Seen(FindingKind::Divergence),
                Sign::Asks(1, 1.5),
            ]),
            "A branch sends neighbours different ways: the subgroup goes both, one after the other, and some lanes idle on each. All elements have \
             the same formula, so no branch is needed; and what both sides load is loaded twice.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Some lanes idle. Give each invocation as many elements as its neighbours, and a workgroup 64 invocations or \
             more.",
        ),
        Hints::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverIdeal, 1.1),
            "Now the accesses are uncoalesced: neighbouring invocations must take neighbouring elements. The lab on coalescing has \
             an exercise on it.",
        ),
        Hints::answer(
            "scratch-left",
            Sign::All(&[Sign::Above(Figure::SectorsOverFewest, 1.1), Sign::Touches(4)]),
            "There is still a detour through memory: the buffer of binding 4 (s in the start) is written or read. What only \
             this invocation needs belongs in a `let`.",
        ),
        Hints::answer(
            "scratch-left-too",
            Sign::All(&[Sign::Above(Figure::SectorsOverFewest, 1.1), Sign::Touches(5)]),
            "There is still a detour through memory: the buffer of binding 5 (t in the start) is written or read. What only \
             this invocation needs belongs in a `let`.",
        ),
        Hints::answer(
            "output-as-scratch",
            Sign::Asks(6, 1.5),
            "y is touched more than once an element: it is to be written once, with the finished value, and never read. \
             What comes before belongs in a `let`.",
        ),
        Hints::answer(
            "read-twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "Nothing is written in between, but an array is read more than once: each gate[i], up[i] or residual[i] in the \
             source is a load of its own. Put the value into a `let`, and use that.",
        ),
        Hints::answer(
            "dram",
            Sign::Above(Figure::DramOverFewest, 1.2),
            "More bytes go to or come from DRAM than the arrays have: each is to be read or written from one end to the \
             other, once.",
        ),
    ],
    ..exercise!("exercise", gated::PART, Grid::COVERED)
};

const LOGSUMEXP: Exercise = Exercise {
    task: "log sum exp of each row: find the maximum and the sum in one go over it",
    size: 256,
    goals: goals![
        Goal::at_most(
            "once",
            "each element read once: at most 1.1 x the fewest sectors",
            Figure::SectorsOverFewest,
            1.1
        ),
        Goal::DRAM,
        Goal::at_least("lanes", "at least 0.6 of the lanes at work", Figure::LaneEfficiency, 0.6),
        Goal::faster(1.1, "at least 1.1 x as fast as the start on the same GPU"),
    ],
    caps: &[Cap::on(Figure::LaneEfficiency, Figure::LanesPerByte, 15.0)],
    hints: &[
        Hints::step(
            "factor",
            "exp(x - a) = exp(x - b) * exp(b - a). So a sum that was taken with the maximum b becomes the sum with the larger maximum a \
             by a single factor. Which?",
        ),
        Hints::step(
            "loop",
            "Each invocation keeps two numbers, the largest value so far and the sum that counts from it. A value that is larger still changes both: the \
             sum is brought down to the new maximum, and then the value's own part is added.",
        ),
        Hints::step(
            "reduce",
            "For each value: let next = max(largest, value); sum = sum * exp(largest - next) + exp(value - next); largest = next. It begins with \
             LOWEST and 0.0. At the end, find the maximum of all (row_max), scale each sum down to it by exp(largest - all), and add them up (row_sum).",
        ),
        Hints::step(
            "alternative",
            "Or keep the values: an invocation that holds its elements in a small array, or a workgroup that holds its rows in workgroup memory, \
             reads them from there the second time. That works as long as rows are short.",
        ),
        Hints::LAUNCH,
        Hints::answer(
            "underflow",
            Sign::All(&[Sign::Wrong, Sign::GotMinusInfinity]),
            "The sum is 0, and the logarithm of 0 is minus infinity: exp of -104 or less is 0 in an f32. The value that is subtracted must be a \
             maximum of this very row. Does the maximum begin with LOWEST, below every value, or with a number that a row may lie below?",
        ),
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations touch the same element of a buffer, one of them to write it: each row's result is to be stored \
             once, by one of its invocations.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same place of workgroup memory without a barrier between them, one of them to write \
             it. If both write it, it was given to both: the places of a row begin at local.y * LANES, and each of its LANES invocations has one. \
             Where an array serves two reductions, everyone must have read the result of the first before anyone writes \
             for the second; and within one, a barrier stands between every write and the reads of others.",
        ),
        Hints::MISSING,
        Hints::answer(
            "overflow",
            Sign::All(&[Sign::Wrong, Sign::GotInfinity]),
            "An exponential overflowed: exp of a value of 89 or more is too large for an f32. The maximum must be subtracted before exp is taken, of \
             each value: \
             the new maximum, where a larger value turns up.",
        ),
        Hints::answer(
            "not-a-number",
            Sign::All(&[Sign::Wrong, Sign::GotNan]),
            "A NaN: the difference of two infinities, 0 times infinity, or the logarithm of a negative sum. Begin with LOWEST, not with an infinity; subtract the \
             new maximum, from the value as from the old maximum, never the other way round; and add exponentials, never subtract them.",
        ),
        Hints::UNWRITTEN,
        Hints::One(Hint::ROUNDED),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Does element (row, column) come from x[row * columns + column]? Is a larger value kept as the maximum from then on? Is every sum scaled when its maximum changes: in the loop, where a larger value turns up, and after it, where \
             the sums of the row's invocations meet, which are added up (row_sum, not row_max)? Does the loop take every column once, up to the last, and the reduction every invocation of the row? Is the \
             logarithm taken once, of the whole row's sum, and the maximum of the whole row added to it? Are it and all exponentials those of e (exp and log, not exp2 and log2)?",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: the row is read twice. Begin at the line with the TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "uncoalesced",
            Sign::Above(Figure::SectorsOverIdeal, 1.2),
            "The loads are uncoalesced: neighbouring invocations read floats that are not neighbours (a row apart, with an \
             invocation for each row; a block apart, with a block of columns for each). Let neighbouring invocations take \
             neighbouring columns of one row.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.6),
            "Many lanes idle: some invocations do what all of a row's could share. Each of them takes its columns, and the \
             reduction halves their number step by step.",
        ),
        Hints::answer(
            "twice",
            Sign::Above(Figure::SectorsOverFewest, 1.1),
            "More is moved than each element once. Look for x[...] in the source: in each loop and in each branch it is a load of \
             its own. It should stand in one place, in one loop, and fill a `let`.",
        ),
        Hints::answer(
            "dram",
            Sign::Above(Figure::DramOverFewest, 1.2),
            "More bytes come from DRAM than the rows have: is each of them read from one end to the other, once?",
        ),
    ],
    timed: TimedAt::Size(2048),
    ..exercise!("exercise-2", logsumexp::PART, BY_ROW)
};
