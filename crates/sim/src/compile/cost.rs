//! What an instruction of the compiled kernel takes.

use super::code::{Code, Form, Instruction, State, Unit};
use super::expansion::{conversions, divides_integers, hands_on, multiplies, shuffles};
use super::passes::half_packing::is_packed;
use crate::ir::{Op, Tern};

/// What each run of an instruction takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Slots of issue.
    pub issued: u32,
    /// Of these, the ones that expanding the instruction adds, or that it brings from where it stood.
    pub added: u32,
    /// Of the slots, arithmetic.
    pub arithmetic: u32,
    /// Of these, arithmetic on floats.
    pub float: u32,
    /// Of these, the ones on floats of 32 bits.
    pub float32: u32,
    /// For the special function unit.
    pub special: u32,
    /// Conversions between integers and floats, and counts of bits.
    pub conversions: u32,
    /// Products of integers.
    pub multiplies: u32,
    /// Values that other lanes are handed.
    pub shuffles: u32,
    /// Instructions of the scalar unit.
    pub scalars: u32,
    /// Registers that it reads.
    pub registers_read: u32,
    /// FLOP of a lane in f32.
    pub flop: u32,
    /// FLOP of a lane in f16.
    pub f16_flop: u32,
    /// As many FLOP in f16 as the instruction could do.
    pub f16_room: u32,
    /// FLOP of the matrix unit for a subgroup, by the [rate](crate::ir::Product::rate) that a machine has for them.
    pub matrix_flop: [u32; 3],
    /// Of the slots, those that a division of integers by an unknown value adds.
    pub division: u32,
}

/// What the instruction at `at` takes.
pub fn cost(code: &Code<'_>, at: usize) -> Cost {
    let instruction = &code.instructions[at];
    match (instruction.state, instruction.unit) {
        (State::Removed, _) => Cost::default(),
        (_, Unit::Scalar) => Cost { scalars: scalars(code, instruction), ..Cost::default() },
        (_, Unit::Lanes) if instruction.form == Form::Literal => literal(instruction),
        (_, Unit::Lanes) => lanes(code, at),
    }
}

/// A product and its sum are two: scalar units have no multiply-add for integers.
fn scalars(code: &Code<'_>, instruction: &Instruction) -> u32 {
    let sums = matches!(code.ops()[instruction.origin], Op::Tern { op: Tern::MulAddI | Tern::MulAddF, .. });
    if instruction.form == Form::Literal { 0 } else { instruction.counted.max(1) + u32::from(sums) }
}

/// A move of what is known, of which another instruction may take care.
fn literal(instruction: &Instruction) -> Cost {
    let issued = if instruction.state == State::Kept { instruction.counted } else { 0 };
    let float = if instruction.op.flop() > 0 { issued } else { 0 };
    Cost { issued, arithmetic: issued, float, float32: float, ..Cost::default() }
}

fn lanes(code: &Code<'_>, at: usize) -> Cost {
    let (facts, instruction) = (&code.facts, &code.instructions[at]);
    let op = facts.by_literal(at, instruction.op);
    let upper = code.program.code.upper_words.contains(&at);
    let half = code.program.code.halves.contains_key(&at);
    let base = if instruction.state == State::Kept { instruction.counted } else { 0 };
    let base = base * parts(op, code.target().subgroup_width);
    let expanded = instruction.expanded - 1;
    let reciprocal = u32::from(instruction.form == Form::ByReciprocal);
    let expanded = (expanded + u32::from(upper)).saturating_sub(reciprocal);
    let shuffled = u32::from(hands_on(op, facts));
    let floats = is_float(op);
    let in_lanes = if is_arithmetic(op) { base } else { 0 };
    let base_float = if op.flop() > 0 { in_lanes } else { 0 };
    let more_float = if floats { expanded.saturating_sub(shuffles(op, facts)) } else { 0 };
    // The float step of a conversion is what becomes part of another instruction.
    let merged = u32::from(instruction.state != State::Kept);
    let more_float = more_float.saturating_sub(merged);
    // What a product does that is part of a multiply-add counts with that.
    let own = |at: usize| {
        let half = code.program.code.halves.contains_key(&at);
        let flop = facts.by_literal(at, code.ops()[at]).flop();
        let room = if half && !is_packed(code, at) { flop * code.target().packed_f16 } else { 0 };
        if half { [0, flop, room] } else { [flop, 0, 0] }
    };
    let with_product = code.product_of(at).map_or([0; 3], own);
    let is_product = code.is_part_of_sum(at);
    let own = if is_product { [0; 3] } else { own(at) };
    let unknown_division = matches!(op, Op::Bin { op, b, .. } if divides_integers(op) && facts.literal(b).is_none());
    Cost {
        issued: base + expanded + shuffled,
        added: expanded + shuffled + if instruction.moved.is_some() { base } else { 0 },
        arithmetic: in_lanes + expanded + shuffled,
        float: base_float + more_float,
        float32: if half { 0 } else { base_float } + more_float,
        special: special(op).saturating_sub(reciprocal),
        conversions: conversions(op, facts),
        multiplies: multiplies(op, facts),
        shuffles: shuffles(op, facts),
        scalars: 0,
        registers_read: code.registers_read(at),
        flop: own[0] + with_product[0],
        f16_flop: own[1] + with_product[1],
        f16_room: own[2] + with_product[2],
        matrix_flop: matrix_flop(op),
        division: if unknown_division { expanded } else { 0 },
    }
}

/// Registers of a lane that one instruction loads or stores of a fragment: 16 bytes, or four 8 x 8 matrices (PTX, `ldmatrix.x4`).
const REGISTERS_AT_ONCE: u32 = 4;

/// FLOP of one instruction of a matrix unit, at most: of a product of 16 x 16 by 16 x 8 (PTX, `mma.m16n8k16`).
const FLOP_AT_ONCE: u32 = 4096;

/// Instructions that an operation on fragments takes.
fn parts(op: Op, width: u32) -> u32 {
    match op {
        Op::LoadTile { tile, .. } | Op::StoreTile { tile, .. } => {
            tile.fragment.registers(width).div_ceil(REGISTERS_AT_ONCE)
        }
        Op::MultiplyTiles { product, .. } => product.flop().div_ceil(FLOP_AT_ONCE),
        _ => 1,
    }
}

fn matrix_flop(op: Op) -> [u32; 3] {
    let mut flop = [0; 3];
    if let Op::MultiplyTiles { product, .. } = op {
        flop[product.rate()] = product.flop();
    }
    flop
}

fn is_arithmetic(op: Op) -> bool {
    matches!(op, Op::Un { .. } | Op::Bin { .. } | Op::Tern { .. })
}

fn is_float(op: Op) -> bool {
    match op {
        Op::Un { op, .. } => op.flop() > 0 || op.unpacks(),
        Op::Bin { op, .. } => op.flop() > 0,
        Op::SubgroupReduce { kind, .. } => kind.is_float(),
        _ => false,
    }
}

fn special(op: Op) -> u32 {
    match op {
        Op::Un { op, .. } => op.special(),
        Op::Bin { op, .. } => op.special(),
        _ => 0,
    }
}
