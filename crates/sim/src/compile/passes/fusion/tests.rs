use super::*;
use crate::ir::CONSTANT;
use crate::machine::Target;

const SEVEN: Reg = CONSTANT | 1;
const REST: Reg = CONSTANT | 2;
const EIGHT: Reg = CONSTANT | 3;
const BYTE: Reg = CONSTANT | 4;
const ZERO: Reg = CONSTANT | 5;

fn bin(op: Bin, dst: Reg, a: Reg, b: Reg) -> Op {
    Op::Bin { op, dst, a, b }
}

fn found(any_logic: bool, ops: &[Op]) -> Vec<usize> {
    // NVIDIA's instructions, or AMD's.
    let target = Target {
        three_operands: true,
        any_logic,
        logic_sets_predicate: any_logic,
        extracts_bytes_only: any_logic,
        converts_bytes: !any_logic,
        three_extremes: !any_logic,
        ..Target::default()
    };
    let facts = Facts::new([(SEVEN, 7), (REST, 25), (EIGHT, 8), (BYTE, 255), (ZERO, 0), (CONSTANT | 6, 1)], target);
    joined(ops, &facts, &uses(ops), &IndexedSet::default()).keys().collect()
}

#[test]
fn a_rotation_is_one_instruction() {
    let ops = [bin(Bin::Shl, 10, 0, SEVEN), bin(Bin::ShrU, 12, 0, REST), bin(Bin::Or, 14, 10, 12)];
    assert_eq!([true, false].map(|any| found(any, &ops)), [vec![0, 1], vec![0, 1]]);
    // Shifts that leave a gap, and one whose result something else needs.
    let gap = [ops[0], bin(Bin::ShrU, 12, 0, SEVEN), ops[2]];
    assert_eq!(found(true, &gap), []);
    let needed = [ops[0], ops[1], ops[2], bin(Bin::AddI, 16, 10, 1)];
    assert_eq!(found(true, &needed), []);
}

#[test]
fn three_terms_are_added_in_one_instruction_and_four_in_two() {
    let sum = |dst, a, b| bin(Bin::AddI, dst, a, b);
    let ops = [sum(10, 0, 1), sum(12, 10, 2), sum(14, 12, 3)];
    assert_eq!([found(true, &ops[..2]), found(true, &ops)], [vec![0], vec![0]]);
    assert_eq!(found(false, &[bin(Bin::Shl, 10, 0, SEVEN), sum(12, 10, 2)]), [0]);
    // By as much as is known at run time only.
    assert_eq!(found(false, &[bin(Bin::Shl, 10, 0, 3), sum(12, 10, 2)]), []);
    assert_eq!(found(false, &[ops[0], Op::Loop { line: 1 }, ops[1]]), []);
}

#[test]
fn any_function_of_three_words_is_one_instruction_where_there_is_such() {
    // The majority of 0, 1 and 2.
    let ops = [
        bin(Bin::And, 10, 0, 1),
        bin(Bin::And, 12, 0, 2),
        bin(Bin::Xor, 14, 10, 12),
        bin(Bin::And, 16, 1, 2),
        bin(Bin::Xor, 18, 14, 16),
    ];
    assert_eq!([true, false].map(|any| found(any, &ops)), [vec![0, 1, 2, 3], vec![2]]);
    // A fourth word takes another.
    assert_eq!(found(true, &[bin(Bin::Xor, 10, 0, 1), bin(Bin::Xor, 12, 10, 2), bin(Bin::Xor, 14, 12, 3)]), [0]);
}

#[test]
fn a_condition_is_counted_in_one_instruction() {
    const ONE: Reg = CONSTANT | 6;
    let flag = |b, c| Op::Tern { op: Tern::Select, dst: 10, a: 0, b, c };
    let sum = bin(Bin::AddI, 12, 1, 10);
    let both = |ops: &[Op]| [true, false].map(|any| found(any, ops));
    assert_eq!(both(&[flag(ONE, ZERO), sum]), [[0], [0]]);
    // Another value, the other way round, what something else needs, and what is no sum.
    assert_eq!(both(&[flag(SEVEN, ZERO), sum]), [[0; 0]; 2]);
    assert_eq!(both(&[flag(ZERO, ONE), sum]), [[0; 0]; 2]);
    assert_eq!(both(&[flag(ONE, ZERO), sum, bin(Bin::AddI, 14, 2, 10)]), [[0; 0]; 2]);
    assert_eq!(both(&[flag(ONE, ZERO), bin(Bin::SubI, 12, 10, 1)]), [[0; 0]; 2]);
}

#[test]
fn a_byte_becomes_an_f32_in_one_instruction_where_there_is_such() {
    let convert = |op, a| Op::Un { op, dst: 14, a };
    let both = |ops: &[Op]| [true, false].map(|any| found(any, ops));
    let field = [bin(Bin::ShrU, 10, 0, EIGHT), bin(Bin::And, 12, 10, BYTE)];
    assert_eq!(both(&[field[0], field[1], convert(Un::U32ToF32, 12)]), [vec![0], vec![0, 1]]);
    assert_eq!(both(&[bin(Bin::And, 12, 0, BYTE), convert(Un::U32ToF32, 12)]), [vec![], vec![0]]);
    // More than a byte is left, and what unpacks looks at the lowest alone.
    assert_eq!(both(&[field[0], convert(Un::U32ToF32, 10)]), [[0; 0]; 2]);
    assert_eq!(both(&[field[0], convert(Un::UnpackUnorm8, 10)]), [vec![], vec![0]]);
}

#[test]
fn a_choice_bit_by_bit_is_one_instruction() {
    let not = Op::Un { op: Un::NotI, dst: 10, a: 0 };
    let ops = [bin(Bin::And, 12, 0, 1), not, bin(Bin::And, 14, 10, 2), bin(Bin::Xor, 16, 12, 14)];
    assert_eq!([true, false].map(|any| found(any, &ops)), [vec![0, 1, 2], vec![0, 1, 2]]);
}

#[test]
fn a_field_of_bits_is_one_instruction() {
    let field = |by, mask| [bin(Bin::ShrU, 10, 0, by), bin(Bin::And, 12, 10, mask)];
    let both = |ops: &[Op]| [true, false].map(|any| found(any, ops));
    assert_eq!(both(&field(EIGHT, BYTE)), [[0], [0]]);
    // No byte of the word; by as much as is known at run time only.
    assert_eq!(both(&field(SEVEN, BYTE)), [vec![], vec![0]]);
    assert_eq!(both(&field(3, BYTE)), [vec![], vec![0]]);
    // The bits that a mask of 25 leaves are apart.
    assert_eq!(both(&field(EIGHT, REST)), [[0; 0]; 2]);
    // Something else needs the shift; the field and a third word are another instruction.
    let [shift, mask] = field(EIGHT, BYTE);
    assert_eq!(both(&[shift, mask, bin(Bin::AddI, 14, 10, 1)]), [[0; 0]; 2]);
    assert_eq!(both(&[shift, mask, bin(Bin::Or, 14, 12, 1)]), [[0], [0]]);
}

#[test]
fn a_test_of_bits_is_one_instruction_where_any_logic_is() {
    let both = |ops: &[Op]| [true, false].map(|any| found(any, ops));
    let test = |a, to| [bin(Bin::And, 12, a, EIGHT), bin(Bin::NeI, 14, 12, to)];
    assert_eq!(both(&test(0, ZERO)), [vec![0], vec![]]);
    // The bit itself; another value, and one that is known at run time only.
    assert_eq!([EIGHT, SEVEN, 3].map(|to| found(true, &test(0, to))), [vec![0], vec![], vec![]]);
    let [and, differs] = test(10, ZERO);
    assert_eq!(both(&[bin(Bin::ShrU, 10, 0, SEVEN), and, differs]), [vec![0, 1], vec![]]);
    assert_eq!(found(true, &[bin(Bin::ShrU, 10, 0, 3), and, differs]), [1]);
    // A sum sets none.
    assert_eq!(found(true, &[bin(Bin::AddI, 12, 0, 1), differs]), []);
}

#[test]
fn the_least_or_the_middle_of_three_is_one_instruction_where_there_is_such() {
    let both = |ops: &[Op]| [true, false].map(|any| found(any, ops));
    let least = |dst, a, b| bin(Bin::MinF, dst, a, b);
    assert_eq!(both(&[least(10, 0, 1), least(12, 10, 2), least(14, 12, 3)]), [vec![], vec![0]]);
    let held = |low, high| [bin(Bin::MaxU, 10, 0, low), bin(Bin::MinU, 12, 10, high)];
    assert_eq!(both(&held(SEVEN, BYTE)), [vec![], vec![0]]);
    // Bounds that are known at run time only may be the wrong way round.
    assert_eq!(both(&held(1, BYTE)), [[0; 0]; 2]);
    assert_eq!(both(&held(SEVEN, 2)), [[0; 0]; 2]);
}
