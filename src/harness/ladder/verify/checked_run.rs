//! A run whose outputs are compared: they are poisoned, or stale, before it, and every element is held against the reference after it.

use std::collections::BTreeSet;

use crate::device::{Device, DeviceError};
use crate::harness::ladder::compare_on_device::Answer;
use crate::harness::ladder::fill::PIECE;
use crate::harness::ladder::prepare::device_problem::{DeviceProblem, answers};
use crate::harness::ladder::prepare::runnable::Runnable;
use crate::lab::{Buffer, Role};
use crate::verify::{Poison, Start, Verdict, compare, cycled, first_change, held, to_the_end};

/// What a checked run found.
pub enum Checked {
    /// The outputs' verdict.
    Outputs(Verdict),
    /// The kernel wrote to an input: its name, and the first element that changed.
    InputMutated(&'static str, usize),
}

impl DeviceProblem {
    /// Poisons the outputs, or fills them with stale values, runs `work` `repeats` times, and compares everything. What the host
    /// uploads is poisoned on the device, and what it brings back is compared where it brought it.
    ///
    /// # Errors
    /// [`DeviceError`] where the run failed.
    pub async fn checked_run(
        &mut self,
        device: &mut impl Device,
        work: &mut Runnable,
        repeats: u32,
        stale: bool,
    ) -> Result<Checked, DeviceError> {
        self.runs += 1;
        let poison = Poison::of_run(self.runs);
        let start = if stale { Start::Stale(poison) } else { Start::Poison(poison) };
        self.poison(device, work, start).await?;
        work.run(device, repeats).await?;
        if let Some((name, index)) = self.mutated(device).await? {
            // The next variant must find the inputs as they were.
            self.fill(device, &BTreeSet::new()).await?;
            return Ok(Checked::InputMutated(name, index));
        }
        self.verdict(device, work, start).await.map(Checked::Outputs)
    }

    /// Fills outputs and scratch space with what a kernel must overwrite.
    async fn poison(&mut self, device: &mut impl Device, work: &mut Runnable, start: Start) -> Result<(), DeviceError> {
        if let (Some(pages), Some(simulator)) = (&mut self.pages, device.simulated()) {
            pages.poison(simulator, &self.problem, &self.buffers, start.poison());
        }
        let bound = work.bound();
        for buffer in self.problem.buffers.iter().filter(|_| self.pages.is_none()) {
            // What no kernel of this variant touches holds what it held: large buffers take the host longer than a GPU's kernel.
            let unused =
                matches!(buffer.role, Role::Scratch | Role::OneOf) && !bound.contains(&self.buffers[&buffer.binding]);
            if unused {
                continue;
            }
            let uploaded = work.host_schedule().is_some_and(|schedule| schedule.uploaded.contains(&buffer.binding));
            if uploaded || matches!(buffer.role, Role::Output | Role::OneOf | Role::Scratch) {
                let id = self.buffers[&buffer.binding];
                let Some(schedule) = work.host_schedule() else {
                    device.cycle(id, &self.pattern(buffer, start), held(buffer.bytes())).await?;
                    continue;
                };
                let words = self.before(buffer, start);
                device.write(id, bytemuck::cast_slice(&words)).await?;
                if schedule.brought.contains(&buffer.binding) {
                    let own = words[..self.words(buffer.binding)].to_vec();
                    schedule.memory.insert(id, own);
                }
            }
        }
        Ok(())
    }

    /// Compares every output with the reference.
    async fn verdict(
        &mut self,
        device: &mut impl Device,
        work: &mut Runnable,
        start: Start,
    ) -> Result<Verdict, DeviceError> {
        let mut verdict = Verdict::default();
        let some = device.simulated().is_some_and(|simulator| simulator.left_some_out());
        let bound = work.bound();
        let own = answers(&self.problem, &self.expected, |binding| bound.contains(&self.buffers[&binding]));
        for (buffer, expected) in own {
            if let Some(pages) = &self.pages {
                let found = pages.verdict(buffer.binding, (buffer.scalar, buffer.len), expected, start.poison(), some);
                verdict = verdict.and(found);
                continue;
            }
            let id = self.buffers[&buffer.binding];
            let brought = work.host_schedule().filter(|schedule| schedule.brought.contains(&buffer.binding));
            if let Some(words) = brought.and_then(|schedule| schedule.memory.get(&id)) {
                let bytes = &bytemuck::cast_slice(words)[..buffer.bytes() as usize];
                verdict = verdict.and(compare(bytes, buffer.scalar, buffer.len, expected, start.poison()));
                continue;
            }
            let answer = match &mut self.comparison {
                Some(comparison) => comparison.answer(device, (buffer, id), expected, start.poison()).await?,
                None => None,
            };
            if let Some(Answer::Right(right)) = answer {
                verdict = verdict.and(right);
                continue;
            }
            let bytes = device.read(id, buffer.bytes()).await?;
            let found = compare(&bytes, buffer.scalar, buffer.len, expected, start.poison());
            if let (Some(comparison), Some(Answer::Unconfirmed(answer))) = (&mut self.comparison, answer) {
                comparison.confirm(device, (buffer, id), answer, &found).await?;
            }
            verdict = verdict.and(found);
        }
        Ok(verdict)
    }

    /// What `buffer` holds before a run, up to where the device makes it end.
    fn before(&self, buffer: &Buffer, start: Start) -> Vec<u32> {
        // Of an input that the host uploads, whose words are then all there are.
        if matches!(buffer.role, Role::Input(_)) {
            return to_the_end(&start.fill(buffer.bytes())).into_owned();
        }
        cycled(&self.pattern(buffer, start), held(buffer.bytes()))
    }

    /// What stands in an output or in scratch space before a run, again and again.
    fn pattern(&self, buffer: &Buffer, start: Start) -> Vec<u32> {
        let mut outputs = self.problem.outputs().zip(self.expected.iter());
        match outputs
            .find(|(output, _)| output.binding == buffer.binding && matches!(output.role, Role::Output | Role::OneOf))
        {
            Some((_, expected)) => start.output_pattern((buffer.scalar, buffer.len), expected),
            None => start.pattern(),
        }
    }

    async fn mutated(&mut self, device: &mut impl Device) -> Result<Option<(&'static str, usize)>, DeviceError> {
        if let Some(pages) = &self.pages {
            return Ok(pages.changed(&self.problem, &self.inputs));
        }
        for buffer in &self.problem.buffers {
            if !matches!(buffer.role, Role::Input(_)) {
                continue;
            }
            let at = (buffer.binding, self.buffers[&buffer.binding]);
            let found = match &mut self.comparison {
                Some(comparison) => comparison.is_unchanged(device, at).await?.zip(Some(comparison)),
                None => None,
            };
            if found.as_ref().is_some_and(|(found, comparison)| comparison.says_unchanged(at.0, found)) {
                continue;
            }
            let data = self.inputs.at(buffer.binding);
            for start in (0..data.len()).step_by(PIECE) {
                let before = data.words(start..(start + PIECE).min(data.len()));
                let now = device.read_at(at.1, 4 * start as u64, 4 * before.len() as u64).await?;
                if let Some(word) = first_change(bytemuck::cast_slice(&before), &now) {
                    return Ok(Some((buffer.name, (start + word) * 4 / buffer.scalar.bytes())));
                }
            }
            if let Some((found, comparison)) = found {
                comparison.was_unchanged(at.0, &found);
            }
        }
        Ok(None)
    }
}
