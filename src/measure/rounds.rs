//! Interleaved sampling: what is compared shares each moment of the machine.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::{Clock, Plan, Summary, choose_clock};
use crate::device::Timing;
use crate::units::Seconds;

/// The samples of one subject.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// Repeats in each batch.
    pub repeats: u32,
    /// One timing of `repeats` repeats a batch.
    pub batches: Vec<Timing>,
}

impl Samples {
    /// Times of one repeat by `clock`, a batch each, in order.
    pub fn times(&self, clock: Clock) -> Vec<Seconds> {
        let one = |timing: &Timing| Seconds(clock.read(*timing).0 / f64::from(self.repeats));
        self.batches.iter().map(one).collect()
    }

    /// The device's clock where it agrees with the host's, which also runs while the device waits for the host.
    pub fn clock(&self) -> Clock {
        choose_clock(&self.batches).0
    }

    /// What they say; `None` where nothing was sampled.
    pub fn summary(&self, clock: Clock) -> Option<Summary> {
        Summary::of(&self.times(clock))
    }

    /// By how much the fastest of the second half of the batches differs from that of the first, as a share: what held up one
    /// batch is not a change of the machine.
    pub fn drift(&self, clock: Clock) -> f64 {
        let times = self.times(clock);
        let fastest = |times: &[Seconds]| times.iter().map(|time| time.0).reduce(f64::min);
        let (first, second) = times.split_at(times.len() / 2);
        let change = fastest(first).zip(fastest(second)).map(|(first, second)| second / first);
        change.map_or(0.0, |change| (change - 1.0).abs())
    }

    fn done(&self, plan: &Plan) -> bool {
        let taken = self.batches.len();
        let spent: f64 = self.batches.iter().map(|timing| timing.wall.0).sum();
        if taken < plan.fewest {
            // A kernel slower than the budget is sampled a few times and no more.
            return taken >= plan.fewest_slow && spent > plan.budget.0;
        }
        taken >= plan.most || spent > plan.budget.0 || self.settled(plan)
    }

    fn settled(&self, plan: &Plan) -> bool {
        let walls: Vec<Seconds> = self.batches.iter().map(|timing| timing.wall).collect();
        Summary::of(&walls).is_some_and(|summary| summary.spread() < plan.spread)
    }
}

/// How many times as long as the companions the subjects run, before the companions run again.
const COMPANY: f64 = 4.0;

/// Times `subjects` subjects in rounds, each once a round in an order of chance, until each has samples enough: batch
/// number n of every subject is of round n. Behind the subjects come `companions`, whose repeats they are: each runs a batch
/// before the first round, after the last, and between others so often that a fifth of the time is theirs.
///
/// `time(subject, repeats)` runs one batch. The first batches are not counted: they touch buffers for the first
/// time and let clocks ramp up to a plateau; of companions that is done once, where their repeats are not known.
///
/// # Errors
/// The first error of `time`.
pub async fn sample<E>(
    subjects: usize,
    companions: &[Option<u32>],
    plan: &Plan,
    mut time: impl AsyncFnMut(usize, u32) -> Result<Timing, E>,
) -> Result<Vec<Samples>, E> {
    let mut all: Vec<Samples> = Vec::with_capacity(subjects + companions.len());
    for known in std::iter::repeat_n(&None, subjects).chain(companions) {
        let repeats = match known {
            // What ran since may have pushed out of the caches what it touches.
            Some(repeats) => time(all.len(), *repeats).await.map(|_| *repeats)?,
            None => ramp(plan, async |repeats| time(all.len(), repeats).await).await?,
        };
        all.push(Samples { repeats, batches: Vec::new() });
    }
    let mut chance = Rng::with_seed(plan.order);
    let companions: Vec<usize> = (subjects..all.len()).collect();
    let mut order: Vec<usize> = (0..subjects).collect();
    let (mut alone, mut together) = (f64::INFINITY, 0.0);
    loop {
        if order.is_empty() || alone >= COMPANY * together {
            together = run_round(&companions, &mut all, &mut time).await?;
            alone = 0.0;
        }
        if order.is_empty() {
            return Ok(all);
        }
        chance.shuffle(&mut order);
        alone += run_round(&order, &mut all, &mut time).await?;
        order.retain(|&subject| !all[subject].done(plan));
    }
}

/// A batch of each in this order; the seconds that they took.
async fn run_round<E>(
    order: &[usize],
    all: &mut [Samples],
    time: &mut impl AsyncFnMut(usize, u32) -> Result<Timing, E>,
) -> Result<f64, E> {
    let mut took = 0.0;
    for &subject in order {
        let timing = time(subject, all[subject].repeats).await?;
        took += timing.wall.0;
        all[subject].batches.push(timing);
    }
    Ok(took)
}

/// Two batches in a row that agree this well are a plateau (nvbench and cubecl use 3 to 5 %).
const PLATEAU: f64 = 0.05;

/// One run of a kernel that lasts this many batches serves as its own warm-up.
const LONG: f64 = 8.0;

/// How often to repeat in a batch, found while the clocks ramp up.
async fn ramp<E>(plan: &Plan, mut time: impl AsyncFnMut(u32) -> Result<Timing, E>) -> Result<u32, E> {
    let mut once = time(1).await?.wall;
    let mut repeats = plan.repeats(once);
    // A kernel this long was past the clock's ramp within its first run.
    if once.0 > LONG * plan.batch.0 {
        return Ok(1);
    }
    for _ in 0..plan.most_warmups {
        let now = Seconds(time(repeats).await?.wall.0 / f64::from(repeats));
        let change = (now.0 - once.0).abs() / now.0;
        once = now;
        let wanted = plan.repeats(once);
        if change < PLATEAU && wanted <= repeats * 2 && repeats <= wanted * 2 {
            break;
        }
        repeats = wanted;
    }
    Ok(repeats)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            batch: Seconds(1.0),
            most_repeats: 100,
            most_warmups: 5,
            fewest: 4,
            most: 9,
            spread: 0.04,
            budget: Seconds(1000.0),
            fewest_slow: 3,
            sessions: 4,
            limit: Seconds(18.0),
            drift: Summary::DRIFT,
            order: 1,
        }
    }

    /// Samples what takes the time that `time` says.
    fn sampled<E>(subjects: usize, mut time: impl FnMut(usize, u32) -> Result<Timing, E>) -> Result<Vec<Samples>, E> {
        pollster::block_on(sample(subjects, &[], &plan(), async |subject, repeats| time(subject, repeats)))
    }

    fn wall(seconds: f64) -> Timing {
        Timing { wall: Seconds(seconds), gpu: None }
    }

    #[test]
    fn a_steady_subject_stops_at_the_fewest_samples_and_a_noisy_one_at_the_most() {
        let mut calls = 0;
        let all = sampled::<()>(2, |subject, repeats| {
            calls += 1;
            let noise = if subject == 1 { f64::from(calls % 5) } else { 0.0 };
            Ok(wall(f64::from(repeats) * (0.1 + noise)))
        });
        let all = all.expect("nothing fails");
        assert_eq!(all[0].batches.len(), 4);
        assert_eq!(all[1].batches.len(), 9);
    }

    #[test]
    fn a_batch_repeats_a_short_kernel_until_it_lasts() {
        let all = sampled::<()>(1, |_, repeats| Ok(wall(f64::from(repeats) * 0.05)));
        assert_eq!(all.expect("nothing fails")[0].repeats, 20);
    }

    #[test]
    fn each_round_has_every_subject_once_in_an_order_of_chance() {
        let mut order = Vec::new();
        sampled::<()>(2, |subject, repeats| {
            order.push(subject);
            Ok(wall(f64::from(repeats) * 0.1))
        })
        .expect("nothing fails");
        let rounds: Vec<&[usize]> = order[order.len() - 8..].chunks(2).collect();
        assert!(rounds.iter().all(|round| round.contains(&0) && round.contains(&1)), "{order:?}");
        assert!(rounds.iter().any(|round| *round != rounds[0]), "{order:?}");
    }

    #[test]
    fn companions_run_first_and_last_and_take_a_fifth_of_the_time_between() {
        let mut order = Vec::new();
        let companions = [Some(3), None];
        let all = pollster::block_on(sample(1, &companions, &plan(), async |subject, repeats| {
            order.push(subject);
            // One that never settles: its samples go to the most.
            let noise = if subject == 0 { order.len() as f64 } else { 0.0 };
            Ok::<Timing, ()>(wall(f64::from(repeats) * (0.1 + noise)))
        }));
        let all = all.expect("nothing fails");
        assert_eq!([all[1].repeats, all[2].repeats], [3, 10]);
        assert!(order.ends_with(&[1, 2]), "{order:?}");
        let batches = |subject: usize| all[subject].batches.iter().map(|timing| timing.wall.0).sum::<f64>();
        let share = (batches(1) + batches(2)) / (0..3).map(batches).sum::<f64>();
        assert!(all[1].batches.len() > 2 && share < 0.3, "{share} of the time: {order:?}");
    }

    #[test]
    fn what_is_slower_than_the_budget_is_sampled_three_times() {
        let all = sampled::<()>(1, |_, repeats| Ok(wall(f64::from(repeats) * 400.0)));
        assert_eq!(all.expect("nothing fails")[0].batches.len(), 3);
    }

    #[test]
    fn there_are_as_many_sessions_as_there_is_time_for_and_two_at_least() {
        let of = |first: f64| plan().sessions_in_time(Seconds(first), Seconds(first));
        assert_eq!([of(0.0), of(4.0), of(5.0), of(100.0)], [4, 4, 3, 2]);
        assert_eq!(plan().quick().sessions_in_time(Seconds(0.1), Seconds(0.1)), 1);
    }

    #[test]
    fn an_error_ends_the_sampling() {
        assert_eq!(sampled(1, |_, _| Err("lost")), Err("lost"));
    }
}
