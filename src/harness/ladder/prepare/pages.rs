//! A large problem on the simulator: pages of its buffers are made on first access, and only some workgroups of each launch run.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::variant_under_test::VariantUnderTest;
use crate::device::{BufferId, Simulated};
use crate::kernel::{Kernel, Scalar};
use crate::lab::{Expected, Grid, Inputs, PIECE, Problem, Role};
use crate::sim::{Paged, Sampling};
use crate::units::gcd;
use crate::verify::{Poison, Verdict, behind, compare, compare_written, held};

/// Subgroup instructions of a launch that is run whole, each request to memory taken for several: about a second of one core.
const WHOLE: u64 = 1 << 25;

/// The same at each of the points of a sweep, of which there are many, at a size above the lab's own.
const WHOLE_POINT: u64 = 1 << 24;

/// Bytes of a problem whose chains are run whole.
const WHOLE_CHAIN: u64 = 1 << 23;

/// Subgroup instructions of one of which a few workgroups are run, but where these take more.
const SOME: u64 = 1 << 20;

/// Parts of each launch of a chain that are run.
const PARTS: u64 = 4;

/// Workgroups of a part of the pass that has most, at least.
const A_PART: u64 = 64;

/// Words of a page of an output.
const OUTPUT_PAGE: usize = 1 << 12;

/// The pages of a problem's buffers, by binding.
pub struct Pages {
    buffers: BTreeMap<u32, (BufferId, Arc<Paged>)>,
}

impl Pages {
    /// Puts `problem`'s inputs into pages, its outputs later.
    pub fn new(simulator: &mut Simulated, problem: &Problem, inputs: &Inputs, ids: &BTreeMap<u32, BufferId>) -> Self {
        let mut pages = Self { buffers: BTreeMap::new() };
        pages.restore(simulator, problem, inputs, ids);
        pages
    }

    /// Restores the inputs.
    pub fn restore(
        &mut self,
        simulator: &mut Simulated,
        problem: &Problem,
        inputs: &Inputs,
        ids: &BTreeMap<u32, BufferId>,
    ) {
        for buffer in problem.buffers.iter().filter(|buffer| matches!(buffer.role, Role::Input(_))) {
            let data = inputs.at(buffer.binding);
            data.settle();
            let paged = Paged::new(held(buffer.bytes()), PIECE, move |range| {
                let mut words = data.words(range.start.min(data.len())..range.end.min(data.len()));
                words.extend((range.start + words.len()..range.end).map(behind));
                words
            });
            self.put(simulator, buffer.binding, ids[&buffer.binding], paged);
        }
    }

    fn put(&mut self, simulator: &mut Simulated, binding: u32, id: BufferId, paged: Paged) {
        let paged = Arc::new(paged);
        simulator.page(id, Arc::clone(&paged));
        self.buffers.insert(binding, (id, paged));
    }

    /// Poisons outputs and what lies between passes; what starts at zero is zero.
    pub fn poison(
        &mut self,
        simulator: &mut Simulated,
        problem: &Problem,
        ids: &BTreeMap<u32, BufferId>,
        poison: Poison,
    ) {
        for buffer in problem.buffers.iter().filter(|buffer| !matches!(buffer.role, Role::Input(_) | Role::Params(_))) {
            let start = if buffer.role.is_cleared() { Poison(0) } else { poison };
            let paged = Paged::new(held(buffer.bytes()), OUTPUT_PAGE, move |range| start.fill(4 * range.len() as u64));
            self.put(simulator, buffer.binding, ids[&buffer.binding], paged);
        }
    }

    /// The first input that a kernel changed, and the word.
    pub fn changed(&self, problem: &Problem, inputs: &Inputs) -> Option<(&'static str, usize)> {
        problem.buffers.iter().filter(|buffer| matches!(buffer.role, Role::Input(_))).find_map(|buffer| {
            let (_, paged) = self.buffers.get(&buffer.binding).filter(|(_, paged)| paged.is_written())?;
            let data = inputs.at(buffer.binding);
            let word = paged.touched().into_iter().find_map(|(first, words)| {
                let differs = |(at, word): (usize, &u32)| first + at < data.len() && data.u32(first + at) != *word;
                words.iter().enumerate().position(differs).map(|at| first + at)
            })?;
            Some((buffer.name, word * 4 / buffer.scalar.bytes()))
        })
    }

    /// The verdict on an output: on each element, or, where some workgroups were left out, on those that were written.
    pub fn verdict(
        &self,
        binding: u32,
        (scalar, len): (Scalar, usize),
        expected: &Expected,
        poison: Poison,
        some: bool,
    ) -> Verdict {
        let Some((_, paged)) = self.buffers.get(&binding) else {
            return Verdict::default();
        };
        if some {
            let verdict = compare_written(&paged.touched(), scalar, len, expected, poison);
            let nothing = Verdict { elements: len, wrong: len, unwritten: len, ..Verdict::default() };
            return if verdict.elements == 0 { nothing } else { verdict };
        }
        let mut words = poison.fill(paged.bytes());
        for (first, page) in paged.touched() {
            words[first..first + page.len()].copy_from_slice(&page);
        }
        compare(bytemuck::cast_slice(&words), scalar, len, expected, poison)
    }
}

/// Which workgroups of each pass of `subject` are run. The passes of a chain take the same parts of what they go over, so
/// that each finds what the one before it made; all are run where they do not go over the same.
pub fn sampling(
    subject: &VariantUnderTest,
    problem: &Problem,
    workgroups: &[[u32; 3]],
    bounded: bool,
) -> Vec<Sampling> {
    // What workgroups add up, or hand to each other, needs all of them.
    if problem.buffers.iter().any(|buffer| buffer.role.is_cleared()) {
        return Vec::new();
    }
    if workgroups.len() < 2 {
        return vec![Sampling::Few { whole: if bounded { WHOLE_POINT } else { WHOLE }, some: SOME }];
    }
    if problem.working_set() <= WHOLE_CHAIN {
        return Vec::new();
    }
    let passes = subject.variant.passes.iter().zip(&subject.kernels).zip(workgroups);
    let strips: Option<Vec<Strip>> =
        passes.map(|((pass, kernel), workgroups)| Strip::of(&pass.grid, problem, kernel, *workgroups)).collect();
    let Some(strips) = strips.filter(|strips| strips.iter().all(|strip| strip.extent == strips[0].extent)) else {
        return Vec::new();
    };
    let cover = strips.iter().fold(1, |all, strip| all / gcd(all, strip.cover) * strip.cover);
    let largest = strips.iter().map(|strip| cover / strip.cover * strip.workgroups).max().unwrap_or(1);
    let cover = cover * A_PART.div_ceil(largest.max(1));
    strips.iter().map(|strip| Sampling::Parts { parts: PARTS, each: cover / strip.cover * strip.workgroups }).collect()
}

/// Workgroups side by side that cover some units of the axis that a launch is slowest to go along.
struct Strip {
    extent: &'static str,
    cover: u64,
    workgroups: u64,
}

impl Strip {
    fn of(grid: &Grid, problem: &Problem, kernel: &Kernel, [x, y, _]: [u32; 3]) -> Option<Self> {
        let slowest = grid.0.len().checked_sub(1)?;
        let (_, cover) = grid.cut(problem, kernel, slowest).ok()?;
        let workgroups = match slowest {
            0 => 1,
            1 => u64::from(x),
            _ => u64::from(x) * u64::from(y),
        };
        Some(Self { extent: grid.0[slowest].extent, cover: u64::from(cover.max(1)), workgroups })
    }
}
