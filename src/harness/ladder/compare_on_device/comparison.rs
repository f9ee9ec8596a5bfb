//! What a problem's outputs and inputs are held against on the device, and what is known of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::kernel::{Comparer, Found};
use super::standard::Standard;
use crate::device::{BufferId, Device, DeviceError};
use crate::kernel::Scalar;
use crate::lab::{Buffer, Data, Expected};
use crate::verify::{Poison, Verdict, compare_one, holds, weighed_sum};

/// What stands in no input that is compared on the device.
const ABSENT: u32 = 0x7FD5_2A67;

/// The comparison of one problem's buffers.
pub struct Comparison {
    comparer: Arc<Comparer>,
    /// A copy of each input as it was made, by binding.
    pristine: BTreeMap<u32, Standard>,
    /// Inputs whose copies belong to another problem.
    shared: BTreeSet<u32>,
    outputs: BTreeMap<u32, Output>,
    /// Copies that are used no more here, and may be elsewhere.
    retired: Vec<Standard>,
}

/// What an output is held against; nothing where the host compares it.
struct Output {
    bounds: Option<Standard>,
    right: Option<Right>,
}

/// An output that the host and the device found right: others that equal it are.
struct Right {
    /// A copy; `None` where the bounds allow one value only, or where the device had no room for it.
    copy: Option<Standard>,
    verdict: Verdict,
}

/// What the device said of an output.
pub enum Answer {
    /// It is right.
    Right(Verdict),
    /// The host must compare it as well.
    Unconfirmed(Option<Found>),
}

impl Comparison {
    /// Nothing is held against anything yet.
    pub fn new(comparer: &Arc<Comparer>) -> Self {
        Self {
            comparer: Arc::clone(comparer),
            pristine: BTreeMap::new(),
            shared: BTreeSet::new(),
            outputs: BTreeMap::new(),
            retired: Vec::new(),
        }
    }

    /// Keeps a copy of the input in `buffer`, which holds `data`. Where there is no room for it, the host looks at the input.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn keep(
        &mut self,
        device: &mut impl Device,
        (binding, buffer): (u32, BufferId),
        data: &Data,
    ) -> Result<(), DeviceError> {
        let bytes = 4 * data.len() as u64;
        if data.len() < self.comparer.least || !self.comparer.has_room(bytes) {
            return Ok(());
        }
        let starts = (0..data.len()).step_by(self.comparer.piece);
        let sums: Option<Vec<(usize, u32)>> = starts
            .map(|start| {
                let words = data.words(start..(start + self.comparer.piece).min(data.len()));
                (!holds(&words, ABSENT)).then(|| (words.len(), weighed_sum(&words)))
            })
            .collect();
        let Some(sums) = sums else {
            return Ok(());
        };
        let copy = Standard::copy(device, buffer, bytes, (Scalar::U32, sums.into_iter())).await;
        if let Some(copy) = self.comparer.made(copy)? {
            self.pristine.insert(binding, copy);
        }
        Ok(())
    }

    /// Takes the copies of the inputs at `bindings` from another problem, which has the same there.
    pub fn share(&mut self, other: &Self, bindings: &BTreeSet<u32>) {
        let theirs = other.pristine.iter().filter(|(binding, _)| bindings.contains(binding));
        self.pristine.extend(theirs.map(|(binding, copy)| (*binding, copy.clone())));
        self.shared.clone_from(bindings);
    }

    /// Whether the input in `buffer` is as it was made; `None` where the host must look.
    ///
    /// # Errors
    /// [`DeviceError`] where the run failed.
    pub async fn is_unchanged(
        &mut self,
        device: &mut impl Device,
        (binding, buffer): (u32, BufferId),
    ) -> Result<Option<Found>, DeviceError> {
        let Some(copy) = self.pristine.get(&binding).filter(|_| self.comparer.distrusted().is_none()) else {
            return Ok(None);
        };
        self.comparer.compare(device, buffer, copy, ABSENT).await.map(Some)
    }

    /// Whether what the device `found` says that the input at `binding` is as it was made.
    pub fn says_unchanged(&self, binding: u32, found: &Found) -> bool {
        self.pristine.get(&binding).is_some_and(|copy| found.is_right(copy))
    }

    /// The host found the input at `binding` unchanged, of which the device did not say so.
    pub fn was_unchanged(&mut self, binding: u32, found: &Found) {
        let Some(copy) = self.pristine.remove(&binding) else {
            return;
        };
        if found.is_sound(&copy) {
            self.comparer.distrust("it called an input changed that the host found unchanged".to_owned());
        }
        if !self.shared.contains(&binding) {
            self.retired.push(copy);
        }
    }

    /// Works out the bounds of an output, and brings them up, where it is compared there.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn prepare(
        &mut self,
        device: &mut impl Device,
        output: &Buffer,
        expected: &Expected,
    ) -> Result<(), DeviceError> {
        let only_here = expected.norm.is_some() || expected.truth.is_some() || expected.undone.is_some();
        if output.len < self.comparer.least || only_here || self.outputs.contains_key(&output.binding) {
            return Ok(());
        }
        // Two bounds and a copy.
        let bounds = match self.comparer.has_room(3 * output.bytes()) {
            true => Standard::of(device, expected, (output.scalar, output.len), self.comparer.piece).await.transpose(),
            false => None,
        };
        let bounds = bounds.map(|bounds| self.comparer.made(bounds)).transpose()?.flatten();
        self.outputs.insert(output.binding, Output { bounds, right: None });
        Ok(())
    }

    /// What the device says of the output in `buffer`; `None` where the host compares it.
    ///
    /// # Errors
    /// [`DeviceError`] where the run failed.
    pub async fn answer(
        &mut self,
        device: &mut impl Device,
        (output, buffer): (&Buffer, BufferId),
        expected: &Expected,
        poison: Poison,
    ) -> Result<Option<Answer>, DeviceError> {
        let comparer = Arc::clone(&self.comparer);
        if comparer.distrusted().is_some() {
            return Ok(None);
        }
        self.prepare(device, output, expected).await?;
        let Some(Output { bounds: Some(bounds), right }) = self.outputs.get(&output.binding) else {
            return Ok(None);
        };
        if let Some(Right { copy: Some(copy), verdict }) = right {
            let found = comparer.compare(device, buffer, copy, poison.0).await?;
            if found.is_right(copy) {
                return Ok(Some(Answer::Right(verdict.clone())));
            }
        }
        let found = comparer.compare(device, buffer, bounds, poison.0).await?;
        Ok(Some(match right {
            // It equals the first: the bounds allow one value only.
            Some(right) if found.is_right(bounds) && bounds.is_exact() => Answer::Right(right.verdict.clone()),
            Some(right) if found.is_right(bounds) => self.judge(output, expected, &found, right),
            _ => Answer::Unconfirmed(Some(found)),
        }))
    }

    /// The verdict on an output that is right and no copy of the first: of the elements that the device names the host works out
    /// which comes closest to its tolerance. One that the host calls wrong shows that the device is.
    fn judge(&self, output: &Buffer, expected: &Expected, found: &Found, right: &Right) -> Answer {
        let mut verdict = Verdict { elements: 0, wrong: 0, tolerance: right.verdict.tolerance, ..Verdict::default() };
        for &(index, bits) in &found.closest {
            verdict = verdict.and(compare_one(bits, output.scalar, index, expected));
        }
        if !verdict.passed() {
            self.comparer.distrust("it called an element right that is wrong".to_owned());
            return Answer::Unconfirmed(None);
        }
        Answer::Right(Verdict { elements: output.len, ..verdict })
    }

    /// Holds what the device `found` in the output in `buffer` against the host's `verdict` on it, which stands.
    ///
    /// # Errors
    /// [`DeviceError`] where the device was lost.
    pub async fn confirm(
        &mut self,
        device: &mut impl Device,
        (output, buffer): (&Buffer, BufferId),
        found: Option<Found>,
        verdict: &Verdict,
    ) -> Result<(), DeviceError> {
        let Some(found) = found else {
            return Ok(());
        };
        let Some(Output { bounds: Some(bounds), right }) = self.outputs.get_mut(&output.binding) else {
            return Ok(());
        };
        if !found.is_sound(bounds) {
            // Something wrote where it should not: what is left of the bounds is worth nothing, and they are made anew.
            self.forget(device, output.binding);
            return Ok(());
        }
        if found.wrong != verdict.wrong as u64 {
            let (device, host) = (found.wrong, verdict.wrong);
            self.comparer.distrust(format!("it found {device} wrong elements where the host found {host}"));
            return Ok(());
        }
        if verdict.passed() && right.is_none() {
            let sums = bounds.pieces.iter().map(|piece| piece.elements).zip(found.sums());
            let copy = match bounds.is_exact() {
                true => None,
                false => {
                    self.comparer.made(Standard::copy(device, buffer, output.bytes(), (output.scalar, sums)).await)?
                }
            };
            *right = Some(Right { copy, verdict: verdict.clone() });
        }
        Ok(())
    }

    fn forget(&mut self, device: &mut impl Device, binding: u32) {
        if let Some(output) = self.outputs.remove(&binding) {
            let copy = output.right.and_then(|right| right.copy);
            output.bounds.into_iter().chain(copy).for_each(|standard| self.comparer.unmake(device, standard));
        }
    }

    /// Whether the output at `binding` is compared there from now on, but for few of its elements.
    pub fn has_taken_over(&self, binding: u32) -> bool {
        let output = self.outputs.get(&binding);
        output.is_some_and(|output| output.right.is_some()) && self.comparer.distrusted().is_none()
    }

    /// Gives the buffers back.
    pub fn clear(mut self, device: &mut impl Device) {
        let bindings: Vec<u32> = self.outputs.keys().copied().collect();
        bindings.into_iter().for_each(|binding| self.forget(device, binding));
        let own = self.pristine.into_iter().filter(|(binding, _)| !self.shared.contains(binding));
        own.map(|(_, copy)| copy).chain(self.retired).for_each(|copy| self.comparer.unmake(device, copy));
    }
}

#[cfg(test)]
mod tests;
