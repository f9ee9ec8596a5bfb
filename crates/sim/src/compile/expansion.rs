//! What a compiler makes of one instruction of ours: divisions of integers, and functions that no GPU has an instruction for.

use super::facts::Facts;
use crate::ir::{Bin, Op, Reg, Scan, ShuffleFrom, Tern, Un};

/// Instructions of a division of integers by what is known at run time only (CUDA C++ Programming Guide, arithmetic
/// instructions: "up to 20").
pub const DIVISION: u32 = 20;

/// Of these, products: two refine the reciprocal, one gives the quotient, one what remains (Mesa, nir_lower_idiv.c, emit_udiv; LLVM,
/// AMDGPUCodeGenPrepare.cpp, expandDivRem32).
const DIVISION_PRODUCTS: u32 = 4;

/// Instructions of a division by another literal than a power of two: a high product and shifts.
const DIVISION_BY_LITERAL: u32 = 4;

/// Of a signed one by a power of two: the sign, and what is added for it, so that the shift rounds towards zero.
const SIGNED_SHIFT: u32 = 4;

/// Bits of the integers that machines multiply like floats where they multiply others slowly (RDNA3 instruction set architecture,
/// `V_MUL_U32_U24`): indices and what they are multiplied with.
const SHORT: u32 = 24;

/// Instructions that a compiler makes of one.
pub fn expansion(op: Op, facts: &Facts) -> u32 {
    match op {
        Op::Un { op, .. } if counts_reversed(op, facts) => 2,
        Op::Un { op, .. } => function(op),
        Op::Bin { op: Bin::Pow, .. } => 3,
        Op::Bin { op: Bin::Atan2, .. } => 37,
        // A reciprocal and a product.
        Op::Bin { op: Bin::DivF, a, .. } => {
            if facts.literal(a) == Some(1.0_f32.to_bits()) {
                1
            } else {
                2
            }
        }
        // A quotient, its whole part, and what is left.
        Op::Bin { op: Bin::RemF, .. } => 4,
        // No instruction of NVIDIA's since Volta takes out bits but bytes: a shift and a mask.
        Op::Tern { op: Tern::ExtractI | Tern::ExtractU, b, c, .. } if facts.target.extracts_bytes_only => {
            let field = [b, c].map(|reg| facts.literal(reg));
            if matches!(field, [Some(by), Some(bits)] if by == 0 || is_byte(by, bits) || by.checked_add(bits) == Some(u32::BITS))
            {
                1
            } else {
                2
            }
        }
        Op::Bin { op, b, .. } => wide(op).max(division(op, divisor(op, b, facts))),
        Op::SubgroupReduce { scan, .. } => {
            let [beside, exclusive] = facts.target.reduction_overhead;
            let shift = if scan == Scan::Exclusive { exclusive } else { 0 };
            facts.fold_steps() * facts.target.reduction_step_instructions + beside + shift
        }
        _ => 1,
    }
}

/// Whether it counts from the lowest bit on: NVIDIA's machines reverse the bits and count from the highest (CUDA binary utilities,
/// instruction set: `BREV` and `FLO`).
fn counts_reversed(op: Un, facts: &Facts) -> bool {
    facts.target.reverses_to_count_trailing && matches!(op, Un::Ctz | Un::FirstTrailing)
}

/// Conversions and counts of bits in it that the special function unit may have to do.
pub fn conversions(op: Op, facts: &Facts) -> u32 {
    match op {
        Op::Un { op, .. } if op.floats_integer() && facts.target.integer_to_float => 0,
        Op::Un { op, .. } => u32::from(op.converts()) + u32::from(counts_reversed(op, facts)),
        // Of a remainder, the quotient's whole part.
        Op::Bin { op, .. } => u32::from(op == Bin::RemF),
        _ => 0,
    }
}

/// Whether these bits are a byte of their word.
pub fn is_byte(by: u32, bits: u32) -> bool {
    bits == u8::BITS && by.is_multiple_of(u8::BITS)
}

/// Values that it hands to other lanes by instructions of their own.
pub fn shuffles(op: Op, facts: &Facts) -> u32 {
    match op {
        Op::SubgroupShuffle { .. } => 1,
        Op::SubgroupReduce { .. } => facts.fold_steps() * (facts.target.reduction_step_instructions - 1),
        _ => 0,
    }
}

/// Whether handing values on takes the lanes' own time, and is no operand of what reads them.
pub fn hands_on(op: Op, facts: &Facts) -> bool {
    let Some(row) = facts.target.row_lanes else {
        return false;
    };
    match op {
        Op::SubgroupReduce { .. } => true,
        Op::SubgroupShuffle { from: ShuffleFrom::Xor, index, .. } => {
            facts.literal(index).is_none_or(|lanes| lanes >= row)
        }
        Op::SubgroupShuffle { from, .. } => from != ShuffleFrom::QuadSwap,
        _ => false,
    }
}

/// Products of integers in it that take as long as of any two: multiplications by few bits become shifts and sums.
pub fn multiplies(op: Op, facts: &Facts) -> u32 {
    let literal = |reg| facts.literal(reg);
    match op {
        Op::Bin { op: Bin::MulI, a, b, .. } | Op::Tern { op: Tern::MulAddI, a, b, .. } => {
            u32::from(literal(a).or(literal(b)).is_none_or(|value| is_long(value) && is_long(value.wrapping_neg())))
        }
        Op::Bin { op: Bin::Mul64, .. } => HALVES,
        Op::Bin { op: op @ (Bin::DivI | Bin::DivU | Bin::RemI | Bin::RemU), b, .. } => match literal(b) {
            None => DIVISION_PRODUCTS,
            Some(by) if by.is_power_of_two() => 0,
            // The high product, and for the remainder the quotient times the divisor.
            Some(_) => 1 + u32::from(matches!(op, Bin::RemI | Bin::RemU)),
        },
        _ => 0,
    }
}

/// Whether a factor is neither short nor a shift or two.
fn is_long(factor: u32) -> bool {
    factor >> SHORT != 0 && factor.count_ones() > 2
}

/// Products of halves in one of 64 bits that keeps 64: of the lower halves both words, and two that cross.
const HALVES: u32 = 4;

/// Of arithmetic on 64 bits, for which GPUs have no lanes: words, and what joins them.
fn wide(op: Bin) -> u32 {
    match op {
        Bin::Mul64 => HALVES + 2,
        // A comparison of two words, and a selection of two.
        Bin::MinI64 | Bin::MaxI64 | Bin::MinU64 | Bin::MaxU64 => 4,
        op if op.is_wide() => 2,
        _ => 1,
    }
}

/// The literal that an operation on integers has as its second operand: of 64 bits, both words.
fn divisor(op: Bin, reg: Reg, facts: &Facts) -> Option<u64> {
    let word = |reg| facts.literal(reg).map(u64::from);
    let high = if op.is_wide() { word(reg + 1)? } else { 0 };
    Some(high << u32::BITS | word(reg)?)
}

/// Whether it is a division of integers, or what remains of one.
pub fn divides_integers(op: Bin) -> bool {
    use Bin::{DivI, DivI64, DivU, DivU64, RemI, RemI64, RemU, RemU64};
    matches!(op, DivI | DivU | RemI | RemU | DivI64 | DivU64 | RemI64 | RemU64)
}

/// Of a division, whether or not the divisor is a literal.
fn division(op: Bin, literal: Option<u64>) -> u32 {
    let (words, signed, remains) = match op {
        Bin::DivU => (1, false, 0),
        Bin::DivI => (1, true, 0),
        Bin::RemU => (1, false, 1),
        Bin::RemI => (1, true, 1),
        // Four products of halves, as for schoolbook multiplication.
        Bin::DivI64 | Bin::DivU64 | Bin::RemI64 | Bin::RemU64 => (HALVES, false, 0),
        _ => return 1,
    };
    words
        * match literal {
            Some(1) => 1,
            Some(value) if value.is_power_of_two() => {
                if signed {
                    SIGNED_SHIFT + remains
                } else {
                    1
                }
            }
            // What remains takes a product and a difference more.
            Some(_) => DIVISION_BY_LITERAL + 2 * remains,
            None => DIVISION,
        }
}

/// Of an operation on 64 bits, or of a function that is made of others: the terms of its formula or polynomial in Mesa's `vtn_glsl450.c`, a product and a sum
/// being one. Those of the special function unit among them are its [`Un::special`].
fn function(op: Un) -> u32 {
    match op {
        Un::Tan => 5,
        Un::Asin | Un::Acos => 8,
        Un::Atan => 22,
        Un::Sinh | Un::Cosh => 5,
        Un::Tanh => 9,
        Un::Asinh => 7,
        Un::Acosh => 5,
        Un::Atanh => 6,
        // The converted field times a fraction, and for a signed one its least value (Mesa, nir_opt_algebraic.py, `lower_unpack_unorm_4x8`).
        Un::UnpackUnorm8 | Un::UnpackUnorm16 => 2,
        Un::UnpackSnorm8 | Un::UnpackSnorm16 => 3,
        // Bounds, the product, and its conversion.
        Un::PackUnorm8 => 3,
        Un::PackSnorm8 => 4,
        op if op.is_wide() => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::CONSTANT;
    use crate::machine::Target;
    use crate::type_layout::Kind;

    #[test]
    fn bits_that_are_no_byte_are_shifted_and_masked_where_no_instruction_takes_them_out() {
        let known = [0, 8, 12, 20].map(|value| (CONSTANT | value, value));
        let field = |by: Reg, bits: Reg| Op::Tern { op: Tern::ExtractU, dst: 10, a: 0, b: by, c: bits };
        let of = |extracts_bytes_only, by, bits| {
            let facts = Facts::new(known, Target { extracts_bytes_only, ..Target::default() });
            expansion(field(by, bits), &facts)
        };
        let fields = [(8, 8), (0, 12), (20, 12), (12, 8), (8, 12)].map(|(by, bits)| (CONSTANT | by, CONSTANT | bits));
        assert_eq!(fields.map(|(by, bits)| of(true, by, bits)), [1, 1, 1, 2, 2]);
        assert_eq!(of(true, 2, CONSTANT | 8), 2);
        assert_eq!(fields.map(|(by, bits)| of(false, by, bits)), [1; 5]);
    }

    #[test]
    fn folds_have_instructions_beside_their_steps_where_a_machine_says_so() {
        let reduce = |scan| Op::SubgroupReduce { scan, op: Bin::AddI, kind: Kind::U32, dst: 2, a: 1, identity: 0 };
        let of = |kind, reduction_overhead| {
            let facts = Facts::new([], Target { subgroup_width: 64, reduction_overhead, ..Target::default() });
            expansion(reduce(kind), &facts)
        };
        let scans = [Scan::Reduce, Scan::Inclusive, Scan::Exclusive];
        assert_eq!(scans.map(|kind| of(kind, [0; 2])), [6; 3]);
        assert_eq!(scans.map(|kind| of(kind, [4, 4])), [10, 10, 14]);
    }

    #[test]
    fn what_a_row_hands_on_takes_no_instruction() {
        let lanes = CONSTANT | 1;
        let of = |from, index, by| {
            let facts = Facts::new([(lanes, by)], Target { row_lanes: Some(16), ..Target::default() });
            hands_on(Op::SubgroupShuffle { from, dst: 2, a: 1, index, site: 0 }, &facts)
        };
        assert_eq!([8, 15, 16, 32].map(|by| of(ShuffleFrom::Xor, lanes, by)), [false, false, true, true]);
        assert!(of(ShuffleFrom::Xor, 3, 8) && of(ShuffleFrom::Down, lanes, 1) && !of(ShuffleFrom::QuadSwap, lanes, 1));
        assert!(!hands_on(
            Op::SubgroupShuffle { from: ShuffleFrom::Down, dst: 2, a: 1, index: 3, site: 0 },
            &Facts::new([], Target::default())
        ));
    }
}
