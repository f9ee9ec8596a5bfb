//! Launches that hand data to each other through memory.

use super::suggestion::{Observation, Suggestion, suggest};
use crate::cache::{Dependence, Writers};
use crate::si_units::Bytes;
use crate::{Finding, FindingKind, Severity};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A group and a binding.
type Place = (u32, u32);

/// A buffer that one launch writes and a later one reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The variable's name where it is written.
    pub name: String,
    /// The launch that writes it last before, from 1.
    pub from: usize,
    /// The launch that reads it first after, from 1.
    pub to: usize,
    /// Bytes of the buffer.
    pub bytes: u64,
}

/// What a launch does with a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It reads it only.
    Reads,
    /// It writes it, and may read it too.
    Writes,
}

/// The pairs of launches, from 1, of which one writes a buffer and the next to touch it only reads it. A launch that writes
/// it again hands over its own data.
pub fn hand_overs(touches: &[Option<Touch>]) -> Vec<(usize, usize)> {
    let touching: Vec<_> = (1..).zip(touches).filter_map(|(number, touch)| Some((number, (*touch)?))).collect();
    let pairs = touching.windows(2).filter_map(|pair| match *pair {
        [(from, Touch::Writes), (to, Touch::Reads)] => Some((from, to)),
        _ => None,
    });
    pairs.collect()
}

/// Who wrote what and who reads it, over launches that follow each other; a buffer is what `K` calls it.
#[derive(Debug)]
pub struct HandOvers<K> {
    /// Of the last launch that wrote each.
    writers: BTreeMap<K, Arc<Writers>>,
    /// How what a launch reads of a buffer depends on who wrote it, by the launch's number from 1.
    dependences: BTreeMap<(usize, K), Dependence>,
}

impl<K> Default for HandOvers<K> {
    fn default() -> Self {
        Self { writers: BTreeMap::new(), dependences: BTreeMap::new() }
    }
}

impl<K: Ord + Clone> HandOvers<K> {
    /// [`crate::Options::written_by`] of a launch that binds these.
    pub fn written_by<'a>(&self, bound: impl IntoIterator<Item = &'a (Place, K)>) -> BTreeMap<Place, Arc<Writers>>
    where
        K: 'a,
    {
        let known = bound.into_iter().filter_map(|(place, buffer)| Some((*place, self.writers.get(buffer)?.clone())));
        known.collect()
    }

    /// Adds the launch of this number, from 1, which binds these.
    pub fn add<'a>(
        &mut self,
        launch: usize,
        bound: impl IntoIterator<Item = &'a (Place, K)>,
        writers: &BTreeMap<Place, Arc<Writers>>,
        dependences: &BTreeMap<Place, Dependence>,
    ) where
        K: 'a,
    {
        for (place, buffer) in bound {
            if let Some(dependence) = dependences.get(place) {
                self.dependences.insert((launch, buffer.clone()), *dependence);
            }
            if let Some(writers) = writers.get(place) {
                self.writers.insert(buffer.clone(), Arc::clone(writers));
            }
        }
    }

    /// Whether a launch can be part of the one that wrote what it reads of `buffer`: where it is not known, it is not said.
    pub fn can_fuse(&self, launch: usize, buffer: &K) -> bool {
        self.dependences.get(&(launch, buffer.clone())).is_some_and(|dependence| dependence.can_fuse())
    }
}

/// The share of DRAM traffic above which handed-over data is worth a finding: one sum per workgroup is not.
const SHARE: f64 = 0.05;

/// What launches that follow each other write only for the next to read, where that is much of the bytes that they move to and
/// from DRAM, as far as those are known.
pub fn unfused(launches: usize, handed: &[Handed], dram_bytes: Option<u64>) -> Option<Finding> {
    let bytes: u64 = handed.iter().map(|one| 2 * one.bytes).sum();
    if bytes == 0 || dram_bytes.is_some_and(|moved| (bytes as f64) < SHARE * moved as f64) {
        return None;
    }
    let each: Vec<String> = handed
        .iter()
        .map(|one| format!("`{}` ({}) from dispatch {} to {}", one.name, Bytes(one.bytes as f64), one.from, one.to))
        .collect();
    let seen = format!("{launches} dispatches pass {} through memory", each.join(", "));
    let more = format!(": {} are written and read again only to hand them over", Bytes(bytes as f64));
    let observation = Observation::because(&seen, "each is a separate kernel", &more);
    let more = ", so that the value stays in a register, or in workgroup memory where other invocations of the workgroup need it";
    let next = (Suggestion::Fuse, more.to_owned());
    Some(suggest(FindingKind::UnfusedTraffic, Severity::Warning, 0, observation, next))
}
