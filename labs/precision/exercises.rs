//! What a student writes: a sum that is wider than its terms, and a product in three.

use super::{split, wide};
use crate::lab::{Cap, Exercise, Figure, Goal, Hint, Hints, Need, Sign, TimedAt, exercise, goals};
use crate::sim::FindingKind;

pub static ALL: &[Exercise] = &[WIDE, SPLIT];

const WIDE: Exercise = Exercise {
    task: "Accumulate wide: values in f16, and an error of f32",
    size: 1 << 16,
    goals: goals![
        Goal::at_most("error", "an error of at most 1e-5 against the stored values", Figure::ErrorL2, 1e-5),
        Goal::at_most(
            "dram",
            "at most 1.02 x the fewest DRAM bytes: 0.51 of those of f32",
            Figure::DramOverFewest,
            1.02
        ),
        Goal::at_most("requests", "at most 1.2 requests for 128 bytes", Figure::RequestsPerLine, 1.2),
        Goal::LANES,
        Goal::faster(1.1, "at least 1.1 times as fast as the start on the same GPU"),
    ],
    caps: &[Cap::part(Cap::ELEMENTS)],
    given: &["PAIRS"],
    hints: &[
        Hints::step(
            "where",
            "Where are digits lost? The values in f16 are given. A product of two f16 has 22 digits, which f32 has and f16 has not; and a sum of many is larger than \
             its terms. What must be f32, then?",
        ),
        Hints::step(
            "widen",
            "unpack2x16float gives f32 already. What in the start makes f16 of it again, and where are f16 values added up?",
        ),
        Hints::step(
            "words",
            "Let an invocation take words and not pairs: i goes from first / 2u + lane to the end in steps of WORKGROUP, as long as 2u * i < end. The word x[i] has the values \
             2 i and 2 i + 1; the second counts only if 2u * i + 1u < end.",
        ),
        Hints::step(
            "whole",
            "var sum = 0.0; for (var i = first / 2u + lane; 2u * i < end; i += WORKGROUP) { let a = unpack2x16float(x[i]); let b = unpack2x16float(y[i]); sum += a.x * b.x; \
             if 2u * i + 1u < end { sum += a.y * b.y; } }",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Several invocations store the same element of `dots`. A workgroup has one dot product, and one of its invocations stores it, when the tree is \
             done: the others store nothing.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "Two invocations use the same place of `sums` without a barrier between them, one of them to write it. There is a barrier after each level of the tree, \
             and one before the first.",
        ),
        Hints::answer(
            "unorm",
            Sign::All(&[Sign::Wrong, Sign::Has("norm")]),
            "The bits are read as whole numbers: unpack2x16unorm and unpack2x16snorm give shares of 65535 or 32767. Those of f16 are read by unpack2x16float.",
        ),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "Each pair must be counted once. A word has two values, the first in .x and the second in .y: x's first is multiplied by y's first. With an odd number of pairs the \
             last word has one pair only, and what lies behind it is not zero. The tree brings together the sums of all lanes, down to one. And sums of two dot products must not meet: each workgroup has 4096 pairs of its own, and pair p lies in word p / 2.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: everything is rounded to f16. Begin at the first TODO.",
        ),
        Hints::IDLE,
        Hints::answer(
            "sum-in-f16",
            Sign::All(&[Sign::Above(Figure::ErrorL2, 2e-4), Sign::Any(&[Sign::Has("= 0.0h"), Sign::Has("array<f16")])]),
            "The sum is still kept in f16: each addition is rounded to 11 digits. A sum needs more digits than its terms: keep it in f32, in the loop as in the tree.",
        ),
        Hints::answer(
            "left-out",
            Sign::Above(Figure::ErrorL2, 1e-3),
            "So large an error is no rounding: pairs are left out, or counted twice. (An element counts as right within what a sum in f16 may be off by, which \
             hides that.) Does the loop reach the last word, and both values of each? Does the tree bring together the sums of all lanes?",
        ),
        Hints::answer(
            "widened-late",
            Sign::Above(Figure::ErrorL2, 1e-5),
            "Something is rounded to f16 on its way: a product that is calculated in f16 and widened afterwards, or a sum after an addition, has lost half of its digits. Widen the values, \
             then multiply and add in f32.",
        ),
        Hints::answer(
            "asked-twice",
            Sign::Above(Figure::RequestsPerLine, 1.2),
            "Words are asked for more than once: each of the two values in a word by an invocation of its own, or one after the other. Load a word into a `let`, and use both of its values.",
        ),
        Hints::answer(
            "more-bytes",
            Sign::Above(Figure::DramOverFewest, 1.02),
            "More bytes move than the values have. Read each word of x and y once, and write nothing but `dots`.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.9),
            "Many lanes idle: let all invocations of the workgroup take words, side by side, and add up in a tree.",
        ),
    ],
    timed: TimedAt::Size(1 << 22),
    ..exercise!("exercise", wide::PART, wide::ROWS)
};

/// What three products bring in time.
const NO_TIME: &str = "Three products take longer than one.";

const SPLIT: Exercise = Exercise {
    task: "Split: f32 matrices as three products of f16",
    size: 160,
    ragged: true,
    sizes: &[1, 17, 67],
    goals: goals![
        Goal::at_most("error", "an error of at most 2^-20 (9.5e-7)", Figure::ErrorL2, 1.0 / (1 << 20) as f64),
        Goal::at_most("products", "at most 3 products of f16 for each one", Figure::MatrixFlopOverNeeded, 3.01),
        Goal::at_most("scalar", "at most 0.6 x the FLOPs needed outside of matrix units", Figure::FlopOverNeeded, 0.6),
        Goal::at_least("lanes", "at least 0.8 of the lanes at work", Figure::LaneEfficiency, 0.8),
        Goal::faster(0.2, "at least a fifth as fast as the start on the same GPU"),
    ],
    caps: &[],
    given: &["SIDE"],
    hints: &[
        Hints::step(
            "rest",
            "An f16 next to a value leaves a rest, which f32 has exactly. If the rest is kept too, as another f16, how many digits have the two together? What \
             do the tiles then need?",
        ),
        Hints::step(
            "products",
            "(a_hi + a_lo) (b_hi + b_lo) has four products. Which one is smaller than the last digit of f32, so that it can be left out? The other three go into the same sum.",
        ),
        Hints::step(
            "scale",
            "A value of 2^-8 leaves a rest of about 2^-20, and f16 is subnormal below 2^-14: it has five digits left there. Multiply the value by a power of two before it is split, say 256: no digit is lost. \
             C is then 65536 times as large.",
        ),
        Hints::step(
            "whole",
            "let own = 256.0 * load_a(...); let hi = f16(own); tile_a[i] = hi; rest_a[i] = f16(own - f32(hi)); the same for b; sum = coopMultiplyAdd(a_lo, b_hi, sum); sum = coopMultiplyAdd(a_hi, b_lo, sum); \
             sum = coopMultiplyAdd(a_hi, b_hi, sum); and c[...] = tile_c[i] / 65536.0.",
        ),
        Hints::LAUNCH,
        Hints::BASICS,
        Hints::RULES,
        Hints::One(Hint::WIDTH),
        Hints::One(Hint::UNINITIALIZED),
        Hints::answer(
            "buffer-race",
            Sign::FaultInBuffer(FindingKind::Race),
            "Two invocations store the same element of C. A workgroup has TILE x TILE elements of its own, and the loop that stores them gives each to one \
             invocation: it begins at the invocation's number, and goes on by THREADS.",
        ),
        Hints::answer(
            "race",
            Sign::Fault(FindingKind::Race),
            "A tile is written while others may still read it, or read before it is complete. There is a barrier after the tiles are filled, one after all have multiplied, and one after the sums are stored to tile_c, before they are read there.",
        ),
        Hints::answer(
            "overflow",
            Sign::All(&[Sign::Wrong, Sign::Any(&[Sign::GotNan, Sign::GotInfinity, Sign::GotMinusInfinity])]),
            "Something is infinite: f16 ends at 65504. The values have sizes up to 2^-7; what they are multiplied by before they are split must keep them below that. 256 is enough.",
        ),
        Hints::answer(
            "wrong",
            Sign::Wrong,
            "An element of C is the sum of hi hi, lo hi and hi lo, each loaded from the tile that it is named after, with the length of that tile's rows. lo is what hi leaves, own - f32(hi), and not \
             the value once more. What has been multiplied by a power of two on its way must be divided by it at the end: of both factors, so by its square if both have it.",
        ),
        Hints::answer(
            "unchanged",
            Sign::Unchanged,
            "This is still the start: A and B are rounded to f16. Begin at the first TODO.",
        ),
        Hints::answer(
            "not-matrices",
            Sign::Above(Figure::FlopOverNeeded, 0.6),
            "The products are calculated outside of the matrix units: f32 arithmetic is what they are to replace. Multiply tiles of f16 by coopMultiplyAdd.",
        ),
        Hints::answer(
            "sum-in-f16",
            Sign::All(&[Sign::Above(Figure::ErrorL2, 1e-6), Sign::Has("<f16, C>")]),
            "The sum is kept in f16, whose 11 digits it then has: the matrix of sums is coop_mat16x16<f32, C>.",
        ),
        Hints::answer(
            "four",
            Sign::Above(Figure::MatrixFlopOverNeeded, 3.01),
            "There are more than three products. The product of the two rests is 2^-22 of the whole: less than a rounding of f32, and not worth its time.",
        ),
        Hints::answer(
            "one",
            Sign::All(&[Sign::Above(Figure::ErrorL2, 1e-6), Sign::Below(Figure::MatrixFlopOverNeeded, 1.5)]),
            "There is one product for each one: what f16 leaves of A and B is not in it.",
        ),
        Hints::answer(
            "two",
            Sign::All(&[Sign::Above(Figure::ErrorL2, 1e-6), Sign::Below(Figure::MatrixFlopOverNeeded, 2.5)]),
            "There are two products: the rest of one of the two matrices is missing. Both are rounded, so both have a rest: lo hi and hi lo.",
        ),
        Hints::answer(
            "not-the-rest",
            Sign::Above(Figure::ErrorL2, 5e-5),
            "There are three products, and C is hardly more exact than with one. Either lo is not what hi leaves: that is the value less f32(hi), in f32, and then the nearest f16 to it. \
             Or they are not the three that count, hi hi, lo hi and hi lo, each from the tiles of its own. Or C passes through f16 when it is stored: its sums are f32, and stay so.",
        ),
        Hints::answer(
            "subnormal",
            Sign::Above(Figure::ErrorL2, 1.0 / (1 << 20) as f64),
            "Nearly: the rests have few digits, because they are so small that f16 is subnormal there, or are taken for zero. Multiply the values by a power of two before they are split, and C by its inverse, twice.",
        ),
        Hints::answer(
            "few-lanes",
            Sign::Below(Figure::LaneEfficiency, 0.8),
            "Many lanes idle: let all invocations of the workgroup split values, side by side.",
        ),
    ],
    timed: TimedAt::Never(NO_TIME),
    ..exercise!("exercise-2", split::PART, split::TILES).needing(&[Need::SubgroupOfOneSize])
};
