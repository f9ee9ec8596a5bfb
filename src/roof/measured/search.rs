//! A search in two rounds: the shapes most likely to be fastest, then refinements of the best of those.

use std::fmt;

use super::autotune::{Autotuner, Candidate};
use super::{Ceiling, CeilingError};
use crate::device::{Device, DeviceError, Facts};

/// The share of the budget after which no refined shape starts.
const SECOND: f64 = 0.7;

/// The shapes of one roof.
pub trait SearchSpace {
    /// What is tried.
    type Shape: Copy + fmt::Display;

    /// A shape that is ready to run.
    type Ready: fmt::Display;

    /// The share of the budget after which no further shape of the first round starts.
    const FIRST: f64;

    /// How many of the first round are refined.
    const BEST: usize;

    /// The shapes of the first round, those most likely to be fastest first.
    fn first(facts: &Facts) -> Vec<Self::Shape>;

    /// What else to try, given the best of the first round.
    fn refined(facts: &Facts, best: &[Self::Shape]) -> Vec<Self::Shape>;

    /// The shape of one that is ready.
    fn shape(ready: &Self::Ready) -> Self::Shape;

    /// Compiles `shape`, runs it once untimed, and sizes its batch.
    async fn candidate(
        &self,
        device: &mut impl Device,
        tuner: &mut Autotuner<'_, Self::Ready>,
        shape: Self::Shape,
    ) -> Result<Candidate<Self::Ready>, CeilingError>;

    /// What is wrong with the results of `candidate`, if anything.
    async fn fault(
        &self,
        device: &mut impl Device,
        candidate: &Candidate<Self::Ready>,
    ) -> Result<Option<String>, DeviceError>;
}

/// The shape of this name, among all that may have been tried.
pub fn named<T: SearchSpace>(facts: &Facts, name: &str) -> Vec<T::Shape> {
    let first = T::first(facts);
    let second: Vec<T::Shape> = first.iter().flat_map(|shape| T::refined(facts, &[*shape])).collect();
    first.into_iter().chain(second).find(|shape| shape.to_string() == name).into_iter().collect()
}

/// Both rounds, and the fastest of them; where `only` names a shape, that one runs alone.
pub async fn run<T: SearchSpace>(
    space: &T,
    device: &mut impl Device,
    tuner: &mut Autotuner<'_, T::Ready>,
    only: Option<&str>,
) -> Result<Ceiling, CeilingError> {
    let first = match only {
        Some(name) => named::<T>(device.facts(), name),
        None => T::first(device.facts()),
    };
    for shape in first {
        if tuner.spent(T::FIRST) && !tuner.is_empty() {
            break;
        }
        let candidate = space.candidate(device, tuner, shape).await;
        tuner.add(candidate)?;
    }
    tuner.time_new(device).await?;
    let best: Vec<T::Shape> = tuner.ranked().iter().take(T::BEST).map(|candidate| T::shape(&candidate.shape)).collect();
    for shape in T::refined(device.facts(), &best) {
        if tuner.spent(SECOND) || only.is_some() {
            break;
        }
        let candidate = space.candidate(device, tuner, shape).await;
        tuner.add(candidate)?;
    }
    tuner.time_new(device).await?;
    tuner.confirm(device).await?;
    tuner.fastest_right(device, async |device, candidate| space.fault(device, candidate).await).await
}
