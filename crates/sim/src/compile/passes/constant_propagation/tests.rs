use super::*;
use crate::ir::Bin;
use crate::ir::{Access, Mem};
use crate::machine::Target;
use crate::type_layout::Kind;

/// The counter, what the test makes, what the step makes.
const COUNTER: Reg = 0;
const TEST: Reg = 100;
const STEP: Reg = 102;

const LOOP: Op = Op::Loop { line: 1 };
const BACK: Op = Op::Back { cond: NONE, body: 0, site: 0 };
const CONTINUING: Op = Op::Continuing { end: 0 };
const END: Op = Op::EndLoop { skip: 0 };
const END_IF: Op = Op::EndIf { skip: 0 };

/// The register of a literal, up to 1024.
fn literal(value: u32) -> Reg {
    CONSTANT | value
}

fn bin(op: Bin, dst: Reg, a: Reg, b: Reg) -> Op {
    Op::Bin { op, dst, a, b }
}

fn assign(dst: Reg, src: Reg) -> Op {
    Op::Assign { dst, src }
}

fn exits(stay: bool) -> Op {
    Op::ExitTest { cond: TEST, stay, depth: 0, skip: 0, site: 0 }
}

fn under(cond: Reg, ops: &[Op]) -> Vec<Op> {
    [&[Op::If { cond, otherwise: 0, site: 0 }][..], ops, &[END_IF]].concat()
}

fn of(ops: &[Op]) -> UnrolledValues {
    let literals = (0..=1024).map(|value| (literal(value), value));
    known(ops, &Facts::new(literals, Target::default()), |base| base..base + 4)
}

/// `for (var s = begin; s .. bound; s = step) { body }`
fn counts(begin: Reg, test: [Op; 2], step: &[Op], body: &[Op]) -> Vec<Op> {
    let [compares, exits] = test;
    let rest = [CONTINUING, BACK, END];
    [&[assign(COUNTER, begin), LOOP, compares, exits], body, &rest[..1], step, &rest[1..]].concat()
}

fn stays(op: Bin, a: Reg, b: Reg) -> [Op; 2] {
    [bin(op, TEST, a, b), exits(true)]
}

fn steps(op: Bin, a: Reg, b: Reg) -> [Op; 2] {
    [bin(op, STEP, a, b), assign(COUNTER, STEP)]
}

fn iterations(begin: Reg, test: [Op; 2], step: [Op; 2]) -> Option<u32> {
    of(&counts(begin, test, &step, &[])).trip_counts.get(&1).copied()
}

fn halving(body: &[Op]) -> Vec<Op> {
    let test = stays(Bin::LtU, literal(0), COUNTER);
    counts(literal(128), test, &steps(Bin::DivU, COUNTER, literal(2)), body)
}

#[test]
fn passes_are_counted_whatever_the_step() {
    let (two, one) = (literal(2), literal(1));
    let falls = [Bin::DivU, Bin::DivI].map(|op| steps(op, COUNTER, two));
    for step in falls.into_iter().chain([Bin::ShrU, Bin::ShrI].map(|op| steps(op, COUNTER, one))) {
        assert_eq!(iterations(literal(128), stays(Bin::LtU, literal(0), COUNTER), step), Some(8), "{step:?}");
        assert_eq!(iterations(literal(128), stays(Bin::LeI, literal(32), COUNTER), step), Some(3), "{step:?}");
        assert_eq!(iterations(literal(128), stays(Bin::NeI, COUNTER, literal(0)), step), Some(8), "{step:?}");
    }
    let rises = [steps(Bin::MulI, COUNTER, two), steps(Bin::MulI, two, COUNTER), steps(Bin::Shl, COUNTER, one)];
    for step in rises.into_iter().chain([steps(Bin::AddI, COUNTER, COUNTER)]) {
        assert_eq!(iterations(one, stays(Bin::LtU, COUNTER, literal(256)), step), Some(8), "{step:?}");
        let leaves = [bin(Bin::LtU, TEST, literal(256), COUNTER), exits(false)];
        assert_eq!(iterations(one, leaves, step), Some(9), "{step:?}");
    }
    assert_eq!(iterations(literal(0), stays(Bin::LtU, COUNTER, literal(5)), steps(Bin::AddI, COUNTER, two)), Some(3));
    assert_eq!(iterations(literal(9), stays(Bin::LtU, COUNTER, literal(5)), steps(Bin::AddI, COUNTER, two)), Some(0));
}

#[test]
fn the_step_may_stand_in_the_body_and_the_test_at_the_end() {
    let (step, compares) = (steps(Bin::MulI, COUNTER, literal(2)), bin(Bin::LtU, TEST, COUNTER, literal(64)));
    let test = stays(Bin::LtU, COUNTER, literal(64));
    // `while`
    assert_eq!(of(&counts(literal(1), test, &[], &step)).trip_counts.get(&1), Some(&6));
    // `loop { body; step; if !(s < 64) { break; } }` runs its body once more than it goes on.
    let begins = [assign(COUNTER, literal(1)), LOOP];
    let ends = [&begins[..], &step, &[compares, exits(true), CONTINUING, BACK, END]].concat();
    assert_eq!(of(&ends).trip_counts.get(&1), Some(&6));
    // `continuing { step; break if s >= 64; }`
    let past = bin(Bin::LeU, TEST, literal(64), COUNTER);
    let back = [past, Op::Back { cond: TEST, body: 0, site: 0 }, END];
    assert_eq!(of(&[&begins[..], &[CONTINUING], &step, &back].concat()).trip_counts.get(&1), Some(&6));
}

#[test]
fn what_lanes_or_launches_decide_is_not_counted() {
    let (two, one, unknown) = (literal(2), literal(1), 50);
    let (test, double) = (stays(Bin::LtU, COUNTER, literal(256)), steps(Bin::MulI, COUNTER, two));
    assert_eq!(iterations(one, test, double), Some(8));
    // It stays at zero for ever.
    assert_eq!(iterations(literal(0), test, double), None);
    assert_eq!(iterations(literal(0), stays(Bin::LeU, literal(0), COUNTER), double), None);
    // What it begins with, its step, and what it is compared with.
    assert_eq!(iterations(unknown, test, double), None);
    assert_eq!(iterations(one, test, steps(Bin::MulI, COUNTER, unknown)), None);
    assert_eq!(iterations(one, stays(Bin::LtU, COUNTER, unknown), double), None);
    // Some lanes double once more, or leave, or turn back.
    let some = [&under(unknown, &double)[..], &double].concat();
    assert_eq!(of(&counts(one, test, &double, &under(unknown, &double))).trip_counts.get(&1), None);
    assert_eq!(of(&counts(one, test, &some, &[])).trip_counts.get(&1), None);
    for jump in [Op::Break { depth: 0, skip: 0 }, Op::Continue { depth: 0, skip: 0 }, exits(true)] {
        assert_eq!(of(&counts(one, test, &double, &under(unknown, &[jump]))).trip_counts.get(&1), None, "{jump:?}");
    }
    // All lanes do, twice an iteration.
    assert_eq!(of(&counts(one, test, &double, &double)).trip_counts.get(&1), Some(&4));
}

#[test]
fn a_loop_of_many_passes_or_instructions_is_not_laid_out() {
    let next = steps(Bin::AddI, COUNTER, literal(1));
    let most = |iterations| self::iterations(literal(0), stays(Bin::LtU, COUNTER, literal(iterations)), next);
    assert_eq!([most(32), most(33)], [Some(32), None]);
    // Eight iterations, up to 26 instructions for each of 32.
    let body = |size| of(&halving(&vec![bin(Bin::AddF, 60, 60, 61); size])).trip_counts.get(&1).copied();
    assert_eq!([body(104), body(105)], [Some(8), None]);
}

#[test]
fn what_goes_along_with_the_counter_is_known_and_what_lanes_bring_in_is_not() {
    let (offset, lane) = (4, 50);
    let twice = [bin(Bin::MulI, 104, offset, literal(2)), assign(offset, 104)];
    let reads = [bin(Bin::AddI, 106, lane, offset), bin(Bin::AddI, 108, offset, COUNTER)];
    let ops = [&[assign(offset, literal(1))][..], &halving(&[&reads[..], &twice].concat())].concat();
    let found = of(&ops);
    let at = |of: Op| ops.iter().position(|op| format!("{op:?}") == format!("{of:?}")).unwrap();
    let [sum, known] = reads.map(at);
    assert!(!found.removed.contains(sum) && found.operands.has(sum, offset));
    assert!(
        found.removed.contains(known)
            && found.removed.contains(at(twice[0]))
            && found.removed.contains(at(exits(true)))
    );
    // A load, and an element of an array by an index that is not known, may be anything.
    let access =
        Access { mem: Mem::Workgroup, kind: Kind::U32, size: 1, atomic: false, offset: 0, dynamic: lane, site: 0 };
    for changes in [Op::Load { access, dst: offset }, Op::RegStore { base: 2, offset: lane, src: lane, site: 0 }] {
        let ops = [&[assign(offset, literal(1))][..], &halving(&[&[changes], &reads[..]].concat())].concat();
        let found = of(&ops);
        assert_eq!(
            (found.trip_counts.get(&2), found.operands.iter().any(|(_, known)| known.contains(&offset))),
            (Some(&8), false)
        );
    }
}

/// A loop whose number of iterations nobody knows, around others.
fn around(ops: &[Op]) -> Vec<Op> {
    [&[LOOP, Op::ExitTest { cond: 90, stay: true, depth: 0, skip: 0, site: 0 }], ops, &[CONTINUING, BACK, END]].concat()
}

#[test]
fn a_loop_around_may_bring_in_other_values() {
    // The counter begins anew each time.
    assert_eq!(of(&around(&halving(&[]))).trip_counts.get(&3), Some(&8));
    // It goes on where it was.
    let halving = halving(&[]);
    let outside = [&halving[..1], &around(&halving[1..])].concat();
    assert_eq!(of(&outside).trip_counts.get(&3), None);
    // Two buffers, which change places in each of eight iterations, or of nine.
    let (first, lane) = (4, 50);
    let turns = [bin(Bin::AddI, 106, lane, first), bin(Bin::SubI, 104, literal(256), first), assign(first, 104)];
    for (begin, known) in [(128, true), (256, false)] {
        let test = stays(Bin::LtU, literal(0), COUNTER);
        let inner = counts(literal(begin), test, &steps(Bin::DivU, COUNTER, literal(2)), &turns);
        let ops = [&[assign(first, literal(0))][..], &around(&inner)].concat();
        assert_eq!(of(&ops).operands.iter().any(|(_, known)| known.contains(&first)), known, "{begin}");
    }
}

#[test]
fn what_one_of_several_ways_changes_is_not_known_after_it() {
    let (some, lane) = (4, 50);
    let reads = [bin(Bin::AddI, 106, lane, some)];
    let known = |ops: &[Op]| {
        let ops = [&[assign(some, literal(1))][..], &halving(&[ops, &reads[..]].concat())].concat();
        of(&ops).operands.iter().any(|(_, known)| known.contains(&some))
    };
    assert!(known(&under(lane, &[assign(some, literal(1))])));
    assert!(!known(&under(lane, &[assign(some, literal(2))])));
    let either = [assign(some, literal(2)), Op::Else { end: 0 }, assign(some, literal(2))];
    assert!(known(&under(lane, &either)));
    let case = |index| Op::Case { group: 90, index, next: 0 };
    let (switch, end) = (Op::Switch { selector: lane, group: 90, table: 0, site: 0 }, Op::EndSwitch { skip: 0 });
    assert!(known(&[switch, case(0), assign(60, literal(2)), case(1), assign(61, literal(2)), end]));
    assert!(!known(&[switch, case(0), assign(some, literal(1)), case(1), assign(some, literal(1)), end]));
    let returns = under(lane, &[Op::Return { depth: 0, skip: 0 }]);
    let called = |ops: &[Op]| [&[Op::Call { line: 1 }][..], ops, &[assign(some, literal(2)), Op::EndCall]].concat();
    assert!(known(&called(&[])) && !known(&called(&returns)));
}
