//! Operations across the active lanes of a subgroup.

use super::eval;
use super::exec::{Lanes, Mask, lanes_of};
use super::scalar::{binary, math};
use super::value::{Scalar, Value};
use naga::{
    BinaryOperator as B, CollectiveOperation, GatherMode, MathFunction as M, ScalarKind, Statement,
    SubgroupOperation as S,
};

pub fn run(lanes: &mut Lanes<'_>, statement: &Statement, mask: &Mask) {
    for first in (0..mask.len()).step_by(lanes.width) {
        let last = (first + lanes.width).min(mask.len());
        let within = (0..mask.len()).map(|lane| mask[lane] && (first..last).contains(&lane)).collect();
        one(lanes, statement, first, &within);
    }
}

/// One subgroup, whose first lane is `first`.
fn one(lanes: &mut Lanes<'_>, statement: &Statement, first: usize, mask: &Mask) {
    match statement {
        Statement::SubgroupBallot { result, predicate } => {
            let holds = |lane: &usize| predicate.is_none_or(|at| lanes.value(*lane, at).scalar().truth());
            let bits = lanes_of(mask).filter(holds).fold(0u128, |bits, lane| bits | 1 << (lane - first));
            let words = [0, 32, 64, 96].map(|from| Scalar::u32((bits >> from) as u32));
            lanes.set(mask, *result, |_, _| Value::vector(words));
        }
        Statement::SubgroupGather { mode, argument, result } => {
            let active = lanes_of(mask).next();
            let values: Vec<_> = lanes_of(mask)
                .map(|lane| {
                    let from = source(lanes, mode, lane, first, active.unwrap_or(lane));
                    lanes.value(if mask.get(from) == Some(&true) { from } else { lane }, *argument)
                })
                .collect();
            for (lane, value) in lanes_of(mask).zip(values) {
                lanes.frame().values[lane][result.index()] = Some(value);
            }
        }
        Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
            let given: Vec<Value> = lanes_of(mask).map(|lane| lanes.value(lane, *argument)).collect();
            for (at, lane) in lanes_of(mask).enumerate() {
                let folded = match collective_op {
                    CollectiveOperation::Reduce => &given[..],
                    CollectiveOperation::InclusiveScan => &given[..=at],
                    CollectiveOperation::ExclusiveScan => &given[..at],
                };
                let start = eval::each(&[&given[at]], &|x| identity(*op, x[0].ty()));
                let fold = |sum: Value, next: &Value| eval::each(&[&sum, next], &|x| combine(*op, x[0], x[1]));
                let value = folded.iter().fold(start, fold);
                lanes.frame().values[lane][result.index()] = Some(value);
            }
        }
        other => panic!("a compute shader has no {other:?}"),
    }
}

/// The lane that a lane reads from.
fn source(lanes: &Lanes<'_>, mode: &GatherMode, lane: usize, first: usize, active: usize) -> usize {
    let given = |at| lanes.value(lane, at).scalar().integer() as usize;
    let own = lane - first;
    first
        + match *mode {
            GatherMode::BroadcastFirst => active - first,
            GatherMode::Broadcast(at) | GatherMode::Shuffle(at) => given(at),
            GatherMode::ShuffleDown(at) => own + given(at),
            GatherMode::ShuffleUp(at) => return lane.wrapping_sub(given(at)),
            GatherMode::ShuffleXor(at) => own ^ given(at),
            GatherMode::QuadBroadcast(at) => own & !3 | given(at),
            GatherMode::QuadSwap(direction) => own ^ (direction as usize + 1),
        }
}

fn combine(op: S, a: Scalar, b: Scalar) -> Scalar {
    match op {
        S::All | S::And => binary(B::And, a, b),
        S::Any | S::Or => binary(B::InclusiveOr, a, b),
        S::Xor => binary(B::ExclusiveOr, a, b),
        S::Add => binary(B::Add, a, b),
        S::Mul => binary(B::Multiply, a, b),
        S::Min => math(M::Min, &[a, b]),
        S::Max => math(M::Max, &[a, b]),
    }
}

/// What leaves a value as it is.
fn identity(op: S, ty: naga::Scalar) -> Scalar {
    let bits = 8 * u32::from(ty.width);
    let float = ty.kind == ScalarKind::Float;
    let lowest = || {
        if ty.kind == ScalarKind::Sint { -(1i128 << (bits - 1)) } else { 0 }
    };
    let highest = || lowest() + (1i128 << bits) - 1;
    match op {
        S::All => Scalar::Bool(true),
        S::Any => Scalar::Bool(false),
        S::Add if float => Scalar::float(ty.width, 0.0),
        S::Mul if float => Scalar::float(ty.width, 1.0),
        S::Min if float => Scalar::float(ty.width, f32::INFINITY),
        S::Max if float => Scalar::float(ty.width, f32::NEG_INFINITY),
        S::Add | S::Or | S::Xor => Scalar::int(ty, 0),
        S::Mul => Scalar::int(ty, 1),
        S::And => Scalar::int(ty, -1),
        S::Min => Scalar::int(ty, highest()),
        S::Max => Scalar::int(ty, lowest()),
    }
}
