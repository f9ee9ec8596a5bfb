//! A race in two heats: the shapes most likely to win, then what the best of those suggest.

use std::fmt;

use super::race::{Entrant, Race};
use super::{Ceiling, CeilingError};
use crate::device::{Device, DeviceError, Facts};

/// The share of the budget after which no shape of the second heat starts.
const SECOND: f64 = 0.7;

/// What the shapes of one roof race on.
pub trait Track {
    /// What is tried.
    type Shape: Copy + fmt::Display;

    /// A shape that is ready to run.
    type Contestant: fmt::Display;

    /// The share of the budget after which no further shape of the first heat starts.
    const FIRST: f64;

    /// How many of the first heat lead to the second.
    const BEST: usize;

    /// The shapes of the first heat, those most likely to win first.
    fn first_heat(facts: &Facts) -> Vec<Self::Shape>;

    /// What else to try, given the best of the first heat.
    fn second_heat(facts: &Facts, best: &[Self::Shape]) -> Vec<Self::Shape>;

    /// The shape of a contestant.
    fn shape(contestant: &Self::Contestant) -> Self::Shape;

    /// Compiles `shape`, runs it once untimed, and sizes its batch.
    async fn entrant(
        &self,
        device: &mut impl Device,
        race: &mut Race<'_, Self::Contestant>,
        shape: Self::Shape,
    ) -> Result<Entrant<Self::Contestant>, CeilingError>;

    /// What is wrong with the results of `entrant`, if anything.
    async fn fault(
        &self,
        device: &mut impl Device,
        entrant: &Entrant<Self::Contestant>,
    ) -> Result<Option<String>, DeviceError>;
}

/// The shape of this name, among all that may have raced.
pub fn called<T: Track>(facts: &Facts, name: &str) -> Vec<T::Shape> {
    let first = T::first_heat(facts);
    let second: Vec<T::Shape> = first.iter().flat_map(|shape| T::second_heat(facts, &[*shape])).collect();
    first.into_iter().chain(second).find(|shape| shape.to_string() == name).into_iter().collect()
}

/// Both heats and the decision; where `only` names a shape, that one runs alone.
pub async fn run<T: Track>(
    track: &T,
    device: &mut impl Device,
    race: &mut Race<'_, T::Contestant>,
    only: Option<&str>,
) -> Result<Ceiling, CeilingError> {
    let first = match only {
        Some(name) => called::<T>(device.facts(), name),
        None => T::first_heat(device.facts()),
    };
    for shape in first {
        if race.spent(T::FIRST) && !race.is_empty() {
            break;
        }
        let entrant = track.entrant(device, race, shape).await;
        race.enter(entrant)?;
    }
    race.qualify(device).await?;
    let best: Vec<T::Shape> = race.ranked().iter().take(T::BEST).map(|entrant| T::shape(&entrant.shape)).collect();
    for shape in T::second_heat(device.facts(), &best) {
        if race.spent(SECOND) || only.is_some() {
            break;
        }
        let entrant = track.entrant(device, race, shape).await;
        race.enter(entrant)?;
    }
    race.qualify(device).await?;
    race.decide(device).await?;
    race.winner(device, async |device, entrant| track.fault(device, entrant).await).await
}
