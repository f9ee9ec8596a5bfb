//! `flight`: sums of words, so many bytes of which are asked for at a time.
//!
//! A *slot* is a word under way: each has a sum of its own, of every element whose place leaves the slot's number when divided by the
//! number of slots. How many slots an invocation has is what parts the kernels, so that at one point of the axis all of them
//! have as many bytes in flight, and the same outputs.

use std::sync::{Arc, OnceLock};

use super::quarters::quarters;
use crate::facts::{DeviceType, Facts};
use crate::lab::{
    AxisMark, AxisUnit, Buffer, Ceilings, Expected, Fill, Inputs, Ordinate, Problem, Role, Sweep, Work, doublings,
};

/// Bytes in flight of the table's rows: below what fills any GPU.
const ROW: u32 = 32 << 10;

/// Bytes of a slot.
const WORD: u32 = 4;

/// Bytes in flight of a workgroup of the widest kernels: the axis' own points are multiples of it, so that no lane is idle.
const WHOLE: f64 = 2048.0;

/// Over the bytes in flight.
pub static OVER_BYTES: Sweep = Sweep {
    unit: AxisUnit::Byte,
    ordinate: Ordinate::Throughput,
    knees: true,
    marks: |_, ceilings| little(ceilings).into_iter().collect(),
    ..Sweep::over("bytes in flight that the invocations ask for", points, in_flight)
};

/// Numbers of slots that no point of the axis has; the last are those of hundreds of workgroups.
pub static BETWEEN: &[fn() -> Problem] = &[
    || in_flight(20_011, 1 << 12),
    || in_flight(9_999, 10_000),
    || in_flight(77, 16),
    || in_flight(40_009, 32),
    || in_flight(150_001, 300_000),
];

/// The problem of the rows.
pub fn problem(size: u32) -> Problem {
    in_flight(size, ROW)
}

/// Sums of `size` elements with so many bytes in flight, to the next four slots.
fn in_flight(size: u32, bytes: u32) -> Problem {
    let slots = bytes.div_ceil(4 * WORD).max(1).saturating_mul(4);
    let n = size as usize;
    Problem {
        label: format!("{slots} sums of {size} elements, a load under way for each"),
        size,
        extents: vec![("slots", slots), ("fours", slots / 4)],
        work: Work::new(n as f64, (4 * n + 4 * slots as usize) as f64),
        buffers: vec![
            Buffer::params(vec![size, slots]),
            Buffer::f32("x", 1, n, Role::Input(Fill::At(quarters))),
            Buffer::f32("sums", 2, slots as usize, Role::Output),
        ],
        reference: Box::new(move |inputs| vec![sums(inputs, slots as usize)]),
    }
}

/// The sums, in one pass over all elements when the first is asked for.
fn sums(inputs: &Inputs, slots: usize) -> Expected {
    let x = inputs.at(1);
    let sums = Arc::new(OnceLock::new());
    Expected::exactly(move |slot| {
        let sums: &Vec<f64> = sums.get_or_init(|| {
            let mut sums = vec![0.0; slots];
            for turn in x.whole().chunks(slots) {
                sums.iter_mut().zip(turn).for_each(|(sum, word)| *sum += f64::from(f32::from_bits(*word)));
            }
            sums
        });
        sums[slot]
    })
}

/// Powers of two around what must be in flight; where the machine is known, times what it holds with one word an invocation, so
/// that beyond it the workgroups come in whole rounds.
fn points(device: &Facts, ceilings: &Ceilings, size: u32) -> Vec<u32> {
    let Some(held) = held(ceilings) else {
        return match device.kind_on_silicon() {
            DeviceType::Discrete => doublings(32 << 10, 16 << 20),
            DeviceType::Cpu => doublings(4 << 10, 512 << 10),
            _ => doublings(4 << 10, 4 << 20),
        };
    };
    let needed = little(ceilings).map_or(held as f64, |mark| mark.at);
    let (least, most) = (needed.min(held as f64) / 24.0, needed.max(held as f64) * 12.0);
    // Each slot has four turns at least.
    let most = most.min(f64::from(size));
    let scaled = (-12..=12).map(|power| (held as f64 * f64::powi(2.0, power) / WHOLE).round() * WHOLE);
    let mut points: Vec<u32> =
        scaled.filter(|bytes| (least.max(WHOLE)..=most).contains(bytes)).map(|bytes| bytes as u32).collect();
    points.dedup();
    points
}

/// Bytes in flight where every invocation that the machine holds waits for one word.
fn held(ceilings: &Ceilings) -> Option<u64> {
    let machine = ceilings.machine.as_ref()?;
    let subgroups = machine.residency.subgroups.map(|most| most * machine.subgroup_width());
    let invocations = [machine.residency.invocations, subgroups].into_iter().flatten().min()?;
    Some(u64::from(invocations) * u64::from(machine.unit.count?) * u64::from(WORD))
}

/// Bandwidth times latency.
fn little(ceilings: &Ceilings) -> Option<AxisMark> {
    let machine = ceilings.machine.as_ref()?;
    let latency_s = machine.dram.latency_clocks? / machine.unit.clock_hz?;
    Some(AxisMark { at: ceilings.byte_per_s? * latency_s, label: "roof x the file's latency".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::machine::Machine;

    fn default_machine() -> Ceilings {
        let machine = Machine::builtin("ampere-8.6").expect("built in").clone();
        Ceilings { byte_per_s: Some(336e9), machine: Some(machine), ..Ceilings::default() }
    }

    #[test]
    fn what_is_needed_and_what_is_held_are_products_of_the_machine_s_own_figures() {
        let needed = little(&default_machine()).expect("known").at;
        assert!((needed / 134.4e3 - 1.0).abs() < 1e-3, "{needed}");
        assert_eq!(held(&default_machine()), Some(30 * 1536 * 4));
    }

    #[test]
    fn points_surround_the_knee_and_beyond_what_is_held_are_whole_rounds() {
        let mut ceilings = default_machine();
        let facts = Facts::of_kind(DeviceType::Simulated);
        for factor in [0.1, 1.0, 4.0] {
            ceilings.byte_per_s = Some(factor * 336e9);
            let (knee, points) = (factor * 134.4e3, points(&facts, &ceilings, 1 << 24));
            assert!(points.iter().filter(|at| f64::from(**at) < knee).count() >= 3, "{points:?}");
            assert!(points.iter().filter(|at| f64::from(**at) > knee).count() >= 2, "{points:?}");
            assert!(points.iter().all(|at| *at < 184_320 || at % 184_320 == 0), "{points:?}");
        }
    }

    #[test]
    fn an_element_more_or_less_makes_another_sum() {
        let problem = in_flight(1000, 64);
        let (inputs, sums) = problem.posed(3);
        let by_hand = |slot: usize| (slot..1000).step_by(16).map(|at| f64::from(inputs.f32(1)[at])).sum::<f64>();
        assert!((0..16).all(|slot| (sums.value)(slot) == by_hand(slot)));
        assert!(inputs.f32(1).iter().filter(|x| **x == 0.0).count() < 50);
        assert_eq!((sums.tolerance)(0), 0.0);
    }
}
